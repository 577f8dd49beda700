"""Functions of JavaScript packages that the app itself installs, all under the MIT, ISC, BSD or Blue Oak licence."""

import random
import re
from functools import cache
from pathlib import Path

from .sources import LARGEST, LONGEST_UNIT, Cut

SCRIPTS = ("accepts", "body-parser", "bytes", "chownr", "commander", "content-disposition", "cookie", "debug", "depd", "escape-html")
SCRIPTS += (
    "etag",
    "eventemitter3",
    "express",
    "extend",
    "finalhandler",
    "fresh",
    "http-errors",
    "iconv-lite",
    "ignore",
    "ini",
    "ipaddr.js",
)
SCRIPTS += ("lru-cache", "markdown-table", "merge-descriptors", "minimist", "ms", "negotiator", "on-finished", "parseurl", "picomatch")
SCRIPTS += ("proxy-addr", "qs", "range-parser", "retry", "semver", "send", "serve-static", "statuses", "type-is", "vary", "which", "y18n")
UNSEEN_SCRIPTS = ("fs-extra", "lowdb", "yargs-parser", "cliui", "pretty-ms", "string-width")


@cache
def scripts(package: str) -> tuple[tuple[str, str], ...]:
    """The functions of a JavaScript package that begin a line, each with the name of its file."""
    top = Path(__file__).resolve().parents[4] / "node_modules" / package
    found = []
    for path in sorted(one for ending in ("*.js", "*.mjs", "*.cjs") for one in top.rglob(ending)):
        if "node_modules" in path.relative_to(top).parts or path.stat().st_size > LARGEST or ".min." in path.name:
            continue
        for match in re.finditer(
            r"^(?:/\*\*(?:(?!\*/)[\s\S])*\*/\n+)?(?:export )?(?:async )?function \w+ ?\([^\n]*\n(?:.*\n)*?\}$",
            path.read_text(encoding="utf-8"),
            re.M,
        ):
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
