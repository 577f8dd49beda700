"""A session being recorded: calls are really carried out, one after the other, and kept with their answers."""

import os
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...trajectory import Turn
from .repository import Repository
from .tools import call
from .world import World, run

# What an answer and a whole session have room for, in characters.
LONGEST_ANSWER = 2500
LONGEST_SESSION = 14_000

# 2026-01-01, in nanoseconds: when the first files were last changed. Each later turn is a minute on.
BEGAN = 1_767_225_600 * 10**9
MINUTE = 60 * 10**9


@dataclass
class Session:
    """What a generator plays on: `do` calls a tool; the other functions look at the files as they are now."""

    rng: random.Random
    world: World
    repository: Repository
    most: int
    # What `rng` began from, for what is to be made a second time.
    rng_seed: int
    turns: list[Turn] = field(default_factory=list)
    # When each file was last changed, and how many minutes have gone by.
    times: dict[Path, int] = field(default_factory=dict)
    minutes: int = 0

    def do(self, tool: str, **given: Any) -> str:
        """Calls the tool and keeps the turn, unless the session is full, the answer is empty or it is longer than a model is asked for."""
        if len(self.turns) >= self.most or self.length() > LONGEST_SESSION:
            return ""
        answer = call(self.world, tool, given)
        self.date()
        if answer and len(answer) <= LONGEST_ANSWER:
            self.turns.append(Turn({"name": tool, "arguments": given}, answer))
        return answer

    def shell(self, command: str, directory: str | None = None) -> str:
        return self.do("run_shell_command", command=command, **({"directory": directory} if directory else {}))

    def length(self) -> int:
        return sum(len(turn.observation) + len(str(turn.action)) for turn in self.turns)

    def date(self) -> None:
        """Gives what changed in this turn the turn's own time, so that "newest first" does not depend on how fast this machine is."""
        now = BEGAN + self.minutes * MINUTE
        self.minutes += 1
        for path in files_below(self.world.files):
            if self.times.get(path) != path.stat().st_mtime_ns:
                os.utime(path, ns=(now, now))
                self.times[path] = now

    def paths(self, *endings: str) -> list[str]:
        """The files there are now, sorted."""
        found = sorted(str(one.relative_to(self.world.files)) for one in files_below(self.world.files))
        return [one for one in found if not endings or one.endswith(endings)]

    def text(self, path: str) -> str:
        return (self.world.files / path).read_text()

    def code(self) -> str:
        """A path of a source file with some lines in it."""
        return self.rng.choice([one for one in self.paths(".py", ".js") if self.text(one).count("\n") > 4] or self.paths(".py", ".js"))

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability


def files_below(folder: Path) -> list[Path]:
    """Every file, without those of git itself."""
    return [Path(at) / name for at, folders, names in os.walk(folder) if ".git" not in Path(at).relative_to(folder).parts for name in names]


def begin(rng: random.Random, folder: Path, repository: Repository, most: int, seed: int) -> Session:
    """Writes the repository's files and its commit."""
    files = folder / "files"
    for path, text in repository.files.items():
        (files / path).parent.mkdir(parents=True, exist_ok=True)
        (files / path).write_text(text)
    world = World(files, repository.root, repository.date, repository.author.lower())
    if repository.subject:
        name = repository.author
        setup = f"git init -q -b main --template= && git config user.name {name} && git config user.email {name.lower()}@example.org"
        _, err, code = run(world, ["bash", "-c", f'{setup} && git add . && git commit -q -m "{repository.subject}"'])
        if code != 0:
            raise RuntimeError(f"The repository could not be made: {err}")
    session = Session(rng, world, repository, most, seed)
    session.date()
    return session
