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


WAYS: dict[str, Way] = {"varlen": varlen, "flex": flex, "plain": plain}


def choose(device: str, dtype: torch.dtype, wanted: str = "auto") -> tuple[str, Way, list[str]]:
    """(name, way, why the ones before it were not taken). On a CPU the plain way is the fast one.

    @raises SystemExit when the wanted one does not work
    """
    if wanted == "auto" and not device.startswith("cuda"):
        return "plain", plain, []
    refused = []
    for name in WAYS if wanted == "auto" else [wanted]:
        try:
            if name == "plain" or agrees(WAYS[name], device, dtype):
                return name, WAYS[name], refused
            refused.append(f"{name}: differs from the plain way")
        except Exception as error:  # Whatever a missing kernel says: the next way is tried and the reason is told.
            refused.append(f"{name}: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:200])
    raise SystemExit(f'Attention "{wanted}" does not work here. {refused[0]}')


def agrees(way: Way, device: str, dtype: torch.dtype) -> bool:
    """Whether results and gradients are those of `plain` in fp32, for sessions of which one is empty. bf16 is off by under half a percent."""
    bounds = torch.tensor([0, 100, 100, 128, 384], dtype=torch.int32, device=device)
    drawn = torch.Generator().manual_seed(0)
    given = [torch.randn(384, heads, 64, generator=drawn).to(device, dtype) for heads in (6, 2, 2)]

    def results(one: Way, kind: torch.dtype) -> list[Tensor]:
        inputs = [x.to(kind, copy=True).requires_grad_() for x in given]
        out = one(bounds, 256)(*inputs)
        out.float().pow(2).sum().backward()
        return [out.detach().float(), *(x.grad.float() for x in inputs)]

    return all((a - b).norm() < 0.02 * b.norm() for a, b in zip(results(way, dtype), results(plain, torch.float32)))
