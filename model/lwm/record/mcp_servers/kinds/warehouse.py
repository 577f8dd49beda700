"""A warehouse: goods in bins with room for so many, put, picked, moved, counted."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Many, Op, Param, Refused, Table, Value, World


def make(rng: Random) -> World:
    noun, plural = rng.choice([("bin", "bins"), ("shelf", "shelves"), ("pallet", "pallets"), ("tank", "tanks"), ("locker", "lockers")])
    zones = tuple(rng.sample(["north", "south", "cold", "dry", "high", "yard", "A", "B", "C", "D"], 3))
    goods = words.distinct(rng, lambda r: r.choice(words.THINGS), 5)
    table = Table(
        noun,
        plural,
        [
            Field("zone", lambda r: r.choice(zones), enum=zones),
            Field("item", lambda r: r.choice(goods), given=False, changes=False),
            Field("quantity", lambda r: r.randint(0, 30), "integer", given=False, changes=False, initial=0),
            Field("capacity", lambda r: r.choice([10, 20, 25, 40, 50]), "integer", changes=False),
        ],
        last=rng.choice([0, 10, 200]),
        prefix=rng.choice(["", "B", f"{noun[0].upper()}-"]),
        width=rng.choice([0, 2]),
    )
    for _ in range(rng.randint(3, 7)):
        capacity = rng.choice([10, 20, 25, 40, 50])
        held = rng.choice([None, *goods])
        table.add({"zone": rng.choice(zones), "item": held, "quantity": rng.randint(1, capacity) if held else 0, "capacity": capacity})
    world = World(
        f"Warehouse {rng.choice(words.PLACES)} {rng.randint(1, 9)}.",
        {plural: table},
        [],
        [f"A {noun} holds one kind of item; an empty one has none."],
    )
    world.ops = [
        one(world)
        for one in (
            ops.get(plural),
            ops.listed(plural, ("zone",)),
            ops.listed(plural, ("item",), verb="find"),
            changes.create(plural, verb="add", word="added"),
            changes.update(plural, verb="relocate", word="relocated"),
        )
    ]
    world.ops += [put(world, plural, goods), pick(world, plural), move(world, plural), level(plural, goods), free(plural)]
    return world


def stored(w: World, plural: str, row: dict[str, Any], item: str, quantity: int) -> None:
    """@raises Refused when it does not fit"""
    if row["item"] not in (None, item):
        raise Refused("mixed", f"{w[plural].noun} {row['id']} holds {row['item']}")
    if row["quantity"] + quantity > row["capacity"]:
        raise Refused("full", f"{w[plural].noun} {row['id']} has room for {row['capacity'] - row['quantity']}")
    row.update(item=item, quantity=row["quantity"] + quantity)
    w.focus = (plural, row["id"])


def taken(w: World, plural: str, row: dict[str, Any], quantity: int) -> None:
    if row["quantity"] < quantity:
        raise Refused("short", f"{w[plural].noun} {row['id']} holds only {row['quantity']}")
    row["quantity"] -= quantity
    if not row["quantity"]:
        row["item"] = None
    w.focus = (plural, row["id"])


def amount(rng: Random) -> int:
    return rng.choice([1, 2, 3, 4, 5, 8, 10, 12, 30])


def put(world: World, plural: str, goods: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w[plural].get(a["id"])
        stored(w, plural, row, a["item"], a["quantity"])
        return Done(w[plural], "filled", row, f"{w[plural].noun.capitalize()} {row['id']} now holds {row['quantity']} {row['item']}")

    def propose(rng: Random, w: World) -> dict[str, Any]:
        key = ops.some_id(rng, w, w[plural])
        held = w[plural].rows.get(key, {}).get("item")
        return {"id": key, "item": held if held and rng.random() < 0.75 else rng.choice(goods), "quantity": amount(rng)}

    noun = world[plural].noun
    params = [ops.id_param(world[plural]), Param("item"), Param("quantity", "integer")]
    fails = (f"{noun} X holds ITEM", f"{noun} X has room for N")
    return Op(
        "put",
        "item",
        f"Puts items into a {noun}.",
        params,
        run,
        propose,
        True,
        1.6,
        "done",
        plural,
        fails,
        says=f"{noun.capitalize()} ID now holds N ITEM",
    )


def pick(world: World, plural: str) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w[plural].get(a["id"])
        taken(w, plural, row, a["quantity"])
        return Done(w[plural], "picked", row, f"{a['quantity']} picked, {row['quantity']} left in {w[plural].noun} {row['id']}")

    def propose(rng: Random, w: World) -> dict[str, Any]:
        key = ops.some_id(rng, w, w[plural], where=lambda row: row["quantity"] > 0)
        held = w[plural].rows.get(key, {}).get("quantity", 3)
        return {"id": key, "quantity": held if held and rng.random() < 0.2 else rng.randint(1, max(1, held) + 2)}

    noun = world[plural].noun
    return Op(
        "pick",
        "item",
        f"Takes items out of a {noun}.",
        [ops.id_param(world[plural]), Param("quantity", "integer")],
        run,
        propose,
        True,
        1.3,
        "done",
        plural,
        (f"{noun} X holds only N",),
        says=f"N picked, N left in {noun} ID",
    )


def move(world: World, plural: str) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        source, target = w[plural].get(a["source"]), w[plural].get(a["target"])
        item = source["item"]
        if source["quantity"] < a["quantity"]:
            raise Refused("short", f"{w[plural].noun} {source['id']} holds only {source['quantity']}")
        stored(w, plural, target, item, a["quantity"])
        taken(w, plural, source, a["quantity"])
        return Value({"item": item, "moved": a["quantity"], "source_left": source["quantity"], "target_holds": target["quantity"]})

    def propose(rng: Random, w: World) -> dict[str, Any]:
        source = ops.some_id(rng, w, w[plural], 0.06, lambda row: row["quantity"] > 0)
        item = w[plural].rows.get(source, {}).get("item")
        target = ops.some_id(rng, w, w[plural], 0.06, lambda row: row["item"] in (None, item) and row["id"] != source)
        return {"source": source, "target": target, "quantity": rng.randint(1, 8)}

    params = [ops.id_param(world[plural], "source"), ops.id_param(world[plural], "target"), Param("quantity", "integer")]
    noun = world[plural].noun
    return Op(
        "move",
        "item",
        f"Moves items from one {noun} to another.",
        params,
        run,
        propose,
        True,
        1.2,
        fails=(f"{noun} X holds only N",),
        keys=("item", "moved", "source_left", "target_holds"),
    )


def level(plural: str, goods: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        holding = [row for row in w[plural].rows.values() if row["item"] == a["item"]]
        return Value({"item": a["item"], plural: [row["id"] for row in holding], "quantity": sum(row["quantity"] for row in holding)})

    return Op(
        "stock",
        "level",
        "Where an item is and how many there are in all.",
        [Param("item")],
        run,
        lambda r, w: {"item": r.choice(goods)},
        keys=("item", plural, "quantity"),
    )


def free(plural: str) -> Op:
    def run(w: World, a: dict[str, Any]) -> Many:
        return Many(w[plural], [row for row in w[plural].rows.values() if row["capacity"] - row["quantity"] >= a["room"]])

    return Op(
        "free",
        plural,
        f"The {plural} that have room for at least so many more.",
        [Param("room", "integer")],
        run,
        lambda r, w: {"room": r.choice([1, 5, 10, 20])},
        answers="rows",
        table=plural,
    )
