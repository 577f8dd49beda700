"""The reference server that shows every kind of answer: texts, sums, structured content, links."""

from pathlib import Path
from random import Random

from .. import npm, words
from ..talk import chosen, defined, some_tools, talked

# What needs a picture, a clock or a person is left out.
WEIGHTS = {
    "echo": 2.0,
    "get-sum": 2.0,
    "get-structured-content": 1.0,
    "get-annotated-message": 0.8,
    "get-resource-links": 0.6,
    "trigger-long-running-operation": 0.8,
    "get-roots-list": 0.3,
}


def session(rng: Random, folder: Path):
    server = npm.running("everything")
    tools = some_tools(rng, WEIGHTS, rng.randint(3, 6))
    state = rng.choice(
        [
            "A server that tries out the protocol. It keeps nothing.",
            "The demonstration server; weather is made up and the same for each city.",
            "The server has just been started. Its client offers roots but has named none.",
        ]
    )
    try:
        turns = talked(rng, server, lambda turns: chosen(rng, proposals(rng), tools, turns))
        return (
            f"@modelcontextprotocol/server-everything {npm.VERSION}",
            state,
            defined(server, {turn.action["name"] for turn in turns}, len(tools), rng),
            turns,
        )
    except BaseException:
        npm.stopped("everything")
        raise


def said(rng: Random) -> str:
    return rng.choice(
        [
            words.task(rng),
            words.thing(rng),
            f"Hello {rng.choice(words.FIRST)}!",
            f"{words.person(rng)} is in {rng.choice(words.PLACES)}",
            str(rng.randint(1, 999)),
            f'{{"{rng.choice(words.THINGS)}": {rng.randint(1, 9)}}}',
            "ping",
        ]
    )


def number(rng: Random) -> float:
    return rng.choice([rng.randint(0, 20), rng.randint(-50, 99), rng.randint(100, 2000), rng.randint(1, 99) + 0.5])


def proposals(rng: Random):
    return {
        "echo": lambda: {"message": said(rng)},
        "get-sum": lambda: {"a": number(rng), "b": number(rng)},
        "get-structured-content": lambda: {"location": rng.choice(["New York", "Chicago", "Los Angeles"])},
        "get-annotated-message": lambda: {
            "messageType": rng.choice(["error", "success", "debug"]),
            **({"includeImage": False} if rng.random() < 0.5 else {}),
        },
        "get-resource-links": lambda: {"count": rng.randint(1, 4)},
        "trigger-long-running-operation": lambda: {"duration": rng.choice([0.01, 0.02, 0.05]), "steps": rng.randint(1, 6)},
        "get-roots-list": dict,
    }
