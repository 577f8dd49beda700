"""An evaluation by Inspect with a world as its sandbox, without a model. Argument: the world's address."""

import contextlib
import json
import os
import sys
import tempfile

import orrery_inspect  # noqa: F401
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.solver import Generate, TaskState, solver
from inspect_ai.util import sandbox


os.environ["ORRERY_URL"] = sys.argv[1]


@solver
def act():
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        await sandbox().write_file(state.input_text, "x")
        said = await sandbox().exec(["echo", state.input_text])
        state.store.set("said", said.stdout)
        state.store.set("files", (await sandbox().exec(["ls"])).stdout)
        return state

    return solve


with contextlib.redirect_stdout(sys.stderr), tempfile.TemporaryDirectory() as folder:
    task = Task(dataset=[Sample(input="one"), Sample(input="two")], solver=act(), sandbox="orrery")
    [log] = eval(task, model="mockllm/model", log_dir=folder, display="none")
    if log.error or any(sample.error for sample in log.samples or []):
        sys.exit(str(log.error or [sample.error for sample in log.samples or []])[-3000:])
    samples = sorted(log.samples or [], key=lambda sample: str(sample.input))
    told = {
        "status": log.status,
        "samples": [sample.store["said"] for sample in samples],
        "files": [sample.store["files"] for sample in samples],
    }
print(json.dumps(told))
