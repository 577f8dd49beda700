"""A researching agent's tools over a small web of real documentation: a real engine (SQLite's FTS5) answers, the initial state tells the pages.

Needs documentation packages of Debian 12: pages.py says which, under which licences, and how they are fetched without being installed.
"""

import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...trajectory import Trajectory
from . import sessions
from .engine import Engine
from .pages import MONTHS, UNSEEN, Page, element_pages, jargon_pages, lexicon_pages, manual_pages
from .research import Research

DOMAIN = "search"
PROGRAM = "SQLite FTS5 over pages of documentation packages"


@dataclass(frozen=True)
class Kind:
    """What is done in a session, the web it is done on, how many pages that has and how long they are at most."""

    play: Callable[[Research], None]
    web: Callable[[random.Random, int, int], list[Page]]
    count: tuple[int, int] = (5, 8)
    most: int = 420
    passages: bool = False


def unseen_pages(rng: random.Random, count: int, most: int) -> list[Page]:
    return manual_pages(rng, count, most, UNSEEN)


def any_pages(rng: random.Random, count: int, most: int) -> list[Page]:
    return rng.choice((manual_pages, manual_pages, lexicon_pages, jargon_pages, element_pages))(rng, count, most)


def any_play(r: Research) -> None:
    r.rng.choice((sessions.lookups, sessions.questions, sessions.several, sessions.notes, sessions.astray, sessions.goals))(r)


KINDS = {
    "lookups": Kind(sessions.lookups, manual_pages),
    "questions": Kind(sessions.questions, manual_pages),
    "several": Kind(sessions.several, any_pages, (5, 7), 360),
    "notes": Kind(sessions.notes, any_pages, (4, 6)),
    "astray": Kind(sessions.astray, any_pages, (4, 7)),
    "goals": Kind(sessions.goals, manual_pages, (4, 6), 600),
    "words": Kind(sessions.lookups, lexicon_pages, (6, 10), 320),
    "jargon": Kind(sessions.questions, jargon_pages, (4, 7), 450),
    "elements": Kind(sessions.lookups, element_pages, (5, 8), 420),
    "long-pages": Kind(any_play, manual_pages, (3, 4), 1000),
    "passages": Kind(sessions.lookups, any_pages, (4, 7), 400, passages=True),
    "compare": Kind(sessions.compare, any_pages, (4, 7), 400),
    "unseen": Kind(any_play, unseen_pages, (5, 7), 420),
}

FAMILIES = list(KINDS)
HELD_OUT = frozenset({"compare", "unseen"})

OPENINGS = (
    "Today is {today}. The web is these {count} pages and no others. {snippets}",
    "Today is {today}. There are {count} pages, given whole. {snippets}",
    "{today}. All of the web that can be reached, {count} pages with their text. {snippets}",
)


def record(family: str, seed: int, folder: Path) -> Trajectory:
    rng = random.Random(zlib.crc32(f"search/{family}/{seed}".encode()))
    kind = KINDS[family]
    pages: list[Page] = []
    # A subject may have too few pages that are short enough.
    while len(pages) < 3:
        pages = kind.web(rng, rng.randint(*kind.count), kind.most)
    research = Research(rng, Engine(pages, kind.passages), rng.randint(7, 16))
    while len(research.turns) < 4:
        kind.play(research)
    return Trajectory("search", family, seed, PROGRAM, DOMAIN, told(rng, pages, kind.passages), research.turns)


def told(rng: random.Random, pages: list[Page], passages: bool) -> str:
    """The whole web as the initial state: of each page its address, title, date and text."""
    today = f"{rng.choice(MONTHS)} {rng.randint(1, 28)}, 2026"
    snippets = "Snippets quote the passage that matches." if passages else "Snippets show how a page begins."
    opening = rng.choice(OPENINGS).format(today=today, count=len(pages), snippets=snippets)
    return "\n\n".join([opening, *(f"{page.url}\nTitle: {page.title}\nDate: {page.date}\n{page.text}" for page in pages)])
