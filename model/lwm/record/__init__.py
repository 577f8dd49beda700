"""Records real environments. A recorder is one module of this package; RECORDERS lists them.

A recorder has:
- DOMAIN: the app's domain whose actions and observations it records
- FAMILIES: the names of its kinds of session; each is a generator of its own, not a word exchanged in another's
- HELD_OUT: the families that are only tested on, about one in eight
- record(family, seed, folder) -> Trajectory: one session, the same for the same family and seed; `folder` is empty and its own
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from pathlib import Path

from ..trajectory import Trajectory, read, write

# In the order they are recorded.
RECORDERS: tuple[str, ...] = ("scienceworld", "textworld")


def recorder(name: str):
    """The module of that recorder."""
    if name not in RECORDERS:
        raise SystemExit(f'There is no recorder "{name}". There are: {", ".join(RECORDERS)}.')
    return import_module(f"{__name__}.{name}")


def one(name: str, family: str, seed: int) -> Trajectory:
    """One session, recorded in a folder that is removed after it."""
    with tempfile.TemporaryDirectory(prefix="orrery-record-") as folder:
        return recorder(name).record(family, seed, Path(folder))


def record(name: str, seeds: range, out: Path, jobs: int = os.cpu_count() or 1) -> Iterator[tuple[int, int, str | None]]:
    """Records every family of `name` with every seed into OUT/NAME.jsonl.gz, leaving out what is there already.

    Yields (done, of, what went wrong or None) after each session. One that fails is told and left out: the next run tries it again.
    """
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{name}.jsonl.gz"
    known = {(t.family, t.seed) for t in read(path)} if path.exists() else set()
    wanted = [(family, seed) for seed in seeds for family in recorder(name).FAMILIES if (family, seed) not in known]
    with ProcessPoolExecutor(jobs, max_tasks_per_child=200) as pool:
        running = {pool.submit(one, name, family, seed): (family, seed) for family, seed in wanted}
        for done, future in enumerate(as_completed(running), 1):
            family, seed = running.pop(future)
            error = future.exception()
            if error is None:
                write(path, [future.result()])
            yield done, len(wanted), None if error is None else f"{name}/{family}/{seed}: {error}"


def add_arguments(parser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="recorders; default: all of them")
    parser.add_argument("--seeds", default="0:200", help="first:end; every family is recorded once a seed (default 0:200)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="sessions at once")
    parser.add_argument("--out", type=Path, default=Path("data/recorded"))
    parser.add_argument("--show", metavar="FAMILY", help="print one session of this family and record nothing")


def run(args) -> None:
    first, end = (int(part) for part in args.seeds.split(":"))
    names = args.names or list(RECORDERS)
    if args.show:
        return show(one(names[0], args.show, first))
    for name in names:
        began, failed = time.monotonic(), 0
        for done, of, wrong in record(name, range(first, end), args.out, args.jobs):
            failed += wrong is not None
            if wrong is not None:
                print(wrong, file=sys.stderr)
            if done % 100 == 0 or done == of:
                print(f"{name}: {done} of {of}, {failed} failed, {time.monotonic() - began:.0f} s", file=sys.stderr)


def show(trajectory: Trajectory) -> None:
    print(f"{trajectory.id} · {trajectory.domain} · {trajectory.program}\n{trajectory.initial_state}")
    for number, turn in enumerate(trajectory.turns, 1):
        print(f"\n--- {number} · {turn.action}\n{turn.observation}")
