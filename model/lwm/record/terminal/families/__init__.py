"""The kinds of session. GENERATORS gives of each its generator and the share of its sessions that are root's."""

from collections.abc import Callable

from ..session import Session
from . import archives, builds, craft, data, files, flow, fresh, processes, python, queries, streams, system, tables, text, versions, workday

Generator = Callable[[Session], None]

MODULES = (files, text, tables, craft, flow, streams, python, builds, queries, system, processes, archives, data, versions, workday, fresh)
GENERATORS: dict[str, tuple[Generator, float]] = {name: of for module in MODULES for name, of in module.FAMILIES.items()}
