"""How a server words things: the case of its names, the layout of its answers, its errors. One style a server, by seed."""

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from .world import Done, Many, Missing, One, Op, Refused, Table, Value

NOT_FOUND = [
    "{Noun} {id} not found",
    "there is no {noun} {id}",
    "No {noun} with id {id}",
    "Unknown {noun}: {id}",
    "{Noun} not found: {id}",
    "no such {noun}: {id}",
    "{Noun} {id} does not exist",
]
SENTENCES = [
    "{Noun} {id} {done}.",
    "{Done} {noun} {id}",
    "{Noun} {id} {done}",
    "OK: {noun} {id} {done}",
    "Successfully {done} {noun} {id}",
    "{Done} {noun} {id}.",
    "{noun} {id}: {done}",
]
NAMES = ["get_order", "get_order", "get_order", "getOrder", "getOrder", "order_get", "get-order"]


@dataclass(frozen=True)
class Style:
    """The choices of one server."""

    sdk: str  # fastmcp or lowlevel, the two ways in which the official Python SDK makes servers
    camel: bool
    tool: str  # one of NAMES, as the tool that reads an order is named
    json: str  # spaced, compact, indented
    row: str  # json, lines, line
    rows: str  # bare, plural, items, count, blocks, lines, csv, table
    done: str  # row, sentence, ack, message
    value: str  # json, lines
    error: str  # raise, text, json, code
    missing: str
    sentence: str
    none: str
    brief: int  # how many fields lists show; 0 for all
    documented: bool


def style_of(rng: Random) -> Style:
    """JSON is what most servers answer, so it is what most of these do."""
    text = rng.random() < 0.28
    return Style(
        sdk=rng.choice(["fastmcp", "lowlevel", "lowlevel"]),
        camel=rng.random() < 0.3,
        tool=rng.choice(NAMES),
        json=rng.choice(["spaced", "spaced", "spaced", "indented", "indented", "compact"]),
        row=rng.choice(["lines", "line"]) if text else "json",
        rows=rng.choice(["lines", "lines", "csv", "table"]) if text else rng.choice(["bare", "bare", "plural", "items", "count", "blocks"]),
        done=rng.choice(["sentence", "sentence", "row"]) if text else rng.choice(["row", "row", "sentence", "ack", "message"]),
        value="lines" if text else "json",
        error=rng.choice(["raise", "raise", "text", "text"]) if text else rng.choice(["raise", "raise", "text", "json", "code"]),
        missing=rng.choice(NOT_FOUND),
        sentence=rng.choice(SENTENCES),
        none=rng.choice(["-", "none", "n/a"]),
        brief=rng.choice([0, 0, 0, 3]),
        documented=rng.random() < 0.8,
    )


def key(style: Style, name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest) if style.camel else name


def tool_name(style: Style, op: Op) -> str:
    parts = [*op.verb.split("_"), *op.noun.split("_")] if style.tool != "order_get" else [*op.noun.split("_"), *op.verb.split("_")]
    if style.tool == "getOrder":
        return parts[0] + "".join(part.capitalize() for part in parts[1:])
    return ("-" if style.tool == "get-order" else "_").join(parts)


def dumped(style: Style, value: Any) -> str:
    if style.json == "compact":
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return json.dumps(value, ensure_ascii=False, indent=2 if style.json == "indented" else None)


def shown(style: Style, row: dict[str, Any]) -> dict[str, Any]:
    """A record as it is in JSON."""
    return {key(style, name): value for name, value in row.items()}


def plain(style: Style, value: Any) -> str:
    """A value inside a text."""
    if value is None or value == []:
        return style.none
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def lines(style: Style, row: dict[str, Any]) -> str:
    return "\n".join(f"{key(style, name)}: {plain(style, value)}" for name, value in row.items())


def line(style: Style, row: dict[str, Any]) -> str:
    first, *rest = row.values()
    return f"{first}: " + " | ".join(plain(style, value) for value in rest)


def one(style: Style, row: dict[str, Any]) -> str:
    if style.row == "json":
        return dumped(style, shown(style, row))
    return lines(style, row) if style.row == "lines" else line(style, row)


def columns(style: Style, table: Table) -> list[str]:
    """The fields that lists show."""
    names = ["id", *(field.name for field in table.fields)]
    return names[: style.brief + 1] if style.brief else names


