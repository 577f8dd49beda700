"""mini-swe-agent with its own prompts and its own LiteLLM model, in a world. Usage: WORLD_URL BASE_URL MODEL. Prints the messages and how it ended."""

import json
import sys

from minisweagent.agents.default import DefaultAgent
from minisweagent.config import get_config_from_spec
from minisweagent.environments import get_environment
from minisweagent.models import get_model

url, base_url, name = sys.argv[1:]
config = get_config_from_spec("mini.yaml")
# What LiteLLM has for tools of MCP needs a newer mcp than the other clients here.
model_kwargs = {"api_base": base_url, "_skip_mcp_handler": True}
model = get_model(
    f"openai/{name}",
    {**config["model"], "model_kwargs": model_kwargs, "cost_tracking": "ignore_errors"},
)
environment = get_environment(
    {**config["environment"], "environment_class": "orrery_mini_swe_agent.OrreryEnvironment", "url": url}
)
templates = {key: text for key, text in config["agent"].items() if key.endswith("_template")}
agent = DefaultAgent(model, environment, **templates, step_limit=10, cost_limit=0)
ended = agent.run("The sum in sum.py is wrong.")
roles = ["assistant", "tool"]
print(
    json.dumps(
        {
            "model": type(model).__name__,
            "ended": ended,
            "turns": [
                [one["function"]["arguments"] for one in message["tool_calls"]]
                if message["role"] == "assistant"
                else json.loads(message["content"])
                for message in agent.messages
                if message["role"] in roles
            ],
        }
    )
)
