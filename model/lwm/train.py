"""Fine-tunes the base model on prepared sessions, in stretches: --minutes ends one cleanly, and the same command goes on from there."""

import json
import math
import threading
import time
from argparse import BooleanOptionalAction
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import torch

from . import attention, checkpoint, data, gguf_weights, loss, net, packing, score
from .step import gradient
from .tokens import vocabulary

# By device: tokens that are computed at once, tokens of an optimiser step, peak learning rate.
DEFAULTS = {"cuda": (65_536, 131_072, 8e-4), "cpu": (4096, 16_384, 2e-4)}
WARM_UP = 0.03
LAST_RATE = 0.05
CLIP = 1.0
DECAY = 0.1


def add_arguments(parser) -> None:
    parser.add_argument("--base", type=Path, required=True, metavar="GGUF", help="the model to begin with")
    parser.add_argument("--data", type=Path, default=Path("data/prepared"), metavar="FOLDER", help="where the train-NNN.jsonl.xz are")
    parser.add_argument("--cache", type=Path, default=Path("data/cache"), metavar="FOLDER", help="tokens are kept here")
    parser.add_argument("--out", type=Path, default=Path("runs/lwm"), metavar="FOLDER", help="checkpoint.pt and log.jsonl")
    parser.add_argument("--minutes", type=float, help="stop after so many; the same command goes on")
    parser.add_argument("--epochs", type=float, default=2, help="times that all windows are read; the learning rate ends with them")
    parser.add_argument("--context", type=int, default=8192, help="tokens of a window, 2048 to 8192")
    parser.add_argument("--micro", type=int, help="tokens computed at once (default 65536 on a GPU, 4096 on a CPU)")
    parser.add_argument("--batch", type=int, help="tokens of an optimiser step (default 131072 on a GPU, 16384 on a CPU)")
    parser.add_argument("--rate", type=float, help="peak learning rate (default 8e-4 on a GPU, 2e-4 on a CPU)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--qat", choices=list(gguf_weights.MIXES), help="compute with the weights of this mix in the last part")
    parser.add_argument("--qat-from", type=float, default=0.6, help="share of the steps after which --qat begins (default 0.6)")
    parser.add_argument("--check-every", type=float, default=60, help="seconds between measurements on held-out windows (default 60)")
    parser.add_argument("--check", type=int, default=64, help="held-out windows of each split that are measured; 0 measures none")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--bf16", action=BooleanOptionalAction, help="default: on a GPU")
    parser.add_argument("--compile", action=BooleanOptionalAction, help="default: on a GPU")
    parser.add_argument("--attention", choices=["auto", *attention.WAYS], default="auto")


def run(args) -> None:
    for line in train(args):
        print(json.dumps(line), flush=True)
        with open(args.out / "log.jsonl", "a") as file:
            file.write(json.dumps(line) + "\n")


