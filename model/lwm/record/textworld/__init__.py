"""TextWorld: generated text adventures, each compiled and played in its own interpreter by players who know the way, stray or err.

Everything that a command shows follows from the initial state: the objective and what scores, the rooms that the session comes to
with what is where, and the sentences in which each room and thing is told in each of its states.
"""

from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

from ...trajectory import Trajectory, Turn
from ..textenv import MOST_ADMISSIBLE, dice, listed, observation
from .games import FAMILIES, game, play
from .player import Player
from .told import told

__all__ = ["DOMAIN", "FAMILIES", "HELD_OUT", "record"]

DOMAIN = "textenv"
HELD_OUT = frozenset({"treasure", "simple"})

# With what the rest of a session leaves free, about 5,000 tokens.
MOST_CHARACTERS = 12_000
# About 1,100 tokens, which a session of few turns may exceed.
MOST_TOLD = 3_600
FEWEST = 6
SHORTEST = 4


def record(family: str, seed: int, folder: Path) -> Trajectory:
    """One session of at most 8 to 16 commands in one game; three seeds share a game, and play it differently."""
    env, start = play(game(family, seed), folder)
    try:
        # Some lose with the first thing they take; they try again.
        for attempt in range(5):
            start_text, turns = session(env, start if attempt == 0 else env.reset(), dice("textworld", family, seed, attempt))
            if len(turns) >= SHORTEST:
                break
    finally:
        env.close()
    return Trajectory(
        recorder="textworld",
        family=family,
        seed=seed,
        program=f"TextWorld {version('textworld')}",
        domain=DOMAIN,
        initial_state=start_text,
        turns=turns,
    )


def session(env: Any, start: Any, random: Random) -> tuple[str, list[Turn]]:
    """The initial state and what was played; it ends before a room whose description is too much to tell."""
    player, state = Player(random, start), start
    rooms, admitted, scene = [place(start)], [list(start.admissible_commands)], start.description
    played: list[tuple[str, str, int, bool]] = []
    score, size = 0, 0
    for _ in range(random.randint(8, 16)):
        command = player.next(state, scene)
        state, total, done = env.step(command)
        scene = clean(state.feedback)
        size += len(scene) + len(command)
        seen = rooms if place(state) in rooms else [*rooms, place(state)]
        if size > MOST_CHARACTERS or (len(played) >= FEWEST and len(told(start, seen, [])) > MOST_TOLD):
            break
        rooms = seen
        played.append((command, scene, total - score, done))
        score = total
        admitted.append(list(state.admissible_commands))
        if done:
            break
    # Lists are told in all turns of a session or in none.
    tells = max(map(len, admitted)) <= MOST_ADMISSIBLE and random.random() < 0.6
    turns = [
        Turn(command, observation(scene, reward, done, after if tells else None))
        for (command, scene, reward, done), after in zip(played, admitted[1:])
    ]
    first = start.description.strip() + (f"\n{listed(admitted[0])}" if tells else "")
    return f"{told(start, rooms, [turn.action for turn in turns])}\n\n{first}", turns


def place(state: Any) -> str:
    """The identity of the room that the player is in."""
    return next(fact.arguments[1].name for fact in state["_facts"] if fact.name == "at" and fact.arguments[0].type == "P")


def clean(feedback: str) -> str:
    """Without the prompt and the status line that follow it."""
    return feedback.split("\n>")[0].strip()
