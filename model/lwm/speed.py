"""How fast training would be here: the real shape with random weights on random sessions. Needs neither the base model nor data.

Tells which attention was taken and why others were not, whether compiling works, tokens a second and the memory, with and without fake
quantisation. What is compiled is kept on the machine: a training with the same --micro starts sooner afterwards.
"""

import json
import time
from collections.abc import Callable

import torch

from . import attention, gguf_weights, net
from .compiling import compiled, drawn
from .step import adamw, gradient, update

SMOLLM2 = net.Shape(vocabulary=49_152, layers=30, width=576, hidden=1536, heads=9, kv_heads=3, rope=100_000.0, epsilon=1e-5)
DTYPE = torch.bfloat16


def add_arguments(parser) -> None:
    parser.add_argument("--micro", type=int, nargs="+", default=[65_536, 131_072], help="tokens at once, one after the other")
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--layers", type=int, default=SMOLLM2.layers, help="fewer for a quick look")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--attention", choices=["auto", *attention.WAYS], default="auto")


def run(args) -> None:
    torch.manual_seed(0)
    torch.set_float32_matmul_precision("high")
    name, way, refused = attention.choose(args.device, DTYPE, args.attention)
    print(json.dumps({"torch": torch.__version__, "attention": name, "refused": refused}), flush=True)
    model = net.Net(net.Shape(**{**vars(SMOLLM2), "layers": args.layers}))
    for weight in model.parameters():
        if weight.ndim == 2:
            torch.nn.init.normal_(weight, std=0.02)
    model.to(args.device)
    optimiser = adamw(model, 1e-4)
    kinds = {"none": net.unquantised, "mixed": gguf_weights.kinds("mixed")}
    for micro in args.micro:
        try:
            began = time.monotonic()
            each, reason = compiled(model, way, DTYPE, micro, list(kinds.values()))
            print(json.dumps({"micro": micro, "compiled": reason is None, "reason": reason, "seconds": round(time.monotonic() - began, 1)}), flush=True)
            for name, kind in kinds.items():
                model.quantised(kind)
                print(json.dumps({"micro": micro, "qat": name, **pace(model, optimiser, way, each, micro, args.steps)}), flush=True)
        except torch.OutOfMemoryError:
            optimiser.zero_grad(set_to_none=True)
            print(json.dumps({"micro": micro, "out of memory": True}), flush=True)


def pace(model: net.Net, optimiser: torch.optim.Optimizer, way: attention.Way, each: Callable, micro: int, steps: int) -> dict:
    cuda = next(model.parameters()).is_cuda
    began = 0.0
    for at, batch in enumerate([drawn(micro, SMOLLM2.vocabulary, seed) for seed in range(steps + 1)]):
        if at == 1:
            # The first warms up. A step ends with reading its norm, so the clock needs no other waiting.
            began = time.monotonic()
        gradient(model, batch, way, each, DTYPE, float(batch.weights.sum()))
        update(model, optimiser, 1e-4)
    memory = {"GB": round(torch.cuda.max_memory_allocated() / 1e9, 1)} if cuda else {}
    return {"tokens_per_second": round(steps * micro / (time.monotonic() - began)), **memory}
