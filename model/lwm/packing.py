"""Windows to batches: each is filled with whole windows, in an order that a seed and the epoch decide."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

import numpy as np
import torch

from .data import Windows

# Rows that are open at once: more fill better, fewer keep the order closer to the one drawn. With so many, rows of 65,536 tokens are 99 % full.
OPEN_ROWS = 16


@dataclass(frozen=True)
class Batch:
    """Sessions one behind the other. `bounds` are their edges; `at` are the places whose next token is learned, which is `next`."""

    tokens: torch.Tensor
    positions: torch.Tensor
    bounds: torch.Tensor
    longest: int
    at: torch.Tensor
    next: torch.Tensor
    weights: torch.Tensor
    # Index in Windows.names of what each place belongs to.
    family: torch.Tensor


def rows(lengths: np.ndarray, row: int, seed: int, epoch: int) -> list[list[int]]:
    """Every window once, in rows of at most `row` tokens. The same for the same seed and epoch."""
    order = np.random.default_rng([seed, epoch]).permutation(len(lengths))
    done: list[list[int]] = []
    open_rows: list[tuple[int, list[int]]] = []
    for window in order.tolist():
        size = int(lengths[window])
        fits = [at for at, (left, _) in enumerate(open_rows) if left >= size]
        if fits:
            at = min(fits, key=lambda one: open_rows[one][0])
            left, held = open_rows[at]
            held.append(window)
            open_rows[at] = (left - size, held)
        else:
            open_rows.append((row - size, [window]))
            if len(open_rows) > OPEN_ROWS:
                fullest = min(range(len(open_rows)), key=lambda one: open_rows[one][0])
                done.append(open_rows.pop(fullest)[1])
    return done + [held for _, held in open_rows]


def batch(windows: Windows, chosen: list[int], pad_to: int | None = None) -> Batch:
    """The chosen windows. With `pad_to` so many tokens in all, the rest a session of nothing, and places rounded up to a fixed step."""
    parts = [windows.window(at) for at in chosen]
    sizes = [len(ids) for ids, _ in parts]
    tokens = np.concatenate([ids for ids, _ in parts]).astype(np.int64)
    weights = np.concatenate([weighed for _, weighed in parts]).astype(np.float32)
    positions = np.concatenate([np.arange(size) for size in sizes])
    owner = np.repeat(windows.family[chosen].astype(np.int64), sizes)
    if pad_to is not None and pad_to > len(tokens):
        more = pad_to - len(tokens)
        # No longer than the rows are, for kernels whose work follows the longest session.
        longest = max(sizes)
        sizes += [min(longest, more - done) for done in range(0, more, longest)]
        tokens, weights, owner = (np.concatenate([part, np.zeros(more, part.dtype)]) for part in (tokens, weights, owner))
        positions = np.concatenate([np.arange(size) for size in sizes])
    # A session's first token follows no other, so it is never a target. It has no weight: a system message comes before all answers.
    places = np.flatnonzero(weights[1:])
    return Batch(
        tokens=torch.from_numpy(tokens),
        positions=torch.from_numpy(positions),
        bounds=torch.from_numpy(np.cumsum([0, *sizes]).astype(np.int32)),
        longest=max(sizes),
        at=torch.from_numpy(places),
        next=torch.from_numpy(tokens[1:][places]),
        weights=torch.from_numpy(weights[1:][places]),
        family=torch.from_numpy(owner[1:][places]),
    )


def steps(windows: Windows, row: int, rows_a_step: int, seed: int, epochs: float) -> Iterator[list[list[int]]]:
    """The rows of each optimiser step. Rows of an epoch that fill no step are left out of it."""
    for epoch in range(ceil(epochs)):
        plan = rows(windows.lengths, row, seed, epoch)
        count = max(1, int(len(plan) // rows_a_step * min(1, epochs - epoch)))
        for step in range(count):
            yield plan[step * rows_a_step : (step + 1) * rows_a_step]
