"""Operations that most servers have: read, list, search, create, change, delete, count."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from . import words
from .world import Done, Field, Many, Missing, One, Op, Param, Refused, Row, Table, Value, World

# How often a call names a record that there is not.
WRONG = 0.12


def id_type(table: Table) -> str:
    return "string" if table.prefix else "integer"


def some_id(rng: Random, world: World, table: Table, wrong: float = WRONG, where: Callable[[Row], bool] = lambda row: True) -> Any:
    """The id of a record that fits `where`, often of the one just changed, sometimes of none that there is."""
    if rng.random() < wrong or not table.rows:
        if table.removed and rng.random() < 0.5:
            return rng.choice(table.removed)
        return table.id_of(table.last + rng.choice([1, 1, 2, 5, 10, rng.randint(2, 90)]))
    fitting = [key for key, row in table.rows.items() if where(row)] or list(table.rows)
    if world.focus and world.focus[0] == table.plural and world.focus[1] in fitting and rng.random() < 0.45:
        return world.focus[1]
    return rng.choice(fitting)


def of_other(name: str, table: Table) -> Field:
    """The field that names a record of another table."""
    return Field(name, lambda rng: rng.choice(list(table.rows) or [table.id_of(1)]), id_type(table), changes=False)


def id_param(table: Table, name: str = "id") -> Param:
    return Param(name, id_type(table), about_id(table, name))


def about_id(table: Table, name: str) -> str:
    return f"Id of the {table.noun}." if name == "id" else f"The {table.noun}'s id."


def get(plural: str, verb: str = "get", key: str = "id") -> Callable[[World], Op]:
    """Reads one record."""

    def made(world: World) -> Op:
        table = world[plural]
        return Op(
            verb, table.noun, f"Reads one {table.noun}.", [id_param(table, key)],
            run=lambda w, a: One(w[plural], w[plural].get(a[key])),
            propose=lambda rng, w: {key: some_id(rng, w, w[plural])},
            answers="row", table=plural, weight=1.2,
        )  # fmt: skip

    return made


def matches(row: Row, args: dict[str, Any], by: list[Field]) -> bool:
    for one in by:
        wanted = args.get(one.name)
        held = row[one.name]
        if wanted is not None and not (wanted in held if isinstance(held, list) else held == wanted):
            return False
    return True


def listed(plural: str, by: tuple[str, ...] = (), pages: bool = False, verb: str = "list") -> Callable[[World], Op]:
    """Lists the records, those of one kind only where asked, in pages where the server has them."""

    def made(world: World) -> Op:
        table = world[plural]
        fields = [table.of(name) for name in by]

        def run(w: World, a: dict[str, Any]) -> Many:
            found = [row for row in w[plural].rows.values() if matches(row, a, fields)]
            if not pages:
                return Many(w[plural], found)
            first = a.get("offset") or 0
            return Many(w[plural], found[first : first + a["limit"]], len(found))

        def propose(rng: Random, w: World) -> dict[str, Any]:
            given = {one.name: value_of(rng, w[plural], one) for one in fields if rng.random() < 0.55 / max(1, len(fields)) + 0.1}
            if pages:
                if rng.random() < 0.6:
                    given["limit"] = rng.randint(1, 4)
                if rng.random() < 0.4:
                    given["offset"] = rng.randint(1, 5)
            return given

        params = [Param(one.name, "string" if one.type == "strings" else one.type, f"Only those with this {one.name.replace('_', ' ')}.", False, one.enum) for one in fields]
        if pages:
            params += [Param("limit", "integer", "At most so many.", False, default=5), Param("offset", "integer", "How many to skip.", False, default=0)]
        return Op(verb, table.plural, f"Lists {table.plural}{', all or some' if by else ''}, by id.", params, run, propose, answers="rows", table=plural, weight=1.2)

    return made


def value_of(rng: Random, table: Table, one: Field) -> Any:
    """A value of the field that some record has, or else might have."""
    held = [row[one.name] for row in table.rows.values() if row[one.name] is not None]
    value = rng.choice(held) if held and rng.random() < 0.85 else one.make(rng)
    if isinstance(value, list):
        return rng.choice(value) if value else "none"
    return value


def search(plural: str, on: tuple[str, ...], verb: str = "search") -> Callable[[World], Op]:
    """Finds records by a part of a text, upper or lower case."""

    def made(world: World) -> Op:
        table = world[plural]

        def run(w: World, a: dict[str, Any]) -> Many:
            wanted = a["query"].lower()
            return Many(w[plural], [row for row in w[plural].rows.values() if any(wanted in str(row[name] or "").lower() for name in on)])

        def propose(rng: Random, w: World) -> dict[str, Any] | None:
            texts = [str(row[name]) for row in w[plural].rows.values() for name in on if row[name]]
            if not texts or rng.random() < 0.15:
                return {"query": str(table.of(on[0]).make(rng)).split()[0].lower()}
            word = rng.choice(rng.choice(texts).split())
            return {"query": word if rng.random() < 0.5 else word.lower()[: rng.randint(3, 8)]}

        where = " or ".join(name.replace("_", " ") for name in on)
        return Op(verb, table.plural, f"Finds {table.plural} whose {where} holds the text, in upper or lower case.", [Param("query", about="The text to find.")], run, propose, answers="rows", table=plural)

    return made


def create(plural: str, verb: str = "create", word: str = "created", unique: str = "", optional: tuple[str, ...] = (), owner: tuple[str, str] | None = None) -> Callable[[World], Op]:
    """Makes a record; `unique` names a field that no two may share, `owner` the field that names a record of another table."""

    def made(world: World) -> Op:
        table = world[plural]
        given = [one for one in table.fields if one.given]

        def run(w: World, a: dict[str, Any]) -> Done:
            t = w[plural]
            if owner and a[owner[0]] not in w[owner[1]].rows:
                raise Missing(w[owner[1]].noun, a[owner[0]])
            if unique and any(str(row[unique]).lower() == str(a[unique]).lower() for row in t.rows.values()):
                raise Refused("duplicate", taken(t, unique, a[unique]))
            row = t.add({one.name: a[one.name] if one.given and a.get(one.name) is not None else fresh(one, w) for one in t.fields})
            w.focus = (plural, row["id"])
            return Done(t, word, row)

        def propose(rng: Random, w: World) -> dict[str, Any]:
            t = w[plural]
            made = {one.name: one.make(rng) for one in given if one.name not in optional or rng.random() < 0.5}
            if owner:
                made[owner[0]] = some_id(rng, w, w[owner[1]])
            if unique and t.rows and rng.random() < WRONG:
                made[unique] = rng.choice(list(t.rows.values()))[unique]
            return made

        params = [Param(one.name, one.type, "", one.name not in optional, one.enum) for one in given]
        fails = (taken(table, unique, "X"),) if unique else ()
        return Op(verb, table.noun, f"Makes a new {table.noun}.", params, run, propose, True, 1.1, "done", plural, fails)

    return made


def fresh(one: Field, world: World) -> Any:
    """What a new record has where nothing was given."""
    if one.initial == "today":
        return world.today
    return list(one.initial) if isinstance(one.initial, list) else one.initial


def taken(table: Table, unique: str, value: Any) -> str:
    return f"{table.noun} with {unique} {value} exists already"


def update(plural: str, verb: str = "update", word: str = "updated", only: tuple[str, ...] = ()) -> Callable[[World], Op]:
    """Changes what is given of a record."""

    def made(world: World) -> Op:
        table = world[plural]
        fields = [one for one in table.fields if one.changes and (not only or one.name in only)]

        def run(w: World, a: dict[str, Any]) -> Done:
            row = w[plural].get(a["id"])
            changed = {one.name: a[one.name] for one in fields if a.get(one.name) is not None}
            if not changed:
                raise Refused("nothing", "nothing to change")
            row.update(changed)
            w.focus = (plural, row["id"])
            return Done(w[plural], word, row)

        def propose(rng: Random, w: World) -> dict[str, Any]:
            chosen = rng.sample(fields, min(len(fields), rng.choice([1, 1, 1, 2])))
            return {"id": some_id(rng, w, w[plural]), **{one.name: one.make(rng) for one in chosen}}

        params = [id_param(table)] + [Param(one.name, one.type, "", False, one.enum) for one in fields]
        return Op(verb, table.noun, f"Changes what is given of the {table.noun}.", params, run, propose, True, 1.1, "done", plural)

    return made


def delete(plural: str, verb: str = "delete", word: str = "deleted", children: tuple[str, str] | None = None) -> Callable[[World], Op]:
    """Removes a record, unless records of another table still name it."""

    def made(world: World) -> Op:
        table = world[plural]

        def run(w: World, a: dict[str, Any]) -> Done:
            t = w[plural]
            t.get(a["id"])
            if children:
                left = sum(row[children[1]] == a["id"] for row in w[children[0]].rows.values())
                if left:
                    raise Refused("in_use", f"{t.noun} {a['id']} still has {left} {w[children[0]].plural}")
            w.focus = (plural, a["id"])
            return Done(t, word, t.remove(a["id"]))

        fails = (f"{table.noun} X still has N {world[children[0]].plural}",) if children else ()
        return Op(verb, table.noun, f"Removes the {table.noun}.", [id_param(table)], run, lambda rng, w: {"id": some_id(rng, w, w[plural])}, True, 0.7, "done", plural, fails)

    return made


def count(plural: str, by: str, verb: str = "count") -> Callable[[World], Op]:
    """How many records there are of each value of a field, in the order in which the values come."""

    def made(world: World) -> Op:
        table = world[plural]

        def run(w: World, _: dict[str, Any]) -> Value:
            return Value({str(value): number for value, number in Counter(row[by] for row in w[plural].rows.values()).items()} or {"none": 0})

        about = f"Counts the {table.plural} by {by.replace('_', ' ')}, in the order in which they first come."
        return Op(verb, f"{table.plural}_by_{by}", about, [], run, lambda rng, w: {}, weight=0.6, answers="value", table=plural)

    return made


def total(plural: str, of: str, verb: str = "total") -> Callable[[World], Op]:
    """The number of records and the sum of a field."""

    def made(world: World) -> Op:
        table = world[plural]

        def run(w: World, _: dict[str, Any]) -> Value:
            held = [row[of] or 0 for row in w[plural].rows.values()]
            return Value({"count": len(held), f"total_{of}": words.tidy(sum(held))})

        return Op(verb, f"{table.plural}", f"Counts the {table.plural} and adds up their {of.replace('_', ' ')}.", [], run, lambda rng, w: {}, weight=0.5, keys=("count", f"total_{of}"))

    return made


def step(plural: str, verb: str, word: str, field: str, moves: dict[str, str], about: str) -> Callable[[World], Op]:
    """Moves a record on: `moves` tells from which value of the field to which; from any other it is refused."""

    def made(world: World) -> Op:
        noun = world[plural].noun

        def run(w: World, a: dict[str, Any]) -> Done:
            row = w[plural].get(a["id"])
            if row[field] not in moves:
                raise Refused("conflict", f"{noun} {a['id']} is {row[field]}")
            row[field] = moves[row[field]]
            w.focus = (plural, row["id"])
            return Done(w[plural], word, row)

        def propose(rng: Random, w: World) -> dict[str, Any]:
            return {"id": some_id(rng, w, w[plural], WRONG, lambda row: row[field] in moves or rng.random() < 0.12)}

        return Op(verb, noun, about, [id_param(world[plural])], run, propose, True, 1.0, "done", plural, (f"{noun} X is {field.upper()}",))

    return made
