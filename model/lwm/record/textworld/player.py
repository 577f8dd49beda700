"""Who plays: one who knows the way, one who strays from it, one who wanders; all mistype and ask for what is not there."""

import re
from collections import deque
from random import Random
from typing import Any

DIRECTIONS = ("north", "south", "east", "west")
SHORT = {"go north": "n", "go south": "s", "go east": "e", "go west": "w", "look": "l", "inventory": "i"}

# What the game knows besides its admissible commands, and what it does not.
IDLE = (
    "wait", "score", "goal", "jump", "sing", "sleep", "listen", "smell", "take all", "pray", "think", "swim",
    "examine me", "wave", "yes", "no", "help", "version please", "dance", "hello", "plugh", "where am i", "exit",
)  # fmt: skip
ABOUT = (
    "touch {}", "push {}", "pull {}", "eat {}", "take {}", "open {}", "close {}", "drop {}", "attack {}",
    "kiss {}", "smell {}", "drink {}", "wear {}", "climb {}", "burn {}", "examine {}", "unlock {}", "lock {}",
    "search {}", "buy {}", "throw {}", "turn on {}", "read {}", "cook {}", "cut {}", "rub {}", "squeeze {}",
    "look under {}", "enter {}", "x {}", "get {}",
)  # fmt: skip
BETWEEN = ("put {} on {}", "insert {} into {}", "take {} from {}", "unlock {} with {}", "lock {} with {}", "give {} to {}")
BARE = ("open", "take", "go", "unlock", "examine", "drop", "close", "eat", "put", "insert")
ABSENT = ("moon", "sword", "lantern", "dragon", "ladder", "window", "violin", "torch", "mirror", "letter", "rope", "map", "diamond", "cat")


# Commands before one that ends the game is looked for.
EARLIEST = 5


class Player:
    """Holds its habits and its dice."""

    def __init__(self, random: Random, state: Any) -> None:
        self.random = random
        self.errs = random.choice((0.05, 0.12, 0.2, 0.3))
        # Of ten commands, so many are the next on the way to the end.
        self.knows = random.choice((0, 0.4, 0.7, 0.9))
        # Some type n for go north.
        self.short = random.choice((0, 0, 0.7))
        self.done: deque[str] = deque(maxlen=EARLIEST)
        # Where the package cannot derive the next command it may still know all of them.
        self.walkthrough = list(state.game.metadata.get("walkthrough") or [])
        self.names = sorted({info.name for info in state.game.infos.values() if info.name and info.type not in ("r", "P", "I")})

    def next(self, state: Any, scene: str) -> str:
        """The next command in this state, after this scene."""
        if scene.startswith("Which do you mean"):
            return self.random.choice(re.findall(r"the ([^,?]+?)(?:,| or |\?)", scene) or ["look"])
        way = state.policy_commands or self.walkthrough
        if self.random.random() < self.errs:
            return self.mistake()
        # Nobody hurries to an end that is one step away: there is little to learn from so short a session.
        knows = self.knows if len(way or []) > 1 or len(self.done) >= EARLIEST else 0
        command = way[0] if way and self.random.random() < knows else self.wander(state.admissible_commands)
        if self.walkthrough and command == self.walkthrough[0]:
            self.walkthrough.pop(0)
        self.done.append(command)
        return self.typed(command)

    def wander(self, admissible: list[str]) -> str:
        # By verb first: there are far more things to examine than ways to go. What was just done is not done again.
        admissible = [command for command in admissible if command not in self.done] or admissible
        verbs = sorted({command.split()[0] for command in admissible})
        liked = {"go": 6, "look": 2, "inventory": 1.5, "examine": 2, "eat": 0.3, "drop": 1.5}
        verb = self.random.choices(verbs, [liked.get(verb, 3) for verb in verbs])[0]
        return self.random.choice([command for command in admissible if command.split()[0] == verb])

    def typed(self, command: str) -> str:
        return SHORT.get(command, command) if self.random.random() < self.short else command

    def mistake(self) -> str:
        kind = self.random.random()
        if kind < 0.25:
            return f"go {self.random.choice(DIRECTIONS)}"
        if kind < 0.4:
            return self.random.choice(IDLE)
        if kind < 0.48:
            return self.random.choice(BARE)
        if kind < 0.6:
            return self.random.choice(ABOUT).format(self.random.choice(ABSENT))
        if kind < 0.75 and len(self.names) > 1:
            return self.random.choice(BETWEEN).format(*self.random.sample(self.names, 2))
        return self.random.choice(ABOUT).format(self.random.choice(self.names))
