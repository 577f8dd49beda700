"""Pages of small sites in a real Chromium, told as BrowserGym tells them: every family is a site that a seed writes anew."""

from collections.abc import Generator
from pathlib import Path
from random import Random

from ...trajectory import Trajectory, Turn
from .calls import act
from .devtools import browser, restart
from .page import Visit
from .sites import HELD_OUT as HELD_OUT
from .sites import SITES
from .visitor import Call, actions

DOMAIN = "web"
FAMILIES = tuple(SITES)

# Every observation is a whole page. What is longer in all than some 6,000 tokens ends early.
MOST_CHARACTERS = 18_000


def record(family: str, seed: int, folder: Path) -> Trajectory:
    """One visit to one site. Nothing is kept in `folder`: the browser has its own, and pages come from memory."""
    rng = Random(f"web/{family}/{seed}")
    site = SITES[family](rng)
    chromium = browser()
    try:
        visit = Visit(chromium, site.host, site.answer)
        initial = visit.look()
        turns = turns_of(rng, visit, initial, actions(rng, site))
        visit.close()
    except BaseException:
        restart()
        raise
    return Trajectory(
        recorder="web",
        family=family,
        seed=seed,
        program=f"Chromium {chromium.version}",
        domain=DOMAIN,
        initial_state=initial,
        turns=turns,
    )


def turns_of(rng: Random, visit: Visit, initial: str, wanted: Generator[Call, str, None]) -> list[Turn]:
    """Four to ten turns of what the visitor wants, given what is seen."""
    count = rng.randint(4, 10)
    length, turns, seen = len(initial), [], initial
    next(wanted)
    while len(turns) < count:
        call, values = wanted.send(seen)
        act(visit, call, values)
        seen = visit.look()
        length += len(seen)
        if length > MOST_CHARACTERS:
            break
        turns.append(Turn(f"{call}({', '.join(map(repr, values))})", seen))
    return turns
