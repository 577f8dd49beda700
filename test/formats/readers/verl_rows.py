"""What verl 0.9.1 reads in a parquet file.

Its datasets are PyTorch's and cannot be imported without it. The two steps they read a file by are done here as they do them:
RLHFDataset loads it with datasets; MultiTurnSFTDataset with pandas, and makes lists of what pyarrow gives with a function of verl's own,
which is taken from its source. The template functions of verl are its own too.
"""

import ast
import sys

import numpy as np
import pandas as pd
from shared import PACKAGES, module, rows_of, tell, tokenizer

path = sys.argv[1]
processing = tokenizer()


def own_function(file, name):
    """One function of a module that cannot be imported as a whole."""
    tree = ast.parse((PACKAGES / file).read_text())
    (found,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)
    space = {"np": np, "Any": object}
    exec(compile(ast.Module([found], []), file, "exec"), space)
    return space[name]


def rl(rows):
    told = []
    for row in rows:
        # maybe_filter_out_long_prompts and __getitem__ of RLHFDataset.
        text = processing.apply_chat_template(row["prompt"], add_generation_prompt=True, tokenize=False)
        told.append({**row, "text": text, "index": row["extra_info"]["index"]})
    return told


def sft():
    listed = own_function("verl/utils/py_functional.py", "convert_nested_value_to_list_recursive")
    template = module("verl.utils.tokenizer.chat_template")
    frame = pd.read_parquet(path, dtype_backend="pyarrow")
    told = []
    for messages, extra in zip(frame["messages"].apply(listed).tolist(), frame["extra_info"].tolist(), strict=True):
        text = template.apply_chat_template(processing, messages=messages, tools=None, tokenize=False)
        told.append({"messages": messages, "text": text, "simulated": listed(extra["simulated"])})
    return told


rows = rows_of(path, "parquet")
tell(rl(rows) if "prompt" in rows[0] else sft())
