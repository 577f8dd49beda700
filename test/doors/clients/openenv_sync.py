"""OpenEnv's own client without async: an episode of each argument's actions, as JSON. Usage: URL ACTION_JSON..."""

import json
import sys

from openenv import GenericEnvClient

url, *actions = sys.argv[1:]
results = []
with GenericEnvClient(base_url=url).sync() as env:
    first = env.reset(seed=7)
    for action in actions:
        made = env.step(json.loads(action))
        results.append([made.observation, made.reward, made.done, made.metadata])
    state = env.state()
print(json.dumps({"first": first.observation, "steps": results, "state": state}))