def many(style: Style, answer: Many) -> str | list[str]:
    """A list; several content blocks where the style gives each record one of its own."""
    names = columns(style, answer.table)
    rows = [{name: row[name] for name in names} for row in answer.rows]
    total = len(rows) if answer.total is None else answer.total
    if style.rows in ("bare", "blocks", "plural", "items", "count"):
        values = [shown(style, row) for row in rows]
        if style.rows == "blocks" and values:
            return [dumped(style, value) for value in values]
        wrapped = {
            "plural": {key(style, answer.table.plural): values, **({"total": total} if answer.total is not None else {})},
            "items": {"items": values, "total": total},
            "count": {"count": total, "results": values},
        }
        return dumped(style, wrapped.get(style.rows, values))
    if not rows:
        return f"No {answer.table.plural} found."
    if style.rows == "csv":
        return "\n".join(
            [",".join(key(style, name) for name in names), *(",".join(quoted(plain(style, value)) for value in row.values()) for row in rows)]
        )
    if style.rows == "table":
        cells = [[key(style, name) for name in names], ["---"] * len(names), *([plain(style, value) for value in row.values()] for row in rows)]
        return "\n".join("| " + " | ".join(row) + " |" for row in cells)
    return "\n".join([f"{total} {answer.table.plural if total != 1 else answer.table.noun}:", *("- " + line(style, row) for row in rows)])


def quoted(cell: str) -> str:
    return f'"{cell}"' if "," in cell else cell


def sentence(style: Style, noun: str, word: str, key: Any) -> str:
    noun = noun.replace("_", " ")
    return style.sentence.format(noun=noun, Noun=noun.capitalize(), done=word, Done=word.capitalize(), id=key)


def done(style: Style, answer: Done) -> str:
    said = answer.text or sentence(style, answer.table.noun, answer.word, answer.row["id"])
    if style.done == "row":
        return one(style, answer.row)
    if style.done == "ack":
        return dumped(style, {"ok": True, "id": answer.row["id"], "status": answer.word})
    if style.done == "message":
        return dumped(style, {"message": said, key(style, answer.table.noun): shown(style, answer.row)})
    return said


def answered(style: Style, answer: Any) -> str | list[str]:
    """An operation's answer in the server's words."""
    match answer:
        case One():
            return one(style, answer.row)
        case Many():
            return many(style, answer)
        case Done():
            return done(style, answer)
        case Value():
            return dumped(style, shown(style, answer.facts)) if style.value == "json" else lines(style, answer.facts)
    return answer


def wrong(style: Style, error: Missing | Refused) -> tuple[str, str]:
    """A failure's code and its sentence."""
    if isinstance(error, Missing):
        noun = error.noun.replace("_", " ")
        return "not_found", style.missing.format(noun=noun, Noun=noun.capitalize(), id=error.key)
    text = error.text.replace("_", " ") if error.code == "conflict" else error.text
    return error.code, text if style.missing[0].islower() else text[0].upper() + text[1:]


def failed(style: Style, error: Missing | Refused) -> str:
    """A failure as an answer. Where the style raises it, only the sentence: the SDK says the rest."""
    code, text = wrong(style, error)
    if style.error == "json":
        return dumped(style, {"error": text})
    if style.error == "code":
        return dumped(style, {"error": {"code": code, "message": text}})
    return f"Error: {text}" if style.error == "text" else text


def described(style: Style, op: Op, table: Table | None) -> str:
    """The tool's description, with what it answers where the server tells it."""
    if not style.documented:
        return op.about
    told = {"row": row_told, "rows": rows_told, "done": done_told, "value": value_told}[op.answers](style, op, table)
    fails = [wrong(style, Refused("fails", text))[1] for text in op.fails]
    return " ".join([op.about, told, *([f"Fails with {' or '.join(json.dumps(text) for text in fails)}."] if fails else [])]).strip()


def row_told(style: Style, op: Op, table: Table) -> str:
    return {"json": "Returns JSON.", "lines": "Returns one line a field.", "line": "Returns one line."}[style.row]


def rows_told(style: Style, op: Op, table: Table) -> str:
    brief = f" Each with {', '.join(key(style, name) for name in columns(style, table))}." if style.brief else ""
    told = {
        "bare": "Returns a JSON array.",
        "blocks": "Returns one JSON object each.",
        "plural": f'Returns {{"{key(style, table.plural)}": [...]}}.',
        "items": 'Returns {"items": [...], "total": N}.',
        "count": 'Returns {"count": N, "results": [...]}.',
        "csv": "Returns CSV.",
        "table": "Returns a Markdown table.",
        "lines": f'Returns "N {table.plural}:" and a line each.',
    }
    return told[style.rows] + brief


def done_told(style: Style, op: Op, table: Table) -> str:
    return {
        "row": "Returns the record.",
        "ack": 'Returns {"ok": true, "id": ID, "status": "WHAT WAS DONE"}.',
        "message": f'Returns {{"message": "...", "{key(style, table.noun)}": {{...}}}}.',
        "sentence": f'Answers "{op.says or sentence(style, table.noun, "DONE", "ID")}".',
    }[style.done]


def value_told(style: Style, op: Op, table: Table | None) -> str:
    named = ", ".join(key(style, name) for name in op.keys)
    return f"Returns {named}." if named else "Returns JSON." if style.value == "json" else "Returns one line each."
