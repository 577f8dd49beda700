"""Operations that most servers have and that change records: create, update, delete, and the step from one state to the next."""

from collections.abc import Callable
from random import Random
from typing import Any

from .ops import WRONG, id_param, some_id
from .world import Done, Field, Missing, Op, Param, Refused, Table, World


def create(
    plural: str, verb: str = "create", word: str = "created", unique: str = "", optional: tuple[str, ...] = (), owner: tuple[str, str] | None = None
) -> Callable[[World], Op]:
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
        return Op(
            verb,
            table.noun,
            f"Removes the {table.noun}.",
            [id_param(table)],
            run,
            lambda rng, w: {"id": some_id(rng, w, w[plural])},
            True,
            0.7,
            "done",
            plural,
            fails,
        )

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
