"""Records servers of tools: public ones over stdio, and small business servers that are made anew for each seed."""

from pathlib import Path
from random import Random

from ..trajectory import Trajectory
from .mcp_servers.kinds import KINDS
from .mcp_servers.public import PUBLIC
from .mcp_servers.session import business

DOMAIN = "mcp"
FAMILIES = (*PUBLIC, *KINDS)
# A part of a public server, and two trades whose words and rules no other has.
HELD_OUT = frozenset({"memory-find", "library", "flights"})


def record(family: str, seed: int, folder: Path) -> Trajectory:
    rng = Random(f"mcp/{family}/{seed}")
    if family in PUBLIC:
        program, state, tools, turns = PUBLIC[family](rng, folder)
    else:
        program, (state, tools, turns) = "a server of the MCP Python SDK 1.30.0", business(KINDS[family], rng)
    return Trajectory("mcp", family, seed, program, DOMAIN, state, turns, tools)
