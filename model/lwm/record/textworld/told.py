"""The initial state of a session in words: all that its observations follow from, of the rooms that it comes to."""

import re
from typing import Any

HELD = "I"


def told(state: Any, rooms: list[str], first: str) -> str:
    """Objective, points, what is where, and the sentences of every room and thing, then the first scene."""
    game = state.game
    names = {info.id: info.name or info.id for info in game.infos.values()}
    facts = state["_facts"]
    here = [one for room in rooms for one in within(room, facts)] + within(HELD, facts)
    doors = sorted({fact.arguments[1].name for fact in facts if fact.name == "link" and fact.arguments[0].name in rooms})
    parts = [
        f"TextWorld game. {' '.join(game.objective.split())}",
        points(game, names),
        "\n".join(["At first:", *(placed(room, facts, names) for room in rooms), f"you carry: {contents(HELD, facts, names) or 'nothing'}"]),
        "\n".join(["Rooms are told so; what stands in braces only if it holds:", *(sentence(f"-= {names[room].title()} =-\n{game.infos[room].desc}", names) for room in rooms)]),
        "\n".join(["Examined:", *(f"{names[one]}: {sentence(game.infos[one].desc, names)}" for one in [*here, *doors] if game.infos[one].desc)]),
        first,
    ]
    return "\n\n".join(part for part in parts if part)


def within(place: str, facts: list[Any]) -> list[str]:
    """The identities of all that is in a room, on or in what is there, or held."""
    found = []
    for fact in facts:
        if fact.name in ("at", "on", "in") and fact.arguments[1].name == place and fact.arguments[0].type != "P":
            found += [fact.arguments[0].name, *within(fact.arguments[0].name, facts)]
    return found


def contents(place: str, facts: list[Any], names: dict[str, str]) -> str:
    """Things with their state and what is in or on them, in the order in which the game lists them."""
    parts = []
    for fact in facts:
        if fact.name in ("at", "on", "in") and fact.arguments[1].name == place and fact.arguments[0].type != "P":
            one = fact.arguments[0]
            inner = contents(one.name, facts, names)
            holds = f"{'on' if one.type == 's' else 'in'} it: {inner or 'nothing'}" if one.type in ("s", "c") else ""
            notes = [note for note in (condition(one.name, facts, names), holds) if note]
            parts.append(names[one.name] + (f" ({'; '.join(notes)})" if notes else ""))
    return ", ".join(parts)


# What a fact about one thing is called. The rest of them follow from what the thing is.
STATES = ("open", "closed", "locked", "raw", "uncut", "fried", "roasted", "grilled", "sliced", "diced", "chopped", "edible", "inedible", "sharp", "needs_cooking", "cookable", "cuttable")


def condition(thing: str, facts: list[Any], names: dict[str, str]) -> str:
    states = [fact.name.replace("_", " ") for fact in facts if fact.name in STATES and fact.arguments[0].name == thing]
    keys = [f"key: {names[fact.arguments[0].name]}" for fact in facts if fact.name == "match" and fact.arguments[1].name == thing]
    return ", ".join(states + keys)


def placed(room: str, facts: list[Any], names: dict[str, str]) -> str:
    """A room with its things and its ways out."""
    exits = []
    for direction in ("north", "east", "south", "west"):
        for fact in facts:
            if fact.name == f"{direction}_of" and fact.arguments[1].name == room:
                to = fact.arguments[0].name
                door = next((f.arguments[1].name for f in facts if f.name == "link" and (f.arguments[0].name, f.arguments[2].name) == (room, to)), None)
                by = f" by {names[door]} ({condition(door, facts, names)})" if door else ""
                exits.append(f"{direction}{by} to {names[to]}")
    return f"{names[room]}: {contents(room, facts, names) or 'nothing'}. Ways: {', '.join(exits) or 'none'}."


def sentence(text: str, names: dict[str, str]) -> str:
    """A description as the game was given it, shorter: {cond: said|else: said}, LIST for what is listed there."""
    text = re.sub(r"\[a list of things (?:in|on) the \w+\]", "LIST", text)
    for pattern, put in (
        (r"\[else if ([^\]]*)\]", r"|\1: "),
        (r"\[if ([^\]]*)\]", r"{\1: "),
        (r"\[otherwise\]", "|else: "),
        (r"\[end if\]", "}"),
    ):
        text = re.sub(pattern, put, text)
    text = re.sub(r"\b(?:the )?([a-z]+_\d+)\b", lambda found: names.get(found[1], found[1]), text)
    text = text.replace("there is something", "something").replace("there is nothing", "nothing")
    return re.sub(r"\n\s*\n+", "\n\n", text).strip()


def points(game: Any, names: dict[str, str]) -> str:
    """What is rewarded, and what loses the game."""
    lines = []
    for quest in game.quests:
        won = [" and ".join(said(fact, names) for fact in event.condition.preconditions) for event in quest.win_events]
        lost = [" and ".join(said(fact, names) for fact in event.condition.preconditions) for event in quest.fail_events]
        if won and quest.reward:
            lines.append(f"{quest.reward} for: {' or '.join(dict.fromkeys(won))}")
        if lost:
            lines.append(f"lost by: {' or '.join(dict.fromkeys(lost))}")
    return "\n".join(["Points:", *dict.fromkeys(lines)])


def said(fact: Any, names: dict[str, str]) -> str:
    """A fact in a few words: cookie on table, key held."""
    args = [names.get(one.name, one.name) for one in fact.arguments]
    if fact.arguments[0].type == "P":
        return f"you in {args[1]}"
    if len(args) == 2 and fact.arguments[1].name == HELD:
        return f"{args[0]} held"
    return f"{args[0]} {fact.name} {' '.join(args[1:])}".strip()
