"""Pages of a session's small web, made of real documentation: sections of manuals, entries of dictionaries, the chemical elements.

They are taken from Debian 12's packages python3.11-doc (PSF licence), postgresql-doc-15 (PostgreSQL licence), python-django-doc (BSD), apache2-doc
(Apache-2.0), nodejs-doc (MIT), sqlite3-doc (public domain), zsh-doc (zsh's licence, which is like MIT's), dict-jargon and dict-elements (public domain) and
dict-wn (WordNet 3.0 licence). They are looked for in data/docs, and where that is not there in the system itself:

    mkdir -p data/docs && cd data/docs && apt-get download PACKAGES && for one in *.deb; do dpkg -x "$one" .; done
"""

import gzip
import random
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from .markdown import Section, cut, sections

HERE = Path(__file__).resolve().parents[3] / "data" / "docs"
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()

# A name of the manual, where it is, the folders of it that hold text, and how its titles end.
MANUALS = {
    "python": ("usr/share/doc/python3.11/html", ("library", "howto", "tutorial", "reference", "faq", "using"), "Python 3.11"),
    "postgres": ("usr/share/doc/postgresql-doc-15/html", (".",), "PostgreSQL 15"),
    "django": ("usr/share/doc/python-django-doc/html", ("topics", "ref", "howto", "intro", "faq", "internals"), "Django"),
    "apache": (
        "usr/share/doc/apache2-doc/manual/en",
        ("howto", "mod", ".", "programs", "misc", "ssl", "rewrite", "vhosts"),
        "Apache HTTP Server",
    ),
    "node": ("usr/share/doc/nodejs/api", (".",), "Node.js"),
    "zsh": ("usr/share/doc/zsh-common/html", (".",), "zsh"),
    "sqlite": ("usr/share/doc/sqlite3", (".",), "SQLite"),
}
# Only for families that are tested on.
UNSEEN = ("sqlite", "zsh")
SEEN = tuple(name for name in MANUALS if name not in UNSEEN)


@dataclass(frozen=True)
class Page:
    url: str
    title: str
    # As "Mar 4, 2025", or "N/A".
    date: str
    text: str


def below(path: str) -> Path:
    """A file or folder of the documentation packages."""
    found = next((top / path for top in (HERE, Path("/")) if (top / path).exists()), None)
    if found is None:
        raise FileNotFoundError(f"{path} is not there; how to get the documentation stands at the top of {Path(__file__).name}.")
    return found


def there() -> bool:
    """Whether the documentation has been fetched."""
    return any((top / place).exists() for top in (HERE, Path("/")) for place in ("usr/share/dictd/wn.dict.dz",))


@cache
def files(manual: str) -> tuple[Path, ...]:
    place, folders, _ = MANUALS[manual]
    top = below(place)
    found = {one.resolve() for folder in folders for ending in ("*.html", "*.html.en") for one in (top / folder).glob(ending)}
    return tuple(sorted(one for one in found if 3000 < one.stat().st_size < 150_000))


@lru_cache(maxsize=300)
def sections_of(path: Path) -> tuple[Section, ...]:
    return tuple(one for one in sections(path.read_text(encoding="utf-8", errors="replace")) if len(one.heading) < 70)


def date(rng: random.Random) -> str:
    return f"{rng.choice(MONTHS)} {rng.randint(1, 28)}, {rng.randint(2012, 2026)}" if rng.random() < 0.8 else "N/A"


