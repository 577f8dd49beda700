"""Weights to the GGUF file that the app runs: everything but the weights is the base model's, the matrices are in the blocks of a mix.

Takes a checkpoint of train, or another GGUF file (to change its blocks), and says how large the file became.
"""

import argparse
from pathlib import Path

import gguf
import numpy as np
import torch
from gguf import GGUFReader, GGUFWriter
from gguf.quants import quantize as quantized

from . import checkpoint, gguf_weights

# What is said of the model anew; what else the base's file says is taken over.
ABOUT = {"general.name": "Orrery LWM 135M", "general.license": "apache-2.0"}
# What names the base alone, and what the writer writes on its own.
LEFT_OUT = {"general.organization", "general.finetune", "general.basename", "general.architecture", "general.file_type"}
FILE_TYPES = {
    "f16": gguf.LlamaFileType.MOSTLY_F16,
    "q8_0": gguf.LlamaFileType.MOSTLY_Q8_0,
    "q5_0": gguf.LlamaFileType.MOSTLY_Q5_0,
    "q4_0": gguf.LlamaFileType.MOSTLY_Q4_0,
    "mixed": gguf.LlamaFileType.MOSTLY_Q5_0,
}


def add_arguments(parser) -> None:
    parser.add_argument("weights", type=Path, help="checkpoint.pt of train, or a .gguf")
    parser.add_argument("--base", type=Path, required=True, metavar="GGUF", help="whose tokenizer and chat template it has")
    parser.add_argument("--out", type=Path, required=True, metavar="GGUF")
    parser.add_argument("--mix", choices=list(gguf_weights.MIXES), default="mixed", help="block formats (default mixed)")
    parser.add_argument("--name", default=ABOUT["general.name"])
    parser.add_argument("--most", type=float, default=90, metavar="MB", help="fail when the file is larger (default 90)")


def run(args: argparse.Namespace) -> None:
    size = quantize(weights_of(args.weights), args.base, args.out, args.mix, args.name)
    print(f"{args.out}: {size / 1e6:.1f} MB, {args.mix}")
    if size > args.most * 1e6:
        raise SystemExit(f"That is more than {args.most} MB. Choose another --mix, or allow it with --most.")


def weights_of(path: Path) -> dict[str, torch.Tensor]:
    return gguf_weights.load(path)[1] if path.suffix == ".gguf" else checkpoint.weights(path)


def quantize(weights: dict[str, torch.Tensor], base: Path, out: Path, mix: str, name: str) -> int:
    """Writes `out`; returns its bytes."""
    reader = GGUFReader(base)
    shape = gguf_weights.shape_of(reader)
    writer = GGUFWriter(out, reader.fields["general.architecture"].contents())
    described(writer, reader, {**ABOUT, "general.name": name})
    writer.add_file_type(FILE_TYPES[mix])
    for tensor in reader.tensors:
        ours = gguf_weights.ours(tensor.name)
        values = weights[ours].float().numpy()
        if heads := gguf_weights.rotated_heads(ours, shape):
            values = gguf_weights.permuted(values, heads)
        kind = gguf_weights.kind_of(ours, mix)
        writer.add_tensor(tensor.name, quantized(np.ascontiguousarray(values), kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return out.stat().st_size


def described(writer: GGUFWriter, reader: GGUFReader, about: dict[str, str]) -> None:
    """The base's metadata with `about` in place of what it says of itself."""
    for key, field in reader.fields.items():
        if key.startswith("GGUF.") or key in LEFT_OUT or key in about:
            continue
        kind, *inner = field.types
        writer.add_key_value(key, field.contents(), kind, sub_type=inner[-1] if inner else None)
    for key, value in about.items():
        writer.add_string(key, value)
