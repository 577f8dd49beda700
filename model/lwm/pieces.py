"""Files in pieces of a bounded size: a machine that is lent takes and gives only small ones."""

import lzma
import re
from collections.abc import Iterable
from pathlib import Path

from .session import Session, to_line

MB = 1_000_000
# Sessions that are compressed to learn how much all of them will take.
SAMPLE = 500


def write(folder: Path, split: str, sessions: list[Session], limit: float) -> list[Path]:
    """SPLIT-NNN.jsonl.xz of at most `limit` MB each, all alike: a piece holds some of everything, so that any of them do alone.

    What was there of this split is replaced. `sessions` come shuffled.
    """
    for old in folder.glob(f"{split}-[0-9]*.jsonl.xz"):
        old.unlink()
    if not sessions:
        return []
    sample = sessions[:SAMPLE]
    count = int(len(pack(sample)) / len(sample) * len(sessions) / (limit * MB)) + 1
    while True:
        packed = [pack(sessions[at::count]) for at in range(count)]
        if max(map(len, packed)) <= limit * MB or count >= len(sessions):
            break
        count += 1
    paths = [folder / f"{split}-{at:03}.jsonl.xz" for at in range(len(packed))]
    for path, data in zip(paths, packed):
        path.write_bytes(data)
    return paths


def pack(sessions: Iterable[Session]) -> bytes:
    """Like beside like, because that is what compresses; the order of training is drawn later."""
    alike = sorted(sessions, key=lambda one: (one.recorder, one.family, one.seed))
    return lzma.compress("".join(f"{to_line(one)}\n" for one in alike).encode(), preset=6)


def cut(path: Path, folder: Path, limit: float) -> list[Path]:
    """Any file as NAME.00, NAME.01, ... of at most `limit` MB in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    with open(path, "rb") as file:
        while part := file.read(int(limit * MB)):
            made.append(folder / f"{path.name}.{len(made):02}")
            made[-1].write_bytes(part)
    return made


def join(parts: list[Path], path: Path) -> int:
    """The file that `cut` made the parts of; returns its bytes. A gap in the numbers is an error."""
    ordered = sorted(parts, key=lambda part: part.name)
    numbers = [int(re.sub(r".*\.", "", part.name)) for part in ordered]
    if numbers != list(range(len(ordered))):
        raise SystemExit(f"These are not all the pieces of one file: {', '.join(part.name for part in ordered)}")
    with open(path, "wb") as file:
        for part in ordered:
            file.write(part.read_bytes())
    return path.stat().st_size
