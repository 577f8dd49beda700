"""Measuring stations: readings of an hour, the latest, the highest, alarms above a limit."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Many, Op, Param, Refused, Table, Value, World

WHAT = [
    ("temperature", -12, 34),
    ("rain_mm", 0, 25),
    ("wind_kmh", 0, 90),
    ("river_cm", 40, 420),
    ("snow_cm", 0, 120),
    ("dust", 2, 80),
    ("noise_db", 30, 95),
]


def make(rng: Random) -> World:
    what, low, high = rng.choice(WHAT)
    limit = low + (high - low) * 3 // 4
    stations = Table(
        "station",
        "stations",
        [
            Field("name", lambda r: r.choice(words.PLACES)),
            Field("height", lambda r: r.randint(1, 2400), "integer"),
            Field("active", lambda r: r.random() < 0.85, "boolean", given=False, initial=True),
        ],
        prefix=rng.choice(["", "S", "WX"]),
        last=rng.choice([0, 10, 70]),
    )
    readings = Table(
        "reading",
        "readings",
        [ops.of_other("station", stations), Field("time", lambda r: ""), Field(what, lambda r: r.randint(low, high), "integer")],
        last=rng.choice([0, 100, 2000]),
    )
    for name in words.distinct(rng, lambda r: r.choice(words.PLACES), rng.randint(2, 4)):
        stations.add({"name": name, "height": rng.randint(1, 2400), "active": rng.random() < 0.85})
    hour = rng.randint(0, 6)
    for _ in range(rng.randint(3, 7)):
        hour += rng.choice([0, 1, 1])
        readings.add({"station": rng.choice(list(stations.rows)), "time": f"{hour:02}:00", what: rng.randint(low, high)})
    world = World(
        f"Stations of the {rng.choice(words.PLACES)} district measure {what}.",
        {"stations": stations, "readings": readings},
        [],
        [f"A reading of {limit} or more is an alarm."],
        words.day(rng),
    )
    made = [
        ops.get("stations"),
        ops.listed("stations", ("active",)),
        changes.create("stations", verb="install", word="installed", unique="name"),
        ops.search("stations", ("name",)),
        ops.listed("readings", ("station",)),
        changes.delete("readings", verb="discard", word="discarded"),
    ]
    world.ops = [one(world) for one in made] + [
        report(world, what, low, high),
        latest(world, what),
        extremes(world, what),
        alarms(what, limit),
        switch(world),
    ]
    return world


def of_station(w: World, key: Any) -> list[dict[str, Any]]:
    w["stations"].get(key)
    return [row for row in w["readings"].rows.values() if row["station"] == key]


def report(world: World, what: str, low: int, high: int) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        station = w["stations"].get(a["station"])
        if not station["active"]:
            raise Refused("inactive", f"station {station['id']} is switched off")
        row = w["readings"].add({"station": station["id"], "time": a["time"], what: a["value"]})
        w.focus = ("readings", row["id"])
        return Done(w["readings"], "stored", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        last = max([int(row["time"][:2]) for row in w["readings"].rows.values()], default=0)
        return {"station": ops.some_id(rng, w, w["stations"]), "time": f"{min(23, last + rng.choice([0, 1])):02}:00", "value": rng.randint(low, high)}

    params = [ops.id_param(world["stations"], "station"), Param("time", about="HH:MM"), Param("value", "integer")]
    return Op(
        "store", "reading", "Stores what a station measured.", params, run, propose, True, 1.8, "done", "readings", ("station X is switched off",)
    )


def latest(world: World, what: str) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        held = of_station(w, a["station"])
        if not held:
            raise Refused("empty", f"station {a['station']} has no readings")
        return Value({"station": a["station"], "time": held[-1]["time"], what: held[-1][what]})

    return Op(
        "latest",
        "reading",
        "The last reading of a station that was stored.",
        [ops.id_param(world["stations"], "station")],
        run,
        lambda r, w: {"station": ops.some_id(r, w, w["stations"])},
        weight=1.3,
        fails=("station X has no readings",),
        keys=("station", "time", what),
    )


def extremes(world: World, what: str) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        held = [row[what] for row in of_station(w, a["station"])]
        return Value({"station": a["station"], "readings": len(held), "min": min(held, default=None), "max": max(held, default=None)})

    return Op(
        "station",
        "extremes",
        f"How many readings a station has, the lowest and the highest {what}.",
        [ops.id_param(world["stations"], "station")],
        run,
        lambda r, w: {"station": ops.some_id(r, w, w["stations"])},
        keys=("station", "readings", "min", "max"),
    )


def alarms(what: str, limit: int) -> Op:
    def run(w: World, a: dict[str, Any]) -> Many:
        return Many(w["readings"], [row for row in w["readings"].rows.values() if row[what] >= (limit if a["above"] is None else a["above"])])

    return Op(
        "list",
        "alarms",
        f"Readings of {limit} or more, or of another limit.",
        [Param("above", "integer", required=False)],
        run,
        lambda r, w: {} if r.random() < 0.7 else {"above": limit - r.randint(1, 12)},
        answers="rows",
        table="readings",
        weight=0.8,
    )


def switch(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w["stations"].get(a["station"])
        row["active"] = a["active"]
        w.focus = ("stations", row["id"])
        return Done(w["stations"], "switched on" if a["active"] else "switched off", row)

    return Op(
        "switch",
        "station",
        "Switches a station on or off.",
        [ops.id_param(world["stations"], "station"), Param("active", "boolean")],
        run,
        lambda r, w: {"station": ops.some_id(r, w, w["stations"]), "active": r.random() < 0.5},
        True,
        0.7,
        "done",
        "stations",
    )
