"""The kinds of turns by the other implementation of the same table: the one that the bundled model was trained with."""

import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[3] / "model"))
from lwm.categories import category

print(json.dumps([category(action, observation) for action, observation in json.loads(Path(sys.argv[1]).read_text())]))
