"""A recorded session of a real environment, the file it is kept in, and the split it belongs to."""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

# One seed in so many is kept from training: known kinds of sessions that were never seen.
HELD_OUT_EVERY = 40

SPLITS = ("train", "test-seed", "test-family")


@dataclass(frozen=True)
class Turn:
    """What was done, as the domain's own action (JSON), and exactly what the environment then showed."""

    action: Any
    observation: str


@dataclass(frozen=True)
class Trajectory:
    """One session. `recorder`, `family` and `seed` make it again; `domain` and what follows is all that a model is told."""

    recorder: str
    family: str
    seed: int
    # The real program and its version.
    program: str
    domain: str
    initial_state: str
    turns: list[Turn]
    # Tool definitions as MCP's tools/list gives them; None for the domain's usual ones.
    tools: list[dict[str, Any]] | None = field(default=None)

    @property
    def id(self) -> str:
        return f"{self.recorder}/{self.family}/{self.seed}"


def split(trajectory: Trajectory, held_out: frozenset[str]) -> str:
    """Which of SPLITS: whole families are held out, and of the others every HELD_OUT_EVERY-th seed."""
    if trajectory.family in held_out:
        return "test-family"
    return "test-seed" if trajectory.seed % HELD_OUT_EVERY == 0 else "train"


def write(path: Path, trajectories: Iterable[Trajectory]) -> int:
    """Appends one JSON line each as a gzip member of its own, so that what was written before a crash can be read; returns how many."""
    count = 0
    with open(path, "ab") as file:
        for one in trajectories:
            file.write(gzip.compress(json.dumps(asdict(one), ensure_ascii=False).encode() + b"\n"))
            file.flush()
            count += 1
    return count


def repair(path: Path) -> int:
    """Takes off what a crash left of a last session, so that others can be written behind the whole ones; returns bytes taken off."""
    data = memoryview(path.read_bytes())
    whole = 0
    while whole < len(data):
        end = member_end(data, whole)
        if end is None:
            break
        whole = end
    if whole < len(data):
        with open(path, "r+b") as file:
            file.truncate(whole)
    return len(data) - whole


def member_end(data: memoryview, start: int) -> int | None:
    """Where the gzip member that begins at `start` ends; None when it does not."""
    member = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    at = start
    try:
        while at < len(data) and not member.eof:
            # A little at a time: what is unused is copied.
            part = data[at : at + 4096]
            member.decompress(part)
            at += len(part)
    except zlib.error:
        return None
    return at - len(member.unused_data) if member.eof else None


def read(path: Path) -> Iterator[Trajectory]:
    """The trajectories of a file in the order they were written. What a crash cut off at its end is left out."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        try:
            for line in file:
                given = json.loads(line)
                yield Trajectory(**{**given, "turns": [Turn(**turn) for turn in given["turns"]]})
        except EOFError:
            return
