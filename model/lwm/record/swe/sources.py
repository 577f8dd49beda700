"""Real source text that repositories are cut from: whole functions and classes of Python modules with what they need.

The standard library (PSF licence); click, httpx, Jinja2, mpmath, networkx, prompt_toolkit, sympy, h11, idna (BSD); rich, more_itertools,
markdown_it, textworld, wcwidth, typer (MIT); fsspec (BSD); requests, packaging, transformers (Apache-2.0).
"""

import ast
import builtins
import random
import re
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

STANDARD = "the standard library"
PACKAGES = ("click", "h11", "httpx", "idna", "jinja2", "markdown_it", "more_itertools", "mpmath", "packaging", "prompt_toolkit")
PACKAGES += ("requests", "rich", "sympy", "textworld", "transformers", "typer", "wcwidth")
# What no family that is trained on takes its files from.
UNSEEN = ("networkx", "fsspec")

# A long module takes a tenth of a second to parse, and there are thousands of shorter ones.
LARGEST = 60_000
LONGEST_UNIT = 34


@dataclass(frozen=True)
class Unit:
    """A top-level statement: what it binds, what it needs, and its lines."""

    names: tuple[str, ...]
    needs: frozenset[str]
    # Of these, what is needed when the module is imported.
    at_once: frozenset[str]
    text: str
    kind: str

    @property
    def lines(self) -> int:
        return self.text.count("\n") + 1


@dataclass(frozen=True)
class Cut:
    """A part of a real module that a file is made of."""

    stem: str
    text: str
    # Its functions and classes.
    names: tuple[str, ...]
    # Whether every name it uses is in it or in the standard library.
    whole: bool


@cache
def modules(source: str) -> tuple[Path, ...]:
    """The files of a package or of the standard library that can be cut, in a fixed order."""
    if source == STANDARD:
        top = Path(sysconfig.get_path("stdlib"))
        found = [*top.glob("*.py"), *(one for name in STANDARD_FOLDERS for one in (top / name).glob("**/*.py"))]
    else:
        top = Path(sysconfig.get_path("purelib")) / source
        found = list(top.glob("**/*.py"))
    kept = [
        one
        for one in found
        if 600 < one.stat().st_size < LARGEST and not one.name.startswith("__") and "test" not in str(one.relative_to(top))
    ]
    if not kept:
        raise FileNotFoundError(f"{source} is not installed; the recordings are cut from what requirements.txt names.")
    return tuple(sorted(kept))


STANDARD_FOLDERS = (
    "asyncio",
    "collections",
    "concurrent",
    "email",
    "html",
    "http",
    "importlib",
    "json",
    "logging",
    "urllib",
    "wsgiref",
    "xml",
)
STANDARD_FOLDERS += ("distutils", "unittest", "tomllib", "multiprocessing", "curses", "zoneinfo", "sqlite3", "re", "dbm")


@lru_cache(maxsize=400)
def units(path: Path) -> tuple[Unit, ...]:
    """The top-level statements of the module."""
    try:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
    except (SyntaxError, UnicodeDecodeError):
        return ()
    lines = text.split("\n")
    found = []
    for node in tree.body:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        found.append(unit(node, "\n".join(lines[first - 1 : node.end_lineno])))
    return tuple(found)


def unit(node: ast.stmt, text: str) -> Unit:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            kind, names = "class" if isinstance(node, ast.ClassDef) else "function", [node.name]
        case ast.Import() | ast.ImportFrom():
            kind, names = "import", [(one.asname or one.name).split(".")[0] for one in node.names]
        case ast.Assign():
            kind, names = "constant", [one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)]
        case ast.AnnAssign():
            kind, names = "constant", [node.target.id] if isinstance(node.target, ast.Name) else []
        case _:
            kind, names = "other", []
    return Unit(tuple(names), frozenset(loaded(node)), frozenset(loaded_at_once(node)), text, kind)


def loaded(node: ast.AST) -> set[str]:
    """Names the statement takes from around it (some of its own among them)."""
    own = {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
    own |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)}
    own |= {one.name for one in ast.walk(node) if isinstance(one, ast.ExceptHandler) and one.name}
    own |= {one.name for one in ast.walk(node) if isinstance(one, (ast.FunctionDef, ast.ClassDef)) and one is not node}
    own |= {
        (a.asname or a.name).split(".")[0] for one in ast.walk(node) if isinstance(one, (ast.Import, ast.ImportFrom)) for a in one.names
    }
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} - own - BUILTINS


def loaded_at_once(node: ast.stmt) -> set[str]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        parts = [*node.decorator_list, node.args, *([node.returns] if node.returns else [])]
        return {one.id for part in parts for one in ast.walk(part) if isinstance(one, ast.Name)} - BUILTINS
    return loaded(node)


BUILTINS = frozenset(dir(builtins)) | {"__file__", "__name__", "__doc__"}


def cut(source: str, rng: random.Random, lines: int = 50, whole: bool = False, chars: int = 1900) -> Cut:
    """One or more functions and classes of a module of `source` with the imports and constants they need, in at most so many lines.

    With `whole` the result can be imported by itself. Modules are tried until one gives such a part.
    """
    for _ in range(400):
        path = rng.choice(modules(source))
        made = cut_of(path, rng, lines)
        if made and len(made.text) <= chars and made.text.isascii() and (made.whole or not whole):
            return made
    raise RuntimeError(f"No part of {lines} lines was found in {source}.")


def cut_of(path: Path, rng: random.Random, lines: int) -> Cut | None:
    known = units(path)
    short = [one for one in known if one.kind in ("function", "class") and 3 <= one.lines <= LONGEST_UNIT]
    if not short:
        return None
    taken: set[int] = set()
    for one in rng.sample(short, min(len(short), rng.randint(1, 4))):
        more = taken | needed(known, one)
        # Blank lines between definitions count too.
        if sum(known[at].lines + 2 for at in more) <= lines:
            taken = more
    if not taken:
        return None
    chosen = [known[at] for at in sorted(taken)]
    bound = {name for one in chosen for name in one.names}
    wanted = set().union(*(one.needs for one in chosen)) - bound
    imports = [one for one in chosen if one.kind == "import"]
    whole = not wanted and all(is_standard(one.text) for one in imports)
    names = tuple(one.names[0] for one in chosen if one.kind in ("function", "class"))
    return Cut(path.stem, joined(chosen), names, whole) if names else None


def needed(known: tuple[Unit, ...], one: Unit) -> set[int]:
    """The places of a unit and of all that it needs, directly or through others."""
    places = {name: at for at, unit in enumerate(known) for name in unit.names}
    found: set[int] = set()
    waiting = [known.index(one)]
    while waiting:
        at = waiting.pop()
        if at not in found:
            found.add(at)
            waiting += [places[name] for name in known[at].needs if name in places]
    return found


def is_standard(text: str) -> bool:
    """Whether the import needs no more than Python itself."""
    found = re.match(r"(?:from|import)\s+([\w.]+)", text)
    return bool(found) and all(part.split(".")[0].strip() in sys.stdlib_module_names for part in found.group(1).split(","))


def joined(chosen: list[Unit]) -> str:
    text = ""
    before = ""
    for one in chosen:
        definition = one.kind in ("function", "class")
        gap = "\n\n" if text and (definition or before in ("function", "class")) else "\n" if text and one.kind != before else ""
        text += gap + one.text + "\n"
        before = one.kind
    return "\n".join(line.rstrip() for line in text.expandtabs().split("\n"))
