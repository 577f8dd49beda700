"""How often a model says whole observations right, without letting it write them.

A greedy answer is the true one exactly when, the truth before it given, every token of it is the likeliest. So one pass over a session
tells of all its turns what generating each would have told.
"""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import torch

from . import loss, packing
from .attention import Way
from .data import Windows
from .net import EAGER, Net


def score(net: Net, windows: Windows, chosen: list[int], way: Way, device: str, dtype: torch.dtype, tokens: int) -> dict[str, dict]:
    """Of each kind (RECORDER/FAMILY) among the chosen windows: turns, exact (share of them said right), loss a token."""
    sums: dict[str, np.ndarray] = defaultdict(lambda: np.zeros(4))
    # What is compiled is compiled for batches of one size, which these are not.
    halves, net.halves = net.halves, EAGER
    for group in groups(windows, chosen, tokens):
        batch = packing.batch(windows, group)
        if not len(batch.at):
            continue
        with torch.no_grad(), torch.autocast(device.split(":")[0], dtype, enabled=dtype != torch.float32):
            hidden, matrix = net(batch.tokens.to(device), batch.positions.to(device), way(batch.bounds.to(device), batch.longest))
            # The tensors of a batch are places in the whole of it.
            losses, right = loss.places(hidden[batch.at.to(device)], matrix, batch.next.to(device))
        for name, exact, lost, count in answers(batch, losses.cpu().numpy(), right.cpu().numpy(), windows.names):
            sums[name] += (1, exact, lost, count)
    net.halves = halves
    return {
        name: {"turns": int(turns), "exact": round(exact / turns, 4), "loss": round(lost / count, 4)}
        for name, (turns, exact, lost, count) in sorted(sums.items())
    }


def answers(batch: packing.Batch, losses: np.ndarray, right: np.ndarray, names: list[str]) -> Iterator[tuple[str, bool, float, int]]:
    """(kind, all right, loss, tokens) of each answer: between two of them there are always tokens that are not learned."""
    edges = np.flatnonzero(np.diff(batch.at.numpy()) != 1) + 1
    for part in np.split(np.arange(len(right)), edges):
        yield names[int(batch.family[part[0]])], bool(right[part].all()), float(losses[part].sum()), len(part)


def groups(windows: Windows, chosen: list[int], tokens: int) -> Iterator[list[int]]:
    """The windows in batches of about so many tokens, at least one each."""
    group: list[int] = []
    for at in chosen:
        if group and sum(int(windows.lengths[one]) for one in group) + int(windows.lengths[at]) > tokens:
            yield group
            group = []
        group.append(at)
    if group:
        yield group


def some(windows: Windows, count: int, seed: int) -> list[int]:
    """So many windows, of every kind alike where there are as many."""
    drawn = np.random.default_rng(seed).permutation(len(windows))
    rank: dict[int, int] = defaultdict(int)
    ranked = []
    for at in drawn.tolist():
        kind = int(windows.family[at])
        ranked.append((rank[kind], at))
        rank[kind] += 1
    return [at for _, at in sorted(ranked)[:count]]


def by_recorder(scores: dict[str, dict]) -> dict[str, dict]:
    """Kinds put together by recorder, each turn counting the same; the loss is the mean over kinds' turns."""
    sums: dict[str, np.ndarray] = defaultdict(lambda: np.zeros(3))
    for name, one in scores.items():
        sums[name.split("/")[0]] += (one["turns"], one["exact"] * one["turns"], one["loss"] * one["turns"])
    return {
        name: {"turns": int(turns), "exact": round(exact / turns, 4), "loss": round(lost / turns, 4)}
        for name, (turns, exact, lost) in sums.items()
    }
