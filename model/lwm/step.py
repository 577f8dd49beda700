"""One optimiser step: what training does all the time, and what `speed` measures."""

from collections.abc import Callable

import torch
from torch import Tensor

from . import loss
from .attention import Way
from .net import Net
from .packing import Batch

CLIP = 1.0
DECAY = 0.1


def adamw(model: torch.nn.Module, rate: float) -> torch.optim.AdamW:
    """Over fp32 weights. Norms are not pulled to zero, nor is the embedding, whose rare tokens would be forgotten."""
    plain = [one for name, one in model.named_parameters() if one.ndim < 2 or name.startswith("embed.")]
    matrices = [one for name, one in model.named_parameters() if one.ndim == 2 and not name.startswith("embed.")]
    groups = [{"params": matrices, "weight_decay": DECAY}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), fused=plain[0].is_cuda)


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


def update(model: Net, optimiser: torch.optim.Optimizer, rate: float) -> float:
    """Takes the step and clears the gradient; returns the gradient's norm. One that is not finite is not taken: it would end the model."""
    for group in optimiser.param_groups:
        group["lr"] = rate
    norm = float(torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP))
    if norm < float("inf"):
        optimiser.step()
    optimiser.zero_grad(set_to_none=True)
    return norm
