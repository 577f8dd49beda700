"""The whole recipe in one command: record, prepare, train, quantize, evaluate. Each step is the command of that name, in a process of its own.

A step that is done is not done again: recordings are resumed, and what was prepared, trained and quantised is known by what it left. Without a
GPU it ends before the training and says so, unless --cpu is given.
"""

import shutil
import subprocess
import sys
from pathlib import Path

# Half an hour on one H100; more learns little (README).
MINUTES = 8.5


def add_arguments(parser) -> None:
    parser.add_argument("--base", type=Path, required=True, metavar="GGUF", help="the model that is fine-tuned")
    parser.add_argument("--out", type=Path, default=Path("orrery-lwm-135m.gguf"), metavar="GGUF")
    parser.add_argument("--recorders", nargs="+", default=[], metavar="NAME", help="default: all of them")
    parser.add_argument("--seeds", default="0:200", help="first:end; every family is recorded once a seed (default 0:200)")
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"of training (default {MINUTES})")
    parser.add_argument("--data", type=Path, default=Path("data"), metavar="FOLDER")
    parser.add_argument("--cpu", action="store_true", help="train without a GPU too, which takes days")


def run(args) -> None:
    for name, done, options in steps(args):
        if name == "train" and not args.cpu and not shutil.which("nvidia-smi"):
            raise SystemExit(f"The data are ready in {args.data / 'prepared'}. Training needs a GPU: run the same command where one is, or add --cpu.")
        if done is not None and done.exists():
            print(f"{name}: {done} is there", file=sys.stderr)
            continue
        print(f"{name}: {' '.join(map(str, options))}", file=sys.stderr)
        code = subprocess.run([sys.executable, "-m", "lwm", name, *map(str, options)]).returncode
        if code:
            raise SystemExit(f'"{name}" ended with {code}. The same command goes on from there.')


def steps(args) -> list[tuple[str, Path | None, list]]:
    """(step, what it leaves when it is done, its options). Recording finds by itself what is there; so does training."""
    recorded, prepared, trained = args.data / "recorded", args.data / "prepared", args.data / "run"
    device = ["--bf16", "--compile", "--context", "4096", "--batch", "8192", "--rate", "4e-4", "--qat-from", "0.4"] if args.cpu else []
    return [
        ("record", None, [*args.recorders, "--seeds", args.seeds, "--out", recorded]),
        ("prepare", prepared / "CARD.md", ["--base", args.base, "--recorded", recorded, "--out", prepared]),
        ("train", args.out, ["--base", args.base, "--data", prepared, "--out", trained, "--qat", "mixed", "--minutes", args.minutes, *device]),
        ("quantize", args.out, [trained / "checkpoint.pt", "--base", args.base, "--out", args.out]),
        ("evaluate", None, ["app", args.base, args.out]),
    ]
