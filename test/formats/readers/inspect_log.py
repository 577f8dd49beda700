"""What Inspect reads in a log, and in its header alone. With ORRERY_EVAL set, it also writes the log to that path as .eval.

With ORRERY_BUNDLE set, `inspect view bundle` puts the log's folder there.
"""

import contextlib
import json
import os
import sys

from inspect_ai.log import bundle_log_dir, read_eval_log, write_eval_log

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
header = read_eval_log(sys.argv[1], header_only=True)
assert header.samples is None
assert header.eval.run_id == log.eval.run_id
if "ORRERY_BUNDLE" in os.environ:
    with contextlib.redirect_stdout(sys.stderr):
        bundle_log_dir(os.path.dirname(sys.argv[1]), os.environ["ORRERY_BUNDLE"])
print(json.dumps({"stats": header.stats.model_dump(mode="json", exclude_defaults=True), "version": log.version, "status": log.status, "task": log.eval.task, "model": log.eval.model, "samples": samples}))