def train(args) -> Iterator[dict]:
    """Trains as far as the minutes go; yields what is worth logging, also when a checkpoint was written."""
    began = time.monotonic()
    device = args.device.split(":")[0]
    micro, size, rate = (given or usual for given, usual in zip((args.micro, args.batch, args.rate), DEFAULTS[device]))
    dtype = torch.bfloat16 if (args.bf16 if args.bf16 is not None else device == "cuda") else torch.float32
    compiling = args.compile if args.compile is not None else device == "cuda"
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")

    words = vocabulary(args.base)
    windows = data.load(args.data, "train", args.cache, words, args.context)
    held_out = held(args, words)
    rows_at_once = max(1, micro // args.context)
    rows_a_step = max(rows_at_once, size // args.context)
    total = packing.count_steps(windows, args.context, rows_a_step, args.seed, args.epochs)
    settings = {
        "windows": len(windows),
        "tokens": len(windows.tokens),
        "steps": total,
        "rows": rows_a_step,
        "context": args.context,
        "rate": rate,
        "seed": args.seed,
        "qat": args.qat,
        "qat_from": args.qat_from,
    }
    args.out.mkdir(parents=True, exist_ok=True)

    shape, weights = gguf_weights.load(args.base)
    model = net.built(shape, weights).to(args.device)
    optimiser = adamw(model, rate, fused=device == "cuda")
    first = 0
    if before := checkpoint.load(args.out, settings):
        model.load_state_dict(before["weights"])
        optimiser.load_state_dict(before["optimiser"])
        torch.set_rng_state(before["rng"])
        first = before["step"]
        del before
    way_name, way, refused = attention.choose(args.device, dtype, args.attention)
    each = loss.each
    if compiling:
        model.halves, each = net.compiled(), torch.compile(loss.each, dynamic=True)
    yield {
        **settings,
        "from": first,
        "device": torch.cuda.get_device_name() if device == "cuda" else "cpu",
        "dtype": str(dtype),
        "attention": way_name,
        "refused": refused,
        "compiled": compiling,
        "lost_turns": windows.lost,
        "ready_after": round(time.monotonic() - began, 1),
    }

    def measured(step: int) -> dict:
        scores = {
            split: score.by_recorder(score.score(model, one, chosen, way, args.device, dtype, micro))
            for split, (one, chosen) in held_out.items()
        }
        return {"step": step, "held_out": scores}

    def by_family(batch: packing.Batch, losses: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The sums of loss and of places by kind; they stay on the device until they are logged."""
        zero, family = torch.zeros(len(windows.names), device=args.device), batch.family.to(args.device, non_blocking=True)
        return zero.index_add(0, family, losses), zero.index_add(0, family, torch.ones_like(losses))

    logged = checked = time.monotonic()
    seen, sums, counts, step = 0, None, None, first
    if held_out and first == 0:
        yield measured(0)
    stretch = time.monotonic()
    plan = packing.steps(windows, args.context, rows_a_step, args.seed, first, args.epochs)
    pad = rows_at_once * args.context if compiling else None
    for step, batches in ahead(loaded(windows, plan, rows_at_once, pad)):
        if args.qat and step >= args.qat_from * total and model.embed.kind is None:
            model.quantised(lambda name: gguf_weights.kind_of(name, args.qat).name)
        for group in optimiser.param_groups:
            group["lr"] = rate * slope(step, total)
        all_weight = sum(float(batch.weights.sum()) for batch in batches)
        for batch in batches:
            lost, places = by_family(batch, gradient(model, batch, way, each, dtype, all_weight))
            sums, counts = (lost, places) if sums is None else (sums + lost, counts + places)
            seen += len(batch.tokens)
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        now = time.monotonic()
        over = args.minutes is not None and now - began > args.minutes * 60
        if over or step == total or now - logged > 5:
            told = by_recorder(windows.names, sums.tolist(), counts.tolist())
            yield {
                "step": step,
                "of": total,
                **told,
                "norm": round(float(norm), 3),
                "rate": rate * slope(step - 1, total),
                "tokens_per_second": round(seen / (time.monotonic() - logged)),
                "seconds": round(time.monotonic() - stretch, 1),
            }
            logged, seen, sums, counts = time.monotonic(), 0, None, None
        if over or step == total:
            # Before anything that may still take long: whoever lends the machine may be counting.
            path = checkpoint.save(args.out, model, optimiser, step, settings)
            yield {"step": step, "of": total, "checkpoint": str(path), "done": step >= total}
        if held_out and (over or step == total or now - checked > args.check_every):
            yield measured(step)
            logged = checked = time.monotonic()
        if over:
            break
    if first >= total:
        yield {"step": first, "of": total, "checkpoint": str(args.out / checkpoint.NAME), "done": True}


def held(args, words) -> dict[str, tuple[data.Windows, list[int]]]:
    """The held-out windows that are measured now and then, where their pieces are there."""
    found = {}
    for split in ("test-seed", "test-family"):
        if args.check and data.pieces(args.data, split):
            windows = data.load(args.data, split, args.cache, words, args.context)
            found[split] = (windows, score.some(windows, args.check, args.seed))
    return found


def adamw(model: torch.nn.Module, rate: float, fused: bool) -> torch.optim.AdamW:
    """Norms are not pulled to zero, nor is the embedding, whose rare tokens would be forgotten."""
    plain = [one for name, one in model.named_parameters() if one.ndim < 2 or name.startswith("embed.")]
    matrices = [one for name, one in model.named_parameters() if one.ndim == 2 and not name.startswith("embed.")]
    groups = [{"params": matrices, "weight_decay": DECAY}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), fused=fused)


def slope(step: int, total: int) -> float:
    """The share of the peak learning rate at a step: up in a line, down along a cosine."""
    warm = max(1, math.ceil(WARM_UP * total))
    if step < warm:
        return (step + 1) / warm
    through = (step - warm) / max(1, total - warm)
    return LAST_RATE + (1 - LAST_RATE) * (1 + math.cos(math.pi * through)) / 2


def loaded(windows: data.Windows, plan, rows_at_once: int, pad: int | None) -> Iterator[tuple[int, list[packing.Batch]]]:
    for step, rows in plan:
        parts = [sum(rows[at : at + rows_at_once], []) for at in range(0, len(rows), rows_at_once)]
        yield step, [packing.batch(windows, part, pad) for part in parts]


def ahead(items: Iterator, room: int = 4) -> Iterator:
    """The same items, made by a thread of their own a little before they are wanted."""
    queue: Queue = Queue(room)
    end = object()

    def fill() -> None:
        try:
            for item in items:
                queue.put(item)
            queue.put(end)
        except Exception as error:  # Raised again by whoever waits for the item.
            queue.put(error)

    threading.Thread(target=fill, daemon=True).start()
    while (item := queue.get()) is not end:
        if isinstance(item, Exception):
            raise item
        yield item


def by_recorder(names: list[str], sums: list[float], counts: list[float]) -> dict:
    """The loss a learned token, over all and by recorder."""
    made: dict[str, list[float]] = {}
    for name, lost, count in zip(names, sums, counts):
        one = made.setdefault(name.split("/")[0], [0.0, 0.0])
        one[0] += lost
        one[1] += count
    told = {name: round(lost / count, 4) for name, (lost, count) in made.items() if count}
    return {"loss": round(sum(sums) / max(1.0, sum(counts)), 4), "by": told}
