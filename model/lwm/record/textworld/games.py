"""The games: made by the package's generator and its four challenges from a family's seeded settings, and compiled by its Inform 7."""

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import textworld
from textworld import EnvInfos, Game, GameMaker, GameOptions
from textworld.challenges.tw_coin_collector import coin_collector
from textworld.challenges.tw_cooking import cooking
from textworld.challenges.tw_simple import simple
from textworld.challenges.tw_treasure_hunter import treasure_hunter
from textworld.generator.data import KnowledgeBase

from ...trajectory import HELD_OUT_EVERY
from ..textenv import dice
from .locks import locks

# Making a game takes half a second, playing one far less. What is tested on is never played by another seed.
SEEDS_A_GAME = 3

INFOS = EnvInfos(admissible_commands=True, description=True, objective=True, inventory=True, policy_commands=True, facts=True)

# The rules of a kind of game are the same in all of its games, and reading them takes longer than making one.
KnowledgeBase.load = staticmethod(lru_cache(None)(KnowledgeBase.load))


def saved(maker: GameMaker, path: str) -> str:
    """The game as the package's own logic plays it. Two challenges play their walkthrough once; they need no compiler for that."""
    game = maker.build()
    file = Path(path).with_suffix(".json")
    game.save(str(file))
    return str(file)


GameMaker.compile = saved


def house(rooms: tuple[int, int], things: tuple[int, int], quest: tuple[int, int], **grammar: Any) -> Callable[[Random, GameOptions], Game]:
    """A house of so many rooms, with a chain of commands to carry out in it."""

    def make(random: Random, options: GameOptions) -> Game:
        options.nb_rooms = random.randint(*rooms)
        options.nb_objects = random.randint(*things)
        options.quest_length = random.randint(*quest)
        for name, value in grammar.items():
            setattr(options.grammar, name, value)
        return textworld.generator.make_game(options)

    return make


def two_errands(random: Random, options: GameOptions) -> Game:
    options.nb_rooms, options.nb_objects = random.randint(2, 4), random.randint(4, 7)
    options.nb_parallel_quests = 2
    options.quest_length = random.randint(2, 4)
    options.grammar.blend_instructions = random.random() < 0.5
    return textworld.generator.make_game(options)


def coins(random: Random, options: GameOptions) -> Game:
    # From 101 rooms lead astray; the quest is as long as the level's last two digits say.
    return coin_collector.make({"level": random.choice((0, 100, 200)) + random.randint(2, 9)}, options)


def treasure(random: Random, options: GameOptions) -> Game:
    return treasure_hunter.make({"level": random.randint(1, 20)}, options)


def first_house(random: Random, options: GameOptions) -> Game:
    settings = {"rewards": random.choice(("dense", "balanced", "sparse")), "goal": random.choice(("detailed", "brief"))}
    return simple.make({**settings, "test": random.random() < 0.3}, options)


def recipe(rooms: tuple[int, ...], drop: bool) -> Callable[[Random, GameOptions], Game]:
    """A meal to cook by a cookbook."""

    def make(random: Random, options: GameOptions) -> Game:
        count = random.randint(1, 3)
        settings = {
            "recipe": count,
            "take": random.randint(0, count),
            "open": random.random() < 0.5,
            "cook": random.random() < 0.6,
            "cut": random.random() < 0.6,
            "drop": drop and random.random() < 0.5,
            "go": random.choice(rooms),
            "recipe_seed": 0,
            "split": random.choice(("train", "valid", "test")),
        }
        return cooking.make(settings, options)

    return make


MAKERS: dict[str, Callable[[Random, GameOptions], Game]] = {
    "errand": house((2, 4), (4, 8), (2, 5)),
    "manor": house((5, 8), (6, 10), (3, 7)),
    "adjectives": house((2, 5), (5, 9), (2, 5), include_adj=True),
    "blended": house((2, 5), (6, 10), (2, 6), blend_descriptions=True, blend_instructions=True),
    "hints": house((2, 5), (5, 9), (2, 5), include_adj=True, only_last_action=True),
    "plain": house((2, 6), (5, 10), (2, 6), theme="basic", allowed_variables_numbering=True),
    "two-errands": two_errands,
    "coins": coins,
    "treasure": treasure,
    "locks": locks,
    "simple": first_house,
    "meal": recipe((1,), drop=False),
    "dinner": recipe((6, 9), drop=True),
}
FAMILIES = tuple(MAKERS)


def number(seed: int) -> int:
    """Which game a seed plays: those that are kept from training have one each, the others share."""
    block, place = divmod(seed, HELD_OUT_EVERY)
    return block * HELD_OUT_EVERY + (place + SEEDS_A_GAME - 1) // SEEDS_A_GAME


def game(family: str, seed: int) -> tuple[bytes, bytes]:
    """The compiled game and its description."""
    return made(family, number(seed))


# Seeds are played in their order, families one after the other.
@lru_cache(2 * len(MAKERS))
def made(family: str, number: int) -> tuple[bytes, bytes]:
    """A few seeds ask for what cannot be made; then the next is tried, the same at any time."""
    for attempt in range(10):
        random = dice("textworld", family, number, attempt)
        options = GameOptions()
        options.seeds = {key: random.randrange(2**31) for key in ("map", "objects", "quest", "grammar")}
        textworld.g_rng.set_seed(random.randrange(2**31))
        try:
            created = MAKERS[family](random, options)
        except Exception:  # The generator's ways to say so are many: NoFreeExitError, QuestGenerationError, AssertionError.
            if attempt == 9:
                raise
            continue
        with TemporaryDirectory(prefix="orrery-game-") as folder:
            options.path = os.path.join(folder, "game.z8")
            path = Path(textworld.generator.compile_game(created, options))
            return path.read_bytes(), path.with_suffix(".json").read_bytes()
    raise AssertionError("unreachable")


def play(compiled: tuple[bytes, bytes], folder: Path) -> tuple[Any, Any]:
    """The running game, and its first state."""
    path = folder / "game.z8"
    path.write_bytes(compiled[0])
    path.with_suffix(".json").write_bytes(compiled[1])
    env = textworld.start(str(path), INFOS)
    return env, env.reset()
