"""Real source text that repositories are cut from: whole functions and classes of Python modules, and functions of JavaScript packages.

Python: the standard library (PSF licence); click, httpx, Jinja2, mpmath, networkx, prompt_toolkit, sympy, h11, idna (BSD); rich, more_itertools,
markdown_it, textworld, wcwidth, typer, fsspec's tests apart (MIT, BSD); requests, packaging, transformers (Apache-2.0).
JavaScript: packages the app itself installs, all MIT or ISC.
"""

import ast
import builtins
import random
import re
import sys
import sysconfig
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

STANDARD = "the standard library"
PACKAGES = ("click", "h11", "httpx", "idna", "jinja2", "markdown_it", "more_itertools", "mpmath", "packaging", "prompt_toolkit")
PACKAGES += ("requests", "rich", "sympy", "textworld", "transformers", "typer", "wcwidth")
# What no family that is trained on takes its files from.
UNSEEN = ("networkx", "fsspec")

SCRIPTS = ("accepts", "body-parser", "bytes", "chownr", "commander", "content-disposition", "cookie", "debug", "depd", "escape-html")
SCRIPTS += ("etag", "eventemitter3", "express", "extend", "finalhandler", "fresh", "http-errors", "iconv-lite", "ignore", "ini", "ipaddr.js")
SCRIPTS += ("lru-cache", "markdown-table", "merge-descriptors", "minimist", "ms", "negotiator", "on-finished", "parseurl", "picomatch")
SCRIPTS += ("proxy-addr", "qs", "range-parser", "retry", "semver", "send", "serve-static", "statuses", "type-is", "vary", "which", "y18n")
UNSEEN_SCRIPTS = ("fs-extra", "lowdb", "yargs-parser", "cliui", "pretty-ms", "string-width")

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


@lru_cache(maxsize=None)
def modules(source: str) -> tuple[Path, ...]:
    """The files of a package or of the standard library that can be cut, in a fixed order."""
    if source == STANDARD:
        top = Path(sysconfig.get_path("stdlib"))
        found = [*top.glob("*.py"), *(one for name in STANDARD_FOLDERS for one in (top / name).glob("**/*.py"))]
    else:
        top = Path(sysconfig.get_path("purelib")) / source
        found = list(top.glob("**/*.py"))
    kept = [one for one in found if 600 < one.stat().st_size < LARGEST and not one.name.startswith("__") and "test" not in str(one.relative_to(top))]
    if not kept:
        raise FileNotFoundError(f"{source} is not installed; the recordings are cut from what requirements.txt names.")
    return tuple(sorted(kept))


STANDARD_FOLDERS = ("asyncio", "collections", "concurrent", "email", "html", "http", "importlib", "json", "logging", "urllib", "wsgiref", "xml")
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
    own |= {(a.asname or a.name).split(".")[0] for one in ast.walk(node) if isinstance(one, (ast.Import, ast.ImportFrom)) for a in one.names}
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


@lru_cache(maxsize=None)
def scripts(package: str) -> tuple[tuple[str, str], ...]:
    """The functions of a JavaScript package that begin a line, each with the name of its file."""
    top = Path(__file__).resolve().parents[4] / "node_modules" / package
    found = []
    for path in sorted(one for ending in ("*.js", "*.mjs", "*.cjs") for one in top.rglob(ending)):
        if "node_modules" in path.relative_to(top).parts or path.stat().st_size > LARGEST or ".min." in path.name:
            continue
        for match in re.finditer(r"^(?:/\*\*(?:(?!\*/)[\s\S])*\*/\n+)?(?:export )?(?:async )?function \w+ ?\([^\n]*\n(?:.*\n)*?\}$", path.read_text(encoding="utf-8"), re.M):
            text = match.group().replace("\t", "  ")
            if 3 <= text.count("\n") + 1 <= LONGEST_UNIT and text.isascii() and max(map(len, text.split("\n"))) < 120:
                found.append((path.name.split(".")[0], text + "\n"))
    return tuple(found)


def script(packages: tuple[str, ...], rng: random.Random, chars: int = 1500) -> Cut:
    """One to three functions of a file of one of these packages."""
    for _ in range(100):
        known = scripts(rng.choice(packages))
        if not known:
            continue
        stem = rng.choice(known)[0]
        of_file = [text for name, text in known if name == stem]
        taken = sorted(rng.sample(range(len(of_file)), min(len(of_file), rng.randint(1, 3))))
        text = "\n".join(of_file[at] for at in taken)
        if len(text) <= chars:
            return Cut(stem, text, tuple(re.findall(r"^(?:export )?(?:async )?function (\w+)", text, re.M)), False)
    raise RuntimeError("No JavaScript function was found; run npm install in the folder of the app first.")
