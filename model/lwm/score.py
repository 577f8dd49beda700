"""How often a model says whole observations right, without letting it write them.

A greedy answer is the true one exactly when, the truth before it given, every token of it is the likeliest. So one pass over a session
tells of all its turns what generating each would have told.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from . import loss, packing
from .attention import Way
from .data import Windows
from .net import EAGER, Net

# Of how many tokens, and of how much of the probability, the app draws one.
TOP_K, TOP_P = 20, 0.95


def score(
    net: Net, windows: Windows, chosen: list[int], way: Way, device: str, dtype: torch.dtype, tokens: int, temperatures: Sequence[float] = ()
) -> dict[str, dict]:
    """Of each kind (RECORDER/FAMILY) among the chosen windows: turns, exact (share of them said right), loss a token, and by temperature the
    share to be expected right when tokens are drawn (`sampled`)."""
    sums: dict[str, np.ndarray] = defaultdict(lambda: np.zeros(4 + len(temperatures)))
    each = sampled(temperatures) if temperatures else loss.each
    # What is compiled is compiled for batches of one size, which these are not.
    halves, net.halves = net.halves, EAGER
    for group in groups(windows, chosen, tokens):
        batch = packing.batch(windows, group)
        if not len(batch.at):
            continue
        with torch.no_grad(), torch.autocast(device.split(":")[0], dtype, enabled=dtype != torch.float32):
            hidden, matrix = net(batch.tokens.to(device), batch.positions.to(device), way(batch.bounds.to(device), batch.longest))
            # One cell per token of the batch, also for tokens that are not learned: those keep their zero.
            losses, right = loss.places(hidden[batch.at.to(device)], matrix, batch.next.to(device), each)
        for name, exact, lost, count in answers(batch, losses.double().cpu().numpy(), right.cpu().numpy(), windows.names):
            sums[name] += (1, exact, lost[0], count, *np.exp(-lost[1:]))
    net.halves = halves
    return {
        name: {
            "turns": int(turns),
            "exact": round(exact / turns, 4),
            "loss": round(lost / count, 4),
            **({"expected": dict(zip(map(str, temperatures), (chances / turns).round(4).tolist(), strict=True))} if temperatures else {}),
        }
        for name, (turns, exact, lost, count, *rest) in sorted(sums.items())
        for chances in [np.array(rest)]
    }


def sampled(temperatures: Sequence[float]) -> Callable:
    """`loss.each` whose losses are [places, 1 + temperatures]: the cross-entropy, then minus the logarithm of the chance that the target is
    drawn, in llama.cpp's order: top-k, top-p, temperature. Infinite where it is not among those drawn from."""

    def each(hidden: Tensor, matrix: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        logits = F.linear(hidden, matrix).float()
        top, tokens = logits.topk(min(TOP_K, logits.shape[-1]))
        shares = top.softmax(-1)
        kept = shares.cumsum(-1) - shares < TOP_P
        losses = [F.cross_entropy(logits, target, reduction="none")]
        for temperature in temperatures:
            chances = (top / temperature).masked_fill(~kept, -torch.inf).softmax(-1)
            losses.append(-chances.mul(tokens == target[:, None]).sum(-1).log())
        return torch.stack(losses, -1), logits.argmax(-1) == target

    return each


def answers(batch: packing.Batch, losses: np.ndarray, right: np.ndarray, names: list[str]) -> Iterator[tuple[str, bool, np.ndarray, int]]:
    """(kind, all right, losses, tokens) of each answer: between two of them there are always tokens that are not learned."""
    edges = np.flatnonzero(np.diff(batch.at.numpy()) != 1) + 1
    losses = losses.reshape(len(right), -1)
    for part in np.split(np.arange(len(right)), edges):
        yield names[int(batch.family[part[0]])], bool(right[part].all()), losses[part].sum(0), len(part)


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
    kinds: dict[str, list[dict]] = defaultdict(list)
    for name, one in scores.items():
        kinds[name.split("/")[0]].append(one)
    return {name: together(ones) for name, ones in kinds.items()}


def together(ones: list[dict]) -> dict:
    """Scores as one, each turn counting the same."""
    turns = sum(one["turns"] for one in ones)

    def mean(of: Callable[[dict], float]) -> float:
        return round(sum(of(one) * one["turns"] for one in ones) / turns, 4)

    chances = {key: mean(lambda one, key=key: one["expected"][key]) for key in ones[0].get("expected", {})}
    told = {"turns": turns, "exact": mean(lambda one: one["exact"]), "loss": mean(lambda one: one["loss"])}
    return {**told, "expected": chances} if chances else told
