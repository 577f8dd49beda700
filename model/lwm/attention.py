"""Attention over sessions that lie one behind the other: every one sees its own past and nothing of its neighbours.

Of the ways there are `choose` takes the first that works on the device and agrees with the plainest one.
"""

import inspect
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from .net import Attend

# Given the bounds of the sessions ([0, end of the first, ...]) and the longest one's length.
Way = Callable[[Tensor, int], Attend]


def plain(bounds: Tensor, longest: int) -> Attend:
    """One session after the other: nothing is computed in vain, but each is a call of its own."""
    edges = bounds.tolist()

    def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        shared = q.shape[1] // k.shape[1]
        q, k, v = (x.transpose(0, 1) for x in (q, k.repeat_interleave(shared, 1), v.repeat_interleave(shared, 1)))
        parts = [
            F.scaled_dot_product_attention(q[None, :, a:b], k[None, :, a:b], v[None, :, a:b], is_causal=True)[0]
            for a, b in zip(edges, edges[1:])
            if b > a
        ]
        return torch.cat(parts, 1).transpose(0, 1)

    return attend


# Tokens of a session up to which `Blocks` is used: the shares of 9 heads in 30 layers are 4.5 GB of bf16 then.
LONGEST = 4096


class Blocks(torch.autograd.Function):
    """Causal attention of one session by blocks of queries, q, k and v [heads, N, head]. On a CPU products of bf16 matrices are quicker than its
    flash kernel (README, Measured), and what lies after a block is not computed. All shares are kept for the gradient, O(N^2).
    """

    SIZE = 256

    @staticmethod
    def edges(length: int) -> list[tuple[int, int]]:
        return [(at, min(length, at + Blocks.SIZE)) for at in range(0, length, Blocks.SIZE)]

    @staticmethod
    def forward(ctx, q, k, v):
        out, shares = torch.empty_like(q), []
        for a, b in Blocks.edges(q.shape[1]):
            scores = torch.bmm(q[:, a:b], k[:, :b].transpose(1, 2)).float().mul_(q.shape[2] ** -0.5)
            scores[:, :, a:].masked_fill_(torch.ones(b - a, b - a, dtype=torch.bool).triu_(1), float("-inf"))
            shares.append(torch.softmax(scores, -1).to(q.dtype))
            out[:, a:b] = torch.bmm(shares[-1], v[:, :b])
        ctx.save_for_backward(q, k, v, out, *shares)
        return out

    @staticmethod
    def backward(ctx, grad):
        q, k, v, out, *shares = ctx.saved_tensors
        grad = grad.contiguous()
        dq, dk, dv = torch.empty_like(q), torch.zeros(k.shape), torch.zeros(v.shape)
        along = (grad.float() * out.float()).sum(-1, keepdim=True).to(q.dtype)
        for share, (a, b) in zip(shares, Blocks.edges(q.shape[1])):
            dv[:, :b] += torch.bmm(share.transpose(1, 2), grad[:, a:b])
            scores = share * (torch.bmm(grad[:, a:b], v[:, :b].transpose(1, 2)) - along[:, a:b]) * q.shape[2] ** -0.5
            dq[:, a:b] = torch.bmm(scores, k[:, :b])
            dk[:, :b] += torch.bmm(scores.transpose(1, 2), q[:, a:b])
        return dq, dk.to(k.dtype), dv.to(v.dtype)


def blocks(bounds: Tensor, longest: int) -> Attend:
    """One session after the other, by blocks of queries (CPU). Sessions whose shares would fill the memory go the plain way."""
    if longest > LONGEST:
        return plain(bounds, longest)
    edges = bounds.tolist()

    def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        shared = q.shape[1] // k.shape[1]
        q, k, v = (x.transpose(0, 1) for x in (q, k.repeat_interleave(shared, 1), v.repeat_interleave(shared, 1)))
        parts = [Blocks.apply(q[:, a:b], k[:, a:b], v[:, a:b]) for a, b in zip(edges, edges[1:]) if b > a]
        return torch.cat(parts, 1).transpose(0, 1)

    return attend


def varlen(bounds: Tensor, longest: int) -> Attend:
    """Flash attention that takes the bounds (torch 2.10 and newer, CUDA)."""
    from torch.nn.attention.varlen import varlen_attn

    # From 2.11 on causal is said by a window that ends at the token itself.
    causal = {"is_causal": True} if "is_causal" in inspect.signature(varlen_attn).parameters else {"window_size": (-1, 0)}

    def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        shared = q.shape[1] // k.shape[1]
        k, v = k.repeat_interleave(shared, 1), v.repeat_interleave(shared, 1)
        return varlen_attn(q.contiguous(), k, v.contiguous(), bounds, bounds, longest, longest, **causal)

    return attend


def flex(bounds: Tensor, longest: int) -> Attend:
    """A compiled mask by session; any CUDA device that Triton knows."""
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention

    length = int(bounds[-1])
    session = torch.searchsorted(bounds, torch.arange(length, device=bounds.device, dtype=bounds.dtype), right=True)

    def own_past(_batch, _head, query, key):
        return (session[query] == session[key]) & (query >= key)

    mask = create_block_mask(own_past, None, None, length, length, device=bounds.device, _compile=True)
    compiled = compiled_flex(flex_attention)

    def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        q, k, v = (x.transpose(0, 1)[None] for x in (q, k, v))
        return compiled(q, k, v, block_mask=mask, enable_gqa=True)[0].transpose(0, 1)

    return attend


_flex: list[Callable] = []


def compiled_flex(flex_attention: Callable) -> Callable:
    if not _flex:
        _flex.append(torch.compile(flex_attention, dynamic=False))
    return _flex[0]


WAYS: dict[str, Way] = {"varlen": varlen, "flex": flex, "blocks": blocks, "plain": plain}
# What is tried where, in this order.
TRIED = {"cuda": ["varlen", "flex", "plain"], "cpu": ["blocks", "plain"]}


def choose(device: str, dtype: torch.dtype, wanted: str = "auto") -> tuple[str, Way, list[str]]:
    """(name, way, why the ones before it were not taken).

    @raises SystemExit when the wanted one does not work
    """
    refused = []
    for name in TRIED[device.split(":")[0]] if wanted == "auto" else [wanted]:
        try:
            if name == "plain" or agrees(WAYS[name], device, dtype):
                return name, WAYS[name], refused
            refused.append(f"{name}: differs from the plain way")
        except Exception as error:  # Whatever a missing kernel says: the next way is tried and the reason is told.
            refused.append(f"{name}: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:200])
    raise SystemExit(f'Attention "{wanted}" does not work here. {refused[0]}')


def agrees(way: Way, device: str, dtype: torch.dtype) -> bool:
    """Whether results and gradients are those of `plain` in fp32, for sessions of which one is empty. bf16 is off by under half a percent."""
    bounds = torch.tensor([0, 100, 100, 128, 428], dtype=torch.int32, device=device)
    drawn = torch.Generator().manual_seed(0)
    given = [torch.randn(428, heads, 64, generator=drawn).to(device, dtype) for heads in (6, 2, 2)]

    def results(one: Way, kind: torch.dtype) -> list[Tensor]:
        inputs = [x.to(kind, copy=True).requires_grad_() for x in given]
        out = one(bounds, 300)(*inputs)
        out.float().pow(2).sum().backward()
        return [out.detach().float(), *(x.grad.float() for x in inputs)]

    return all((a - b).norm() < 0.02 * b.norm() for a, b in zip(results(way, dtype), results(plain, torch.float32)))
