"""A help desk: tickets that are assigned, commented on, closed and opened again."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Op, Param, Refused, Table, Value, World

PLACES = [
    "on the second floor",
    "since Monday",
    "after the update",
    "in the warehouse",
    "for new users",
    "on old phones",
    "in room 12",
    "when it rains",
    "at the counter",
    "with large files",
]
FAULTS = [
    "does not start",
    "is slow",
    "shows an error",
    "lost its data",
    "cannot be opened",
    "is missing",
    "prints blank pages",
    "keeps ringing",
    "asks for a password",
    "is out of date",
]
OF = [
    "Printer",
    "Scanner",
    "Login",
    "Export",
    "Badge reader",
    "Invoice form",
    "Search",
    "Projector",
    "Mail client",
    "Till",
    "Backup",
    "Door camera",
    "Report",
    "Router",
    "Phone",
]


def title(rng: Random) -> str:
    return f"{rng.choice(OF)} {rng.choice(FAULTS)}" + (f" {rng.choice(PLACES)}" if rng.random() < 0.4 else "")


def make(rng: Random) -> World:
    people = words.distinct(rng, words.login, rng.randint(2, 4))
    levels = rng.choice([("low", "normal", "high"), ("p1", "p2", "p3"), ("minor", "major", "critical")])
    closed = rng.choice(["closed", "resolved", "done"])
    noun, plural = rng.choice([("ticket", "tickets"), ("issue", "issues"), ("case", "cases"), ("request", "requests")])
    tickets = Table(
        noun,
        plural,
        [
            Field("title", title),
            Field("priority", lambda r: r.choice(levels), enum=levels, initial=levels[1]),
            Field("status", lambda r: r.choice(["open", closed]), enum=("open", closed), given=False, changes=False, initial="open"),
            Field("assignee", lambda r: r.choice(people), given=False, changes=False),
            Field("comments", lambda r: 0, "integer", given=False, changes=False, initial=0),
        ],
        last=rng.choice([0, 40, rng.randint(1, 5000)]),
        prefix=rng.choice(["", "", "", "T-", "HD-"]),
    )
    for _ in range(rng.randint(2, 6)):
        tickets.add(
            {
                "title": title(rng),
                "priority": rng.choice(levels),
                "status": rng.choice(["open", "open", closed]),
                "assignee": rng.choice([None, *people]),
                "comments": rng.choice([0, 0, 1, 2]),
            }
        )
    world = World(f"The help desk of {words.firm(rng)}. Agents: {', '.join(people)}.", {plural: tickets}, [])
    made = [
        ops.listed(plural, ("status", "priority")),
        ops.listed(plural, ("assignee",), verb="find"),
        ops.get(plural),
        ops.search(plural, ("title",)),
        changes.create(plural, verb=rng.choice(["create", "open"]), word="created", optional=("priority",)),
        changes.update(plural),
        changes.step(plural, "close", closed, "status", {"open": closed}, f"Marks an open {noun} as {closed}."),
        changes.step(plural, "reopen", "reopened", "status", {closed: "open"}, f"Opens a {closed} {noun} again."),
        ops.count(plural, rng.choice(["status", "priority"])),
    ]
    world.ops = [one(world) for one in made] + [assign(world, plural, people), comment(world, plural, closed), load(plural, people)]
    return world


def assign(world: World, plural: str, people: list[str]) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w[plural].get(a["id"])
        if a["agent"] not in people:
            raise Refused("unknown_agent", f"no agent {a['agent']}")
        row["assignee"] = a["agent"]
        w.focus = (plural, row["id"])
        return Done(w[plural], f"assigned to {a['agent']}", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"id": ops.some_id(rng, w, w[plural]), "agent": rng.choice(people) if rng.random() < 0.88 else words.login(rng)}

    noun = world[plural].noun
    return Op(
        "assign",
        noun,
        f"Gives the {noun} to an agent.",
        [ops.id_param(world[plural]), Param("agent")],
        run,
        propose,
        True,
        1.2,
        "done",
        plural,
        ("no agent X",),
    )


def comment(world: World, plural: str, closed: str) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w[plural].get(a["id"])
        if row["status"] == closed:
            raise Refused("conflict", f"{w[plural].noun} {row['id']} is {closed}")
        row["comments"] += 1
        w.focus = (plural, row["id"])
        return Done(w[plural], "commented", row, f"Comment {row['comments']} added to {w[plural].noun} {row['id']}")

    def propose(rng: Random, w: World) -> dict[str, Any]:
        said = rng.choice(
            [
                f"Asked {words.person(rng)} for details.",
                f"{words.task(rng)} first.",
                "Cannot reproduce.",
                f"Same in {rng.choice(words.PLACES)}.",
                f"Waiting for {words.firm(rng)}.",
            ]
        )
        return {"id": ops.some_id(rng, w, w[plural]), "text": said}

    noun = world[plural].noun
    return Op(
        "add",
        "comment",
        f"Comments on an open {noun}.",
        [ops.id_param(world[plural]), Param("text")],
        run,
        propose,
        True,
        1.0,
        "done",
        plural,
        (f"{noun} X is {closed}",),
        says=f"Comment N added to {noun} ID",
    )


def load(plural: str, people: list[str]) -> Op:
    def run(w: World, _: dict[str, Any]) -> Value:
        return Value({one: sum(row["assignee"] == one and row["status"] == "open" for row in w[plural].rows.values()) for one in people})

    return Op("agent", "workload", f"How many open {plural} each agent has.", [], run, lambda rng, w: {}, weight=0.6)
