"""Two kinds of record of which one belongs to the other; their fields are drawn by seed."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Op, Refused, Value, World
from .registry import fields, table

OWNERS = [
    ("team", "teams", "player", "players"),
    ("ward", "wards", "bed", "beds"),
    ("album", "albums", "track", "tracks"),
    ("farm", "farms", "cow", "cows"),
    ("museum", "museums", "piece", "pieces"),
    ("train", "trains", "wagon", "wagons"),
    ("project", "projects", "milestone", "milestones"),
    ("port", "ports", "vessel", "vessels"),
    ("author", "authors", "essay", "essays"),
    ("host", "hosts", "container", "containers"),
    ("course", "courses", "lesson", "lessons"),
    ("garden", "gardens", "bed", "beds"),
    ("menu", "menus", "dish", "dishes"),
    ("street", "streets", "house", "houses"),
    ("fund", "funds", "share", "shares"),
    ("board", "boards", "column", "columns"),
]


def make(rng: Random) -> World:
    """Two kinds of record; each of the second belongs to one of the first."""
    noun, plural, child, children = rng.choice(OWNERS)
    parents = table(rng, noun, plural, fields(rng)[:3], 3)
    key = rng.choice([noun, f"{noun}_id"])
    made = [fields(rng)[0], ops.of_other(key, parents), *fields(rng)[2:3]]
    made[2:] = [one for one in made[2:] if one.name not in (made[0].name, key)]
    held = table(rng, child, children, made, 6)
    world = World(
        f"{plural.capitalize()} and their {children}, kept by {words.firm(rng)}.",
        {plural: parents, children: held},
        [],
        [f"A {noun} that has {children} cannot be removed."],
    )
    world.ops = [
        one(world)
        for one in (
            ops.get(plural),
            ops.listed(plural),
            changes.create(plural),
            changes.delete(plural, children=(children, key)),
            ops.get(children),
            ops.listed(children, (key,)),
            changes.create(children, verb="add", word="added", owner=(key, plural)),
            changes.delete(children, verb="remove", word="removed"),
            changes.update(children),
            ops.search(children, (made[0].name,)),
        )
    ] + [move(world, plural, children, key), tally(world, plural, children, key)]
    return world


def move(world: World, plural: str, children: str, key: str) -> Op:
    noun = world[children].noun

    def run(w: World, a: dict[str, Any]) -> Done:
        row = w[children].get(a["id"])
        w[plural].get(a["to"])
        if row[key] == a["to"]:
            raise Refused("same", f"{noun} {row['id']} is there already")
        row[key] = a["to"]
        w.focus = (children, row["id"])
        return Done(w[children], "moved", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"id": ops.some_id(rng, w, w[children]), "to": ops.some_id(rng, w, w[plural], 0.08)}

    params = [ops.id_param(world[children]), ops.id_param(world[plural], "to")]
    return Op(
        "move",
        noun,
        f"Moves a {noun} to another {world[plural].noun}.",
        params,
        run,
        propose,
        True,
        1.2,
        "done",
        children,
        (f"{noun} X is there already",),
    )


def tally(world: World, plural: str, children: str, key: str) -> Op:
    def run(w: World, _: dict[str, Any]) -> Value:
        return Value({str(one): sum(row[key] == one for row in w[children].rows.values()) for one in w[plural].rows} or {"none": 0})

    return Op("count", children, f"How many {children} each of the {plural} has.", [], run, lambda r, w: {}, weight=0.7)
