"""Prepared sessions as tokens on disk: split into windows and tokens once, by all cores, then read through memory maps."""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from .session import Session, pieces, read
from .tokens import Vocabulary, session_tokens
from .windows import window_tokens, windows

# Sessions that a process is given at once.
CHUNK = 64
# Raised when what is written changes.
FORMAT = 1


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
    # Sessions or turns that do not fit the context.
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
    with open(at / "tokens.bin", "wb") as tokens, open(at / "weights.bin", "wb") as weights, ProcessPoolExecutor(
        jobs, initializer=given, initargs=(vocabulary, context)
    ) as pool:
        # A bounded number of batches is under way: all sessions at once would not fit in memory.
        for group in batched(batched(read(paths), CHUNK), jobs * 4):
            for made, missing in pool.map(split_up, group):
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


def batched(sessions: Iterable, size: int) -> Iterator[tuple]:
    """As itertools.batched, which Python 3.11 lacks."""
    rest = iter(sessions)
    while group := tuple(islice(rest, size)):
        yield group


_given: list = []


def given(vocabulary: Vocabulary, context: int) -> None:
    _given[:] = [vocabulary, context]


def split_up(sessions: tuple[Session, ...]) -> tuple[list[tuple[str, np.ndarray, np.ndarray]], int]:
    vocabulary, context = _given
    made, lost = [], 0
    for session in sessions:
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
