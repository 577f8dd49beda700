"""Cuts a file into pieces that travel: `split smollm2.gguf --out pieces --mb 15`."""

from pathlib import Path

from .pieces import cut


def add_arguments(parser) -> None:
    parser.add_argument("file", type=Path)
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--mb", type=float, default=15, help="megabytes of a piece (default 15)")


def run(args) -> None:
    for path in cut(args.file, args.out, args.mb):
        print(path)
