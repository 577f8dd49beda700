"""python -m lwm record|prepare|train|quantize|evaluate: each step of the recipe; all: one after the other."""

import argparse
import sys
from importlib import import_module

STEPS = {
    "all": "the five steps below, one after the other; the same command goes on where it was stopped",
    "record": "sessions of real environments, seeded, into data/recorded",
    "prepare": "recordings to weighed messages in pieces, and held-out samples",
    "train": "fine-tune the base model, in stretches",
    "quantize": "a checkpoint to the GGUF file that the app runs",
    "evaluate": "base against fine-tuned: exact match, the app's own measures, rollouts",
    "speed": "how fast training would be on this machine",
    "split": "a file in pieces that travel",
    "join": "pieces to the file again",
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m lwm", description=__doc__)
    steps = parser.add_subparsers(required=True, metavar="STEP")
    for name, summary in STEPS.items():
        # Only the step that is asked for is loaded: the others need libraries that it does not.
        if sys.argv[1:2] != [name]:
            steps.add_parser(name, help=summary)
            continue
        step = import_module(f"lwm.{name}")
        sub = steps.add_parser(name, help=summary, description=step.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
        step.add_arguments(sub)
        sub.set_defaults(run=step.run)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
