"""Weights between the network and GGUF files: names, the rotary permutation of q and k, and which block format each matrix is kept in."""

import re
from pathlib import Path

import numpy as np
import torch
from gguf import GGMLQuantizationType as Kind
from gguf import GGUFReader
from gguf.quants import dequantize

from .net import Kinds, Shape

NAMES = {
    "token_embd.weight": "embed.weight",
    "output_norm.weight": "norm.weight",
    "attn_norm": "before_attention",
    "attn_q": "q",
    "attn_k": "k",
    "attn_v": "v",
    "attn_output": "o",
    "ffn_norm": "before_mlp",
    "ffn_gate": "gate",
    "ffn_up": "up",
    "ffn_down": "down",
}


def ours(name: str) -> str:
    """`blk.3.attn_q.weight` is `layers.3.q.weight` here."""
    if name in NAMES:
        return NAMES[name]
    layer, part = re.fullmatch(r"blk\.(\d+)\.(\w+)\.weight", name).groups()
    return f"layers.{layer}.{NAMES[part]}.weight"


def shape_of(reader: GGUFReader) -> Shape:
    def field(name: str):
        return reader.fields[f"llama.{name}"].contents()

    if reader.fields["general.architecture"].contents() != "llama":
        raise SystemExit("The recipe trains models of the llama architecture with tied embeddings.")
    if any(tensor.name == "output.weight" for tensor in reader.tensors):
        raise SystemExit("This model's output is not tied to its embedding; the recipe is written for models where it is.")
    return Shape(
        vocabulary=len(reader.fields["tokenizer.ggml.tokens"].contents()),
        layers=field("block_count"),
        width=field("embedding_length"),
        hidden=field("feed_forward_length"),
        heads=field("attention.head_count"),
        kv_heads=field("attention.head_count_kv"),
        rope=field("rope.freq_base"),
        epsilon=field("attention.layer_norm_rms_epsilon"),
    )


def load(path: Path) -> tuple[Shape, dict[str, torch.Tensor]]:
    """The network's shape and its weights in fp32, dequantised."""
    reader = GGUFReader(path)
    shape = shape_of(reader)
    weights = {}
    for tensor in reader.tensors:
        name = ours(tensor.name)
        values = dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
        if heads := rotated_heads(name, shape):
            values = unpermuted(values, heads)
        weights[name] = torch.from_numpy(np.ascontiguousarray(values))
    return shape, weights


def rotated_heads(name: str, shape: Shape) -> int:
    """How many heads the rows of a rotated matrix belong to, or 0."""
    return shape.heads if name.endswith(".q.weight") else shape.kv_heads if name.endswith(".k.weight") else 0


def permuted(values: np.ndarray, heads: int) -> np.ndarray:
    """Rows as llama.cpp rotates them (neighbours) from rows as the network does (halves of a head)."""
    rows, width = values.shape
    return values.reshape(heads, 2, rows // heads // 2, width).swapaxes(1, 2).reshape(rows, width)


def unpermuted(values: np.ndarray, heads: int) -> np.ndarray:
    rows, width = values.shape
    return values.reshape(heads, rows // heads // 2, 2, width).swapaxes(1, 2).reshape(rows, width)


# Bits a weight: f16 16, q8_0 8.5, q5_0 5.5, q4_0 4.5. Blocks are of 32 along the input: 576 is no multiple of the 256 of K-quants.
MIXES: dict[str, tuple[tuple[str, Kind], ...]] = {
    "f16": ((r".*", Kind.F16),),
    "q8_0": ((r".*", Kind.Q8_0),),
    "q5_0": ((r".*", Kind.Q5_0),),
    "q4_0": ((r"embed\..*", Kind.Q5_0), (r".*", Kind.Q4_0)),
    # The largest that stays under 90 MB: gate and up, half of all weights, bear four bits best.
    "mixed": ((r".*\.(gate|up)\.weight", Kind.Q4_0), (r".*", Kind.Q5_0)),
}


def kinds(mix: str) -> Kinds:
    """For training that computes with the weights as the file will hold them."""
    return lambda name: kind_of(name, mix).name


def kind_of(name: str, mix: str) -> Kind:
    """The block format of a matrix in that mix; norms stay as they are."""
    if "norm" in name or "before_" in name:
        return Kind.F32
    return next(kind for pattern, kind in MIXES[mix] if re.fullmatch(pattern, name))
