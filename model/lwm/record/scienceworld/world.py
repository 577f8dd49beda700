"""The simulator, one for each process: loaded with a task, stepped, and looked into where an agent cannot look."""

import atexit
import os
import re
from functools import cache
from typing import Any

from scienceworld import ScienceWorldEnv

from ..textenv import dice

# Sets of the simulator are ordered by their members' identities, which differ from run to run unless they are all alike.
JAVA = "-XX:+UnlockExperimentalVMOptions -XX:hashCode=2 -XX:+UseSerialGC"

# Longer than any session with what was done before it.
STEPS = 100_000


class World:
    """One running simulator. A class, for it holds a Java process that ends with it."""

    def __init__(self) -> None:
        before = os.environ.get("JAVA_TOOL_OPTIONS")
        os.environ["JAVA_TOOL_OPTIONS"] = JAVA
        try:
            self.env = ScienceWorldEnv("", envStepLimit=STEPS)
        finally:
            del os.environ["JAVA_TOOL_OPTIONS"]
            if before is not None:
                os.environ["JAVA_TOOL_OPTIONS"] = before
        atexit.register(self.env.close)
        self.known: dict[tuple[str, int], list[str]] = {}
        self.splits: dict[str, tuple[list[int], list[int]]] = {}
        self.chance = getattr(getattr(self.env._gateway.jvm.scala.util, "Random$"), "MODULE$")

    def variations(self, task: str, held_out: bool) -> list[int]:
        """The package's own split: its test variations are kept for what is tested on."""
        if task not in self.splits:
            self.env.load(task, 0, "")
            learned = self.env.get_variations_train() + self.env.get_variations_dev()
            self.splits[task] = (learned, self.env.get_variations_test())
        return self.splits[task][held_out]

    def load(self, task: str, variation: int, eased: list[str], expert: bool = False) -> None:
        # Numbers of things decide the order of some tables; bees and birds wander by chance.
        self.env._gateway.jvm.util.UniqueIdentifier.reset()
        self.chance.setSeed(dice(task, variation).randrange(2**31))
        self.env.load(task, variation, ",".join(eased), generateGoldPath=expert)
        # The score of what was played before stays until the first step.
        getattr(self.env.server, "score_$eq")(0.0)
        getattr(self.env.server, "isComplete_$eq")(False)

    def expert(self, task: str, variation: int) -> list[str]:
        """Commands that solve the task, in a house where nothing is made easier; they do so in the others too."""
        if (task, variation) not in self.known:
            self.load(task, variation, [], expert=True)
            self.known[task, variation] = self.env.get_gold_action_sequence()
        return self.known[task, variation]

    def begin(self, task: str, variation: int, eased: list[str], way: list[str], start: int, least: int) -> int:
        """Loads a task and goes so many steps of a way, fewer where it would end less than `least` after; returns how many."""
        self.load(task, variation, eased)
        for taken, command in enumerate(way[:start], 1):
            self.step(command)
            if self.done():
                return self.begin(task, variation, eased, way, max(0, taken - least), least)
        return start

    def step(self, command: str) -> str:
        return str(self.env.server.step(command)).strip("\n")

    def score(self) -> int:
        """From 0 to 100; -100 once it has failed."""
        return round(100 * self.env.server.getScore())

    def done(self) -> bool:
        return bool(self.env.server.getCompleted()) or self.score() < 0

    def look(self) -> str:
        return self.env.look().strip("\n")

    def inventory(self) -> str:
        return self.env.inventory().strip("\n")

    def admissible(self) -> list[str]:
        # As one text: asked for one by one, hundreds of commands take longer than the step.
        commands = self.env.server.getValidActionObjectCombinations()
        return sorted(self.env._gateway.jvm.java.lang.String.join("\n", commands).split("\n"))

    def task(self) -> str:
        return self.env.get_task_description()

    def goals(self) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
        """What is to be done in order, and what counts on the way: its words, and whether it is done."""
        ordered, other = self.env.get_goal_progress().split("Unordered and Optional Subgoals:")
        rows = [[line.split("\t") for line in part.split("\n") if line[:1].isdigit()] for part in (ordered, other)]
        ordered_goals, other_goals = ([(goal(row), row[1] == "true") for row in part] for part in rows)
        return ordered_goals, other_goals

    def tree(self) -> dict[str, Any]:
        """Everything there is, nested as it contains each other."""
        return self.env.getObjectTree()

    def room(self) -> str:
        return self.agent().getContainer().get().name()

    def agent(self):
        return self.env.server.agent().get()

    def rooms(self) -> dict[str, Any]:
        """The simulator's own object of each room by its name."""
        every = each(self.env.server.agentInterface().get().universe().getContainedObjects(True))
        return {name: one for name, one in sorted((one.name(), one) for one in every) if not name.startswith("terminal")}


def goal(row: list[str]) -> str:
    """A goal's words; some have but the name of their kind, such as GoalIsNotStateOfMatter."""
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", row[2].strip().removeprefix("Goal")).lower()
    return row[3].strip().removesuffix(".") or kind


def each(collection) -> list[Any]:
    """A Scala collection as a list."""
    iterator, found = collection.iterator(), []
    while iterator.hasNext():
        found.append(iterator.next())
    return found


@cache
def world() -> World:
    """This process's simulator: starting one takes a second, loading a task a few hundredths."""
    return World()
