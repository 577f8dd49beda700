"""Small programs of seeded functions whose results can be worked out by reading them, with arguments to call them on."""

import random
from dataclasses import dataclass

from .repository import THINGS


@dataclass(frozen=True)
class Function:
    """`calls` are argument lists as source text; `flaw` is (right, wrong): an edit that makes it wrong."""

    name: str
    text: str
    calls: tuple[str, ...]
    flaw: tuple[str, str]


def program(rng: random.Random, count: int) -> list[Function]:
    """So many functions of different names."""
    made: dict[str, Function] = {}
    for maker in rng.sample(MAKERS, min(count, len(MAKERS))):
        one = maker(rng, *rng.sample(THINGS, 3))
        made.setdefault(one.name, one)
    return list(made.values())


def text_of(functions: list[Function]) -> str:
    return "\n\n".join(one.text for one in functions)


def numbers(rng: random.Random, most: int = 6) -> str:
    return str([rng.randint(0, 20) for _ in range(rng.randint(1, most))])


def scaled(rng: random.Random, a: str, b: str, c: str) -> Function:
    factor, more = rng.randint(2, 12), rng.randint(1, 30)
    name = f"{a}_{rng.choice(('price', 'length', 'score', 'total'))}"
    text = f"def {name}({b}):\n    return {b} * {factor} + {more}\n"
    return Function(name, text, tuple(str(rng.randint(0, 20)) for _ in range(3)), (f"* {factor} + {more}", f"* {factor} - {more}"))


def area(rng: random.Random, a: str, b: str, c: str) -> Function:
    name = f"{a}_{rng.choice(('area', 'cost', 'count'))}"
    text = f"def {name}({b}, {c}={rng.randint(1, 5)}):\n    return {b} * {c}\n"
    return Function(
        name,
        text,
        (f"{rng.randint(1, 12)}, {rng.randint(1, 12)}", str(rng.randint(1, 12)), f"{c}={rng.randint(1, 9)}, {b}={rng.randint(1, 9)}"),
        (f"{b} * {c}", f"{b} + {c}"),
    )


def mean(rng: random.Random, a: str, b: str, c: str) -> Function:
    name = f"mean_{a}"
    text = f"def {name}({b}):\n    return sum({b}) / len({b})\n"
    return Function(
        name, text, (str([4, 8, rng.choice((0, 12, 24))]), "[]", f"[{2 * rng.randint(1, 40)}, {2 * rng.randint(1, 40)}]"), ("len(", "max(")
    )


def largest(rng: random.Random, a: str, b: str, c: str) -> Function:
    name = f"{rng.choice(('largest', 'best', 'top'))}_{a}"
    text = (
        f"def {name}({b}):\n    found = {b}[0]\n    for one in {b}:\n        if one > found:\n            found = one\n    return found\n"
    )
    return Function(name, text, (numbers(rng), numbers(rng), "[]"), ("one > found", "one < found"))


def greeting(rng: random.Random, a: str, b: str, c: str) -> Function:
    name = f"{rng.choice(('greet', 'label', 'title'))}_{a}"
    mark = rng.choice(("!", "?", ".", " *"))
    text = f'def {name}({b}, mark="{mark}"):\n    return f"{c.title()} {{{b}}}{{mark}}"\n'
    return Function(
        name, text, (f"'{rng.choice(THINGS)}'", f"{rng.randint(1, 99)}", f"'{rng.choice(THINGS)}', mark='#'"), (c.title(), c.upper())
    )


def words(rng: random.Random, a: str, b: str, c: str) -> Function:
    name = f"{a}_words"
    way = rng.choice(("len(parts)", "parts[0]", "parts[-1]", "' '.join(reversed(parts))", "sorted(parts)"))
    text = f"def {name}({b}):\n    parts = {b}.split()\n    return {way}\n"
    three = " ".join(rng.sample(THINGS, 3))
    return Function(name, text, (f"'{three}'", f"'{rng.choice(THINGS)}'", str(rng.randint(1, 9))), (way, "parts"))


def looked_up(rng: random.Random, a: str, b: str, c: str) -> Function:
    name = f"{a}_of"
    table = dict(zip(rng.sample(THINGS, 3), (rng.randint(1, 99) for _ in range(3))))
    entries = "".join(f'    "{key}": {value},\n' for key, value in table.items())
    text = f"{a.upper()} = {{\n{entries}}}\n\n\ndef {name}({b}):\n    return {a.upper()}[{b}]\n"
    return Function(name, text, tuple(f"'{key}'" for key in (*rng.sample(list(table), 2), rng.choice(THINGS))), (f"[{b}]", f".get({b})"))


def checked(rng: random.Random, a: str, b: str, c: str) -> Function:
    name = f"check_{a}"
    most = rng.randint(5, 50)
    text = f'def {name}({b}):\n    if {b} > {most}:\n        raise ValueError(f"{{{b}}} is more than {most}")\n    return {b}\n'
    return Function(name, text, (str(rng.randint(0, most)), str(most + rng.randint(1, 9)), str(most)), (f"> {most}", f">= {most}"))


def counted(rng: random.Random, a: str, b: str, c: str) -> Function:
    name = f"count_{a}"
    limit = rng.randint(2, 9)
    text = f"def {name}({b}):\n    return len([one for one in {b} if one > {limit}])\n"
    return Function(name, text, (numbers(rng), numbers(rng), "[]"), (f"> {limit}", f"< {limit}"))


def steps(rng: random.Random, a: str, b: str, c: str) -> Function:
    name = f"{a}_steps"
    step = rng.randint(2, 5)
    text = f"def {name}({b}, stop):\n    return list(range({b}, stop, {step}))\n"
    return Function(
        name, text, tuple(f"{rng.randint(0, 5)}, {rng.randint(6, 24)}" for _ in range(3)), (f"stop, {step}", f"stop + 1, {step}")
    )


def sized(rng: random.Random, a: str, b: str, c: str) -> Function:
    name = f"{a}_size"
    small, large = sorted(rng.sample(range(2, 60), 2))
    text = f'def {name}({b}):\n    if {b} < {small}:\n        return "{c}"\n    if {b} < {large}:\n        return "middle"\n    return "large"\n'
    return Function(
        name, text, tuple(str(rng.choice((small, large, rng.randint(0, 70)))) for _ in range(3)), (f"{b} < {small}", f"{b} <= {small}")
    )


MAKERS = (scaled, area, mean, largest, greeting, words, looked_up, checked, counted, steps, sized)
