"""Real sessions of bash: a program of commands is made from a seed and typed into a real shell, and what its terminal shows is kept.

Needs Linux, root (for namespaces), and in /usr/bin, by Debian's names: bash git gcc make sqlite3 jq bc zip unzip bsdextrautils xxd tree
procps python3. Debian 12 is what the recorded machines say they are. Each session has a root folder of its own with its user's
real home, no network, and a clock that stands still; programs are the machine's, read-only.
"""

from pathlib import Path
from random import Random

from ...trajectory import Trajectory
from .families import GENERATORS
from .machine import machine
from .sandbox import missing
from .session import Over, Session

DOMAIN = "terminal"
FAMILIES: tuple[str, ...] = tuple(GENERATORS)
HELD_OUT = frozenset({"inventory-awk", "merge-conflict", "backup-script", "symlinks", "config-sed"})
PROGRAM = "GNU bash 5.2 on Debian 12"
FEWEST_TURNS = 4


def record(family: str, seed: int, folder: Path) -> Trajectory:
    """One session of that family. Raises RuntimeError if the machine lacks something, or the session came out too short."""
    lacking = missing()
    if lacking:
        raise RuntimeError(lacking)
    generate, root = GENERATORS[family]
    rng = Random(f"terminal/{family}/{seed}")
    session = Session(rng, machine(rng, root), folder)
    try:
        generate(session)
    except Over:
        pass
    finally:
        if session.shell:
            session.shell.close()
    if len(session.turns) < FEWEST_TURNS:
        raise RuntimeError(f"Only {len(session.turns)} turns came of it.")
    return Trajectory("terminal", family, seed, PROGRAM, DOMAIN, session.initial_state, session.turns)
