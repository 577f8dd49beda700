"""What Inspect reads in a log. With ORRERY_EVAL set, it also writes the log to that path as .eval."""

import json
import os
import sys

from inspect_ai.log import read_eval_log, write_eval_log

log = read_eval_log(sys.argv[1])
samples = [
    {
        "id": sample.id,
        "input": sample.input,
        "metadata": sample.metadata,
        "messages": [message.model_dump(exclude_none=True) for message in sample.messages],
    }
    for sample in log.samples or []
]
if "ORRERY_EVAL" in os.environ:
    write_eval_log(log, os.environ["ORRERY_EVAL"], format="eval")
print(json.dumps({"version": log.version, "status": log.status, "task": log.eval.task, "model": log.eval.model, "samples": samples}))
