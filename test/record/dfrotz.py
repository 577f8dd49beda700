"""Records what the program dfrotz 2.54 (Debian's package frotz) prints of a story: python3 dfrotz.py STORY LINES > ../fixtures/stories/NAME.json

As frotz.py, for stories that jericho's Frotz does not play. Text in another style is not in dfrotz' output, so such lines are left out.
"""

import json
import subprocess
import sys

story, commands = sys.argv[1:3]
with open(commands) as lines:
    given = [line for line in lines.read().split("\n") if line]
asked = ["dfrotz", "-m", "-q", "-w", "255", "-s", "1", story]
said = subprocess.run(asked, input="\n".join(given) + "\n", capture_output=True, encoding="utf-8", check=False).stdout
first, *told = said.split("\n>")
turns = [{"line": None, "text": first.strip()}]
turns += [{"line": line, "text": text.strip()} for line, text in zip(given, told)]
json.dump(turns, sys.stdout, indent=1, ensure_ascii=False)
print()
