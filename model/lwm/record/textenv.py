"""The form in which every text environment answers: the scene, then what the command was worth, whether it is over, what is admitted."""

import hashlib
import random

# Lists longer than this are left out of a session altogether: they would be most of what it shows.
MOST_ADMISSIBLE = 20


def listed(admissible: list[str] | None) -> str:
    """The line of admissible actions; empty where a world tells none."""
    return "" if admissible is None else f"\nAdmissible actions: {', '.join(admissible)}".rstrip()


def observation(scene: str, reward: int, done: bool, admissible: list[str] | None = None) -> str:
    """What the world shows after a command. At the end nothing is admitted any more."""
    return f"{scene.strip()}\n\nReward: {reward}\nDone: {str(done).lower()}{listed([] if done and admissible is not None else admissible)}"


def dice(*parts: object) -> random.Random:
    """A generator of random numbers that is the same on every machine for the same parts."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return random.Random(int.from_bytes(digest[:8], "big"))
