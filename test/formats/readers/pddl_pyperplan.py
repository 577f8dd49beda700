"""How long the plan is that pyperplan finds by breadth-first search: no shorter one is there."""

import json
import logging
import sys
from os.path import join

from pyperplan.planner import SEARCHES, search_plan

logging.disable(logging.CRITICAL)
folder = sys.argv[1]
plan = search_plan(join(folder, "domain.pddl"), join(folder, "problem.pddl"), SEARCHES["bfs"], None)
print(json.dumps([operator.name for operator in plan]))
