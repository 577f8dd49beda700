"""AgentWorldBench files for the app's `eval`: held-out turns, as its own exporter writes them, with a `kind`."""

import json
from collections import defaultdict
from pathlib import Path

import numpy as np

from .session import Session


def write(path: Path, sessions: list[Session], count: int, seed: int, longest: int) -> int:
    """So many turns, every domain alike and in a domain every family; returns how many there were. `longest`: characters of a prompt."""
    chosen = sample(sessions, count, seed, longest)
    path.write_text("".join(f"{json.dumps(line(sessions[at], turn), ensure_ascii=False)}\n" for at, turn in chosen))
    return len(chosen)


def sample(sessions: list[Session], count: int, seed: int, longest: int) -> list[tuple[int, int]]:
    """(session, turn) pairs, in the sessions' order. A turn that is context only is not asked for."""
    drawn = np.random.default_rng(seed)
    kinds: dict[str, dict[str, list[tuple[int, int]]]] = defaultdict(lambda: defaultdict(list))
    for at, session in enumerate(sessions):
        size = len(session.system)
        for number, turn in enumerate(session.turns):
            size += len(turn.user) + len(turn.given) + len(turn.said)
            if turn.weight and size <= longest:
                kinds[session.domain][f"{session.recorder}/{session.family}"].append((at, number))
    orders = {domain: around([shuffled(turns, drawn) for turns in families.values()]) for domain, families in sorted(kinds.items())}
    return sorted(around(list(orders.values()))[:count])


def shuffled(items: list, drawn: np.random.Generator) -> list:
    return [items[at] for at in drawn.permutation(len(items))]


def around(lists: list[list]) -> list:
    """One of each in turn, for as long as there are any."""
    ranked = [(rank, at, item) for at, items in enumerate(lists) for rank, item in enumerate(items)]
    return [item for _, _, item in sorted(ranked, key=lambda one: one[:2])]


def line(session: Session, at: int) -> dict:
    """One sample, with the fields of src/core/formats/exporters/agentworldbench.ts."""
    turns = session.turns[: at + 1]
    return {
        "task": session.domain,
        "id": f"{session.id}/{at + 1}",
        "kind": f"{session.recorder}/{session.family}",
        "prompt": [turn.user for turn in turns],
        "response": [turn.given + turn.said for turn in turns],
        "current_prompt": turns[-1].user,
        "system_str": session.system,
        "turn_idx": at + 1,
        "total_turns": len(session.turns),
    }
