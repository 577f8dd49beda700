"""Edits as people make them: a text that occurs once in a file, and what is put in its place."""

import random
import re
import warnings
from collections.abc import Callable

from .repository import THINGS

# Between the two of each pair an edit goes to and fro.
OPPOSITES = [
    ("==", "!="),
    ("<=", "<"),
    (">=", ">"),
    (" + ", " - "),
    (" and ", " or "),
    ("True", "False"),
    (" is None", " is not None"),
    ("&&", "||"),
]
OPPOSITES += [
    ("true", "false"),
    ("===", "!=="),
    (" not in ", " in "),
    ("append", "extend"),
    ("min(", "max("),
    ("first", "last"),
    ("start", "end"),
]

PYTHON_WORDS = frozenset(
    "and as assert break class continue def del elif else except finally for from global if import in is lambda None not or pass raise return self True False try while with yield".split()
)
SCRIPT_WORDS = frozenset(
    "async await break case catch const continue default delete else export false finally for function if in instanceof let module new null return switch this throw true try typeof undefined var while require exports".split()
)
KEYWORDS = PYTHON_WORDS | SCRIPT_WORDS


def change(rng: random.Random, text: str, python: bool = True) -> tuple[str, str] | None:
    """(old, new) for an edit that applies, or None where nothing was found. In Python what compiled before compiles after it."""
    lines = text.rstrip("\n").split("\n")
    for _ in range(40):
        at = rng.randrange(len(lines))
        new = rng.choice(CHANGES)(rng, lines[at], text, python)
        if new is None or new == lines[at]:
            continue
        pair = grown(rng, text, lines, at, new)
        if pair and (not python or compiles(text.replace(*pair)) or not compiles(text)):
            return pair
    return None


def grown(rng: random.Random, text: str, lines: list[str], at: int, new: str) -> tuple[str, str] | None:
    """The pair, with as many lines around it as make it occur once, and now and then some more; without the indent where that is enough."""
    first, last = at, at
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        first, last = (first - 1, last) if rng.random() < 0.5 and first > 0 else (first, min(last + 1, len(lines) - 1))
    for _ in range(4):
        before, after = (
            "\n".join([*lines[first:at], ""]) if first < at else "",
            "\n".join(["", *lines[at + 1 : last + 1]]) if last > at else "",
        )
        old, put = before + lines[at] + after, before + new + after
        if text.count(old) == 1 and old.strip():
            indent = len(old) - len(old.lstrip(" "))
            if rng.random() < 0.4 and put[:indent] == old[:indent] and text.count(old[indent:]) == 1:
                return old[indent:], put[indent:]
            return old, put
        first = max(first - 1, 0)
    return None


def number(rng: random.Random, line: str, text: str, python: bool) -> str | None:
    found = list(re.finditer(r"(?<![\w.])\d+(?![\w.])", line))
    if not found:
        return None
    one = rng.choice(found)
    value = int(one.group())
    put = rng.choice((value + 1, value * 2, value * 10, max(value - 1, 0), rng.randint(2, 99)))
    return line[: one.start()] + str(put) + line[one.end() :]


def string(rng: random.Random, line: str, text: str, python: bool) -> str | None:
    found = list(re.finditer(r"(?<=['\"])[A-Za-z][\w .:/-]{1,40}(?=['\"])", line))
    if not found:
        return None
    one = rng.choice(found)
    put = rng.choice(
        (
            rng.choice(THINGS),
            f"{one.group()} {rng.choice(THINGS)}",
            one.group().upper(),
            one.group().replace(" ", "_"),
            f"{rng.choice(THINGS)}-{one.group()}",
        )
    )
    return line[: one.start()] + put + line[one.end() :]


def opposite(rng: random.Random, line: str, text: str, python: bool) -> str | None:
    known = [(a, b) for pair in OPPOSITES for a, b in (pair, pair[::-1]) if a in line]
    return line.replace(*rng.choice(known), 1) if known else None


def renamed(rng: random.Random, line: str, text: str, python: bool) -> str | None:
    names = [one for one in re.findall(r"\b[A-Za-z_]{3,}\b", line) if one not in KEYWORDS]
    if not names:
        return None
    name = rng.choice(names)
    return re.sub(
        rf"\b{name}\b",
        rng.choice((f"{name}_{rng.choice(THINGS)}", f"new_{name}", f"_{name}", name.upper(), rng.choice(THINGS))),
        line,
        count=1,
    )


