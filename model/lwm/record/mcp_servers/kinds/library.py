"""A library: books that are lent, brought back, reserved; members with a limit."""

from datetime import date, timedelta
from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Many, Op, Refused, Table, Value, World


def title(rng: Random) -> str:
    return rng.choice(["The {a} {b}", "{p} in {s}", "A {b} for {f}", "The {b} of {p}", "{f} and the {b}"]).format(
        a=rng.choice(words.MAKES).capitalize(),
        b=rng.choice(words.THINGS).capitalize(),
        p=rng.choice(words.PLACES),
        f=rng.choice(words.FIRST),
        s=rng.choice(["Spring", "Summer", "Autumn", "Winter"]),
    )


def make(rng: Random) -> World:
    term, limit = rng.choice([14, 21, 28]), rng.randint(1, 3)
    members = Table("member", "members", [Field("name", words.person)], last=rng.choice([0, 100, 4000]), prefix=rng.choice(["", "M"]))
    books = Table(
        "book",
        "books",
        [
            Field("title", title),
            Field("author", words.person),
            Field("year", lambda r: r.randint(1890, 2025), "integer"),
            Field("borrower", lambda r: None, given=False, changes=False),
            Field("due", lambda r: None, given=False, changes=False),
        ],
        last=rng.choice([0, 0, 50, 800]),
        prefix=rng.choice(["", "", "B-"]),
    )
    today = words.day(rng)
    for name in words.distinct(rng, words.person, rng.randint(2, 3)):
        members.add({"name": name})
    for name in words.distinct(rng, title, rng.randint(3, 6)):
        held = books.add({"title": name, "author": words.person(rng), "year": rng.randint(1890, 2025), "borrower": None, "due": None})
        reader = rng.choice(list(members.rows))
        if rng.random() < 0.35 and sum(row["borrower"] == reader for row in books.rows.values()) < limit:
            held.update(borrower=reader, due=after(today, rng.randint(-5, term)))
    rules = [f"A loan lasts {term} days.", f"A member may have {limit} book{'s' * (limit > 1)} at a time."]
    world = World(f"{rng.choice(words.PLACES)} public library.", {"members": members, "books": books}, [], rules, today)
    made = [
        ops.get("books"),
        ops.listed("books"),
        ops.search("books", ("title", "author")),
        changes.create("books", verb="add", word="added"),
        changes.delete("books", verb="remove", word="removed"),
        ops.get("members"),
        changes.create("members", verb="register", word="registered"),
    ]
    world.ops = [one(world) for one in made] + [lend(world, term, limit), give_back(world), renew(world, term), overdue(), held_by(world)]
    return world


def after(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def lend(world: World, term: int, limit: int) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w["books"].get(a["book"])
        w["members"].get(a["member"])
        if row["borrower"] is not None:
            raise Refused("lent", f"book {row['id']} is on loan until {row['due']}")
        if sum(one["borrower"] == a["member"] for one in w["books"].rows.values()) >= limit:
            raise Refused("limit", f"member {a['member']} has reached the limit of {limit}")
        row.update(borrower=a["member"], due=after(w.today, term))
        w.focus = ("books", row["id"])
        return Done(w["books"], "lent", row, f"Book {row['id']} lent to {a['member']} until {row['due']}")

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"book": ops.some_id(rng, w, w["books"], where=lambda row: row["borrower"] is None), "member": ops.some_id(rng, w, w["members"], 0.06)}

    params = [ops.id_param(world["books"], "book"), ops.id_param(world["members"], "member")]
    fails = ("book X is on loan until DATE", f"member X has reached the limit of {limit}")
    return Op(
        "lend",
        "book",
        "Lends a book for a term from today.",
        params,
        run,
        propose,
        True,
        1.8,
        "done",
        "books",
        fails,
        says="Book ID lent to MEMBER until DATE",
    )


def give_back(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        row = w["books"].get(a["book"])
        if row["borrower"] is None:
            raise Refused("not_lent", f"book {row['id']} is not on loan")
        row.update(borrower=None, due=None)
        w.focus = ("books", row["id"])
        return Done(w["books"], "returned", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"book": ops.some_id(rng, w, w["books"], where=lambda row: row["borrower"] is not None)}

    return Op(
        "return",
        "book",
        "Takes a book back.",
        [ops.id_param(world["books"], "book")],
        run,
        propose,
        True,
        1.3,
        "done",
        "books",
        ("book X is not on loan",),
    )


def renew(world: World, term: int) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        row = w["books"].get(a["book"])
        if row["borrower"] is None:
            raise Refused("not_lent", f"book {row['id']} is not on loan")
        row["due"] = after(row["due"], term)
        w.focus = ("books", row["id"])
        return Value({"book": row["id"], "due": row["due"]})

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"book": ops.some_id(rng, w, w["books"], where=lambda row: row["borrower"] is not None)}

    return Op(
        "renew",
        "loan",
        "Lends a book for another term after the one that runs.",
        [ops.id_param(world["books"], "book")],
        run,
        propose,
        True,
        1.0,
        fails=("book X is not on loan",),
        keys=("book", "due"),
    )


def overdue() -> Op:
    def run(w: World, _: dict[str, Any]) -> Many:
        return Many(w["books"], [row for row in w["books"].rows.values() if row["due"] and row["due"] < w.today])

    return Op("list", "overdue", "Books that are due before today.", [], run, lambda r, w: {}, weight=0.8, answers="rows", table="books")


def held_by(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Many:
        w["members"].get(a["member"])
        return Many(w["books"], [row for row in w["books"].rows.values() if row["borrower"] == a["member"]])

    return Op(
        "member",
        "loans",
        "The books that a member has.",
        [ops.id_param(world["members"], "member")],
        run,
        lambda r, w: {"member": ops.some_id(r, w, w["members"])},
        answers="rows",
        table="books",
    )
