"""Fine-tunes the base model on prepared sessions. --minutes or --epochs end it, and the learning rate with it; --stretch only pauses it."""

import json
import time
from argparse import BooleanOptionalAction
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import torch

from . import attention, checkpoint, data, gguf_weights, loss, net, packing, schedule, score
from .ahead import ahead
from .compiling import compiled
from .step import adamw, gradient, update
from .tokens import vocabulary

# By device: tokens that are computed at once, tokens of an optimiser step, peak learning rate. That of a GPU is what SmolLM2's own makers
# fine-tuned this base with, at as many tokens a step; smaller steps need a smaller one.
DEFAULTS = {"cuda": (65_536, 131_072, 1e-3), "cpu": (4096, 16_384, 2e-4)}
# Seconds between checkpoints: what a crash costs at most.
SAVE_EVERY = 180
LOG_EVERY = 5


def add_arguments(parser) -> None:
    parser.add_argument("--base", type=Path, required=True, metavar="GGUF", help="the model to begin with")
    parser.add_argument("--data", type=Path, default=Path("data/prepared"), metavar="FOLDER", help="where the train-NNN.jsonl.xz are")
    parser.add_argument("--cache", type=Path, default=Path("data/cache"), metavar="FOLDER", help="tokens are kept here")
    parser.add_argument("--out", type=Path, default=Path("runs/lwm"), metavar="FOLDER", help="checkpoint.pt and log.jsonl")
    parser.add_argument("--minutes", type=float, help="of the whole training, all stretches and their beginnings together; it ends with them")
    parser.add_argument("--epochs", type=float, default=3, help="times that all windows are read at most (default 3)")
    parser.add_argument("--stretch", type=float, metavar="MINUTES", help="pause after so many; the same command goes on")
    parser.add_argument("--context", type=int, default=8192, help="tokens of a window, 2048 to 8192")
    parser.add_argument("--micro", type=int, help="tokens computed at once (default 65536 on a GPU, 4096 on a CPU)")
    parser.add_argument("--batch", type=int, help="tokens of an optimiser step (default 131072 on a GPU, 16384 on a CPU)")
    parser.add_argument("--rate", type=float, help="peak learning rate (default 1e-3 on a GPU, 2e-4 on a CPU)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--qat", choices=list(gguf_weights.MIXES), help="compute with the weights of this mix in the last part")
    parser.add_argument("--qat-from", type=float, default=0.6, help="share of the training after which --qat begins (default 0.6)")
    parser.add_argument("--check-every", type=float, default=120, help="seconds between measurements on held-out windows (default 120)")
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
    """Trains to the end or as far as the stretch goes; yields what is worth logging, also when a checkpoint was written."""
    began = time.monotonic()
    device = args.device.split(":")[0]
    micro, size, rate = (given or usual for given, usual in zip((args.micro, args.batch, args.rate), DEFAULTS[device]))
    micro = max(micro, args.context)
    dtype = torch.bfloat16 if (args.bf16 if args.bf16 is not None else device == "cuda") else torch.float32
    torch.set_float32_matmul_precision("high")

    words = vocabulary(args.base)
    windows = data.load(args.data, "train", args.cache, words, args.context)
    held_out = held(args, words)
    rows_a_step = max(1, size // micro)
    total = sum(1 for _ in packing.steps(windows, micro, rows_a_step, args.seed, args.epochs))
    settings = {
        "windows": len(windows),
        "tokens": len(windows.tokens),
        "steps": total,
        "micro": micro,
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
    optimiser = adamw(model, rate)
    step, earlier = 0, 0.0
    if before := checkpoint.load(args.out, settings):
        model.load_state_dict(before["weights"])
        optimiser.load_state_dict(before["optimiser"])
        step, earlier = before["step"], before["seconds"]
        del before
    way_name, way, refused = attention.choose(args.device, dtype, args.attention)
    each, compiling = loss.each, args.compile if args.compile is not None else device == "cuda"
    if compiling:
        kinds = [net.unquantised, *([gguf_weights.kinds(args.qat)] if args.qat else [])]
        each, reason = compiled(model, way, dtype, micro, kinds)
        compiling = reason is None
        refused += [reason] if reason else []
    yield {
        **settings,
        "from": step,
        "device": torch.cuda.get_device_name() if device == "cuda" else "cpu",
        "dtype": str(dtype),
        "attention": way_name,
        "refused": refused,
        "compiled": compiling,
        "lost_turns": windows.lost,
        "ready_after": round(time.monotonic() - began, 1),
    }

    def seconds() -> float:
        return earlier + time.monotonic() - began

    def over() -> float:
        return schedule.progress(step, total, seconds(), args.minutes)

    def measured() -> dict:
        scores = {
            split: score.by_recorder(score.score(model, one, chosen, way, args.device, dtype, micro))
            for split, (one, chosen) in held_out.items()
        }
        return {"step": step, "held_out": scores}

    def by_family(batch: packing.Batch, losses: torch.Tensor) -> torch.Tensor:
        """The sums of loss and of places by kind, [2, kinds]; they stay on the device until they are logged."""
        both = torch.stack((losses, torch.ones_like(losses)))
        return torch.zeros(2, len(windows.names), device=args.device).index_add(1, batch.family.to(args.device, non_blocking=True), both)

    if held_out and step == 0:
        yield measured()
    if step == 0 and over() >= 1:
        raise SystemExit(f"{args.minutes} minutes were over before the first step. Give more.")
    plan = islice(packing.steps(windows, micro, rows_a_step, args.seed, args.epochs), step, None)
    filled = ([packing.batch(windows, row, micro if compiling else None) for row in rows] for rows in plan)
    seen, sums, paused = 0, 0, False
    logged = checked = saved = time.monotonic()
    for batches in ahead(filled) if over() < 1 else ():
        if args.qat and over() >= args.qat_from:
            model.quantised(gguf_weights.kinds(args.qat))
        all_weight = sum(float(batch.weights.sum()) for batch in batches)
        for batch in batches:
            sums = sums + by_family(batch, gradient(model, batch, way, each, dtype, all_weight))
            seen += len(batch.tokens)
        now_rate = rate * schedule.share(step, total, over())
        norm = update(model, optimiser, now_rate)
        step += 1
        now = time.monotonic()
        done = over() >= 1
        paused = args.stretch is not None and now - began >= args.stretch * 60
        if done or paused or now - logged > LOG_EVERY:
            yield {
                "step": step,
                "of": total,
                "over": round(over(), 4),
                **by_recorder(windows.names, *sums.tolist()),
                "norm": round(norm, 3),
                "rate": now_rate,
                "tokens_per_second": round(seen / (time.monotonic() - logged)),
                "seconds": round(seconds(), 1),
            }
            logged, seen, sums = time.monotonic(), 0, 0
        if done or paused or now - saved > SAVE_EVERY:
            # Before anything that may still take long: whoever lends the machine may be counting.
            checkpoint.save(args.out, model, optimiser, step, seconds(), settings)
            logged = saved = time.monotonic()
        if held_out and not paused and (done or now - checked > args.check_every):
            yield measured()
            logged = checked = time.monotonic()
        if done or paused:
            break
    yield {"step": step, "of": total, "seconds": round(seconds(), 1), "checkpoint": str(args.out / checkpoint.NAME), "done": over() >= 1}


def held(args, words) -> dict[str, tuple[data.Windows, list[int]]]:
    """The held-out windows that are measured now and then, where their pieces are there."""
    found = {}
    for split in ("test-seed", "test-family"):
        if args.check and data.pieces(args.data, split):
            windows = data.load(args.data, split, args.cache, words, args.context)
            found[split] = (windows, score.some(windows, args.check, args.seed))
    return found


def by_recorder(names: list[str], sums: list[float], counts: list[float]) -> dict:
    """The loss a learned token, over all and by recorder."""
    made: dict[str, list[float]] = {}
    for name, lost, count in zip(names, sums, counts):
        one = made.setdefault(name.split("/")[0], [0.0, 0.0])
        one[0] += lost
        one[1] += count
    told = {name: round(lost / count, 4) for name, (lost, count) in made.items() if count}
    return {"loss": round(sum(sums) / max(1.0, sum(counts)), 4), "by": told}
