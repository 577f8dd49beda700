"""What `datasets` makes of several files loaded as one dataset, once with each of them first."""

import json
import sys
import tempfile
from pathlib import Path

import datasets

datasets.disable_progress_bars()
files = sorted(str(path) for path in Path(sys.argv[1]).iterdir())


def loaded(order):
    with tempfile.TemporaryDirectory() as cache:
        return datasets.load_dataset("json", data_files=order, split="train", cache_dir=cache).to_list()


print(json.dumps([loaded([first, *(file for file in files if file != first)]) for first in files]))
