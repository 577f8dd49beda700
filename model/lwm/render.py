"""Trajectories to sessions: the app's own code renders them (../render.ts), so that a model is trained on what it will be asked."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from .trajectory import Trajectory

MODEL = Path(__file__).parent.parent
# The first Node that runs TypeScript as it stands.
NODE = 24


@dataclass(frozen=True)
class Turn:
    user: str
    given: str
    said: str
    # The action as the model reads it.
    action: str
    # The app begins this answer otherwise than the world did.
    misfit: bool
    # Whether the answer is what the app gives without a model; None where it asks the model.
    certain: bool | None
    # A tool is called that the session does not have.
    undeclared: bool

    @property
    def observation(self) -> str:
        return self.given.split("\n", 1)[1] + self.said


@dataclass(frozen=True)
class Rendered:
    id: str
    system: str
    turns: list[Turn]
    # The domain shows screens.
    screen: bool


def node() -> str:
    """A Node that runs the app's sources: the one of the app's own packages, else the system's. @raises SystemExit"""
    own = MODEL.parent / "node_modules" / ".bin" / "node"
    found = str(own) if own.exists() else shutil.which("node")
    version = subprocess.run([found, "--version"], capture_output=True, text=True).stdout.strip() if found else ""
    if int(version.removeprefix("v").split(".")[0] or 0) < NODE:
        raise SystemExit(f'The app renders the messages, which takes Node {NODE}; {version or "none"} was found. Run "npm ci" in the app\'s folder.')
    return str(found)


def render(trajectories: Iterable[Trajectory]) -> Iterator[tuple[Trajectory, Rendered]]:
    """Each with its session, in the same order. @raises SystemExit naming the trajectory whose action is none of its domain"""
    with subprocess.Popen(
        [node(), "render.ts"], cwd=MODEL, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:

        fed: SimpleQueue[Trajectory] = SimpleQueue()

        def feed() -> None:
            try:
                for one in trajectories:
                    fed.put(one)
                    process.stdin.write(json.dumps(asdict(one), ensure_ascii=False) + "\n")
                process.stdin.close()
            except BrokenPipeError:
                # It ended early and says why on its own.
                return

        Thread(target=feed, daemon=True).start()
        for line in process.stdout:
            given = json.loads(line)
            turns = [Turn(**turn) for turn in given["turns"]]
            yield fed.get(), Rendered(given["id"], given["system"], turns, given["screen"])
    if process.returncode:
        raise SystemExit("A trajectory could not be rendered; render.ts says which, above.")
