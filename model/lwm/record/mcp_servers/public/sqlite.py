"""The SQLite server from PyPI: a small database that is asked and changed in SQL."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from mcp_server_sqlite.server import main

from .. import words
from ..talk import chosen, defined, talked
from ..wire import forked

WEIGHTS = {"read_query": 4.0, "write_query": 2.5, "list_tables": 0.5, "describe_table": 0.5, "create_table": 0.6, "append_insight": 0.2}
TABLES = ["books", "pets", "cars", "orders", "staff", "games", "plants", "rooms", "songs", "parts", "guests", "trips"]
COLUMNS = {
    "name": ("TEXT", words.person),
    "city": ("TEXT", lambda r: r.choice(words.PLACES)),
    "colour": ("TEXT", lambda r: r.choice(words.COLOURS)),
    "item": ("TEXT", lambda r: r.choice(words.THINGS)),
    "year": ("INTEGER", lambda r: r.randint(1950, 2026)),
    "price": ("REAL", words.price),
    "stock": ("INTEGER", lambda r: r.randint(0, 40)),
    "score": ("INTEGER", lambda r: r.randint(1, 10)),
    "day": ("TEXT", words.day),
    "kind": ("TEXT", lambda r: r.choice(["a", "b", "c"])),
}


def session(rng: Random, folder: Path):
    path = folder / "data.db"
    state = made(rng, path)
    with forked(lambda: asyncio.run(main(str(path)))) as server:
        turns = talked(rng, server, lambda turns: chosen(rng, proposals(rng, path), WEIGHTS, turns))
        return "mcp-server-sqlite 2025.4.25", state, defined(server, {turn.action["name"] for turn in turns}, 6, rng), turns


def literal(value: Any) -> str:
    return "NULL" if value is None else f"'{value}'" if isinstance(value, str) else str(value)


def made(rng: Random, path: Path) -> str:
    """One or two tables, and how they came to be: the SQL, or the rows as a table."""
    told = []
    with closing(sqlite3.connect(path)) as database:
        for name in rng.sample(TABLES, rng.choice([1, 1, 2])):
            columns = rng.sample(list(COLUMNS), rng.randint(2, 3))
            key = rng.choice(["id INTEGER PRIMARY KEY", "id INTEGER PRIMARY KEY", "id INTEGER"])
            create = f"CREATE TABLE {name} ({key}, {', '.join(f'{one} {COLUMNS[one][0]}' for one in columns)})"
            rows = [[number, *(COLUMNS[one][1](rng) if rng.random() < 0.94 else None for one in columns)] for number in range(1, rng.randint(3, 7))]
            database.execute(create)
            database.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * (len(columns) + 1))})", rows)
            database.commit()
            if rng.random() < 0.5:
                told.append(f"{create};\nINSERT INTO {name} VALUES\n" + ",\n".join(f"({', '.join(map(literal, row))})" for row in rows) + ";")
            else:
                told.append(
                    f"{create}\n"
                    + "\n".join(["|".join(["id", *columns]), *("|".join("" if value is None else str(value) for value in row) for row in rows)])
                )
    return rng.choice(["The database:\n", "SQLite database with\n", ""]) + "\n\n".join(told)


def tables(path: Path) -> dict[str, list[dict[str, Any]]]:
    """All rows as they are now."""
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: [dict(row) for row in database.execute(f"SELECT * FROM {name}")] for name in names}


def proposals(rng: Random, path: Path) -> dict[str, Any]:
    held = tables(path)
    table = rng.choice([name for name in held if held[name]] or list(held))
    rows = held[table]
    columns = list(rows[0]) if rows else ["id"]
    wrong = rng.random()
    shown = rng.choice(TABLES) if wrong < 0.05 else table

    def where() -> str:
        column = rng.choice(columns) if rng.random() > 0.04 else rng.choice(list(COLUMNS))
        value = rng.choice(rows).get(column) if rows else 1
        if value is None:
            return f"{column} IS NULL"
        if isinstance(value, str):
            return rng.choice([f"{column} = '{value}'", f"{column} = '{value}'", f"{column} LIKE '{value[:2]}%'", f"{column} != '{value}'"])
        return f"{column} {rng.choice(['=', '=', '>', '<', '>='])} {value}"

    def read() -> dict[str, Any]:
        some = ", ".join(rng.sample(columns, rng.randint(1, len(columns))))
        column = rng.choice(columns)
        return {
            "query": rng.choice(
                [
                    f"SELECT * FROM {shown}",
                    f"SELECT * FROM {shown} WHERE {where()}",
                    f"SELECT {some} FROM {shown} WHERE {where()}",
                    f"SELECT {some} FROM {shown} ORDER BY {column}{rng.choice(['', ' DESC'])}, id LIMIT {rng.randint(1, 3)}",
                    f"SELECT COUNT(*) FROM {shown}",
                    f"SELECT COUNT(*) AS n FROM {shown} WHERE {where()}",
                    f"SELECT {column}, COUNT(*) AS n FROM {shown} GROUP BY {column} ORDER BY {column}",
                    f"SELECT MAX({column}) FROM {shown}",
                    f"SELECT MIN({column}) AS least FROM {shown}",
                    f"SELECT {some} FROM {shown} WHERE {where()} AND {where()}",
                    f"DELETE FROM {shown}" if rng.random() < 0.2 else f"SELECT DISTINCT {column} FROM {shown} ORDER BY {column}",
                    f"SELECT {some} FRM {shown}" if rng.random() < 0.2 else f"SELECT {some} FROM {shown}",
                ]
            )
        }

    def write() -> dict[str, Any]:
        new = {
            column: max((row["id"] or 0 for row in rows), default=0) + 1 if column == "id" else COLUMNS[column][1](rng)
            for column in columns
            if column == "id" or column in COLUMNS
        }
        if rows and rng.random() < 0.1:
            new["id"] = rng.choice(rows)["id"]
        column = rng.choice(columns[1:] or columns)
        value = literal(COLUMNS[column][1](rng)) if column in COLUMNS else "0"
        return {
            "query": rng.choice(
                [
                    f"INSERT INTO {shown} ({', '.join(new)}) VALUES ({', '.join(map(literal, new.values()))})",
                    f"INSERT INTO {shown} ({', '.join(new)}) VALUES ({', '.join(map(literal, new.values()))})",
                    f"UPDATE {shown} SET {column} = {value} WHERE {where()}",
                    f"UPDATE {shown} SET {column} = {value} WHERE {where()}",
                    f"DELETE FROM {shown} WHERE {where()}",
                    f"SELECT * FROM {shown}" if rng.random() < 0.15 else f"UPDATE {shown} SET {column} = {value} WHERE id = {rng.randint(1, 9)}",
                ]
            )
        }

    def create() -> dict[str, Any]:
        name = rng.choice(TABLES)
        return {
            "query": f"CREATE TABLE {name} (id INTEGER PRIMARY KEY, {', '.join(f'{one} {COLUMNS[one][0]}' for one in rng.sample(list(COLUMNS), 2))})"
        }

    return {
        "read_query": read,
        "write_query": write,
        "create_table": create,
        "list_tables": dict,
        "describe_table": lambda: {"table_name": shown},
        "append_insight": lambda: {"insight": f"{table} has {len(rows)} rows"},
    }
