"""Lists of things to do: kept in an order, done, put off, moved up and down."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Many, Op, Refused, Table, Value, World


def make(rng: Random) -> World:
    noun, plural = rng.choice([("task", "tasks"), ("todo", "todos"), ("item", "items"), ("chore", "chores")])
    lists = tuple(rng.sample(["home", "work", "garden", "shop", "club", "school", "boat", "studio", "move"], 3))
    table = Table(
        noun,
        plural,
        [
            Field("text", words.task),
            Field("list", lambda r: r.choice(lists), enum=lists, initial=lists[0]),
            Field("due", words.day, initial=None),
            Field("done", lambda r: r.random() < 0.3, "boolean", given=False, changes=False, initial=False),
        ],
        last=rng.choice([0, 0, 12, 400]),
        prefix=rng.choice(["", "", "t"]),
    )
    today = words.day(rng)
    for text in words.distinct(rng, words.task, rng.randint(2, 6)):
        table.add({"text": text, "list": rng.choice(lists), "due": rng.choice([None, words.day(rng), today]), "done": rng.random() < 0.3})
    world = World(f"{words.person(rng)}'s {plural}.", {plural: table}, [], today=today)
    made = [
        ops.get(plural),
        ops.listed(plural, ("list", "done")),
        ops.search(plural, ("text",)),
        changes.create(plural, verb="add", word="added", optional=("list", "due")),
        changes.update(plural, verb="edit", word="changed"),
        changes.delete(plural, verb="remove", word="removed"),
        ops.count(plural, "list"),
    ]
    world.ops = [one(world) for one in made] + [
        finish(world, plural, True),
        finish(world, plural, False),
        first(world, plural),
        clear(plural),
        late(plural),
        progress(plural),
    ]
    return world


def finish(world: World, plural: str, done: bool) -> Op:
    noun = world[plural].noun

    def run(w: World, a: dict[str, Any]) -> Done:
        row = w[plural].get(a["id"])
        if row["done"] == done:
            raise Refused("same", f"{noun} {row['id']} is {'already' if done else 'not'} done")
        row["done"] = done
        w.focus = (plural, row["id"])
        return Done(w[plural], "completed" if done else "reopened", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"id": ops.some_id(rng, w, w[plural], where=lambda row: row["done"] != done or rng.random() < 0.2)}

    fails = (f"{noun} X is {'already' if done else 'not'} done",)
    return Op(
        "complete" if done else "reopen",
        noun,
        f"Marks the {noun} as {'done' if done else 'not done'}.",
        [ops.id_param(world[plural])],
        run,
        propose,
        True,
        1.5 if done else 0.6,
        "done",
        plural,
        fails,
    )


def first(world: World, plural: str) -> Op:
    """The order of the rows is the order of the list."""
    noun = world[plural].noun

    def run(w: World, a: dict[str, Any]) -> Done:
        row = w[plural].get(a["id"])
        w[plural].rows = {row["id"]: row, **{key: one for key, one in w[plural].rows.items() if key != row["id"]}}
        w.focus = (plural, row["id"])
        return Done(w[plural], "moved to the top", row)

    return Op(
        "prioritize",
        noun,
        f"Puts the {noun} before all others; lists keep this order.",
        [ops.id_param(world[plural])],
        run,
        lambda r, w: {"id": ops.some_id(r, w, w[plural])},
        True,
        0.8,
        "done",
        plural,
    )


def clear(plural: str) -> Op:
    def run(w: World, _: dict[str, Any]) -> Value:
        gone = [key for key, row in w[plural].rows.items() if row["done"]]
        for key in gone:
            w[plural].remove(key)
        return Value({"removed": gone, "left": len(w[plural].rows)})

    return Op(
        "clear",
        "done",
        f"Removes all {plural} that are done.",
        [],
        run,
        lambda r, w: {} if any(row["done"] for row in w[plural].rows.values()) or r.random() < 0.1 else None,
        True,
        0.5,
        keys=("removed", "left"),
    )


def late(plural: str) -> Op:
    def run(w: World, _: dict[str, Any]) -> Many:
        return Many(w[plural], [row for row in w[plural].rows.values() if row["due"] and row["due"] < w.today and not row["done"]])

    return Op(
        "list",
        "late",
        f"Those {plural} that are not done and were due before today.",
        [],
        run,
        lambda r, w: {},
        answers="rows",
        table=plural,
        weight=0.7,
    )


def progress(plural: str) -> Op:
    def run(w: World, _: dict[str, Any]) -> Value:
        done = sum(row["done"] for row in w[plural].rows.values())
        return Value({"done": done, "open": len(w[plural].rows) - done})

    return Op("show", "progress", f"How many {plural} are done and how many are not.", [], run, lambda r, w: {}, weight=0.7, keys=("done", "open"))
