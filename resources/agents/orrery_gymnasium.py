"""A world of Orrery as a Gymnasium environment: one file, to copy or to put on PYTHONPATH.

    env = OrreryEnv("http://127.0.0.1:PORT/w/SECRET/agentgym")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step("ls -la")

Actions are text: what a person would type where the world takes that (terminals, text adventures), elsewhere the call of a
tool as JSON, {"tool_name": ..., "arguments": {...}}. Needs the link to allow forks: each environment acts on a copy.

Runs on Python 3.10 or newer and gymnasium 1.x; nothing else.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from typing import Any

import gymnasium
from gymnasium import spaces

# What a model says in one turn, and what a world shows: more is cut by neither.
MOST_ACTION = 20_000
MOST_OBSERVATION = 2_000_000


class AnyText(spaces.Text):
    """Text of whatever characters. Samples are of letters and digits."""

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and self.min_length <= len(x) <= self.max_length


class OrreryEnv(gymnasium.Env[str, str]):
    """One rollout at a time; make one for each that runs beside others.

    `url` ends in /agentgym. `task` is the number of a task, from 0, where the link offers several. `timeout` is in seconds: a
    step waits for the whole answer.

    `info` holds `step` (the id of the step, `None` where an action was none), `origin` (who answered: predicted, executed,
    ...), `reward` (`None` where nothing tells one; the reward itself is 0 then) and `verdict` (of the scenario's checks).
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        url: str,
        *,
        task: int | None = None,
        timeout: float = 300.0,
        render_mode: str | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.task = task
        self.timeout = timeout
        self.render_mode = render_mode
        # A sample is no longer than a line.
        self.action_space = AnyText(max_length=MOST_ACTION, min_length=1)
        self.observation_space = AnyText(max_length=MOST_OBSERVATION, min_length=0)
        self._id: int | None = None
        self._shown = ""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Begins an episode where the link began. `options={"task": 3}` takes another task."""
        super().reset(seed=seed)
        asked: dict[str, Any] = {}
        if seed is not None:
            asked["seed"] = int(seed)
        task = (options or {}).get("task", self.task)
        if task is not None:
            asked["data_idx"] = int(task)
        if self._id is None:
            answer = self._ask("create", asked)
            self._id = int(answer["id"])
        else:
            answer = self._ask("reset", {"id": self._id, **asked})
        self._shown = answer["observation"]
        return self._shown, answer["info"]

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        if self._id is None:
            raise gymnasium.error.ResetNeeded("Call reset() before step().")
        answer = self._ask("step", {"id": self._id, "action": str(action)})
        self._shown = answer["observation"]
        truncated = bool(answer["truncated"])
        terminated = bool(answer["done"]) and not truncated
        return self._shown, float(answer["reward"]), terminated, truncated, answer["info"]

    def render(self) -> str | None:
        return self._shown if self.render_mode == "ansi" else None

    def close(self) -> None:
        if self._id is None:
            return
        mine, self._id = self._id, None
        try:
            self._ask("close", {"id": mine})
        except (RuntimeError, OSError):
            # Orrery may have ended before; its forks with it.
            pass

    def _ask(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{self.url}/{what}",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "User-Agent": "gymnasium"},
        )
        while True:
            try:
                with _OPENER.open(request, timeout=self.timeout) as response:
                    answer = json.load(response)
                    break
            except urllib.error.HTTPError as error:
                if error.code == 503:
                    # The machines are busy, nothing was done, and they say when to come again.
                    time.sleep(int(error.headers.get("Retry-After", 2)))
                    continue
                raise RuntimeError(_said(error.read())) from error
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer


# Orrery is on this machine: no proxy is asked.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def _said(body: bytes) -> str:
    try:
        return json.loads(body)["error"]["message"]
    except (ValueError, KeyError, TypeError):
        return body.decode(errors="replace")
