"""What LLaMA-Factory 0.9.5 makes of a file with `"formatting": "sharegpt"`: each row aligned, calls and tools formatted, or dropped.
"""

import sys
from types import SimpleNamespace

from factory import converter, formatter, parser
from shared import rows_of, tell

# The entry that docs/formats.md gives for dataset_info.json.
INFO = {
    "orrery": {
        "file_name": "rows.jsonl",
        "formatting": "sharegpt",
        "columns": {"messages": "conversations", "system": "system", "tools": "tools"},
    }
}
(attributes,) = parser.get_dataset_list(["orrery"], INFO)
convert = converter.get_dataset_converter("sharegpt", attributes, SimpleNamespace(media_dir=""))
function = formatter.FunctionFormatter(slots=["{{content}}"], tool_format="qwen")
tools = formatter.ToolFormatter(tool_format="default")


def told(row):
    made = convert(row)
    messages = made["_prompt"] + made["_response"]
    calls = [function.apply(content=one["content"])[0] for one in messages if one["role"] == "function"]
    listed = tools.apply(content=made["_tools"])[0] if made["_tools"] else ""
    return {
        "dropped": not made["_response"],
        "messages": [[str(one["role"]), one["content"]] for one in messages],
        "system": made["_system"],
        "calls": calls,
        "tools": listed,
        "simulated": row["metadata"]["simulated"],
    }


tell([told(row) for row in rows_of(sys.argv[1])])
