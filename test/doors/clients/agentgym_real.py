"""AgentGym's own clients in an episode. What they import for training is stood in for: they use nothing of it.

Usage: FOLDER KIND URL TASK ACTION... where FOLDER holds the package `agentenv`.
"""

import contextlib
import importlib
import json
import sys
from unittest.mock import MagicMock

folder, kind, url, task, *actions = sys.argv[1:]
for name in (
    "torch torch.nn torch.nn.parallel torch_npu numpy transformers transformers.generation"
    " transformers.generation.utils openai azure azure.identity"
).split():
    sys.modules[name] = MagicMock(__name__=name, __spec__=None)
sys.path.insert(0, folder)

NAMES = {"alfworld": "AlfWorldEnvClient", "sciworld": "SciworldEnvClient", "textworld": "TextworldEnvClient", "webshop": "WebshopEnvClient"}
# They print what they do.
with contextlib.redirect_stdout(sys.stderr):
    module = importlib.import_module(f"agentenv.envs.{kind}")
    client = getattr(module, NAMES[kind])(env_server_base=url, data_len=1)
    client.reset(int(task))
    seen = client.observe()
    steps = []
    for action in actions:
        out = client.step(f"Thought:\nI act.\n\nAction:\n{action}" if kind != "textworld" else f"Thought: x\nAction: {action}")
        steps.append([out.state, out.reward, out.done])
    client.close()
print(json.dumps({"seen": seen, "steps": steps}))
