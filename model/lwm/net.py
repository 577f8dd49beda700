"""The network: a Llama with tied embeddings, over sessions that lie one behind the other without padding between them."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .fake import straight_through


@dataclass(frozen=True)
class Shape:
    vocabulary: int
    layers: int
    width: int
    hidden: int
    heads: int
    kv_heads: int
    rope: float
    epsilon: float

    @property
    def head(self) -> int:
        return self.width // self.heads


# q [N, heads, head], k and v [N, kv_heads, head] to [N, heads, head], each session looking at its own past (attention.py).
Attend = Callable[[Tensor, Tensor, Tensor], Tensor]


# The GGUF block format that a matrix of this name is to be computed in; None for as it is.
Kinds = Callable[[str], str | None]


def unquantised(name: str) -> None:
    """Every matrix as it is."""


# A layer before and after its attention. Apart from it, and functions of tensors alone, so that each is compiled once for all layers
# and the attention may be whatever the device has.
Halves = tuple[Callable, Callable]


class Linear(nn.Module):
    """A matrix without bias. With `kind` it computes as that GGUF block format would."""

    def __init__(self, inputs: int, outputs: int):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(outputs, inputs))
        self.kind: str | None = None

    def matrix(self) -> Tensor:
        return self.weight if self.kind is None else straight_through(self.weight, self.kind)


class Norm(nn.Module):
    def __init__(self, width: int, epsilon: float):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.epsilon = epsilon


class Layer(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.before_attention = Norm(shape.width, shape.epsilon)
        self.q = Linear(shape.width, shape.width)
        self.k = Linear(shape.width, shape.kv_heads * shape.head)
        self.v = Linear(shape.width, shape.kv_heads * shape.head)
        self.o = Linear(shape.width, shape.width)
        self.before_mlp = Norm(shape.width, shape.epsilon)
        self.gate = Linear(shape.width, shape.hidden)
        self.up = Linear(shape.width, shape.hidden)
        self.down = Linear(shape.hidden, shape.width)

    def forward(self, x: Tensor, turn: tuple[Tensor, Tensor], attend: Attend, halves: Halves) -> Tensor:
        first, second = halves
        norm, epsilon, head = self.before_attention, self.shape.epsilon, self.shape.head
        kinds = (self.q.kind, self.k.kind, self.v.kind)
        q, k, v = first(x, *turn, norm.weight, self.q.weight, self.k.weight, self.v.weight, kinds, epsilon, head)
        seen = attend(q, k, v).reshape(len(x), -1)
        weights = (self.o.weight, self.before_mlp.weight, self.gate.weight, self.up.weight, self.down.weight)
        return second(x, seen, *weights, (self.o.kind, self.gate.kind, self.up.kind, self.down.kind), epsilon)


def to_attention(x, cos, sin, norm, wq, wk, wv, kinds, epsilon, head):
    h = normed(x, norm, epsilon)
    q, k, v = (linear(h, w, kind).view(len(x), -1, head) for w, kind in zip((wq, wk, wv), kinds))
    return rotated(q, cos, sin), rotated(k, cos, sin), v


def from_attention(x, seen, wo, norm, wgate, wup, wdown, kinds, epsilon):
    o, gate, up, down = kinds
    x = x + linear(seen, wo, o)
    h = normed(x, norm, epsilon)
    return x + linear(F.silu(linear(h, wgate, gate)) * linear(h, wup, up), wdown, down)


EAGER: Halves = (to_attention, from_attention)


def compiled() -> Halves:
    return torch.compile(to_attention, dynamic=False), torch.compile(from_attention, dynamic=False)


def linear(x: Tensor, weight: Tensor, kind: str | None) -> Tensor:
    return F.linear(x, weight if kind is None else straight_through(weight, kind))


def normed(x: Tensor, weight: Tensor, epsilon: float) -> Tensor:
    return F.rms_norm(x.float(), (x.shape[-1],), weight, epsilon).to(x.dtype)


class Net(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.embed = Linear(shape.width, shape.vocabulary)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.norm = Norm(shape.width, shape.epsilon)
        self.halves = EAGER

    def forward(self, tokens: Tensor, positions: Tensor, attend: Attend) -> tuple[Tensor, Tensor]:
        """(the last hidden state at every token, the matrix whose product with it are the logits of what comes next)."""
        matrix = self.embed.matrix()
        x = F.embedding(tokens, matrix)
        if torch.is_autocast_enabled(x.device.type):
            x = x.to(torch.get_autocast_dtype(x.device.type))
        turn = angles(positions, self.shape)
        for layer in self.layers:
            x = layer(x, turn, attend, self.halves)
        return normed(x, self.norm.weight, self.norm.epsilon), matrix

    def quantised(self, kinds: Kinds) -> None:
        """Computes from now on as the matrices will when each is kept as `kinds` says."""
        for name, module in self.named_modules():
            if isinstance(module, Linear):
                module.kind = kinds(f"{name}.weight")


def angles(positions: Tensor, shape: Shape) -> tuple[Tensor, Tensor]:
    """Cosines and sines, [N, 1, head]."""
    steps = torch.arange(0, shape.head, 2, device=positions.device, dtype=torch.float32)
    angle = positions.float()[:, None] * shape.rope ** (-steps / shape.head)
    angle = torch.cat((angle, angle), 1)[:, None]
    return angle.cos(), angle.sin()


def rotated(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    low, high = x.float().chunk(2, -1)
    return (x.float() * cos + torch.cat((-high, low), -1) * sin).to(x.dtype)


def built(shape: Shape, weights: dict[str, Tensor]) -> Net:
    net = Net(shape)
    net.load_state_dict(weights)
    return net
