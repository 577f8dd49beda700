"""Coding agents' tools on real repositories: files cut from packages that are installed, edited, searched and run in a throwaway machine.

Needs Linux, the app's node_modules, and Debian 12's git, grep, diff, make and Python in /usr/bin. Where the sources come from, and their licences: sources.py.
"""

import random
import zlib
from collections.abc import Callable
from pathlib import Path

from ...trajectory import Trajectory
from . import editing, failing, reading, running, shelling
from .repository import python_files, repository, script_files
from .scripts import UNSEEN_SCRIPTS
from .session import Session, begin
from .sources import UNSEEN

DOMAIN = "swe"
PROGRAM = "file tools, GNU grep and bash on Debian 12"

GENERATORS: dict[str, Callable[[Session], None]] = {
    "explore": reading.explore,
    "ranges": reading.ranges,
    "searches": reading.searches,
    "edits": editing.edits,
    "mistakes": editing.mistakes,
    "rename": editing.rename,
    "new-files": editing.new_files,
    "rearrange": editing.rearrange,
    "settings": editing.settings,
    "plan": editing.plan,
    "scripts": reading.explore,
    "scripts-edits": editing.edits,
    "calls": running.calls,
    "tests": running.tests,
    "errors": failing.errors,
    "constants": running.constants,
    "text-tools": shelling.text_tools,
    "git": shelling.git,
    "review": shelling.review,
    "make": shelling.make,
}
# A session of any of these kinds, over packages that no other family takes its files from.
ANYWHERE = ("explore", "ranges", "searches", "edits", "mistakes", "rename", "plan", "text-tools")

FAMILIES = [*GENERATORS, "unseen", "unseen-scripts"]
HELD_OUT = frozenset({"review", "unseen", "unseen-scripts"})

# Kinds that run what they are about.
PROGRAMS = ("calls", "tests")
SCRIPTS = ("scripts", "scripts-edits")
WITH_GIT = ("git", "review")


def record(family: str, seed: int, folder: Path) -> Trajectory:
    mixed = zlib.crc32(f"swe/{family}/{seed}".encode())
    rng = random.Random(mixed)
    kind = rng.choice(ANYWHERE) if family.startswith("unseen") else family
    if family == "unseen-scripts":
        given = repository(rng, script_files(rng, UNSEEN_SCRIPTS), language="JavaScript")
    elif kind in SCRIPTS or (kind in ANYWHERE and family != "unseen" and rng.random() < 0.15):
        given = repository(rng, script_files(rng), language="JavaScript")
    elif kind in PROGRAMS:
        given = repository(rng, running.program_files(random.Random(mixed)))
    else:
        git = True if kind in WITH_GIT else None
        short = 1700 if kind in ("settings", "make", "errors", "constants", "git", "review") else 3000
        given = repository(
            rng,
            python_files(rng, UNSEEN if family == "unseen" else (), whole=kind in ("constants", "errors"), chars=short),
            git,
            told_date=kind in WITH_GIT,
        )
    session = begin(rng, folder, given, rng.randint(8, 20), mixed)
    GENERATORS[kind](session)
    # What little there was to do for some kinds is followed by a look around.
    while len(session.turns) < 4:
        reading.read(session)
    return Trajectory("swe", family, seed, PROGRAM, DOMAIN, given.initial_state, session.turns)
