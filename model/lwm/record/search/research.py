"""A researching agent at work: its calls are carried out and kept, and it asks for what its small web holds."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...trajectory import Turn
from .engine import SMALL_WORDS, Engine, plain
from .pages import Page

LONGEST_SESSION = 12_000


@dataclass
class Research:
    """A session being recorded; `notes` keeps what was found worth remembering under which key."""

    rng: random.Random
    engine: Engine
    most: int
    turns: list[Turn] = field(default_factory=list)

    def do(self, name: str, **given: Any) -> str:
        """Calls the tool and keeps the turn, unless the session is full."""
        spent = sum(len(turn.observation) + len(str(turn.action)) for turn in self.turns)
        if len(self.turns) >= self.most or spent > LONGEST_SESSION:
            return ""
        answer = self.engine.call(name, given)
        self.turns.append(Turn({"name": name, "arguments": given}, answer))
        return answer

    def any(self) -> Page:
        return self.rng.choice(self.engine.pages)

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability


def words_of(page: Page) -> list[str]:
    """Words that a page could be looked for with."""
    return sorted({word for word in re.findall(r"[A-Za-z]{4,}", f"{page.title} {plain(page.text)}") if word.lower() not in SMALL_WORDS})


def query_for(r: Research, page: Page) -> str:
    words = words_of(page) or ["page"]
    title = re.split(r" [-|] ", page.title)[0]
    two = " ".join(r.rng.sample(words, min(2, len(words))))
    # All small words: an engine finds nothing, and neither would a person ask so.
    title = title if any(word.lower() not in SMALL_WORDS for word in re.findall(r"\w+", title)) else two
    return r.rng.choice(
        (
            title,
            title.lower(),
            r.rng.choice(words),
            r.rng.choice(words).lower(),
            two,
            f"{title} {r.rng.choice(words).lower()}",
            f"{two} {r.rng.choice(words).lower()}",
        )
    )


def question_for(r: Research, page: Page) -> str:
    title = re.split(r" [-|] ", page.title)[0]
    word = r.rng.choice(words_of(page) or [title])
    return r.rng.choice(
        (
            f"what is {title}",
            f"What does {title} do?",
            f"how to use {word}",
            f"when should I use {title}",
            f"{title}: what about {word.lower()}?",
            f"which {word.lower()} is there for {title}",
            f"why {word.lower()}",
            f"explain {word.lower()} in {title}",
        )
    )


def search(r: Research, page: Page | None = None, ask: Callable[[Research, Page], str] = query_for) -> str:
    """One query, under either of the names that the tool takes it."""
    query = ask(r, page or r.any())
    return r.do("web_search", query=query) if r.chance(0.25) else r.do("web_search", queries=[query])


def first_url(results: str) -> str | None:
    found = re.search(r"^\[1\] (\S+)", results, re.M)
    return found[1] if found else None


def read(r: Research, url: str) -> None:
    r.do("web_extractor", **({"urls": [url]} if r.chance(0.12) else {"url": url}))
