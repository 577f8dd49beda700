"""Two servers about people: an address book with tags, and a school's marks."""

from random import Random
from typing import Any

from .. import changes, ops, words
from ..world import Done, Field, Many, Op, Param, Refused, Table, Value, World


def contacts(rng: Random) -> World:
    """An address book."""
    host = rng.choice(["example.org", "example.com", "mail.example", "post.example"])
    noun, plural = rng.choice([("contact", "contacts"), ("person", "people"), ("client", "clients"), ("lead", "leads")])
    tags = rng.sample(words.TAGS, 4)
    table = Table(
        noun,
        plural,
        [
            Field("name", words.person),
            Field("email", lambda r: f"{words.login(r)}@{host}"),
            Field("city", lambda r: r.choice(words.PLACES)),
            Field("tags", lambda r: words.some(r, tags, 2), "strings", given=False, changes=False, initial=[]),
        ],
        last=rng.choice([0, 0, 10, 500]),
        prefix=rng.choice(["", "", "c", "C-"]),
    )
    for name in words.distinct(rng, words.person, rng.randint(3, 6)):
        table.add(
            {"name": name, "email": f"{name.split()[0].lower()}@{host}", "city": rng.choice(words.PLACES[:40]), "tags": words.some(rng, tags, 2)}
        )
    world = World(f"Address book of {words.firm(rng)}.", {plural: table}, [])
    made = [
        ops.get(plural),
        ops.listed(plural, pages=True),
        ops.search(plural, ("name", "email")),
        ops.listed(plural, ("city",), verb="find"),
        ops.listed(plural, ("tags",), verb="tagged"),
    ]
    made += [
        changes.create(plural, verb="add", word="added", unique="email", optional=("city",)),
        changes.update(plural),
        changes.delete(plural),
        ops.count(plural, "city"),
    ]
    world.ops = [one(world) for one in made] + [tag(world, plural, tags, True), tag(world, plural, tags, False), merge(world, plural)]
    return world


