"""What LLaMA-Factory 0.9.5 makes of a folder with a dataset_info.json: the rows of each of its datasets."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

from factory import converter, parser
from shared import rows_of, tell

folder = Path(sys.argv[1])
names = list(json.loads((folder / "dataset_info.json").read_text()))


def rows(attributes):
    convert = converter.get_dataset_converter(attributes.formatting, attributes, SimpleNamespace(media_dir=""))
    made = [convert(row) for row in rows_of(str(folder / attributes.dataset_name))]
    return [
        {
            "system": row["_system"],
            "prompt": [[str(one["role"]), one["content"]] for one in row["_prompt"]],
            "response": [one["content"] for one in row["_response"]],
        }
        for row in made
    ]


tell({name: rows(attributes) for name, attributes in zip(names, parser.get_dataset_list(names, str(folder)), strict=True)})
