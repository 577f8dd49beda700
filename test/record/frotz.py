"""Records what Frotz prints of a story: python3 frotz.py STORY LINES > ../fixtures/stories/NAME.json

STORY is a Z-machine file, LINES a text file with a command a line. Frotz is the one in the package jericho.
quest and cooking were made with the package textworld 1.7.0:
  tw-make custom --world-size 3 --nb-objects 5 --quest-length 4 --seed 31 --output quest.z8
  tw-make tw-cooking --recipe 1 --take 1 --open --seed 7 --format z8 --output cooking.z8
"""

import json
import sys
import warnings

from jericho import FrotzEnv

warnings.filterwarnings("ignore")


def said(text: str) -> str:
    """Up to the prompt, behind which jericho writes the status line."""
    before, prompt, _ = text.rpartition("\n>")
    return (before if prompt else text).strip()


story, commands = sys.argv[1:3]
env = FrotzEnv(story, seed=1)
first, _ = env.reset()
turns = [{"line": None, "text": said(first)}]
with open(commands) as lines:
    for line in filter(None, lines.read().split("\n")):
        text, _, done, _ = env.step(line)
        turns.append({"line": line, "text": said(text)})
        if done:
            break
json.dump(turns, sys.stdout, indent=1, ensure_ascii=False)
print()
