"""python3 -m pip is the program pip; in a virtual environment it works on that."""
import os
import sys


def main():
    # The help is the same everywhere.
    helps = {"-h", "--help", "help"} & set(sys.argv[1:])
    inside = ["--python", sys.executable] if sys.prefix != sys.base_prefix and not helps else []
    os.execv("/usr/bin/pip", ["pip", *inside, *sys.argv[1:]])


if __name__ == "__main__":
    main()
