"""Operations that most servers have and that change nothing: read, list, search, count. And which record a call names."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from . import words
from .world import Field, Many, One, Op, Param, Row, Table, Value, World

# How often a call names a record that there is not.
WRONG = 0.15


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
            verb,
            table.noun,
            f"Reads one {table.noun}.",
            [id_param(table, key)],
            run=lambda w, a: One(w[plural], w[plural].get(a[key])),
            propose=lambda rng, w: {key: some_id(rng, w, w[plural])},
            answers="row",
            table=plural,
            weight=1.2,
        )

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

        params = [
            Param(one.name, "string" if one.type == "strings" else one.type, f"Only those with this {one.name.replace('_', ' ')}.", False, one.enum)
            for one in fields
        ]
        if pages:
            params += [
                Param("limit", "integer", "At most so many.", False, default=5),
                Param("offset", "integer", "How many to skip.", False, default=0),
            ]
        return Op(
            verb,
            table.plural,
            f"Lists {table.plural}{', all or some' if by else ''}, by id.",
            params,
            run,
            propose,
            answers="rows",
            table=plural,
            weight=1.2,
        )

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
        return Op(
            verb,
            table.plural,
            f"Finds {table.plural} whose {where} holds the text, in upper or lower case.",
            [Param("query", about="The text to find.")],
            run,
            propose,
            answers="rows",
            table=plural,
        )

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

        return Op(
            verb,
            f"{table.plural}",
            f"Counts the {table.plural} and adds up their {of.replace('_', ' ')}.",
            [],
            run,
            lambda rng, w: {},
            weight=0.5,
            keys=("count", f"total_{of}"),
        )

    return made
