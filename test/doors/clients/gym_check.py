"""Gymnasium's own check of an environment, then an episode. Usage: URL FILE_OF_THE_CLASS ACTION..."""

import importlib.util
import json
import sys
import warnings

import gymnasium
from gymnasium.utils.env_checker import check_env

url, file, *actions = sys.argv[1:]
spec = importlib.util.spec_from_file_location("orrery_gymnasium", file)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

gymnasium.register("Orrery-v0", entry_point=module.OrreryEnv)
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    checked = gymnasium.make("Orrery-v0", url=url, render_mode="ansi")
    check_env(checked.unwrapped)
    checked.close()

env = gymnasium.make("Orrery-v0", url=url)
observation, info = env.reset(seed=7)
steps = []
for action in actions:
    shown, reward, terminated, truncated, info = env.step(action)
    steps.append([shown, reward, terminated, truncated, info])
env.close()
print(json.dumps({"warnings": [str(one.message) for one in said], "first": observation, "steps": steps}))
