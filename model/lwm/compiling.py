"""Compiling the network, only where it works: a trial on random sessions tells before the training rather than in the middle of it."""

from collections.abc import Callable

import numpy as np
import torch

from . import loss, net, packing
from .attention import Way
from .data import Windows
from .step import gradient

# Recorded sessions are about so long, and about this share of their tokens is learned.
SESSION = (500, 4500)
LEARNED = 0.2

# Rounding to bf16 moves these losses by 0.6 %, and by 2 % where weights are quantised too (a trained 135M); a fault moves them by far more.
ROUNDING = 0.05


def compiled(model: net.Net, way: Way, dtype: torch.dtype, tokens: int, kinds: list[net.Kinds]) -> tuple[Callable, str | None]:
    """(loss.each, why nothing is compiled or None). For batches of so many tokens, with the weights of each of `kinds`."""
    halves, each = net.compiled(), torch.compile(loss.each, dynamic=True)
    batch = drawn(tokens, model.shape.vocabulary, 0)

    def losses() -> torch.Tensor:
        model.zero_grad(set_to_none=True)
        return gradient(model, batch, way, each if model.halves is halves else loss.each, dtype, 1.0)

    try:
        for one in kinds:
            model.quantised(one)
            model.halves = net.EAGER
            plain = losses()
            model.halves = halves
            # Twice, because what was right once may be compiled again.
            if any((losses() - plain).norm() > ROUNDING * plain.norm() for _ in range(2)):
                raise ValueError("what is compiled computes something else")
        return each, None
    except torch.OutOfMemoryError:
        raise
    except Exception as error:  # Whatever a missing compiler says: training goes without, and the reason is told.
        model.halves = net.EAGER
        return loss.each, f"{type(error).__name__}: {error}"[:300]
    finally:
        model.quantised(net.unquantised)
        model.zero_grad(set_to_none=True)


def drawn(tokens: int, vocabulary: int, seed: int) -> packing.Batch:
    """Random sessions of so many tokens in all."""
    random = np.random.default_rng(seed)
    lengths = random.integers(*SESSION, tokens // SESSION[0] + 1)
    starts = np.unique(np.minimum(np.cumsum([0, *lengths]), tokens))
    weights = (random.random(tokens) < LEARNED).astype(np.float16)
    weights[starts[:-1]] = 0
    ids = random.integers(0, vocabulary, tokens).astype(np.uint16)
    windows = Windows(ids, weights, starts, np.zeros(len(starts) - 1, np.uint16), ["random"], 0)
    return packing.batch(windows, list(range(len(windows))), tokens)
