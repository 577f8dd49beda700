"""mini-swe-agent's own agent with a scripted model, in a world. Argument: the world's address. Prints the messages and how it ended."""

import json
import sys

from minisweagent.agents.default import DefaultAgent
from minisweagent.environments import get_environment
from minisweagent.models.test_models import DeterministicModel, make_output

COMMANDS = [
    "ls && cat README.md",
    "ls /nope",
    "printf 'def f():\\n    return 2\\n' > f.py && python3 -c 'import f; print(f.f())'",
    "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT; cat f.py",
]

environment = get_environment({"environment_class": "orrery_mini_swe_agent.OrreryEnvironment", "url": sys.argv[1]})
model = DeterministicModel(outputs=[make_output(command, [{"command": command}]) for command in COMMANDS], cost_per_call=0)
agent = DefaultAgent(
    model, environment, system_template="You act in {{system}}.", instance_template="{{task}}", cost_limit=0
)
ended = agent.run("write f.py")
saved = json.dumps(agent.serialize())
print(
    json.dumps(
        {
            "ended": ended,
            "saw": [message["content"] for message in agent.messages if message["role"] == "user"],
            "tells_address": sys.argv[1] in saved,
        }
    )
)
