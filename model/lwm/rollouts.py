"""Consistency over sessions that feed themselves: how often an answer is still the real one, by how many the model has given before."""

import json
import random
import subprocess
import sys
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path

from .render import MODEL, node
from .trajectory import Trajectory


def chosen(trajectories: list[Trajectory], count: int, seed: int) -> list[Trajectory]:
    """So many sessions, domains in turn, those with the most turns first among a domain's shuffled ones."""
    random.Random(seed).shuffle(trajectories)
    domains: dict[str, list[Trajectory]] = defaultdict(list)
    for one in sorted(trajectories, key=lambda one: -min(20, len(one.turns))):
        domains[one.domain].append(one)
    ranked = sorted((rank, name, at) for name, list_ in domains.items() for rank, at in enumerate(range(len(list_))))
    return [domains[name][at] for _, name, at in ranked[:count]]


def rollouts(model: Path, trajectories: list[Trajectory]) -> list[dict]:
    """One answer each turn, from the app's own engine: kind, turn, exact, normalised, ending, tokens, first (ms), ms."""
    given = "".join(json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in trajectories)
    done = subprocess.run(
        [node(), "rollout.ts", str(model.resolve())], cwd=MODEL, input=given, capture_output=True, text=True
    )
    if done.returncode:
        sys.stderr.write(done.stderr)
        raise SystemExit("The rollouts ended with an error; it stands above.")
    return [json.loads(line) for line in done.stdout.splitlines()]


def told(answers: list[dict]) -> dict:
    """Exact match by turn, the endings, and the pace. Pace is the median over turns; the first of a session reads its whole prompt."""
    by_turn: dict[int, list[int]] = defaultdict(list)
    for one in answers:
        by_turn[one["turn"]].append(one["normalised"])
    paces = [one["tokens"] / (one["ms"] - one["first"]) * 1000 for one in answers if one["tokens"] > 10 and one["first"] and one["ms"] > one["first"]]
    return {
        "answers": len(answers),
        "exact": mean([one["exact"] for one in answers]),
        "normalised": mean([one["normalised"] for one in answers]),
        "by turn": {turn: [len(values), mean(values)] for turn, values in sorted(by_turn.items())},
        "empty": sum(one["ending"] == "no-output" for one in answers),
        "runaway": sum(one["ending"] in ("length", "repetition") for one in answers),
        "too long": sum(one["ending"] == "context-full" for one in answers),
        "first token ms, first turn": median([one["first"] for one in answers if one["first"] and one["turn"] == 1]),
        "first token ms, later": median([one["first"] for one in answers if one["first"] and one["turn"] > 1]),
        "tokens a second": median(paces),
    }


def mean(values: list[int]) -> float:
    return round(sum(values) / max(1, len(values)), 4)


def median(values: list[float]) -> float | None:
    return round(sorted(values)[len(values) // 2], 1) if values else None
