"""ScienceWorld: a house full of things in which thirty school experiments can be done, played by experts and by wanderers.

Everything that a command shows follows from the initial state: the task and what its goals are worth, the rooms that the session
comes to with what is in them and in their closed containers, temperatures, and what the agent holds.
"""

from importlib.metadata import version
from pathlib import Path

from ...trajectory import HELD_OUT_EVERY, Trajectory, Turn
from ..textenv import dice, observation
from .agent import Agent
from .told import Told
from .world import World, world

DOMAIN = "textenv"

# The thirty tasks of the package by what they are about.
TASKS: dict[str, tuple[str, ...]] = {
    "state-of-matter": ("boil", "melt", "freeze", "change-the-state-of-matter-of"),
    "thermometer": ("use-thermometer",),
    "melting-point": ("measure-melting-point-known-substance", "measure-melting-point-unknown-substance"),
    "circuits": ("power-component", "power-component-renewable-vs-nonrenewable-energy"),
    "conductivity": ("test-conductivity", "test-conductivity-of-unknown-substances"),
    "find": ("find-living-thing", "find-non-living-thing", "find-plant", "find-animal"),
    "growing": ("grow-plant", "grow-fruit"),
    "chemistry": ("chemistry-mix",),
    "paint": ("chemistry-mix-paint-secondary-color", "chemistry-mix-paint-tertiary-color"),
    "lifespan": ("lifespan-longest-lived", "lifespan-shortest-lived", "lifespan-longest-lived-then-shortest-lived"),
    "life-stages": ("identify-life-stages-1", "identify-life-stages-2"),
    "inclined-plane": (
        "inclined-plane-determine-angle",
        "inclined-plane-friction-named-surfaces",
        "inclined-plane-friction-unnamed-surfaces",
    ),
    "genetics": ("mendelian-genetics-known-plant", "mendelian-genetics-unknown-plant"),
}
FAMILIES = tuple(TASKS)
HELD_OUT = frozenset({"conductivity", "lifespan"})

# The expert's way through these takes the package seconds to find: one session in so many follows it, in few variations.
SLOW = {"genetics": 20, "growing": 4}
SLOW_VARIATIONS = 4
# Finding a way takes as long as a session; so many seeds share one.
SEEDS_A_WAY = 8

# With what the rest of a session leaves free, about 5,000 tokens.
MOST_CHARACTERS = 12_000
MOST_SHOWN = 2_400


def record(family: str, seed: int, folder: Path) -> Trajectory:
    """One session of 8 to 16 commands. It may begin in the middle of an experiment: told is not what was done, but what came of it."""
    random = dice("scienceworld", family, seed)
    expert = random.random() < 0.65 if family not in SLOW else seed % SLOW[family] == 1
    # Experts of neighbouring seeds go the same way, each from another place on it, in a house eased otherwise.
    choice = dice("way", family, seed // SEEDS_A_WAY) if expert else random
    task = choice.choice(TASKS[family])
    place = world()
    variations = place.variations(task, held_out=family in HELD_OUT or seed % HELD_OUT_EVERY == 0)
    variation = choice.choice(variations[:SLOW_VARIATIONS] if expert and family in SLOW else variations)
    eased = simplifications(random, family)
    way = place.expert(task, variation) if expert else []
    length = random.randint(8, 16)
    start = random.randint(0, max(0, len(way) - length)) if random.random() < 0.7 else 0
    start = place.begin(task, variation, eased, way, start, length)
    told = Told(place, eased)
    agent = Agent(place, random, way[start:])
    turns = play(place, agent, told, length)
    return Trajectory(
        recorder="scienceworld",
        family=family,
        seed=seed,
        program=f"ScienceWorld {version('scienceworld')}",
        domain=DOMAIN,
        initial_state=told.text(),
        turns=turns,
    )


def simplifications(random, family: str) -> list[str]:
    """What the package makes easier; connecting is only known where it is needed, for its commands are thousands."""
    known = {"openDoors": 0.35, "teleportAction": 0.15, "openContainers": 0.12, "selfWateringFlowerPots": 0.3 if family == "growing" else 0}
    chosen = [name for name, chance in known.items() if random.random() < chance]
    return chosen if family in ("circuits", "conductivity") else ["noElectricalAction", *chosen]


def play(place: World, agent: Agent, told: Told, length: int) -> list[Turn]:
    turns: list[Turn] = []
    shown, size, score = told.first, len(told.first), place.score()
    for number in range(length):
        command = agent.next(shown, number, last=number == length - 1)
        shown = place.step(command)
        before, score = score, place.score()
        done = place.done()
        if len(shown) > MOST_SHOWN:
            break
        turns.append(Turn(command, observation(shown, score - before, done)))
        told.saw(place.room())
        size += len(shown) + len(command)
        if done or size > MOST_CHARACTERS:
            break
    return turns
