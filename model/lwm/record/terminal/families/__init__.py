"""The kinds of session. GENERATORS gives of each its generator and the share of its sessions that are root's."""

from collections.abc import Callable

from ..session import Session
from . import craft, files, text

Generator = Callable[[Session], None]

GENERATORS: dict[str, tuple[Generator, float]] = {name: (generate, share) for module in (files, text, craft) for name, (generate, share) in module.FAMILIES.items()}
