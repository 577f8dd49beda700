"""Prepared sessions as tokens on disk: split into windows and tokens once, by all cores, then read through memory maps."""

import hashlib
import json
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from .session import pieces, read
from .tokens import Vocabulary, session_tokens
from .windows import window_tokens, windows

# Parts of a piece that processes take one by one. Each reads the whole piece for its part, which is cheaper than handing sessions over.
PARTS = 16
# Raised when what is written changes.
FORMAT = 2


@dataclass(frozen=True)
class Windows:
    """All windows of a split one behind the other. `starts[i]` to `starts[i + 1]` is window i, of the kind
    `names[family[i]]`, which is RECORDER/FAMILY.
    """

    tokens: np.ndarray
    # Of each token in the loss; 0 where nothing is learned.
    weights: np.ndarray
    starts: np.ndarray
    family: np.ndarray
    names: list[str]
    # Turns that do not fit the context.
    lost: int

    def __len__(self) -> int:
        return len(self.family)

    def window(self, at: int) -> tuple[np.ndarray, np.ndarray]:
        return self.tokens[self.starts[at] : self.starts[at + 1]], self.weights[self.starts[at] : self.starts[at + 1]]

    @property
    def lengths(self) -> np.ndarray:
        return np.diff(self.starts)


def load(folder: Path, split: str, cache: Path, vocabulary: Vocabulary, context: int, jobs: int | None = None) -> Windows:
    """The windows of the split's pieces in `folder`, from the cache where the same pieces were read before.

    @raises SystemExit when there is no piece
    """
    paths = pieces(folder, split)
    if not paths:
        raise SystemExit(f'There is no {split}-NNN.jsonl.xz in "{folder}". Run "python -m lwm prepare" first, or copy pieces there.')
    at = cache / f"{split}-{context}-{fingerprint(paths, vocabulary)}"
    if not (at / "about.json").exists():
        make(at, paths, vocabulary, context, jobs or os.cpu_count() or 1)
    about = json.loads((at / "about.json").read_text())

    def mapped(name: str, kind: type) -> np.ndarray:
        return np.memmap(at / f"{name}.bin", dtype=kind, mode="r")

    return Windows(
        mapped("tokens", np.uint16),
        mapped("weights", np.float16),
        np.fromfile(at / "starts.bin", np.int64),
        np.fromfile(at / "family.bin", np.uint16),
        about["names"],
        about["lost"],
    )


def fingerprint(paths: list[Path], vocabulary: Vocabulary) -> str:
    made = hashlib.sha256(json.dumps([FORMAT, asdict(vocabulary)]).encode())
    for path in paths:
        made.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return made.hexdigest()[:16]


def make(at: Path, paths: list[Path], vocabulary: Vocabulary, context: int, jobs: int) -> None:
    at.mkdir(parents=True, exist_ok=True)
    starts, families, names, lost = [0], [], [], 0
    # Processes of their own, not forks: torch has threads by now.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=given, initargs=(vocabulary, context))
    with pool, open(at / "tokens.bin", "wb") as tokens, open(at / "weights.bin", "wb") as weights:
        for made, missing in pool.map(split_up, *zip(*((path, part) for path in paths for part in range(PARTS)))):
            lost += missing
            for name, ids, weighed in made:
                if name not in names:
                    names.append(name)
                ids.tofile(tokens)
                weighed.tofile(weights)
                starts.append(starts[-1] + len(ids))
                families.append(names.index(name))
    np.array(starts, np.int64).tofile(at / "starts.bin")
    np.array(families, np.uint16).tofile(at / "family.bin")
    # Last, because its being there says that all of it is.
    (at / "about.json").write_text(json.dumps({"names": names, "lost": lost}))


_given: list = []


def given(vocabulary: Vocabulary, context: int) -> None:
    _given[:] = [vocabulary, context]


def split_up(path: Path, part: int) -> tuple[list[tuple[str, np.ndarray, np.ndarray]], int]:
    """(windows, turns that fit nowhere) of every PARTS-th session of a piece."""
    vocabulary, context = _given
    made, lost = [], 0
    for session in read(path, part, PARTS):
        tokens = session_tokens(vocabulary, session)
        weights = [turn.weight for turn in session.turns]
        cut = windows(len(tokens.head), [len(turn) for turn, _ in tokens.turns], context)
        lost += len(tokens.turns) - sum(window.end - window.new for window in cut)
        for window in cut:
            ids, weighed = window_tokens(tokens, weights, window)
            # What teaches nothing need not be read.
            if any(weighed):
                made.append((f"{session.recorder}/{session.family}", np.array(ids, np.uint16), np.array(weighed, np.float16)))
    return made, lost
