"""What Hugging Face datasets reads in a file of JSON lines: every row, with the types it settled on."""

import json
import sys
import tempfile

from datasets import load_dataset

with tempfile.TemporaryDirectory() as cache:
    rows = load_dataset("json", data_files=sys.argv[1], split="train", cache_dir=cache)
    print(json.dumps({"columns": rows.column_names, "rows": rows.to_list()}))
