"""What kind of turn one is and how much it weighs in training (Qwen-AgentWorld, table 3)."""

import re

# How often a turn of each kind is kept there; here its weight in the loss. Turns that only say the action back teach little.
WEIGHTS = {
    "retrieval": 1.0,
    "expansion": 1.0,
    "action": 1.0,
    "transform": 0.5,
    "boilerplate": 0.1,
    "echo": 0.05,
    "other": 1.0,
}

# An observation of so few characters is short.
SHORT = 40

WORD = re.compile(r"\w+")


def words(text: str) -> set[str]:
    return set(WORD.findall(text.lower()))


def category(action: str, observation: str) -> str:
    """The most specific kind that fits: echo is tested before boilerplate, expansion before retrieval."""
    a, o = words(action), words(observation)
    if not a or not o:
        return "other"
    overlap = len(a & o) / len(a)
    new = len(o - a) / len(o)
    ratio = len(observation) / len(action)
    if overlap >= 0.7 and new < 0.3:
        return "echo"
    if overlap >= 0.5 and new < 0.5:
        return "boilerplate"
    if overlap >= 0.5 and ratio > 1.5:
        return "expansion"
    if new >= 0.6 and ratio > 1:
        return "retrieval"
    if new >= 0.5 and (ratio <= 1 or len(observation) <= SHORT):
        return "action"
    if new < 0.5 and ratio < 1:
        return "transform"
    return "other"
