"""What StableToolBench's client sends for a call (toolbench/inference/Downstream_tasks/rapidapi.py), and how it reads the answer. Usage: URL INPUT..."""

import json
import sys

import requests

url, *inputs = sys.argv[1:]
told = []
for given in inputs:
    payload = {
        "category": "Data",
        "tool_name": "keyword_analysis",
        "api_name": "querykeywords",
        "tool_input": given,
        "strip": "truncate",
        "toolbench_key": "none",
    }
    answer = requests.post(url, json=payload, headers={"toolbench_key": "none"}, timeout=None)
    assert answer.status_code == 200
    answer = answer.json()
    # Its codes are told by the words of an error; a missing field would be a KeyError.
    told.append([answer["error"], answer["response"]])
print(json.dumps(told))
