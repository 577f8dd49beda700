"""What a generator of sites gives: a host, what it answers, and what a visitor may want there."""

import json
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from random import Random
from typing import Any

from .page import Answer, Asked
from .words import FIRMS, PEOPLE, SUBJECTS, things

# A site's script stands right behind it, so nothing is imported.
VIEW = (Path(__file__).parent / "view.js").read_text().replace("\nexport ", "\n")

# A call of the web domain, the beginning of the line it is aimed at (`button 'Add`), and its other values.
Order = tuple[Any, ...]


@dataclass(frozen=True)
class Site:
    host: str
    answer: Answer
    # Each is what a visitor does to reach one thing.
    goals: list[list[Order]]
    # What may be typed anywhere.
    texts: list[str] = field(default_factory=list)


def click(target: str) -> Order:
    return ("click", target)


def fill(target: str, text: str | int) -> Order:
    return ("fill", target, str(text))


def choose(target: str, option: str) -> Order:
    return ("select_option", target, option)


def press(key: str) -> Order:
    return ("keyboard_press", None, key)


ENTER = press("Enter")


def document(title: str, body: str) -> str:
    return f'<!doctype html><html lang="en"><head><title>{escape(title)}</title></head><body>{body}</body></html>'


def lost(asked: Asked) -> str:
    """What every site says of a path that it does not have."""
    return document("Not found", f'<h1>Not found</h1><p>There is no page {escape(asked.path)}.</p><a href="/">Home</a>')


def app(rng: Random, title: str, given: dict[str, Any], script: str, goals: list[list[Order]], host: str | None = None) -> Site:
    """A site of one page whose script does everything; `given` is what it is to know, as `g`."""
    firm = rng.choice(FIRMS)
    links = [[one, f"/{one.lower()}"] for one in rng.sample(["About", "Help", "Contact", "Terms", "News"], rng.randint(0, 2))]
    chosen = {
        "title": title,
        "site": f"{firm} {rng.choice(['Club', 'House', 'Online', 'Tools', 'Works', 'Desk'])}",
        "links": links,
        "frame": rng.choice(["plain", "main", "main", "header", "bar", "foot"]),
        "heading": rng.choice(["h1", "h1", "h2"]),
        "fields": rng.choice(["around", "aria", "for"]),
        "list": rng.choice(["ul", "ul", "ol", "table", "section", "article", "p"]),
        "sign": rng.choice(["£", "$", "€"]),
        **given,
    }
    start = f"document.currentScript.remove(); const g = {json.dumps(chosen, ensure_ascii=False)};"
    page = document(title, f"<script>(() => {{{start}\n{VIEW}\n{{\n{script}\n}}}})()</script>")
    named = host or title.split()[-1].lower()
    return Site(
        host=f"{rng.choice([named, firm.lower(), f'{firm.lower()}-{named}', f'{named}.{firm.lower()}'])}.example",
        answer=lambda asked: page if asked.path == "/" else lost(asked),
        goals=goals,
        texts=[*things(rng, 3), rng.choice(PEOPLE), rng.choice(SUBJECTS), str(rng.randint(1, 99))],
    )
