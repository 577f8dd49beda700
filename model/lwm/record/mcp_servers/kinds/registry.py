"""Registers of anything: one kind of record, with fields that are drawn by seed."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Field, Many, Op, Param, Refused, Table, Value, World

NOUNS = [
    ("plant", "plants"),
    ("tree", "trees"),
    ("painting", "paintings"),
    ("recipe", "recipes"),
    ("song", "songs"),
    ("ship", "ships"),
    ("bridge", "bridges"),
    ("song", "songs"),
    ("animal", "animals"),
    ("lamp", "lamps"),
    ("server", "servers"),
    ("domain", "domains"),
    ("device", "devices"),
    ("licence", "licences"),
    ("contract", "contracts"),
    ("invoice", "invoices"),
    ("supplier", "suppliers"),
    ("volunteer", "volunteers"),
    ("patient", "patients"),
    ("course", "courses"),
    ("room", "rooms"),
    ("team", "teams"),
    ("player", "players"),
    ("match", "matches"),
    ("trail", "trails"),
    ("well", "wells"),
    ("mine", "mines"),
    ("sample", "samples"),
    ("probe", "probes"),
    ("badge", "badges"),
    ("coupon", "coupons"),
    ("parcel", "parcels"),
    ("route", "routes"),
    ("stop", "stops"),
    ("tram", "trams"),
    ("film", "films"),
    ("podcast", "podcasts"),
    ("article", "articles"),
    ("quote", "quotes"),
    ("word", "words"),
    ("star", "stars"),
    ("planet", "planets"),
    ("fossil", "fossils"),
    ("coin", "coins"),
    ("stamp", "stamps"),
    ("wine", "wines"),
    ("cheese", "cheeses"),
    ("bee_hive", "bee_hives"),
    ("field", "fields"),
    ("machine_part", "machine_parts"),
    ("grant", "grants"),
]
STATES = [
    ("active", "retired"),
    ("draft", "published", "withdrawn"),
    ("new", "used", "broken"),
    ("small", "medium", "large"),
    ("cold", "warm", "hot"),
    ("planned", "running", "ended"),
    ("bronze", "silver", "gold"),
    ("open", "locked"),
]


def fields(rng: Random) -> list[Field]:
    """A name, a state, and one to three others."""
    states = rng.choice(STATES)
    low = rng.choice([0, 1, 10, 100])
    others = [
        Field(rng.choice(["year", "since", "founded"]), lambda r: r.randint(1850, 2025), "integer"),
        Field(rng.choice(["weight", "length", "size", "rating", "points", "level", "age"]), lambda r: r.randint(low, low * 10 + 9), "integer"),
        Field(rng.choice(["place", "city", "origin", "location"]), lambda r: r.choice(words.PLACES)),
        Field(rng.choice(["owner", "keeper", "contact", "author"]), words.person),
        Field(rng.choice(["colour", "material", "finish"]), lambda r: r.choice(words.COLOURS + words.MAKES[:10])),
        Field(rng.choice(["insured", "public", "verified", "fragile", "listed"]), lambda r: r.random() < 0.5, "boolean"),
        Field(rng.choice(["tags", "labels", "keywords"]), lambda r: words.some(r, words.TAGS, 2), "strings"),
        Field(rng.choice(["checked", "added", "seen", "expires"]), words.day),
        Field(rng.choice(["code", "shelf", "slot"]), lambda r: f"{r.choice('ABCDEFGH')}{r.randint(1, 99)}"),
        Field(rng.choice(["price", "fee", "cost"]), words.price, "number"),
    ]
    first = Field(
        rng.choice(["name", "title", "label"]),
        rng.choice([words.thing, words.thing, lambda r: f"{r.choice(words.PLACES)} {r.choice(words.THINGS)}".capitalize()]),
    )
    return [
        first,
        Field(rng.choice(["status", "state", "kind", "grade"]), lambda r: r.choice(states), enum=states, initial=states[0]),
        *rng.sample(others, rng.randint(1, 3)),
    ]


def table(rng: Random, noun: str, plural: str, made: list[Field], most: int) -> Table:
    one = Table(
        noun,
        plural,
        made,
        last=rng.choice([0, 0, 0, 9, rng.randint(10, 4000)]),
        prefix=rng.choice(["", "", "", noun[:1].upper() + "-", noun[:2], f"{noun}-"]),
        width=rng.choice([0, 0, 3]),
    )
    for _ in range(rng.randint(2, most)):
        one.add({field.name: field.make(rng) for field in made})
    return one


def make(rng: Random) -> World:
    """One kind of record."""
    noun, plural = rng.choice(NOUNS)
    made = fields(rng)
    world = World(
        f"The register of {plural.replace('_', ' ')} of {words.firm(rng)}.",
        {plural: table(rng, noun, plural, made, 6)},
        [],
        today=words.day(rng) if rng.random() < 0.2 else "",
    )
    enums = [one.name for one in made if one.enum or one.type in ("boolean", "strings")]
    rng.shuffle(enums)
    numbers = [one.name for one in made if one.type in ("integer", "number")]
    world.ops = [
        one(world)
        for one in (
            ops.get(plural, rng.choice(["get", "read", "show", "fetch"])),
            ops.listed(plural, tuple(enums[:2]), rng.random() < 0.35, rng.choice(["list", "list", "all"])),
            ops.search(plural, (made[0].name,), rng.choice(["search", "find", "lookup"])),
            changes.create(
                plural,
                rng.choice(["create", "add", "register", "insert"]),
                "created",
                made[0].name if rng.random() < 0.5 else "",
                tuple(one.name for one in made[2:] if rng.random() < 0.3) + (made[1].name,),
            ),
            changes.update(plural, rng.choice(["update", "edit", "modify", "patch"])),
            changes.delete(plural, rng.choice(["delete", "remove"]), rng.choice(["deleted", "removed"])),
            ops.count(plural, made[1].name),
            *(highest(plural, name) for name in numbers[:1]),
            *(add(plural, name) for name in numbers[:1] if made),
            exists(plural),
        )
    ]
    return world


def highest(plural: str, name: str):
    def made(world: World) -> Op:
        def run(w: World, a: dict[str, Any]) -> Many:
            return Many(w[plural], sorted(w[plural].rows.values(), key=lambda row: -(row[name] or 0))[: a["count"]])

        return Op(
            "top",
            plural,
            f"Those with the highest {name}, highest first, the older one of equals first.",
            [Param("count", "integer", required=False, default=3)],
            run,
            lambda r, w: {"count": r.randint(1, 3)} if r.random() < 0.7 else {},
            answers="rows",
            table=plural,
            weight=0.7,
        )

    return made


def add(plural: str, name: str):
    def made(world: World) -> Op:
        def run(w: World, a: dict[str, Any]) -> Value:
            row = w[plural].get(a["id"])
            if (row[name] or 0) + a["by"] < 0:
                raise Refused("negative", f"{name} would be negative")
            row[name] = words.tidy((row[name] or 0) + a["by"])
            w.focus = (plural, row["id"])
            return Value({"id": row["id"], name: row[name]})

        params = [ops.id_param(world[plural]), Param("by", "integer", "What to add; less than 0 takes away.")]
        return Op(
            "adjust",
            name,
            f"Adds to the {name} of one of the {plural}.",
            params,
            run,
            lambda r, w: {"id": ops.some_id(r, w, w[plural]), "by": r.choice([1, 1, 2, 5, 10, -1, -2, -10])},
            True,
            0.8,
            fails=(f"{name} would be negative",),
            keys=("id", name),
        )

    return made


def exists(plural: str):
    def made(world: World) -> Op:
        def run(w: World, a: dict[str, Any]) -> Value:
            return Value({"exists": a["id"] in w[plural].rows})

        return Op(
            "exists",
            world[plural].noun,
            "Whether there is one with this id.",
            [ops.id_param(world[plural])],
            run,
            lambda r, w: {"id": ops.some_id(r, w, w[plural], 0.4)},
            weight=0.5,
            keys=("exists",),
        )

    return made
