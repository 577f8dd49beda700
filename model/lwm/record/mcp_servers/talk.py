"""What every session is: calls one after the other until there are enough, and the definitions of the tools it is told of."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from ...trajectory import Turn
from .wire import Client

# Characters of one observation, and of all turns together.
OBSERVATION, SESSION = 2200, 11000

LENGTHS = [6, 8, 10, 11, 12, 14, 16, 18]

# What the app keeps of a tool's definition, in its order.
KEPT = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")

Call = dict[str, Any]


def call(name: str, **arguments: Any) -> Call:
    return {"name": name, "arguments": arguments}


def talked(rng: Random, server: Client, following: Callable[[list[Turn]], Call | None]) -> list[Turn]:
    """The turns of a session whose next call `following` names; None is no call, and it is asked again."""
    turns: list[Turn] = []
    wanted, length = rng.choice(LENGTHS), 0
    for _ in range(wanted * 5):
        if len(turns) == wanted or length > SESSION:
            break
        action = following(turns)
        if action is None:
            continue
        observation = server.call(action["name"], action["arguments"]).strip("\n")
        if len(observation) > OBSERVATION:
            # It happened, so what comes after would follow from what nobody saw.
            break
        # A turn without an observation is none; a list of no content blocks is the answer of a read, which changes nothing.
        if observation.strip():
            turns.append(Turn(action, observation))
            length += len(observation) + len(json.dumps(action))
    return turns


def repeated(action: Call, turns: list[Turn]) -> bool:
    """Whether it was asked just now."""
    return any(turn.action == action for turn in turns[-2:])


def defined(server: Client, used: set[str], most: int, rng: Random) -> list[dict[str, Any]]:
    """The definitions of the tools that were used and of some others, in the server's order."""
    # Reference servers declare output schemas that their texts do not follow. Many clients leave them out, and so does half of the sessions.
    kept = KEPT if rng.random() < 0.5 else [key for key in KEPT if key != "outputSchema"]
    tools = [{key: tool[key] for key in kept if tool.get(key) is not None} for tool in server.tools()]
    others = [tool["name"] for tool in tools if tool["name"] not in used]
    shown = used | set(rng.sample(others, min(len(others), max(0, most - len(used)))))
    return [tool for tool in tools if tool["name"] in shown]


def chosen(rng: Random, proposals: dict[str, Callable[[], dict[str, Any] | None]], weights: dict[str, float], turns: list[Turn]) -> Call | None:
    """A call of one of the tools, whose arguments its proposal makes."""
    name = rng.choices(list(weights), list(weights.values()))[0]
    arguments = proposals[name]()
    action = None if arguments is None else call(name, **arguments)
    return None if action is None or repeated(action, turns) else action


def some_tools(rng: Random, weights: dict[str, float], most: int) -> dict[str, float]:
    """The tools of this session, the more likely ones first to be among them."""
    names = sorted(weights, key=lambda name: rng.random() ** (1 / weights[name]), reverse=True)[:most]
    return {name: weights[name] for name in weights if name in names}
