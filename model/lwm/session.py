"""A session as a model is trained on it: messages rendered by the app, a weight for each turn; and the files it is kept in."""

import json
import lzma
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path


@dataclass(frozen=True)
class Ask:
    """One turn. `given` begins the answer and comes from the app; `said` is what the model has to say."""

    user: str
    given: str
    said: str
    category: str
    # Of each of its tokens in the loss. A turn of no weight is context only.
    weight: float


@dataclass(frozen=True)
class Session:
    """`recorder`, `family` and `seed` name the trajectory that it was rendered from."""

    recorder: str
    family: str
    seed: int
    domain: str
    system: str
    turns: list[Ask]

    @property
    def id(self) -> str:
        return f"{self.recorder}/{self.family}/{self.seed}"


def to_line(session: Session) -> str:
    return json.dumps(asdict(session), ensure_ascii=False)


def from_line(line: str) -> Session:
    given = json.loads(line)
    return Session(**{**given, "turns": [Ask(**turn) for turn in given["turns"]]})


def pieces(folder: Path, split: str) -> list[Path]:
    """The files of a split, in order. There may be fewer than were prepared: each stands for itself."""
    return sorted(folder.glob(f"{split}-[0-9]*.jsonl.xz"))


def read(path: Path, first: int = 0, every: int = 1) -> Iterator[Session]:
    """The sessions of a piece, or every so many from the first on."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        yield from map(from_line, islice(file, first, None, every))
