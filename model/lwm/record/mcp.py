"""Records servers of tools: the public reference ones over stdio, and small business servers that are made anew for each seed."""

from pathlib import Path
from random import Random

from ..trajectory import Trajectory
from .mcp_servers.kinds import KINDS
from .mcp_servers.session import business

DOMAIN = "mcp"
FAMILIES = tuple(KINDS)
HELD_OUT = frozenset({"library", "flights"})


def record(family: str, seed: int, folder: Path) -> Trajectory:
    rng = Random(f"mcp/{family}/{seed}")
    state, tools, turns = business(KINDS[family], rng)
    return Trajectory("mcp", family, seed, "a business server of the MCP Python SDK 1.30.0", DOMAIN, state, turns, tools)
