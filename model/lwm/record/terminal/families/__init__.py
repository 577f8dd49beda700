"""The kinds of session. GENERATORS gives of each its generator and the share of its sessions that are root's."""

from collections.abc import Callable

from ..session import Session
from . import craft, data, files, programs, system, text, versions

Generator = Callable[[Session], None]

GENERATORS: dict[str, tuple[Generator, float]] = {name: (generate, share) for module in (files, text, craft, programs, system, data, versions) for name, (generate, share) in module.FAMILIES.items()}