def tag(world: World, plural: str, tags: list[str], adds: bool) -> Op:
    noun = world[plural].noun

    def run(w: World, a: dict[str, Any]) -> Done:
        row = w[plural].get(a["id"])
        if (a["tag"] in row["tags"]) == adds:
            raise Refused("tag", f"{noun} {row['id']} {'has' if adds else 'does not have'} the tag {a['tag']}")
        row["tags"] = [*row["tags"], a["tag"]] if adds else [one for one in row["tags"] if one != a["tag"]]
        w.focus = (plural, row["id"])
        return Done(w[plural], "tagged" if adds else "untagged", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        key = ops.some_id(rng, w, w[plural], where=lambda row: adds or bool(row["tags"]))
        held = w[plural].rows.get(key, {}).get("tags") or tags
        return {"id": key, "tag": rng.choice(tags if adds else held)}

    params = [ops.id_param(world[plural]), Param("tag")]
    fails = (f"{noun} X {'has' if adds else 'does not have'} the tag T",)
    return Op(
        "tag" if adds else "untag",
        noun,
        "Adds a tag after the others." if adds else "Takes a tag away.",
        params,
        run,
        propose,
        True,
        1.0,
        "done",
        plural,
        fails,
    )


def merge(world: World, plural: str) -> Op:
    noun = world[plural].noun

    def run(w: World, a: dict[str, Any]) -> Done:
        kept, gone = w[plural].get(a["into"]), w[plural].get(a["id"])
        if kept is gone:
            raise Refused("same", "cannot merge a record into itself")
        kept["tags"] = [*kept["tags"], *(one for one in gone["tags"] if one not in kept["tags"])]
        w[plural].remove(gone["id"])
        w.focus = (plural, kept["id"])
        return Done(w[plural], "merged", kept)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {"id": ops.some_id(rng, w, w[plural]), "into": ops.some_id(rng, w, w[plural])}

    about = f"Removes the {noun} `id` and adds its tags to those of the {noun} `into`."
    return Op(
        "merge",
        plural,
        about,
        [ops.id_param(world[plural]), ops.id_param(world[plural], "into")],
        run,
        propose,
        True,
        0.6,
        "done",
        plural,
        ("cannot merge a record into itself",),
    )


def grades(rng: Random) -> World:
    """A class and its marks."""
    best, worst = rng.choice([(1, 6), (10, 1), (5, 1), (20, 0)])
    subjects = tuple(
        rng.sample(
            ["algebra", "biology", "chemistry", "drawing", "french", "geometry", "history", "latin", "music", "physics", "sport", "writing"], 3
        )
    )
    low, high = min(best, worst), max(best, worst)
    students = Table(
        "student",
        "students",
        [Field("name", words.person), Field("group", lambda r: r.choice(["a", "b", "c"]), enum=("a", "b", "c"))],
        last=rng.choice([0, 20, 310]),
    )
    marks = Table(
        "mark",
        "marks",
        [
            ops.of_other("student", students),
            Field("subject", lambda r: r.choice(subjects), enum=subjects, changes=False),
            Field("points", lambda r: r.randint(low, high), "integer"),
        ],
        last=rng.choice([0, 0, 90]),
    )
    for name in words.distinct(rng, words.person, rng.randint(2, 4)):
        students.add({"name": name, "group": rng.choice("abc")})
    for _ in range(rng.randint(2, 6)):
        marks.add({"student": rng.choice(list(students.rows)), "subject": rng.choice(subjects), "points": rng.randint(low, high)})
    world = World(
        f"Marks of class {rng.randint(5, 12)}{rng.choice('ABC')}.",
        {"students": students, "marks": marks},
        [],
        [f"Points go from {low} to {high}; {best} is best."],
    )
    made = [
        ops.get("students"),
        ops.listed("students", ("group",)),
        changes.create("students", verb="enrol", word="enrolled"),
        changes.update("students", verb="move", word="moved", only=("group",)),
        changes.delete("students", children=("marks", "student")),
    ]
    made += [ops.listed("marks", ("student", "subject")), ops.get("marks"), changes.delete("marks"), ops.count("marks", "subject")]
    world.ops = [one(world) for one in made] + [mark(world, subjects, low, high), summary(world), top(subjects, best)]
    return world


def mark(world: World, subjects: tuple[str, ...], low: int, high: int) -> Op:
    def run(w: World, a: dict[str, Any]) -> Done:
        w["students"].get(a["student"])
        if not low <= a["points"] <= high:
            raise Refused("range", f"points must be {low} to {high}")
        row = w["marks"].add({name: a[name] for name in ("student", "subject", "points")})
        w.focus = ("marks", row["id"])
        return Done(w["marks"], "recorded", row)

    def propose(rng: Random, w: World) -> dict[str, Any]:
        return {
            "student": ops.some_id(rng, w, w["students"]),
            "subject": rng.choice(subjects),
            "points": rng.randint(low, high) if rng.random() < 0.92 else high + rng.randint(1, 5),
        }

    params = [ops.id_param(world["students"], "student"), Param("subject", enum=subjects), Param("points", "integer")]
    return Op("record", "mark", "Gives a student a mark.", params, run, propose, True, 1.7, "done", "marks", (f"points must be {low} to {high}",))


def summary(world: World) -> Op:
    def run(w: World, a: dict[str, Any]) -> Value:
        student = w["students"].get(a["student"])
        held = [row["points"] for row in w["marks"].rows.values() if row["student"] == student["id"]]
        return Value({"name": student["name"], "marks": len(held), "lowest": min(held, default=None), "highest": max(held, default=None)})

    return Op(
        "student",
        "summary",
        "How many marks a student has, the lowest and the highest number.",
        [ops.id_param(world["students"], "student")],
        run,
        lambda r, w: {"student": ops.some_id(r, w, w["students"])},
        keys=("name", "marks", "lowest", "highest"),
    )


def top(subjects: tuple[str, ...], best: int) -> Op:
    def run(w: World, a: dict[str, Any]) -> Many:
        held = [row for row in w["marks"].rows.values() if row["subject"] == a["subject"]]
        return Many(w["marks"], sorted(held, key=lambda row: abs(row["points"] - best))[:3])

    return Op(
        "best",
        "marks",
        "The three best marks of a subject, best first, older ones before newer.",
        [Param("subject", enum=subjects)],
        run,
        lambda r, w: {"subject": r.choice(subjects)},
        answers="rows",
        table="marks",
        weight=0.8,
    )
