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
from multiprocessing import get_context
from pathlib import Path

from ..trajectory import Trajectory, read, repair, write

# In the order they are recorded.
RECORDERS: tuple[str, ...] = ("terminal", "mcp", "swe", "search", "web", "scienceworld", "textworld", "programs")

# Workers are replaced after about so many sessions, for what environments leave in memory. Not by `max_tasks_per_child`: an executor that
# was given all its work beforehand does not notice that its workers have ended, and waits for ever.
WORKER_LASTS = 200


def recorder(name: str):
    """The module of that recorder."""
    if name not in RECORDERS:
        raise SystemExit(f'There is no recorder "{name}". There are: {", ".join(RECORDERS) or "none yet"}.')
    return import_module(f"{__name__}.{name}")


def one(name: str, family: str, seed: int) -> Trajectory:
    """One session, recorded in a folder that is removed after it."""
    with tempfile.TemporaryDirectory(prefix="orrery-record-") as folder:
        return recorder(name).record(family, seed, Path(folder))


def record(
    name: str, seeds: range, out: Path, jobs: int = os.cpu_count() or 1, families: tuple[str, ...] = ()
) -> Iterator[tuple[int, int, str | None]]:
    """Records every family of `name`, or those given, with every seed into OUT/NAME.jsonl.gz, leaving out what is there already.

    Yields (done, of, what went wrong or None) after each session. One that fails is told and left out: the next run tries it again.
    """
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{name}.jsonl.gz"
    if path.exists() and (lost := repair(path)):
        print(f"{path}: {lost} bytes of a session that was cut off were removed", file=sys.stderr)
    known = {(t.family, t.seed) for t in read(path)} if path.exists() else set()
    wanted = [(family, seed) for seed in seeds for family in families or recorder(name).FAMILIES if (family, seed) not in known]
    done = 0
    for first in range(0, len(wanted), jobs * WORKER_LASTS):
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            running = {pool.submit(one, name, *each): each for each in wanted[first : first + jobs * WORKER_LASTS]}
            for future in as_completed(running):
                family, seed = running.pop(future)
                error = future.exception()
                if error is None:
                    write(path, [future.result()])
                done += 1
                yield done, len(wanted), None if error is None else f"{name}/{family}/{seed}: {error}"


def add_arguments(parser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="recorders; default: all of them")
    parser.add_argument("--seeds", default="0:200", help="first:end; every family is recorded once a seed (default 0:200)")
    parser.add_argument("--families", nargs="+", default=[], metavar="FAMILY", help="of one recorder: these only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="sessions at once")
    parser.add_argument("--out", type=Path, default=Path("data/recorded"))
    parser.add_argument("--show", metavar="FAMILY", help="print one session of this family and record nothing")


def run(args) -> None:
    first, end = (int(part) for part in args.seeds.split(":"))
    names = args.names or list(RECORDERS)
    for name in names:
        # Before hours of recording, not after: a name that is wrong is told at once.
        recorder(name)
    if not names:
        raise SystemExit("There is no recorder yet.")
    if args.families:
        if len(names) > 1:
            raise SystemExit("--families are of one recorder: name it.")
        if wrong := set(args.families) - set(recorder(names[0]).FAMILIES):
            raise SystemExit(f"{names[0]} has no family {', '.join(sorted(wrong))}. It has: {', '.join(recorder(names[0]).FAMILIES)}.")
    if args.show:
        return show(one(names[0], args.show, first))
    for name in names:
        began, failed = time.monotonic(), 0
        for done, of, wrong in record(name, range(first, end), args.out, args.jobs, tuple(args.families)):
            failed += wrong is not None
            if wrong is not None:
                print(wrong, file=sys.stderr)
            if done % 100 == 0 or done == of:
                print(f"{name}: {done} of {of}, {failed} failed, {time.monotonic() - began:.0f} s", file=sys.stderr)


def show(trajectory: Trajectory) -> None:
    print(f"{trajectory.id} · {trajectory.domain} · {trajectory.program}\n{trajectory.initial_state}")
    for number, turn in enumerate(trajectory.turns, 1):
        print(f"\n--- {number} · {turn.action}\n{turn.observation}")
