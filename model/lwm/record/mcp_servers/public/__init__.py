"""The public servers: each makes the data, tells it, and calls the real program."""

from . import everything, files, git, memory, sqlite, thinking, zones

# Each makes (what ran, the initial state, the tools, the turns) from a seeded Random and an empty folder.
PUBLIC = {
    "files-read": files.reading,
    "files-write": files.writing,
    "files-move": files.moving,
    "memory-build": memory.building,
    "memory-find": memory.finding,
    "thinking": thinking.session,
    "everything": everything.session,
    "git": git.session,
    "sqlite": sqlite.session,
    "zones": zones.session,
}
