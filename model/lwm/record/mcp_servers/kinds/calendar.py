"""A calendar: events at fixed hours that must not overlap, invitations, free hours."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Many, Op, Param, Refused, Table, World

WHAT = [
    "Review",
    "Interview",
    "Lesson",
    "Call",
    "Dentist",
    "Lunch",
    "Training",
    "Board meeting",
    "Site visit",
    "Rehearsal",
    "Workshop",
    "Standup",
    "Fitting",
    "Exam",
]


def hour(rng: Random) -> str:
    return f"{rng.randint(8, 18):02}:{rng.choice(['00', '00', '30'])}"


def make(rng: Random) -> World:
    first = rng.randint(1, 24)
    days = [f"2026-{rng.choice(words.MONTHS):02}-{first + n:02}" for n in [0]]
    days += [f"{days[0][:8]}{first + n:02}" for n in range(1, rng.randint(2, 4))]
    people = [name.lower() for name in words.distinct(rng, lambda r: r.choice(words.FIRST), 4)]
    noun, plural = rng.choice([("event", "events"), ("meeting", "meetings"), ("appointment", "appointments"), ("booking", "bookings")])
    table = Table(
        noun,
        plural,
        [
            Field("title", lambda r: r.choice(WHAT) + (f" with {r.choice(words.FIRST)}" if r.random() < 0.5 else "")),
            Field("date", lambda r: r.choice(days), changes=False),
            Field("start", hour, changes=False),
            Field("end", hour, changes=False),
            Field("guests", lambda r: words.some(r, people, 2), "strings", given=False, changes=False, initial=[]),
        ],
        last=rng.choice([0, 0, 20, 700]),
        prefix=rng.choice(["", "", "ev", "evt_"]),
    )
    world = World(f"The calendar of {words.person(rng)}.", {plural: table}, [], [f"Two {plural} on one day must not overlap."], today=days[0])
    for _ in range(rng.randint(2, 6)):
        span = times(rng)
        row = {"title": table.of("title").make(rng), "date": rng.choice(days), **span, "guests": words.some(rng, people, 2)}
        if not clashing(table, row):
            table.add(row)
    world.ops = [
        one(world)
        for one in (
            ops.get(plural),
            ops.listed(plural, ("date",)),
            ops.search(plural, ("title",)),
            changes.update(plural, verb="rename", word="renamed"),
            changes.delete(plural, verb=rng.choice(["delete", "cancel"]), word="cancelled"),
        )
    ]
    world.ops += [book(world, plural, days), move(world, plural, days), invite(world, plural, people), busy(plural, days)]
    return world


def times(rng: Random) -> dict[str, str]:
    begin = rng.randint(8, 16)
    return (
        {"start": f"{begin:02}:{rng.choice(['00', '30'])}", "end": f"{begin + rng.choice([1, 1, 2]):02}:{rng.choice(['00', '30'])}"}
        if rng.random() < 0.7
        else {"start": f"{begin:02}:00", "end": f"{begin:02}:30"}
    )


def clashing(table: Table, wanted: dict[str, Any], but: Any = None) -> list[dict[str, Any]]:
    return [
        row
        for row in table.rows.values()
        if row["id"] != but and row["date"] == wanted["date"] and row["start"] < wanted["end"] and wanted["start"] < row["end"]
    ]


def checked(w: World, plural: str, wanted: dict[str, Any], but: Any = None) -> None:
    if wanted["end"] <= wanted["start"]:
        raise Refused("bad_time", "end must be after start")
    clash = clashing(w[plural], wanted, but)
    if clash:
        raise Refused("overlap", f"overlaps with {w[plural].noun} {clash[0]['id']}")


FAILS = ("end must be after start", "overlaps with EVENT ID")


def when(rng: Random, days: list[str]) -> dict[str, str]:
    return {"date": rng.choice(days), **(times(rng) if rng.random() < 0.95 else {"start": hour(rng), "end": hour(rng)})}


def book(world: World, plural: str, days: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        checked(w, plural, a)
        row = w[plural].add({"title": a["title"], "date": a["date"], "start": a["start"], "end": a["end"], "guests": []})
        w.focus = (plural, row["id"])
        return Done(w[plural], "created", row)

    params = [Param("title"), Param("date", about="YYYY-MM-DD"), Param("start", about="HH:MM"), Param("end", about="HH:MM")]

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"title": w[plural].of("title").make(rng), **when(rng, days)}

    return Op("create", world[plural].noun, "Books a time that is free.", params, run, propose, True, 1.8, "done", plural, FAILS)


def move(world: World, plural: str, days: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w[plural].get(a["id"])
        checked(w, plural, a, row["id"])
        row.update({name: a[name] for name in ("date", "start", "end")})
        w.focus = (plural, row["id"])
        return Done(w[plural], "moved", row)

    params = [ops.id_param(world[plural]), Param("date"), Param("start"), Param("end")]
    return Op(
        "move",
        world[plural].noun,
        "Moves it to another time that is free.",
        params,
        run,
        lambda r, w: {"id": ops.some_id(r, w, w[plural]), **when(r, days)},
        True,
        1.0,
        "done",
        plural,
        FAILS,
    )


def invite(world: World, plural: str, people: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w[plural].get(a["id"])
        if a["guest"] in row["guests"]:
            raise Refused("duplicate", f"{a['guest']} is invited already")
        row["guests"] = [*row["guests"], a["guest"]]
        w.focus = (plural, row["id"])
        return Done(w[plural], "updated", row)

    params = [ops.id_param(world[plural]), Param("guest")]
    return Op(
        "invite",
        "guest",
        f"Adds a guest to the {world[plural].noun}.",
        params,
        run,
        lambda r, w: {"id": ops.some_id(r, w, w[plural]), "guest": r.choice(people)},
        True,
        1.0,
        "done",
        plural,
        ("X is invited already",),
    )


def busy(plural: str, days: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Many:
        return Many(w[plural], sorted((row for row in w[plural].rows.values() if row["date"] == a["date"]), key=lambda row: row["start"]))

    return Op(
        "day",
        "agenda",
        f"The {plural} of one day in the order they start.",
        [Param("date", about="YYYY-MM-DD")],
        run,
        lambda r, w: {"date": r.choice(days)},
        answers="rows",
        table=plural,
    )
