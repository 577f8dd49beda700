"""One session with a business server: which tools it has, what is told of it, and the calls an agent makes."""

import csv
import io
import json
from random import Random
from typing import Any

from ...trajectory import Turn
from .serve import arguments, serve
from .style import Style, key, plain, shown, style_of, tool_name
from .talk import defined, repeated, talked
from .wire import forked
from .world import Missing, Op, Refused, Table, World

# Characters of all tool definitions, about.
TOOLS = 4200


def business(make, rng: Random) -> tuple[str, list[dict[str, Any]], list[Turn]]:
    """A session with a server of the world that `make` makes: its initial state, its tools and its turns."""
    world: World = make(rng)
    style = style_of(rng)
    ops = offered(rng, style, world)
    state = told(rng, style, world)
    with forked(lambda: serve(style, world, ops)) as server:
        turns = talked(rng, server, lambda turns: proposed(rng, style, world, ops, turns))
        return state, defined(server, {turn.action["name"] for turn in turns}, len(ops), rng), turns


def offered(rng: Random, style: Style, world: World) -> list[Op]:
    """The tools of this server: some of what it could do, with something to read and something to change."""
    wanted = rng.randint(4, 8)
    reads, writes = [op for op in world.ops if not op.writes], [op for op in world.ops if op.writes]
    chosen = [*rng.sample(reads, min(2, len(reads))), *rng.sample(writes, min(2, len(writes)))]
    rest = [op for op in world.ops if op not in chosen]
    rng.shuffle(rest)
    for op in rest:
        if len(chosen) < wanted and len({tool_name(style, one) for one in [*chosen, op]}) > len(chosen) and size([*chosen, op]) < TOOLS:
            chosen.append(op)
    return [op for op in world.ops if op in chosen]


def size(ops: list[Op]) -> int:
    """About how many characters their definitions take."""
    return sum(260 + len(op.about) + sum(85 + len(param.about) + 9 * len(param.enum) for param in op.params) for op in ops)


def proposed(rng: Random, style: Style, world: World, ops: list[Op], turns: list[Turn]) -> dict[str, Any] | None:
    """The next call. It is carried out on our own copy of the world too: what follows is to make sense."""
    looks = world.focus and turns and rng.random() < 0.3
    likely = [op for op in ops if not op.writes and (not op.table or op.table == world.focus[0])] if looks else []
    op = rng.choices(likely or ops, [one.weight for one in likely or ops])[0]
    args = op.propose(rng, world)
    if args is None:
        return None
    action = {"name": tool_name(style, op), "arguments": {key(style, name): value for name, value in args.items()}}
    if repeated(action, turns):
        return None
    try:
        op.run(world, arguments(style, op, action["arguments"]))
    except (Missing, Refused):
        pass
    return action


def told(rng: Random, style: Style, world: World) -> str:
    """The initial state: what the server holds, in one of the ways in which people write such things down."""
    form = rng.choice(["json", "json", "json", "array", "csv", "bullets"])
    parts = [world.title + (f" Today is {world.today}." if world.today else "")]
    parts += [" ".join(world.rules)] if world.rules else []
    parts += [f"{table.plural.replace('_', ' ').capitalize()}{next_id(rng, table)}:\n{data(style, table, form)}" for table in world.tables.values()]
    return rng.choice(["\n\n", "\n"]).join(parts)


def next_id(rng: Random, table: Table) -> str:
    """The next id is told where it does not follow from the last."""
    return (
        f" (the next id is {table.id_of(table.last + 1)})"
        if not table.rows or table.id_of(table.last) not in table.rows or rng.random() < 0.3
        else ""
    )


def data(style: Style, table: Table, form: str) -> str:
    rows = [shown(style, row) for row in table.rows.values()]
    if not rows:
        return "none"
    if form == "array":
        return json.dumps(rows, ensure_ascii=False)
    if form == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(rows[0])
        writer.writerows([plain(style, value) for value in row.values()] for row in rows)
        return text.getvalue().rstrip("\n")
    if form == "bullets":
        return "\n".join("- " + ", ".join(f"{name}: {plain(style, value)}" for name, value in row.items()) for row in rows)
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
