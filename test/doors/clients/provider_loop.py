"""The tools of model providers on a world. Argument: the world's address."""

import json
import sys

from provider_tools import ToolError, World

world = World(sys.argv[1])
told: list[object] = []


def ask(tool: object, given: dict[str, object]) -> None:
    try:
        told.append(tool(given))  # type: ignore[operator]
    except ToolError as error:
        told.append({"error": str(error)})


path = "/tmp/p/f.py"
ask(world.bash, {"command": "cd /tmp && echo in $PWD"})
ask(world.bash, {"command": "pwd"})
ask(world.bash, {"restart": True})
ask(world.text_editor, {"command": "create", "path": path, "file_text": "a = 1\nb = 2\n"})
ask(world.text_editor, {"command": "str_replace", "path": path, "old_str": "= 2", "new_str": "= 3"})
ask(world.text_editor, {"command": "str_replace", "path": path, "old_str": "=", "new_str": "=="})
ask(world.text_editor, {"command": "insert", "path": path, "insert_line": 1, "insert_text": "c = 9"})
ask(world.text_editor, {"command": "view", "path": path})
ask(world.text_editor, {"command": "view", "path": path, "view_range": [2, 2]})
ask(world.text_editor, {"command": "view", "path": "/tmp/p"})
ask(world.text_editor, {"command": "view", "path": "/tmp/none"})
ask(world.shell_call, {"commands": ["echo a", "exit 3"], "timeout_ms": 20000, "max_output_length": 4000})
ask(world.shell_call, {"commands": ["sleep 60", "echo never"], "timeout_ms": 2000, "max_output_length": None})
print(json.dumps(told))
