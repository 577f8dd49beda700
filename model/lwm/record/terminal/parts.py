"""Small texts with a seed: names of files, tables, sentences, and the choice of what to do next."""

from collections.abc import Callable
from random import Random

from . import words


def name(rng: Random, end: str = "txt") -> str:
    """A name for a file; without `end` for a folder."""
    stem = rng.choice(words.TOPICS)
    if rng.random() < 0.25:
        stem += rng.choice(("-", "_")) + rng.choice((*words.ADJECTIVES, *words.TOPICS))
    elif rng.random() < 0.12:
        stem += str(rng.randint(1, 9))
    return f"{stem}.{end}" if end else stem


def names(rng: Random, count: int, end: str = "txt") -> list[str]:
    """Names that differ, in an order of their own."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[name(rng, end)] = None
    return list(found)


def pool(rng: Random) -> list[str]:
    """Things of one kind."""
    return rng.choice((words.ITEMS, words.ITEMS, words.CITIES, words.NAMES, words.ANIMALS, words.COLOURS, [n.lower() for n in words.NAMES], words.TOPICS))


def pairs(rng: Random, count: int, low: int = 1, high: int = 99, of: list[str] | None = None) -> list[tuple[str, int]]:
    """Different words, each with a number; now and then two of the numbers are equal."""
    return [(word, rng.randint(low, high)) for word in rng.sample(of or pool(rng), count)]


def table(rows, separator: str = " ") -> str:
    return "".join(separator.join(str(cell) for cell in row) + "\n" for row in rows)


def sentence(rng: Random) -> str:
    """A few words that a person might have written, in one of several shapes."""
    thing, other = rng.sample(words.ITEMS, 2)
    quality, second = rng.sample(words.ADJECTIVES, 2)
    animal, where = rng.choice(words.ANIMALS), rng.choice(words.PREPOSITIONS)
    return rng.choice(
        (
            f"the {quality} {animal} {where} the {thing}",
            f"{rng.choice(words.VERBS)} the {quality} {thing}",
            f"{rng.choice(words.NAMES)} has {rng.randint(2, 9)} {second} {other}s",
            f"a {second} {thing} {where} a {quality} {other}",
            f"{quality} {thing} and {second} {other}",
            f"no {thing} {where} the {other}",
            f"{animal}s are {second}",
            f"{rng.choice(words.VERBS)} {rng.randint(2, 20)} {thing}s",
            f"{rng.choice(words.CITIES)} is {quality} and {second}",
        )
    )


def sentences(rng: Random, count: int) -> list[str]:
    return [sentence(rng) for _ in range(count)]


def text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def other(rng: Random, of: list[str], known) -> str:
    """A word that is not among the known ones."""
    return rng.choice([word for word in of if word not in known])


def some(rng: Random, of: list, low: int, high: int) -> list:
    """Some of them, in any order."""
    return rng.sample(of, min(len(of), rng.randint(low, high)))


def go(rng: Random, moves: list[Callable[[], object]], low: int, high: int) -> None:
    """Makes some of the moves in any order; one that is named twice may come twice."""
    for move in some(rng, moves, low, high):
        move()


def here(file: str, lines: str, mark: str = "EOF", quoted: bool = True, append: bool = False) -> str:
    """A line that writes those lines (each ended) to a file."""
    sign = f"'{mark}'" if quoted else mark
    return f"cat {'>>' if append else '>'} {file} <<{sign}\n{lines}{mark}"
