"""Notes in folders: written, appended to, read by line, found by word, linked to each other."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Many, Op, Param, Refused, Table, Value, World


def sentence(rng: Random) -> str:
    return rng.choice(
        [
            f"{words.task(rng)}.",
            f"Ask {rng.choice(words.FIRST)} about the {rng.choice(words.THINGS)}.",
            f"{rng.choice(words.FIRST)} owes {rng.randint(2, 90)}.",
            f"Train to {rng.choice(words.PLACES)} at {rng.randint(6, 22)}:{rng.choice(['05', '20', '45'])}.",
            f"{rng.randint(2, 12)} {rng.choice(words.MAKES)} {rng.choice(words.THINGS)}s.",
            f"Code of the {rng.choice(words.THINGS)}: {rng.randint(1000, 9999)}.",
        ]
    )


def make(rng: Random) -> World:
    folders = tuple(rng.sample(["inbox", "ideas", "travel", "house", "work", "recipes", "archive", "club"], 3))
    noun, plural = rng.choice([("note", "notes"), ("page", "pages"), ("memo", "memos"), ("card", "cards")])
    table = Table(
        noun,
        plural,
        [
            Field("title", lambda r: f"{r.choice(words.MAKES)} {r.choice(words.THINGS)}".capitalize()),
            Field("folder", lambda r: r.choice(folders), enum=folders, initial=folders[0]),
            Field("lines", lambda r: [sentence(r) for _ in range(r.randint(1, 2))], "strings", changes=False, initial=[]),
        ],
        last=rng.choice([0, 0, 5, 130]),
        prefix=rng.choice(["", "", "n"]),
    )
    for title in words.distinct(rng, table.of("title").make, rng.randint(2, 5)):
        table.add({"title": title, "folder": rng.choice(folders), "lines": [sentence(rng) for _ in range(rng.randint(0, 3))]})
    world = World(f"The {plural} of {words.person(rng)}.", {plural: table}, [])
    made = [
        ops.get(plural, rng.choice(["get", "read", "open"])),
        ops.listed(plural, ("folder",)),
        changes.create(plural, optional=("folder", "lines"), unique="title"),
        changes.update(plural, verb="move", word="moved", only=("folder",)),
        changes.update(plural, verb="rename", word="renamed", only=("title",)),
        changes.delete(plural),
    ]
    world.ops = [one(world) for one in made] + [append(world, plural), strike(world, plural), line(world, plural), find(plural), sizes(plural)]
    return world


def append(world: World, plural: str) -> Op:
    noun = world[plural].noun

    def run(w: World, a: dict[str, Any]) -> Done:
        row = w[plural].get(a["id"])
        row["lines"] = [*row["lines"], a["text"]]
        w.focus = (plural, row["id"])
        return Done(w[plural], "changed", row, f"{noun.capitalize()} {row['id']} has {len(row['lines'])} lines")

    return Op(
        "append",
        noun,
        "Adds a line at the end.",
        [ops.id_param(world[plural]), Param("text")],
        run,
        lambda r, w: {"id": ops.some_id(r, w, w[plural]), "text": sentence(r)},
        True,
        1.8,
        "done",
        plural,
        says=f"{noun.capitalize()} ID has N lines",
    )


def numbered(row: dict[str, Any], number: int, noun: str) -> str:
    """@raises Refused when there is no such line"""
    if not 1 <= number <= len(row["lines"]):
        raise Refused("line", f"{noun} {row['id']} has {len(row['lines'])} lines")
    return row["lines"][number - 1]


def some_line(rng: Random, w: World, plural: str) -> dict[str, Any]:
    key = ops.some_id(rng, w, w[plural], where=lambda row: bool(row["lines"]))
    held = len(w[plural].rows.get(key, {}).get("lines", []))
    return {"id": key, "line": rng.randint(1, max(1, held)) if rng.random() < 0.88 else held + rng.randint(1, 3)}


def strike(world: World, plural: str) -> Op:
    noun = world[plural].noun

    def run(w: World, a: dict[str, Any]) -> Value:
        row = w[plural].get(a["id"])
        gone = numbered(row, a["line"], noun)
        row["lines"] = [text for number, text in enumerate(row["lines"], 1) if number != a["line"]]
        w.focus = (plural, row["id"])
        return Value({"removed": gone, "left": len(row["lines"])})

    return Op(
        "remove",
        "line",
        "Removes a line by its number; the first is 1.",
        [ops.id_param(world[plural]), Param("line", "integer")],
        run,
        lambda r, w: some_line(r, w, plural),
        True,
        0.9,
        fails=(f"{noun} X has N lines",),
        keys=("removed", "left"),
    )


def line(world: World, plural: str) -> Op:
    noun = world[plural].noun

    def run(w: World, a: dict[str, Any]) -> Value:
        row = w[plural].get(a["id"])
        return Value({"line": a["line"], "text": numbered(row, a["line"], noun)})

    return Op(
        "read",
        "line",
        "One line by its number; the first is 1.",
        [ops.id_param(world[plural]), Param("line", "integer")],
        run,
        lambda r, w: some_line(r, w, plural),
        fails=(f"{noun} X has N lines",),
        keys=("line", "text"),
    )


def find(plural: str) -> Op:
    def run(w: World, a: dict[str, Any]) -> Many:
        wanted = a["word"].lower()
        return Many(w[plural], [row for row in w[plural].rows.values() if any(wanted in text.lower() for text in [row["title"], *row["lines"]])])

    def propose(rng: Random, w: World) -> dict[str, Any]:
        texts = [text for row in w[plural].rows.values() for text in [row["title"], *row["lines"]]]
        return {"word": rng.choice(rng.choice(texts).strip(".").split()) if texts and rng.random() < 0.85 else rng.choice(words.MAKES)}

    return Op(
        "search", plural, f"The {plural} that hold a word in their title or a line.", [Param("word")], run, propose, answers="rows", table=plural
    )


def sizes(plural: str) -> Op:
    def run(w: World, _: dict[str, Any]) -> Value:
        return Value({row["title"]: len(row["lines"]) for row in w[plural].rows.values()} or {"none": 0})

    return Op("line", "counts", f"How many lines each of the {plural} has, by title.", [], run, lambda r, w: {}, weight=0.6)
