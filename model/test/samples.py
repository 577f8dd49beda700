"""The app's own sample recordings (resources/samples) as trajectories: real sessions for tests."""

import json
from pathlib import Path

from lwm.trajectory import Trajectory, Turn

SAMPLES = Path(__file__).parents[2] / "resources" / "samples"


def sample(name: str, seed: int = 1, family: str = "sample") -> Trajectory:
    """The main branch of resources/samples/NAME.jsonl."""
    lines = [json.loads(line) for line in (SAMPLES / f"{name}.jsonl").read_text().splitlines()]
    steps = {line["step"]["id"]: line["step"] for line in lines if line.get("type") == "step"}
    branch = next(line["branch"] for line in lines if line.get("type") == "branch")
    chain, tip = [], branch["tip"]
    while tip:
        chain.insert(0, steps[tip])
        tip = steps[tip]["parent"]
    setup = branch["setup"]
    turns = [Turn(step["action"], step["observation"]["text"]) for step in chain]
    return Trajectory("samples", family, seed, "a sample", setup["domain"], setup.get("initialState", ""), turns, setup.get("tools") or None)


def all_samples() -> list[Trajectory]:
    return [sample(path.stem, seed) for seed, path in enumerate(sorted(SAMPLES.glob("*.jsonl")), 1)]
