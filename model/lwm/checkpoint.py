"""What training goes on from: weights, the optimiser, how far it came, and the settings that must be the same."""

import os
from pathlib import Path
from typing import Any

import torch

NAME = "checkpoint.pt"


def save(
    folder: Path, net: torch.nn.Module, optimiser: torch.optim.Optimizer, step: int, seconds: float, settings: dict[str, object]
) -> Path:
    """`seconds` were trained so far. Written beside and moved into place: a crash leaves the one before. The data's order follows from the seed and the step alone."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    held = {"weights": net.state_dict(), "optimiser": optimiser.state_dict(), "step": step, "seconds": seconds, "settings": settings}
    torch.save(held, path.with_suffix(".new"))
    os.replace(path.with_suffix(".new"), path)
    return path


def load(folder: Path, settings: dict[str, Any]) -> dict[str, Any] | None:
    """The checkpoint in `folder`, if there is one. @raises SystemExit when it was made with other settings, naming them"""
    path = folder / NAME
    if not path.exists():
        return None
    held = torch.load(path, map_location="cpu", weights_only=True)
    other = [f"{name} was {old}, is {settings.get(name)}" for name, old in held["settings"].items() if settings.get(name) != old]
    if other:
        raise SystemExit(f'"{path}" was trained with other settings: {"; ".join(other)}. Give the same ones, or another --out.')
    return held


def weights(path: Path) -> dict[str, torch.Tensor]:
    """The weights alone."""
    return torch.load(path, map_location="cpu", weights_only=True, mmap=True)["weights"]
