"""One batch's part of the gradient: what training does most of the time, and what `speed` measures."""

from collections.abc import Callable

import torch
from torch import Tensor

from . import loss
from .attention import Way
from .net import Net
from .packing import Batch


def gradient(model: Net, batch: Batch, way: Way, each: Callable, dtype: torch.dtype, all_weight: float) -> Tensor:
    """Adds the batch's part to the gradient of the mean over `all_weight`; gives the loss at each place that is learned."""
    device = next(model.parameters()).device

    def moved(x: Tensor) -> Tensor:
        return x.to(device, non_blocking=True)

    with torch.autocast(device.type, dtype, enabled=dtype != torch.float32):
        hidden, matrix = model(moved(batch.tokens), moved(batch.positions), way(moved(batch.bounds), batch.longest))
        losses, _ = loss.places(hidden[moved(batch.at)], matrix, moved(batch.next), each)
    ((losses * moved(batch.weights)).sum() / all_weight).backward()
    return losses.detach().float()
