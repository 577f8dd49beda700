"""Which sessions and turns are trained on: duplicates, the filters of Qwen-AgentWorld's paper, and each turn's weight."""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field

from .categories import WEIGHTS, category
from .render import Rendered, Turn
from .session import Ask, Session
from .trajectory import Trajectory


@dataclass
class Selection:
    """What was met so far, and what became of it: `dropped` counts sessions, `masked` turns, `odd` what recorders should look at."""

    sessions: set[bytes] = field(default_factory=set)
    prompts: set[bytes] = field(default_factory=set)
    dropped: Counter = field(default_factory=Counter)
    masked: Counter = field(default_factory=Counter)
    odd: Counter = field(default_factory=Counter)

    def select(self, trajectory: Trajectory, rendered: Rendered) -> Session | None:
        """The session with its turns weighed, or None when it is dropped. Held-out sessions come after those trained on."""
        reason = self.objection(trajectory, rendered)
        if reason:
            self.dropped[reason] += 1
            return None
        turns = []
        so_far = hashlib.sha256(f"{trajectory.domain}\0{rendered.system}".encode())
        before = trajectory.initial_state if rendered.screen else None
        last: tuple[str, str] | None = None
        for turn in rendered.turns:
            so_far.update(f"\0{turn.user}".encode())
            prompt = so_far.digest()
            mask = self.mask(turn, prompt, last, before)
            self.prompts.add(prompt)
            kind = category(turn.action, turn.said)
            if mask:
                self.masked[mask] += 1
            self.odd["begins otherwise than the app says"] += turn.misfit
            self.odd["refused otherwise than the app refuses"] += turn.certain is False
            turns.append(Ask(turn.user, turn.given, turn.said, mask or kind, 0.0 if mask else WEIGHTS[kind]))
            so_far.update(f"\0{turn.observation}".encode())
            last = (turn.action, turn.observation)
            before = turn.observation if rendered.screen else None
        if not any(turn.weight for turn in turns):
            self.dropped["nothing left to learn"] += 1
            return None
        return Session(trajectory.recorder, trajectory.family, trajectory.seed, trajectory.domain, rendered.system, turns)

    def objection(self, trajectory: Trajectory, rendered: Rendered) -> str | None:
        same = [trajectory.domain, trajectory.initial_state, trajectory.tools, [[t.action, t.observation] for t in trajectory.turns]]
        digest = hashlib.sha256(json.dumps(same, sort_keys=True).encode()).digest()
        if digest in self.sessions:
            return "duplicate"
        self.sessions.add(digest)
        if len(trajectory.turns) < 2:
            return "under two turns"
        # A call that was refused in the app's own words is an error worth learning; one that was answered is noise.
        if any(turn.undeclared and turn.certain is not True for turn in rendered.turns):
            return "calls an undeclared tool"
        return None

    def mask(self, turn: Turn, prompt: bytes, last: tuple[str, str] | None, before: str | None) -> str | None:
        """Why a turn is context only. The last rule is for screens, whose `before` is what they showed."""
        if prompt in self.prompts:
            return "seen before"
        # If the model adds nothing to the beginning that the app gives, the app counts it as no answer. So such a turn cannot be learned.
        if not turn.said.strip():
            return "empty"
        if does_nothing(turn.action):
            return "nothing done"
        if (turn.action, turn.observation) == last:
            return "said again"
        if before is not None and turn.observation.strip() == before.strip():
            return "no change"
        return None


def does_nothing(action: str) -> bool:
    """Waiting, or nothing at all."""
    if action.strip() in ("", "[]") or action.startswith("noop("):
        return True
    try:
        keys = json.loads(action)
    except ValueError:
        return False
    return isinstance(keys, list) and all(isinstance(one, dict) and one.get("keystrokes") == "" for one in keys)
