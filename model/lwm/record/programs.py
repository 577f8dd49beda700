"""Worlds that are programs: tools, stories and pages of the app's own scenarios, played by the app without a model (../../play.ts).

What is done is a scenario's walk with other names, other figures and mistakes, drawn by the seed, so that there is no end of sessions.
What it comes to is computed. A family is a program; whole programs are held out.
"""

import atexit
import json
import subprocess
from pathlib import Path

from ..render import MODEL, node
from ..trajectory import Trajectory, Turn

# As `node play.ts --families` lists them.
FAMILIES = (
    "airline-desk assistant-lunch-harder-1 assistant-sum bank board bookshop cottage flights forum gates helpdesk house household "
    "household-kitchen household-lamp inventory lighthouse mail mcp-calendar mcp-fiction-helpdesk mcp-issues meeting-rooms mill permit "
    "phone-support pottery-shop shop shop-desk ticket-queue tickets wool"
).split()
# Of each kind: tools, a story, pages, and a task that the app made harder.
HELD_OUT = ("bank", "gates", "forum", "mail", "assistant-lunch-harder-1")

# Sessions after which the app is started anew, for what worlds leave in memory.
LASTS = 200

_player: subprocess.Popen | None = None
_played = 0


def record(family: str, seed: int, folder: Path) -> Trajectory:
    """One session. @raises ValueError where the app cannot play it, RuntimeError where it died"""
    player = playing()
    player.stdin.write(json.dumps({"family": family, "seed": seed}) + "\n")
    player.stdin.flush()
    line = player.stdout.readline()
    if not line:
        stop()
        raise RuntimeError("the app ended before it answered")
    said = json.loads(line)
    if "error" in said:
        raise ValueError(said["error"])
    return Trajectory(**{**said, "turns": [Turn(**turn) for turn in said["turns"]]})


def playing() -> subprocess.Popen:
    """The app, which stays for the sessions of this process: starting it takes longer than many of them."""
    global _player, _played
    if _player and (_played >= LASTS or _player.poll() is not None):
        stop()
    if _player is None:
        _player = subprocess.Popen([node(), "play.ts"], cwd=MODEL, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        _played = 0
    _played += 1
    return _player


@atexit.register
def stop() -> None:
    global _player
    if _player:
        _player.stdin.close()
        _player.wait()
    _player = None
