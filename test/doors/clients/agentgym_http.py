"""What AgentGym's clients ask and assert, with requests. (Its package is not in the index.) Usage: URL ACTION..."""

import json
import sys

import requests

url, *actions = sys.argv[1:]


def ask(method, what, **given):
    answer = requests.request(method, f"{url}/{what}", timeout=300, **given)
    assert answer.status_code == 200
    return answer.json()


made = ask("POST", "create", json={})
assert isinstance(made["id"], int)
mine = {"id": made["id"]}
first = ask("POST", "reset", json={"data_idx": 0, **mine})
steps = []
for action in actions:
    answer = ask("POST", "step", json={"action": action, **mine})
    steps.append([answer["observation"], answer["reward"], answer["done"]])
shown = ask("GET", f"observation?id={made['id']}")
closed = ask("POST", "close", json=dict(mine))
print(json.dumps({"first": first["observation"], "steps": steps, "shown": shown, "closed": closed}))