def guard(rng: random.Random, line: str, text: str, python: bool) -> str | None:
    """A check of an argument at the beginning of a function."""
    found = re.match(r"^(\s*)(?:async )?(?:def|function) ?\w* ?\((?:self, )?(\w+)[^\n]*[:{]$", line)
    if not found:
        return None
    indent, name = found.group(1) + ("    " if python else "  "), found.group(2)
    if python:
        checks = (
            f"if not {name}:\n{indent}    return {rng.choice(('None', '[]', '0', 'False', name))}",
            f"if {name} is None:\n{indent}    raise ValueError('{name} is missing')",
        )
        checks += (f"assert {name} is not None", f"print('{name} =', {name})", f"{name} = {rng.choice(('str', 'list', 'int'))}({name})")
    else:
        checks = (
            f"if (!{name}) return {rng.choice(('null', 'false', '0', 'undefined'))}",
            f"if ({name} == null) throw new TypeError('{name} is required')",
            f"console.log('{name}', {name})",
        )
    return f"{line}\n{indent}{rng.choice(checks)}"


def added(rng: random.Random, line: str, text: str, python: bool) -> str | None:
    """A line of its own after or before this one."""
    if not line.strip():
        return None
    indent = re.match(r"\s*", line).group()
    names = [one for one in re.findall(r"\b[a-z_]{2,}\b", line) if one not in KEYWORDS] or [rng.choice(THINGS)]
    name, mark = rng.choice(names), "#" if python else "//"
    put = rng.choice(
        (
            f"{mark} {rng.choice(('see', 'why', 'note', 'keep', 'check'))} {name}",
            f"{mark} {name} comes from {rng.choice(THINGS)}",
            f"{name}_count = {rng.randint(0, 9)}" if python else f"let {name}Count = {rng.randint(0, 9)}",
        )
    )
    return f"{indent}{put}\n{line}" if rng.random() < 0.5 else f"{line}\n{indent}{put}"


def commented(rng: random.Random, line: str, text: str, python: bool) -> str | None:
    """A remark at the end of the line."""
    return (
        f"{line}  {'#' if python else '//'} {rng.choice(('was', 'see', 'for', 'by', 'from'))} {rng.choice(THINGS)}"
        if line.strip() and '"""' not in line
        else None
    )


def taken_out(rng: random.Random, line: str, text: str, python: bool) -> str | None:
    """The line made a comment."""
    body = line.lstrip()
    return f"{line[: len(line) - len(body)]}{'# ' if python else '// '}{body}" if body else None


def worded(rng: random.Random, line: str, text: str, python: bool) -> str | None:
    """Another word in prose."""
    words = re.findall(r"(?<= )[a-z]{4,}(?= )", line)
    return line.replace(f" {rng.choice(words)} ", f" {rng.choice(THINGS)} ", 1) if words else None


CHANGES: tuple[Callable[[random.Random, str, str, bool], str | None], ...]
CHANGES = (number, number, string, string, opposite, opposite, renamed, guard, guard, added, commented, taken_out, worded)


def compiles(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "text", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def twice(rng: random.Random, text: str) -> str | None:
    """A text that occurs more than once."""
    pieces = [line.strip() for line in text.split("\n")] + re.findall(r"\b[\w.]{4,}\(", text) + re.findall(r"\breturn \w+", text)
    found = sorted({one for one in pieces if len(one) > 3 and text.count(one) > 1})
    return rng.choice(found) if found else None


def misremembered(rng: random.Random, text: str) -> str | None:
    """A line nearly as it stands in the file: it does not occur."""
    lines = [line for line in text.split("\n") if len(line.strip()) > 8]
    if not lines:
        return None
    line = rng.choice(lines)
    at = rng.randrange(1, len(line.strip()) - 1)
    body = line.strip()
    wrong = rng.choice(
        (
            body[:at] + body[at + 1 :],
            body[:at] + body[at] + body[at:],
            f"\t{body}",
            f"{body};;",
            body.swapcase(),
            f"{body}  ",
            body.replace(" ", "  ", 1),
        )
    )
    return wrong if wrong not in text and wrong.strip() else None
