"""What sites of several pages are written in: HTML from the recorder, with links, forms and redirections."""

from collections.abc import Callable
from html import escape
from random import Random

from .page import Asked
from .site import Order, Site, document, lost
from .words import FIRMS, PEOPLE, SUBJECTS, things

Page = Callable[..., str]


def served(
    rng: Random, named: str, goals: list[list[Order]], reply: Callable[[Asked, Page], str | None], nav: Callable[[], list[tuple[str, str]]]
) -> Site:
    """A site whose pages share a head with links. `reply` gives a page, an address to go on to, or None for what it does not have."""
    firm = rng.choice(FIRMS)
    name = f"{firm} {named}"
    at = rng.choice(["above", "above", "below"])
    labelled = rng.choice([' aria-label="Main"', ""])
    marked = rng.random() < 0.5

    def page(title: str, main: str, path: str = "") -> str:
        links = "".join(
            f'<a href="{href}"{" aria-current=page" if marked and href == path else ""}>{escape(text)}</a>' for text, href in nav()
        )
        bar = f'<a href="/">{escape(name)}</a><nav{labelled}>{links}</nav>'
        body = f"<main><h1>{escape(title)}</h1>{main}</main>"
        whole = f"<header>{bar}</header>{body}" if at == "above" else f"{body}<footer>{bar}</footer>"
        return document(f"{title} - {name}", whole)

    word = named.split()[0].lower()
    return Site(
        host=f"{rng.choice([firm.lower(), word, f'{firm.lower()}-{word}', f'{word}.{firm.lower()}'])}.example",
        answer=lambda asked: reply(asked, page) or lost(asked),
        goals=goals,
        texts=[*things(rng, 3), rng.choice(PEOPLE), rng.choice(SUBJECTS), str(rng.randint(1, 99))],
    )


def field(label: str, name: str, value: str = "", kind: str = "text") -> str:
    """A field with its label around it."""
    return f'<p><label>{escape(label)} <input name="{name}" type="{kind}" value="{escape(value)}"></label></p>'


def choice(label: str, name: str, options: list[str], value: str = "") -> str:
    inside = "".join(f"<option{' selected' if one == value else ''}>{escape(one)}</option>" for one in options)
    return f'<p><label>{escape(label)} <select name="{name}">{inside}</select></label></p>'


def form(action: str, *inside: str, button: str, method: str = "post") -> str:
    return f'<form action="{action}" method="{method}">{"".join(inside)}<button>{escape(button)}</button></form>'


def table(heads: list[str], lines: list[list[str]]) -> str:
    """Heads are text, cells HTML."""
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in line)}</tr>" for line in lines)
    return f"<table><tr>{''.join(f'<th>{escape(head)}</th>' for head in heads)}</tr>{rows}</table>"


def listed(items: list[str], tag: str = "ul") -> str:
    """Items are HTML."""
    return f"<{tag}>{''.join(f'<li>{one}</li>' for one in items)}</{tag}>"


def link(text: str, href: str) -> str:
    return f'<a href="{href}">{escape(text)}</a>'


def alert(text: str) -> str:
    return f'<p role="alert">{escape(text)}</p>' if text else ""


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")
