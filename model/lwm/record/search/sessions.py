"""What a researching agent does: kinds of sessions over a small web."""

import re
from typing import Any

from .engine import plain
from .pages import Page
from .research import Research, first_url, query_for, question_for, read, search, words_of


def lookups(r: Research) -> None:
    """A search, then one of what it found; now and then the same search again."""
    asked: list[str] = []
    for _ in range(r.rng.randint(3, 6)):
        url = first_url(search(r))
        asked += r.turns[-1].action["arguments"].get("queries", [])
        if url and r.chance(0.7):
            read(r, url if r.chance(0.7) else r.any().url)
        if asked and r.chance(0.25):
            r.do("web_search", queries=[r.rng.choice(asked)])
        if r.chance(0.2):
            lost(r)
        if r.chance(0.3):
            note(r)


def questions(r: Research) -> None:
    """Whole questions, as a person asks them."""
    for _ in range(r.rng.randint(3, 7)):
        url = first_url(search(r, ask=question_for))
        if url and r.chance(0.6):
            read(r, url)
        if r.chance(0.2):
            lost(r)


def several(r: Research) -> None:
    """Two or three queries in one call, and several pages in one call."""
    for _ in range(r.rng.randint(2, 4)):
        r.do("web_search", queries=[query_for(r, r.any()) for _ in range(r.rng.choice((2, 2, 3)))])
        if r.chance(0.7):
            count = min(len(r.engine.pages), 2)
            r.do("web_extractor", urls=[page.url for page in r.rng.sample(list(r.engine.pages), count)])
        if r.chance(0.3):
            search(r)


def key_for(r: Research, page: Page) -> str:
    word = (r.rng.choice(words_of(page) or ["page"])).lower()
    return r.rng.choice(
        (
            word,
            f"{word}_url",
            f"{word} {r.rng.choice(('title', 'date', 'source', 'fact'))}",
            f"{r.rng.choice(('note', 'fact', 'source'))}_{r.rng.randint(1, 9)}",
        )
    )


def value_for(r: Research, page: Page) -> Any:
    sentence = re.split(r"(?<=[.!?]) ", plain(page.text))[0][:120]
    return r.rng.choice(
        (page.url, page.title, page.date, sentence, f"see {page.url}", [page.url, page.date], len(page.title), page.date != "N/A")
    )


def note(r: Research) -> None:
    r.do(
        "dict_memory",
        action="add",
        dict={key_for(r, page): value_for(r, page) for page in (r.any() for _ in range(r.rng.choice((1, 1, 1, 2, 3))))},
    )


def change_notes(r: Research) -> None:
    """One thing done to the memory, with keys that there are and now and then one that there is not."""
    known = list(r.engine.notes)
    keys = r.rng.sample(known, min(len(known), r.rng.choice((1, 1, 2)))) if known else []
    if r.chance(0.18) or not keys:
        keys = [*keys[:1], key_for(r, r.any())]
    match r.rng.randrange(9):
        case 0 | 1:
            note(r)
        case 2 | 3:
            r.do("dict_memory", action="retrieve", key_list=keys)
        case 4:
            r.do("dict_memory", action="remove", key_list=keys)
        case 5:
            r.do("dict_memory", action="update", dict={key: value_for(r, r.any()) for key in keys})
        case 6 if r.chance(0.35):
            r.do("dict_memory", action="remove_all")
        case _:
            r.do("dict_memory", action="retrieve_all")


def notes(r: Research) -> None:
    """Mostly the memory: notes are made, changed, asked for and thrown away."""
    search(r)
    note(r)
    for _ in range(r.rng.randint(5, 11)):
        change_notes(r)
    if r.chance(0.5):
        read(r, r.any().url)
    r.do("dict_memory", action="retrieve_all")


def wrong_url(r: Research) -> str:
    """An address that is nearly that of a page."""
    url = r.any().url
    at = r.rng.randrange(len("https://") + 3, len(url))
    return r.rng.choice(
        (
            url[:at] + url[at + 1 :],
            url + "/",
            url.rpartition("/")[0],
            f"{url}-2",
            url.replace(".example", ".test"),
            url.replace("https://", "https://www."),
            f"{url}.html",
            url.replace("https", "http"),
        )
    )


def lost(r: Research) -> None:
    """A page or a note that is not there."""
    if r.chance(0.5):
        read(r, wrong_url(r))
    else:
        r.do("dict_memory", action=r.rng.choice(("retrieve", "remove")), key_list=[key_for(r, r.any())])


def astray(r: Research) -> None:
    """Addresses that lead nowhere, sites that are not there, words that no page has."""
    for _ in range(r.rng.randint(4, 8)):
        match r.rng.randrange(5):
            case 0 | 1:
                read(r, wrong_url(r))
            case 2:
                r.do("web_extractor", urls=[r.any().url, wrong_url(r)])
            case 3:
                word = r.rng.choice(words_of(r.any()) or ["page"])
                at = r.rng.randrange(len(word))
                search(r, ask=lambda r, page: f"{word[:at] + word[at + 1 :]} {r.rng.choice(words_of(page) or ['page'])}")  # noqa: B023, called at once
            case _:
                search(r)


def goals(r: Research) -> None:
    """Pages read for something: what they say of it, or that they say nothing of it."""
    for _ in range(r.rng.randint(3, 6)):
        page = r.any()
        source = page if r.chance(0.75) else r.any()
        words = words_of(source) or ["use"]
        goal = r.rng.choice(
            (
                r.rng.choice(words).lower(),
                " ".join(r.rng.sample(words, min(2, len(words)))).lower(),
                f"the {r.rng.choice(words).lower()}",
                f"{r.rng.choice(words).lower()} of {r.rng.choice(words).lower()}",
            )
        )
        r.do("web_extractor", url=page.url, goal=goal)
        if r.chance(0.5):
            search(r, page)
        if r.chance(0.3):
            read(r, page.url)


def compare(r: Research) -> None:
    """Two subjects side by side: both searched, both read, both noted."""
    first, second = r.rng.sample(list(r.engine.pages), 2)
    r.do("web_search", queries=[query_for(r, first), query_for(r, second)])
    for page in (first, second):
        read(r, page.url)
        r.do("dict_memory", action="add", dict={key_for(r, page): value_for(r, page)})
    if r.chance(0.5):
        r.do("web_extractor", urls=[second.url, first.url])
    search(r, first, question_for)
    change_notes(r)
    r.do("dict_memory", action="retrieve_all")
    if r.chance(0.5):
        search(r, second)
