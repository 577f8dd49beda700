"""python -m lwm record|prepare|train|quantize|evaluate: each step of the recipe."""

import argparse
from importlib import import_module

STEPS = {
    "record": "sessions of real environments, seeded, into data/recorded",
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m lwm", description=__doc__)
    steps = parser.add_subparsers(required=True, metavar="STEP")
    for name, summary in STEPS.items():
        step = import_module(f"lwm.{name}")
        sub = steps.add_parser(name, help=summary, description=step.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
        step.add_arguments(sub)
        sub.set_defaults(run=step.run)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
