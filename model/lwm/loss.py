"""The loss over the places that are learned, and nothing else: the logits of a vocabulary of 49,152 are most of a small model's memory."""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.utils.checkpoint import checkpoint

# Places whose logits are held at once: 16,384 of them are 1.6 GB in bf16.
CHUNK = {"cuda": 16_384, "cpu": 1024}


def each(hidden: Tensor, matrix: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """(cross-entropy, whether the target is the likeliest token) of each place."""
    logits = F.linear(hidden, matrix).float()
    return F.cross_entropy(logits, target, reduction="none"), logits.argmax(-1) == target


def places(hidden: Tensor, matrix: Tensor, target: Tensor, one: Callable = each) -> tuple[Tensor, Tensor]:
    """`each`, in chunks whose logits are computed again for the gradient."""
    size = CHUNK.get(hidden.device.type, 1024)
    losses, right = [], []
    for at in range(0, len(target), size):
        part = (hidden[at : at + size], matrix, target[at : at + size])
        loss, hit = checkpoint(one, *part, use_reentrant=False) if torch.is_grad_enabled() else one(*part)
        losses.append(loss)
        right.append(hit)
    return torch.cat(losses), torch.cat(right)