def slug(text: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", text.lower())[:5]) or "page"


def manual_pages(rng: random.Random, count: int, most: int, manuals: tuple[str, ...] = SEEN) -> list[Page]:
    """So many sections of one or two manuals, most of them of the same few files, so that they have words in common."""
    made: dict[str, Page] = {}
    for _ in range(60):
        manual = rng.choice(manuals)
        host = rng.choice((f"docs.{manual}.example", f"{manual}.example", f"{manual}.manuals.example", f"help.example/{manual}"))
        path = rng.choice(files(manual))
        name = path.name.split(".")[0]
        known = [one for one in sections_of(path) if len(cut(one, most)) > len(one.heading) + 90]
        for one in rng.sample(known, min(len(known), rng.randint(2, 4))):
            url = f"https://{host}/{rng.choice((name, path.parent.name + '/' + name)) if path.parent.name not in ('html', 'api', 'sqlite3') else name}/{slug(one.heading)}"
            end = MANUALS[manual][2]
            text = cut(one, most)
            if text not in {page.text for page in made.values()}:
                made.setdefault(
                    url, Page(url, rng.choice((f"{one.heading} - {end}", f"{one.heading} | {end}", one.heading)), date(rng), text)
                )
        if len(made) >= count:
            break
    pages = list(made.values())[:count]
    rng.shuffle(pages)
    return pages


def dictionary(name: str) -> str:
    return gzip.decompress(below(f"usr/share/dictd/{name}.dict.dz").read_bytes()).decode("utf-8", "replace")


@lru_cache(maxsize=1)
def wordnet() -> tuple[list[tuple[str, str]], dict[str, list[int]]]:
    """The entries whose word is that of a thing, and where each word occurs in their texts."""
    entries = []
    for word, body in re.findall(r"^(\S[^\n]*)\n((?: [^\n]*\n)+)", dictionary("wn"), re.M):
        text = " ".join(body.split())
        if re.match(r"n(?: 1)?: ", text) and word.isascii() and 60 < len(text) < 500:
            entries.append((word, text))
    places: dict[str, list[int]] = {}
    for at, (word, text) in enumerate(entries):
        for one in set(re.findall(r"[a-z]{4,}|[A-Z][a-z]{3,}", f"{word} {text}")):
            places.setdefault(one, []).append(at)
    return entries, {word: found for word, found in places.items() if 6 <= len(found) <= 400}


@lru_cache(maxsize=1)
def subjects() -> list[str]:
    return sorted(wordnet()[1])


def senses(text: str) -> str:
    """A WordNet entry as a list of meanings, its links as plain words."""
    plain = (
        re.sub(r"\[(syn|ant|also): ([^\]]*)\]", lambda found: f"({'like' if found[1] == 'syn' else 'not'}: {found[2]})", text)
        .replace("{", "")
        .replace("}", "")
    )
    parts = [part.strip() for part in re.split(r"(?:^| )(?:n |)\d+: |^n: ", plain) if part.strip()]
    return parts[0] if len(parts) == 1 else "\n".join(f"{number}. {part}" for number, part in enumerate(parts, 1))


def lexicon_pages(rng: random.Random, count: int, most: int) -> list[Page]:
    """Entries of WordNet about one subject: all have a word in common."""
    entries, places = wordnet()
    subject = rng.choice(subjects())
    chosen = rng.sample(places[subject], min(count, len(places[subject])))
    sites = rng.sample(
        (
            ("lexicon.example/entry", " - Lexicon"),
            ("words.example", " | Words"),
            ("encyclopedia.example/wiki", " - Encyclopedia"),
            ("terms.example/a-z", ""),
            ("glossary.example/of", ": meaning"),
        ),
        2,
    )
    pages = []
    for at in chosen:
        word, text = entries[at]
        site, end = rng.choice(sites)
        body = f"# {word}\n\n{senses(text)}"
        if len(body) <= most:
            pages.append(Page(f"https://{site}/{word.replace(' ', rng.choice('_-'))}", f"{word}{end}", date(rng), body))
    return list({page.url: page for page in pages}.values())


@lru_cache(maxsize=1)
def jargon() -> list[tuple[str, list[str]]]:
    """Words of the Jargon File with the paragraphs about them."""
    found = []
    for word, body in re.findall(r"^(\w[^\n]*)\n((?:(?: [^\n]*)?\n)+)", dictionary("jargon"), re.M):
        lines = body.replace("{", "").replace("}", "").split("\n\n")
        paragraphs = [
            " ".join(one.split())
            for one in lines
            if one.strip() and not re.fullmatch(r"\s*(?:/.*/,? ?)?(?:n\.|adj\.|v\.|vt\.|vi\.|[\w., ]{1,12})?\s*", one)
        ]
        if paragraphs and 80 < len(paragraphs[0]) < 500 and all(ord(char) < 0x2100 for char in paragraphs[0]):
            found.append((word, paragraphs))
    return found


def jargon_pages(rng: random.Random, count: int, most: int) -> list[Page]:
    """Entries of the Jargon File that stand next to each other."""
    known = jargon()
    start = rng.randrange(len(known) - 3 * count)
    site = rng.choice(("jargon.example", "hackers.example/words", "slang.example/computing"))
    pages = []
    for word, paragraphs in rng.sample(known[start : start + 3 * count], count):
        text = f"# {word}\n\n" + "\n\n".join(paragraphs)
        while len(text) > most:
            text = text.rpartition("\n\n")[0]
        if text.count("\n"):
            pages.append(Page(f"https://{site}/{slug(word)}", rng.choice((word, f"{word} - Jargon", f"What is {word}?")), date(rng), text))
    return list({page.url: page for page in pages}.values())


@lru_cache(maxsize=1)
def elements() -> list[tuple[str, str, str, str, str]]:
    """Name, symbol, number, weight and description of the chemical elements."""
    pattern = r"^(\w+)\nSymbol: (\w+)\nAtomic number: (\d+)\nAtomic weight: ([^\n]+)\n((?:[^\n]+\n)+)"
    return [(*one[:4], " ".join(one[4].split())) for one in re.findall(pattern, dictionary("elements"), re.M)]


def element_pages(rng: random.Random, count: int, most: int) -> list[Page]:
    """Pages about chemical elements, each with a table."""
    site = rng.choice(("elements.example", "chemistry.example/element", "periodic-table.example"))
    pages = []
    for name, symbol, number, weight, text in rng.sample(elements(), count):
        rows = f"| Symbol | {symbol} |\n| Atomic number | {number} |\n| Atomic weight | {weight} |"
        body = f"# {name.title()}\n\n| | |\n| --- | --- |\n{rows}\n\n{text}"
        pages.append(Page(f"https://{site}/{name}", f"{name.title()} ({symbol})", date(rng), body))
    return [page for page in pages if len(page.text) <= most + 150]
