"""Who plays: an expert who strays, or a wanderer among what is admissible; both mistype and ask for what is not there."""

import re
from random import Random

from .world import World

# How much each verb is liked by one who wanders.
LIKED = {
    "look around": 7, "look at": 9, "look in": 8, "inventory": 6, "open": 12, "close": 5, "go": 15, "pick up": 13, "put down": 6,
    "move": 10, "pour": 6, "mix": 4, "activate": 9, "deactivate": 6, "use": 9, "read": 5, "eat": 1, "dunk": 2, "flush": 1,
    "wait": 2, "wait1": 2, "connect": 12, "disconnect": 3, "teleport": 7, "task": 1,
}  # fmt: skip

# What nobody would move, mix or measure, though the world lets them.
SILLY = re.compile(
    r"\b(agent|air|door|drain|sewer|inventory into|hallway|kitchen|bathroom|bedroom|workshop|greenhouse|outside|foundry|living room|"
    r"art studio|picture|painting|drawing|bed|closet|table|chair|couch|desk|counter|cupboard|fridge|freezer|oven|stove|sink|bathtub|"
    r"toilet|object|ground|wall|self|drawer)\b"
)
HANDLED = ("pick up", "move", "pour", "mix", "eat", "dunk", "use", "connect", "disconnect", "put down")
# Where things are brought to.
PLACES = re.compile(r" (?:to|into|in) (?:the )?(sink|stove|oven|freezer|fridge|table|cupboard|counter|desk|chair|bed|blast furnace)$")

ABSENT = ("moon", "hammer", "violin", "piano", "bicycle", "blue whale", "television", "key", "rope", "umbrella", "diamond", "mirror")
WRONG = (
    "take {}", "get {}", "grab {}", "go to the {}", "examin {}", "turn on {}", "open the {} please", "inspect {}", "throw {}",
    "push {}", "cut {}", "pick {}", "look under {}", "heat {}", "drink {}", "smell {}", "walk to {}", "use {}", "break {}", "north",
    "help", "xyzzy", "look arround", "inventroy", "wash {}", "go {}",
)  # fmt: skip
RIGHT = (
    "pick up {}", "open {}", "go to {}", "look at {}", "focus on {}", "activate {}", "put down {}", "look in {}", "eat {}", "examine {}",
)  # fmt: skip

# Commands before one that may end the session by focusing on a wrong thing.
EARLIEST = 6


class Agent:
    """Holds its way through the task, if it knows one, and its dice."""

    def __init__(self, place: World, random: Random, way: list[str]) -> None:
        self.place = place
        self.random = random
        self.way = list(way)
        # Of ten commands of an expert, so many are its own idea.
        self.strays = random.choice((0, 0.1, 0.25, 0.4))
        self.errs = random.choice((0.04, 0.1, 0.18, 0.25))
        self.looks = random.choice((0.25, 0.5, 0.75))

    def next(self, shown: str, number: int, last: bool) -> str:
        """The next command, the number-th from 0, after what was shown."""
        if shown.startswith("Ambiguous request"):
            return self.random.choice(re.findall(r"^(\d+):", shown, re.MULTILINE) or ["0"])
        if shown.startswith(("You move to", "You teleport to")) and self.random.random() < self.looks:
            return "look around"
        if self.random.random() < self.errs:
            return self.mistake(number)
        # Who is at the end at once looks around first: there is nothing to learn from a session of one command.
        hurries = len(self.way) > 2 or number >= EARLIEST
        if self.way and hurries and self.random.random() >= self.strays:
            return self.way.pop(0)
        return self.wander(number, last)

    def wander(self, number: int, last: bool) -> str:
        by_verb: dict[str, list[str]] = {}
        for command in self.place.admissible():
            if (verb := verb_of(command)) is not None:
                by_verb.setdefault(verb, []).append(command)
        # Focusing on what the task does not ask for ends the session, as it does when it is asked for by chance.
        liked = {**LIKED, "focus": 12 if last else 0.3 if number >= EARLIEST else 0}
        verbs = sorted(by_verb)
        verb = self.random.choices(verbs, [liked.get(verb, 1) for verb in verbs])[0]
        command = self.random.choice(self.sensible(verb, by_verb[verb]))
        if verb == "look at" and self.random.random() < 0.5:
            command = command.replace("look at", "examine", 1)
        if verb == "go" and not command.startswith("go to"):
            command = command.replace("go ", "go to ", 1)
        if self.random.random() < 0.08:
            # Without saying which one: the world asks back when there are several.
            command = re.sub(r" (?:in|on|containing) .*$", "", command)
        return command

    def sensible(self, verb: str, commands: list[str]) -> list[str]:
        if verb not in HANDLED or self.random.random() < 0.1:
            return commands
        liked = [command for command in commands if not SILLY.search(PLACES.sub("", command))]
        return liked or commands

    def mistake(self, number: int) -> str:
        """A verb or a thing that the world does not know, or both."""
        there = [name for name in sorted(self.place.env.get_possible_objects()) if name not in ("agent", "air")]
        thing = self.random.choice(there if there and self.random.random() < 0.5 else ABSENT)
        known = thing not in there
        right = [form for form in RIGHT if number >= EARLIEST or not form.startswith("focus")]
        return self.random.choice(right if known and self.random.random() < 0.7 else WRONG).format(thing)


def verb_of(command: str) -> str | None:
    """`pick up` of `pick up red apple`; None for what is never chosen by chance."""
    if command == "reset task":
        return None
    words = command.split(" ")
    two = " ".join(words[:2])
    return two if two in LIKED else words[0]
