"""Puts pieces together again: `join pieces/smollm2.gguf.* --out smollm2.gguf`."""

from pathlib import Path

from . import pieces


def add_arguments(parser) -> None:
    parser.add_argument("pieces", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")


def run(args) -> None:
    print(f"{args.out}: {pieces.join(args.pieces, args.out):,} bytes")
