"""Small text files of the usual kinds, by seed."""

import json
from random import Random

from .. import words


def text_file(rng: Random) -> tuple[str, str]:
    """A name and a text that belong together."""
    return rng.choice([markdown, markdown, table, settings, data, log, script, plain, todo])(rng)


def stem(rng: Random) -> str:
    return rng.choice(
        [
            rng.choice(words.THINGS),
            f"{rng.choice(words.MAKES)}-{rng.choice(words.THINGS)}",
            rng.choice(words.PLACES).lower(),
            rng.choice(words.OF_WORK).removeprefix("the ").replace(" ", "_"),
            rng.choice(["readme", "index", "main", "list", "plan", "notes", "draft", "todo"]),
        ]
    )


def markdown(rng: Random) -> tuple[str, str]:
    title = words.thing(rng)
    mark = rng.choice("--*")
    points = "\n".join(f"{mark} {words.task(rng)}" for _ in range(rng.randint(1, 4)))
    return f"{stem(rng)}.md", f"# {title}\n\n{points}\n" + (f"\nSee {words.person(rng)}.\n" if rng.random() < 0.4 else "")


def table(rng: Random) -> tuple[str, str]:
    columns = rng.sample(["name", "city", "count", "price", "date", "colour"], 3)
    make = {
        "name": words.person,
        "city": lambda r: r.choice(words.PLACES),
        "count": lambda r: str(r.randint(0, 90)),
        "price": lambda r: f"{words.price(r):.2f}",
        "date": words.day,
        "colour": lambda r: r.choice(words.COLOURS),
    }
    return f"{stem(rng)}.csv", "\n".join(
        [",".join(columns), *(",".join(make[column](rng) for column in columns) for _ in range(rng.randint(2, 5)))]
    ) + "\n"


def settings(rng: Random) -> tuple[str, str]:
    lines = [
        f"{rng.choice(['host', 'port', 'level', 'theme', 'owner', 'path', 'retries', 'color', 'region'])} = {rng.choice([rng.choice(words.PLACES).lower(), str(rng.randint(1, 9000)), 'true', 'false'])}"
        for _ in range(rng.randint(2, 5))
    ]
    return f"{stem(rng)}.{rng.choice(['ini', 'conf', 'toml', 'env'])}", (f"[{rng.choice(words.THINGS)}]\n" if rng.random() < 0.5 else "") + "\n".join(
        dict.fromkeys(lines)
    ) + "\n"


def data(rng: Random) -> tuple[str, str]:
    value = {
        rng.choice(["name", "title"]): words.thing(rng),
        rng.choice(["count", "size", "version"]): rng.randint(1, 99),
        rng.choice(["tags", "owners"]): words.some(rng, words.TAGS, 3),
        rng.choice(["active", "public"]): rng.random() < 0.5,
    }
    return f"{stem(rng)}.json", json.dumps(value, indent=rng.choice([None, 2, 2])) + "\n"


def log(rng: Random) -> tuple[str, str]:
    hour, day, lines = rng.randint(0, 20), words.day(rng), []
    for _ in range(rng.randint(2, 6)):
        hour += rng.choice([0, 1])
        lines.append(
            f"{day} {hour:02}:{rng.randint(0, 59):02} {rng.choice(['INFO', 'INFO', 'WARN', 'ERROR'])} {rng.choice(words.DOES)} {rng.choice(words.THINGS)} {rng.choice(['ok', 'failed', 'slow', str(rng.randint(2, 900)) + ' ms'])}"
        )
    return f"{stem(rng)}.log", "\n".join(lines) + "\n"


def script(rng: Random) -> tuple[str, str]:
    name, other, number = rng.choice(words.THINGS), rng.choice(words.MAKES), rng.randint(2, 60)
    if rng.random() < 0.5:
        return (
            f"{stem(rng).replace('-', '_')}.py",
            f"def {name}({other}):\n    return {other} {rng.choice('+-*')} {number}\n\n\nprint({name}({rng.randint(1, 9)}))\n",
        )
    return f"{stem(rng)}.sh", f'#!/bin/sh\n{name.upper()}={rng.choice(words.PLACES).lower()}\necho "{other} ${name.upper()}"\n'


def plain(rng: Random) -> tuple[str, str]:
    lines = [
        rng.choice(
            [f"{words.person(rng)}, {rng.choice(words.PLACES)}", f"{rng.randint(2, 20)} x {words.thing(rng)}", f"{words.day(rng)}: {words.task(rng)}"]
        )
        for _ in range(rng.randint(1, 5))
    ]
    return f"{stem(rng)}.txt", "\n".join(lines) + rng.choice(["\n", "\n", ""])


def todo(rng: Random) -> tuple[str, str]:
    return f"{stem(rng)}.md", "\n".join(f"- [{rng.choice([' ', 'x'])}] {words.task(rng)}" for _ in range(rng.randint(2, 5))) + "\n"
