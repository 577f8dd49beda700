"""Weights as they come back from a GGUF block format, in torch, so that training can feel what quantisation will do.

The arithmetic is that of gguf.quants (and of ggml's reference), block for block; test_fake.py compares the two bit for bit.
"""

import torch

BLOCK = 32


def q8_0(x: torch.Tensor) -> torch.Tensor:
    blocks = x.float().reshape(-1, BLOCK)
    scale = blocks.abs().amax(1, keepdim=True) / 127
    steps = away_from_zero(blocks * inverse(scale))
    return (steps * half(scale)).reshape(x.shape)


def q5_0(x: torch.Tensor) -> torch.Tensor:
    return offset(x, 16)


def q4_0(x: torch.Tensor) -> torch.Tensor:
    return offset(x, 8)


def offset(x: torch.Tensor, middle: int) -> torch.Tensor:
    """The formats without a minimum: the value that is largest without its sign becomes the lowest step."""
    blocks = x.float().reshape(-1, BLOCK)
    largest = blocks.gather(1, blocks.abs().argmax(1, keepdim=True))
    scale = largest / -middle
    steps = (blocks * inverse(scale) + (middle + 0.5)).floor().clamp(0, 2 * middle - 1) - middle
    return (steps * half(scale)).reshape(x.shape)


def inverse(scale: torch.Tensor) -> torch.Tensor:
    return torch.where(scale == 0, torch.zeros_like(scale), 1 / scale)


def half(scale: torch.Tensor) -> torch.Tensor:
    """Scales are kept as fp16."""
    return scale.half().float()


def away_from_zero(x: torch.Tensor) -> torch.Tensor:
    """Halves are rounded away from zero, unlike torch.round."""
    return torch.sign(x) * (x.abs() + 0.5).floor()


FAKES = {"Q8_0": q8_0, "Q5_0": q5_0, "Q4_0": q4_0, "F16": lambda x: x.half().float(), "F32": lambda x: x}


def straight_through(x: torch.Tensor, kind: str) -> torch.Tensor:
    """The quantised weights in the forward pass; the gradient goes to the weights as they are."""
    return x + (FAKES[kind](x.detach()) - x).detach()
