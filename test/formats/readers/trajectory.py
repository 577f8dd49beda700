"""What Harbor's and the atif package's models read in trajectories, given as a JSON list of texts: each refuses what it does not know."""

import json
import sys

import atif
from harbor.models.trajectories.trajectory import Trajectory

with open(sys.argv[1], encoding="utf-8") as file:
    texts = json.load(file)


def both(text):
    return [
        Trajectory.model_validate_json(text).to_json_dict(),
        atif.Trajectory.model_validate_json(text).model_dump(exclude_none=True, mode="json"),
    ]


print(json.dumps([both(text) for text in texts]))
