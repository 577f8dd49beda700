"""Things for hire: vehicles, boats, rooms or tools that are checked out, brought back with a reading, serviced."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Op, Param, Refused, Table, Value, World

WHAT = [
    ("car", "cars", "mileage", ["hatchback", "van", "estate", "pickup"]),
    ("bike", "bikes", "km", ["city", "cargo", "road", "child"]),
    ("boat", "boats", "hours", ["kayak", "dinghy", "canoe"]),
    ("scooter", "scooters", "km", ["small", "large"]),
    ("machine", "machines", "hours", ["mixer", "digger", "saw", "crane"]),
    ("drone", "drones", "flights", ["camera", "survey", "racing"]),
]


def make(rng: Random) -> World:
    noun, plural, meter, types = rng.choice(WHAT)
    kinds = tuple(types)
    every = rng.choice([50, 100, 500])
    states = ("free", "hired", "workshop")
    table = Table(
        noun,
        plural,
        [
            Field("name", lambda r: f"{r.choice(words.MAKES)} {r.choice(words.COLOURS)}".title()),
            Field("type", lambda r: r.choice(kinds), enum=kinds),
            Field("state", lambda r: r.choice(states), enum=states, given=False, changes=False, initial="free"),
            Field("customer", words.person, given=False, changes=False),
            Field(meter, lambda r: r.randint(0, 900), "integer", changes=False),
        ],
        last=rng.choice([0, 0, 10, 60]),
        prefix=rng.choice(["", "", noun[:1].upper()]),
    )
    for _ in range(rng.randint(3, 6)):
        state = rng.choice(("free", "free", *states))
        table.add(
            {
                "name": table.of("name").make(rng),
                "type": rng.choice(kinds),
                "state": state,
                "customer": words.person(rng) if state == "hired" else None,
                meter: rng.randint(0, 900),
            }
        )
    world = World(
        f"{words.firm(rng)} hires out {plural}.",
        {plural: table},
        [],
        [f"A {noun} that comes back with {every} {meter} or more since it left goes to the workshop."],
    )
    made = [
        ops.get(plural),
        ops.listed(plural, ("state",)),
        ops.listed(plural, ("type",), verb="find"),
        changes.create(plural, verb="add", word="added"),
        ops.count(plural, "state"),
        ops.search(plural, ("name", "customer")),
    ]
    made.append(changes.step(plural, "service", "serviced", "state", {"workshop": "free"}, f"A {noun} in the workshop is free again."))
    world.ops = [one(world) for one in made] + [hire(world, plural), bring(world, plural, meter, every), offer(plural, kinds)]
    return world


def hire(world: World, plural: str) -> Op:
    noun = world[plural].noun

    def run(w: World, a: dict[str, Any]) -> Done:
        row = w[plural].get(a["id"])
        if row["state"] != "free":
            raise Refused("conflict", f"{noun} {row['id']} is {'hired' if row['state'] == 'hired' else 'in the workshop'}")
        row.update(state="hired", customer=a["customer"])
        w.focus = (plural, row["id"])
        return Done(w[plural], "hired out", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"id": ops.some_id(rng, w, w[plural], where=lambda row: row["state"] == "free" or rng.random() < 0.08), "customer": words.person(rng)}

    fails = (f"{noun} X is hired", f"{noun} X is in the workshop")
    return Op(
        verb_of(plural),
        noun,
        f"Hires a free {noun} out.",
        [ops.id_param(world[plural]), Param("customer")],
        run,
        propose,
        True,
        1.8,
        "done",
        plural,
        fails,
    )


def verb_of(plural: str) -> str:
    return {"cars": "rent", "boats": "check_out", "drones": "check_out"}.get(plural, "hire")


def bring(world: World, plural: str, meter: str, every: int) -> Op:
    noun = world[plural].noun

    def run(w: World, a: dict[str, Any]) -> Value:
        row = w[plural].get(a["id"])
        if row["state"] != "hired":
            raise Refused("conflict", f"{noun} {row['id']} is not hired")
        if a[meter] < row[meter]:
            raise Refused("reading", f"{meter} was {row[meter]} already")
        driven = a[meter] - row[meter]
        row.update({"state": "workshop" if driven >= every else "free", "customer": None, meter: a[meter]})
        w.focus = (plural, row["id"])
        return Value({"id": row["id"], "used": driven, "state": row["state"]})

    def propose(rng: Random, w: World) -> dict[str, Any]:
        key = ops.some_id(rng, w, w[plural], where=lambda row: row["state"] == "hired")
        held = w[plural].rows.get(key, {}).get(meter, 100)
        return {
            "id": key,
            meter: held + rng.choice([5, 10, 20, every - 1, every, every + 40, rng.randint(1, 2 * every)])
            if rng.random() < 0.93
            else max(0, held - 10),
        }

    params = [ops.id_param(world[plural]), Param(meter, "integer", "What it reads now.")]
    fails = (f"{noun} X is not hired", f"{meter} was N already")
    return Op("return", noun, f"Takes a hired {noun} back.", params, run, propose, True, 1.4, fails=fails, keys=("id", "used", "state"))


def offer(plural: str, kinds: tuple[str, ...]) -> Op:
    def run(w: World, _: dict[str, Any]) -> Value:
        return Value({kind: [row["id"] for row in w[plural].rows.values() if row["type"] == kind and row["state"] == "free"] for kind in kinds})

    return Op("free", plural, f"The ids of the free {plural} of each type.", [], run, lambda r, w: {}, weight=0.8)
