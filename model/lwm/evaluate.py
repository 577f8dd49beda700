"""Base against fine-tuned on what was held out, in three ways:

exact     whole observations right, on all prepared held-out sessions, of checkpoints and GGUF files alike: what quantisation costs
app       the app's own `eval` on a bench file: exact, normalised, word F1, ROUGE-L, by domain and kind, as a Markdown table
rollouts  sessions that feed themselves in the app's engine: exact match by turn, empty and runaway answers, pace
"""

import argparse
import json
import os
import subprocess
from pathlib import Path

import torch

from . import attention, data, net, rollouts, score
from .gguf_weights import load
from .quantize import weights_of
from .render import MODEL, node
from .tokens import vocabulary
from .trajectory import read, split

MEASURES = {"exactRaw": "exact", "exactNormalised": "normalised", "wordF1": "word F1", "rougeL": "ROUGE-L"}


def add_arguments(parser) -> None:
    parser.add_argument("way", choices=["exact", "app", "rollouts"])
    parser.add_argument("models", type=Path, nargs="+", help=".gguf files, for `exact` also checkpoint.pt; the first is the base")
    parser.add_argument("--out", type=Path, help="the figures as JSON")
    parser.add_argument("--bench", type=Path, help="app: the file; default held-out-200.jsonl")
    parser.add_argument("--data", type=Path, default=Path("data/prepared"), metavar="FOLDER", help="exact: where the pieces are")
    parser.add_argument("--cache", type=Path, default=Path("data/cache"), metavar="FOLDER")
    parser.add_argument("--context", type=int, default=8192)
    parser.add_argument("--windows", type=int, default=100_000, help="exact: at most so many of a split, kinds alike")
    parser.add_argument("--temperatures", type=float, nargs="+", default=[], metavar="T", help="exact: what to expect when tokens are drawn at these, too")
    parser.add_argument("--bf16", action="store_true", help="exact: on a CPU too")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--recorded", type=Path, default=Path("data/recorded"), metavar="FOLDER", help="rollouts: where the sessions are")
    parser.add_argument("--split", choices=["test-seed", "test-family"], default="test-family", help="rollouts: of which")
    parser.add_argument("--sessions", type=int, default=24, help="rollouts: so many, domains in turn")
    parser.add_argument("--seed", type=int, default=0)


def run(args: argparse.Namespace) -> None:
    found = {"exact": exact, "app": app, "rollouts": roll}[args.way](args)
    if args.out:
        args.out.parent.mkdir(parents=True, exist_ok=True)
        args.out.write_text(json.dumps(found, indent=2) + "\n")


def exact(args: argparse.Namespace) -> dict:
    """{model: {split: {kind: {turns, exact, loss, expected}}}}; prints a line a recorder, and one of all."""
    base = next((path for path in args.models if path.suffix == ".gguf"), None)
    if base is None:
        raise SystemExit("One of the models must be a GGUF file: the tokenizer is read from it.")
    words, shape = vocabulary(base), load(base)[0]
    dtype = torch.bfloat16 if args.bf16 or args.device.startswith("cuda") else torch.float32
    way = attention.choose(args.device, dtype)[1]
    found: dict = {}
    for path in args.models:
        model = net.built(shape, {name: one.float() for name, one in weights_of(path).items()}).to(args.device)
        for name in ("test-seed", "test-family"):
            if not data.pieces(args.data, name):
                continue
            windows = data.load(args.data, name, args.cache, words, args.context)
            few = score.some(windows, args.windows, args.seed)
            batch = 65_536 if args.device.startswith("cuda") else 4096
            scores = score.score(model, windows, few, way, args.device, dtype, batch, args.temperatures)
            found.setdefault(str(path), {})[name] = scores
            for recorder, one in {**score.by_recorder(scores), "all": score.together([*scores.values()])}.items():
                drawn = "".join(f"  {chance:.3f} at {at}" for at, chance in one.get("expected", {}).items())
                told = f"{path.name:32} {name:12} {recorder:14} {one['turns']:7} turns"
                print(f"{told}  exact {one['exact']:.3f}{drawn}  loss {one['loss']:.3f}", flush=True)
    return found


def app(args: argparse.Namespace) -> dict:
    """{model: the app's report}; prints the table of the model card. An interrupted run goes on where it stopped."""
    bench = args.bench or MODEL / "held-out-200.jsonl"
    reports = {str(path): report(path, bench) for path in args.models}
    print(table(reports))
    return reports


def report(model: Path, bench: Path) -> dict:
    home = Path("runs/eval").resolve()
    home.mkdir(parents=True, exist_ok=True)
    command = [node(), "bin/orrery.mjs", "eval", str(bench.resolve()), "--model", str(model.resolve()), "--greedy", "--template", "small", "--json"]
    done = subprocess.run(command, cwd=MODEL.parent, env={**os.environ, "ORRERY_HOME": str(home)}, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit("The app's eval failed; what it said stands above.")
    return json.loads(done.stdout)


def table(reports: dict[str, dict]) -> str:
    """A Markdown table: a row a domain and a kind, and of each model the measures. A failed turn counts as wrong everywhere."""
    heads = [f"{Path(path).stem} {label}" for path in reports for label in MEASURES.values()]
    lines = [f"| | turns | {' | '.join(heads)} |", f"| --- | {' | '.join('---:' for _ in range(len(heads) + 1))} |"]
    first = next(iter(reports.values()))
    rows = [("all", lambda one: one["overall"])]
    rows += [(name, lambda one, name=name: one["byTask"][name]) for name in first["byTask"]]
    rows += [(name, lambda one, name=name: one["byKind"][name]) for name in first["byKind"]]
    for name, of in rows:
        cells = [f"{share(of(one), key):.1%}" for one in reports.values() for key in MEASURES]
        lines.append(f"| {name} | {of(first)['samples']} | {' | '.join(cells)} |")
    return "\n".join(lines)


def share(scores: dict, key: str) -> float:
    """The app leaves failed turns out of its means; a world that says nothing is a wrong one here."""
    return scores[key] * (scores["samples"] - scores["failed"]) / max(1, scores["samples"])


def roll(args: argparse.Namespace) -> dict:
    """{model: what rollouts.told says, over all and by domain}."""
    from .prepare import held_out_of

    sessions = []
    for path in sorted(args.recorded.glob("*.jsonl.gz")):
        held_out = held_out_of(path.name.removesuffix(".jsonl.gz"))
        sessions += [one for one in read(path) if split(one, held_out) == args.split]
    few = rollouts.chosen(sessions, args.sessions, args.seed)
    domains = {f"{one.recorder}/{one.family}": one.domain for one in few}
    found = {}
    for path in args.models:
        answers = rollouts.rollouts(path, few)
        by_domain = {
            name: rollouts.told([one for one in answers if domains[one["kind"]] == name]) for name in sorted(set(domains.values()))
        }
        found[str(path)] = {"all": rollouts.told(answers), **by_domain}
        print(path.name, json.dumps(found[str(path)]["all"]), flush=True)
    return found
