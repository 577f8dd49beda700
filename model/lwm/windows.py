"""Sessions that are longer than the context are cut into windows, each of which begins with the system prompt and has whole turns only.

Every observation is trained on once. As in the app's rule "compact" (src/core/step/compact.ts) the oldest turns go when the next does not fit,
until half of the room is free; the others keep their numbers and are read again as context.
"""

from dataclasses import dataclass

from .tokens import Tokens


@dataclass(frozen=True)
class Window:
    """Turns `first` to `end`; those before `new` were trained on in an earlier window."""

    first: int
    new: int
    end: int


def windows(head: int, turns: list[int], context: int) -> list[Window]:
    """For a head and turns of so many tokens. A turn that does not fit even alone is left out, as what nobody could be asked."""
    made: list[Window] = []
    room = context - head
    first = new = 0
    kept = 0
    for at, size in enumerate(turns):
        if kept + size > room:
            if at > new:
                made.append(Window(first, new, at))
            new = at
            while first < at and (kept + size > room or kept > room / 2):
                kept -= turns[first]
                first += 1
            if size > room:
                first = new = at + 1
                kept = 0
                continue
        kept += size
    if len(turns) > new:
        made.append(Window(first, new, len(turns)))
    return made


def window_tokens(tokens: Tokens, weights: list[float], window: Window) -> tuple[list[int], list[float]]:
    """(ids, weight of each in the loss): only what the model says in the window's new turns weighs anything."""
    ids = list(tokens.head)
    weighed = [0.0] * len(ids)
    for at in range(window.first, window.end):
        turn, said = tokens.turns[at]
        weight = weights[at] if at >= window.new else 0.0
        # The last token is the line break that closes the message.
        weighed += [0.0] * (len(turn) - said - 1) + [weight] * said + [0.0]
        ids += turn
    return ids, weighed
