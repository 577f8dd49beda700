"""The reference server of numbered thoughts: it counts them, raises the total, and remembers branches."""

from pathlib import Path
from random import Random
from typing import Any

from ....trajectory import Turn
from .. import npm, words
from ..talk import call, defined, talked


def session(rng: Random, folder: Path):
    topic = words.task(rng)
    with npm.started("sequential-thinking", env={"DISABLE_THOUGHT_LOGGING": "true"}) as server:
        held = {"number": 0, "total": rng.randint(3, 8), "branches": []}
        turns = talked(rng, server, lambda turns: following(rng, held, turns))
        state = rng.choice(
            ["No thought has been recorded.", f"A new sequence of thoughts about: {topic}", "The history is empty; there are no branches."]
        )
        return f"@modelcontextprotocol/server-sequential-thinking {npm.VERSION}", state, defined(server, set(), 1, rng), turns


def thought(rng: Random) -> str:
    return rng.choice(
        [
            f"{words.task(rng)} before anything else.",
            f"What if {words.person(rng)} is away?",
            f"It needs {rng.randint(2, 30)} {rng.choice(words.THINGS)}s.",
            f"The {rng.choice(words.THINGS)} is the cause.",
            f"Ask in {rng.choice(words.PLACES)} first.",
            f"So {rng.randint(2, 99)} is too many.",
        ]
    )


def following(rng: Random, held: dict[str, Any], turns: list[Turn]) -> dict[str, Any]:
    """The next thought; sometimes one of a branch, one that revises another, or one beyond the total."""
    held["number"] += rng.choice([1, 1, 1, 1, 2])
    number = held["number"]
    if rng.random() < 0.15:
        held["total"] += rng.randint(1, 3)
    more: dict[str, Any] = {}
    if number > 1 and rng.random() < 0.3:
        if not held["branches"] or rng.random() < 0.5:
            held["branches"].append(
                rng.choice(
                    [
                        f"{rng.choice(words.MAKES)}-{len(held['branches']) + 1}",
                        f"branch-{'abcdefgh'[len(held['branches']) % 8]}",
                        rng.choice(words.THINGS),
                    ]
                )
            )
        more = {"branchFromThought": rng.randint(1, number - 1), "branchId": rng.choice(held["branches"])}
    elif number > 1 and rng.random() < 0.2:
        more = {"isRevision": True, "revisesThought": rng.randint(1, number - 1)}
    return call(
        "sequentialthinking",
        thought=thought(rng),
        thoughtNumber=number,
        totalThoughts=held["total"],
        nextThoughtNeeded=number < held["total"] or rng.random() < 0.2,
        **more,
    )
