"""The initial state of a session in words: all that its observations follow from, of the rooms that it comes to."""

import re
from typing import Any

HELD = "I"

# Kinds of things that hold others: supporters, containers, and the cooking game's.
HOLDERS = ("s", "c", "stove", "oven", "toaster")


def told(state: Any, rooms: list[str], commands: list[str]) -> str:
    """Objective, points, what is where, and the sentences of the rooms that are seen and of the things that the commands examine."""
    game = state.game
    names = {info.id: info.name or info.id for info in game.infos.values()}
    facts = state["_facts"]
    here = [one for room in rooms for one in within(room, facts)] + within(HELD, facts)
    doors = sorted({fact.arguments[1].name for fact in facts if fact.name == "link" and fact.arguments[0].name in rooms})
    told_rooms = [sentence(f"-= {names[room].title()} =-\n{game.infos[room].desc}", names) for room in rooms]
    looked = {command.split(" ", 1)[1] for command in commands if command.startswith(("examine ", "x ", "read "))}
    asked = [one for one in [*here, *doors] if game.infos[one].desc and names[one] in looked]
    examined = [f"{names[one]}: {examination(game.infos[one].desc, one, names)}" for one in asked]
    held = f"you carry: {contents(HELD, facts, names) or 'nothing'}"
    parts = [
        f"TextWorld game. {' '.join(game.objective.split())}",
        points(game, names),
        "\n".join(["At first:", *(placed(room, facts, names) for room in rooms), held]),
        "\n".join(["Rooms are told so; what stands in braces only if it holds:", *told_rooms]),
        "\n".join(["Examined:", *examined]) if examined else "",
    ]
    return "\n\n".join(part for part in parts if part)


def within(place: str, facts: list[Any]) -> list[str]:
    """The identities of all that is in a room, on or in what is there, or held."""
    found = []
    for one in directly(place, facts):
        found += [one.name, *within(one.name, facts)]
    return found


def directly(place: str, facts: list[Any]) -> list[Any]:
    """What is in or on it itself, in the order in which the game lists it at first."""
    here = (fact.arguments[0] for fact in facts if fact.name in ("at", "on", "in") and fact.arguments[1].name == place)
    return sorted((one for one in here if one.type != "P"), key=lambda one: one.name)


def contents(place: str, facts: list[Any], names: dict[str, str]) -> str:
    """Things with their state and what is in or on them, in the order in which the game lists them."""
    parts = []
    for one in directly(place, facts):
        inner = contents(one.name, facts, names)
        holds = f"{'on' if one.type in ('s', 'stove') else 'in'} it: {inner or 'nothing'}" if one.type in HOLDERS else ""
        notes = [note for note in (condition(one.name, facts, names), holds) if note]
        parts.append(names[one.name] + (f" ({'; '.join(notes)})" if notes else ""))
    return ", ".join(parts)


# Facts about one thing that are told with it. The rest of them follow from what the thing is.
STATES = ("open", "closed", "locked", "fried", "roasted", "grilled", "sliced", "diced", "chopped", "burned", "needs_cooking")


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
                links = (f.arguments for f in facts if f.name == "link")
                door = next((between.name for one, between, other in links if (one.name, other.name) == (room, to)), None)
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
    # Inform takes what is not inside a word for a quotation mark.
    text = re.sub(r"(?<!\w)'|'(?!\w)", '"', text)
    return re.sub(r" *\n *", "\n", text).strip()


def examination(text: str, thing: str, names: dict[str, str]) -> str:
    return " ".join(sentence(text, names).replace("[noun]", names[thing]).split("\n"))


def points(game: Any, names: dict[str, str]) -> str:
    """What is rewarded, and what loses the game."""
    won, lost = [], []
    for quest in game.quests:
        if quest.reward:
            won.append(f"{quest.reward} for {' or '.join(dict.fromkeys(conditions(event, names) for event in quest.win_events))}")
        lost += [conditions(event, names) for event in quest.fail_events]
    lines = [f"Points: {'; '.join(dict.fromkeys(won))}."] if won else []
    return "\n".join([*lines, f"Lost when: {grouped(lost)}."] if lost else lines)


def grouped(ends: list[str]) -> str:
    """What is said of the same thing together: carrot burned, consumed."""
    by_thing: dict[str, list[str]] = {}
    for end in dict.fromkeys(ends):
        thing, _, state = end.rpartition(" ")
        by_thing.setdefault(thing, []).append(state)
    # Sorted, for the package keeps them in sets.
    return "; ".join(f"{thing} {', '.join(sorted(states))}" for thing, states in by_thing.items())


def conditions(event: Any, names: dict[str, str]) -> str:
    """What must hold together; where furniture stands is no news."""
    facts = [fact for fact in event.condition.preconditions if fact.arguments[0].type not in HOLDERS or fact.name not in ("at", "link")]
    return " and ".join(said(fact, names) for fact in facts if fact.name not in ("link", "free", "event"))


def said(fact: Any, names: dict[str, str]) -> str:
    """A fact in a few words: cookie on table, key held."""
    args = [names.get(one.name, one.name) for one in fact.arguments]
    if fact.arguments[0].type == "P":
        return f"you in {args[-1]}"
    if len(args) == 2 and fact.arguments[1].name == HELD:
        return f"{args[0]} held"
    return f"{args[0]} {fact.name} {' '.join(args[1:])}".strip()
