"""How fast training would be here: the real shape with random weights on random sessions. Needs neither the base model nor data.

Tells which attention was taken and why others were not, tokens a second and the memory, with and without fake quantisation.
"""

import json
import time

import numpy as np
import torch

from . import attention, gguf_weights, loss, net, packing
from .data import Windows
from .step import gradient
from .train import adamw

SMOLLM2 = net.Shape(vocabulary=49_152, layers=30, width=576, hidden=1536, heads=9, kv_heads=3, rope=100_000.0, epsilon=1e-5)
# Recorded sessions are about so long, and about this share of them is learned.
SESSION = (500, 3000)
LEARNED = 0.3


def add_arguments(parser) -> None:
    parser.add_argument("--micro", type=int, nargs="+", default=[32_768, 65_536, 131_072], help="tokens at once, one after the other")
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--layers", type=int, default=SMOLLM2.layers, help="fewer for a quick look")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--attention", choices=["auto", *attention.WAYS], default="auto")
    parser.add_argument("--no-compile", action="store_true")


def run(args) -> None:
    torch.manual_seed(0)
    torch.set_float32_matmul_precision("high")
    dtype = torch.bfloat16
    name, way, refused = attention.choose(args.device, dtype, args.attention)
    print(json.dumps({"torch": torch.__version__, "attention": name, "refused": refused}), flush=True)
    shape = net.Shape(**{**vars(SMOLLM2), "layers": args.layers})
    model = net.Net(shape)
    for weight in model.parameters():
        if weight.ndim == 2:
            torch.nn.init.normal_(weight, std=0.02)
    model.to(args.device)
    each = loss.each
    if not args.no_compile:
        model.halves, each = net.compiled(), torch.compile(loss.each, dynamic=True)
    optimiser = adamw(model, 1e-4, fused=args.device.startswith("cuda"))
    for qat in (None, "mixed"):
        if qat:
            model.quantised(lambda one: gguf_weights.kind_of(one, qat).name)
        for micro in args.micro:
            try:
                told = pace(model, optimiser, way, each, dtype, micro, args.steps)
            except torch.OutOfMemoryError:
                told = {"out of memory": True}
            print(json.dumps({"micro": micro, "qat": qat, **told}), flush=True)


def pace(model, optimiser, way, each, dtype, micro: int, steps: int) -> dict:
    cuda = next(model.parameters()).is_cuda
    batches = [made(micro, seed) for seed in range(steps + 2)]
    began = 0.0
    for at, batch in enumerate(batches):
        if at == 2:
            # The first two compile and warm up.
            if cuda:
                torch.cuda.synchronize()
            began = time.monotonic()
        gradient(model, batch, way, each, dtype, float(batch.weights.sum()))
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
    if cuda:
        torch.cuda.synchronize()
    seconds = time.monotonic() - began
    memory = {"GB": round(torch.cuda.max_memory_allocated() / 1e9, 1)} if cuda else {}
    return {"tokens_per_second": round(steps * micro / seconds), **memory}


def made(tokens: int, seed: int) -> packing.Batch:
    """Random sessions of so many tokens in all."""
    drawn = np.random.default_rng(seed)
    lengths = drawn.integers(*SESSION, tokens // SESSION[0] + 1)
    ends = np.minimum(np.cumsum(lengths), tokens)
    starts = np.unique(np.concatenate([[0], ends]))
    weights = (drawn.random(tokens) < LEARNED).astype(np.float16)
    ids = drawn.integers(0, SMOLLM2.vocabulary, tokens).astype(np.uint16)
    windows = Windows(ids, weights, starts, np.zeros(len(starts) - 1, np.uint16), ["random"], 0)
    return packing.batch(windows, list(range(len(windows))), tokens)
