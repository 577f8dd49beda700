"""Harbor's environment as a world of Orrery.

Copy this file, or put its folder on PYTHONPATH:

    ORRERY_URL=http://127.0.0.1:PORT/w/SECRET/swerex harbor run ... --env orrery_harbor:OrreryEnvironment

The address is that of a world's SWE-ReX door. The world is what Orrery's scenario says: a task's Dockerfile is not built. If
the link allows forks, every trial gets a world of its own. Terminus-2's tmux commands become keystrokes in a terminal world;
start that agent with record_terminal_session=false, since there is no asciinema in the world.
"""

import asyncio
import base64
import json
import os
import re
import shlex
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.environments.capabilities import EnvironmentCapabilities

# Orrery is on this machine: no proxy is asked.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))

# How tmux names the keys that are text to a terminal.
KEYS = {
    "Enter": "\n", "C-m": "\n", "C-j": "\n", "KPEnter": "\n", "Space": " ", "Tab": "\t", "Escape": "\x1b", "BSpace": "\x7f",
    "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D", "Home": "\x1b[H", "End": "\x1b[F",
    "PageUp": "\x1b[5~", "PPage": "\x1b[5~", "PageDown": "\x1b[6~", "NPage": "\x1b[6~", "DC": "\x1b[3~",
}  # fmt: skip

# What Terminus-2 types to learn that a command has ended.
DONE = "; tmux wait -S done"

# What a command may take, in the world's own time, when its caller waits for the end.
LONG = 180

AT_PROMPT = re.compile(r"[#$%>] ?$")


class OrreryEnvironment(BaseEnvironment):
    def __init__(self, *args: Any, url: str | None = None, **kwargs: Any) -> None:
        self._base = (url or os.environ["ORRERY_URL"]).rstrip("/")
        self._buffers: dict[str, str] = {}
        self._seen = ""
        self._sent = 0.0
        super().__init__(*args, **kwargs)

    @staticmethod
    def type() -> str:
        return "orrery"

    @property
    def capabilities(self) -> EnvironmentCapabilities:
        # Nothing in a world reaches a network.
        return EnvironmentCapabilities(disable_internet=True)

    def _validate_definition(self) -> None:
        pass

    async def start(self, force_build: bool) -> None:
        try:
            self._base = (await self._post("fork", {"at": "start"}))["url"]
        except RuntimeError:
            pass  # The link makes no others.
        await self.exec("mkdir -p /logs/agent /logs/verifier /tests /solution")

    async def stop(self, delete: bool) -> None:
        await self._post("leave", {})

    async def _post(self, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        return await asyncio.to_thread(self._send, path, body)

    def _send(self, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "User-Agent": "harbor"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._base}/{path}", data, headers)
        try:
            # A world that is predicted takes its time.
            with _OPENER.open(request, timeout=3600) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            answer = json.load(error)
            reason = answer.get("swerexception") or answer.get("error") or answer
            kind = TimeoutError if str(reason.get("class_path")).endswith("TimeoutError") else RuntimeError
            raise kind(reason.get("message", str(answer))) from None

    async def upload_file(self, source_path: Path | str, target_path: str) -> None:
        content = base64.b64encode(Path(source_path).read_bytes()).decode()
        await self._post("write_file", {"path": str(target_path), "content": content, "encoding": "base64"})

    async def upload_dir(self, source_dir: Path | str, target_dir: str) -> None:
        source = Path(source_dir)
        for file in sorted(path for path in source.rglob("*") if path.is_file()):
            await self.upload_file(file, f"{str(target_dir).rstrip('/')}/{file.relative_to(source).as_posix()}")

    async def download_file(self, source_path: str, target_path: Path | str) -> None:
        read = await self._post("read_file", {"path": str(source_path), "encoding": "base64"})
        target = Path(target_path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(base64.b64decode(read["content"]))

    async def download_dir(self, source_dir: str, target_dir: Path | str) -> None:
        found = await self.exec(f"cd {shlex.quote(str(source_dir))} && find . -type f")
        if found.return_code != 0:
            raise RuntimeError(f"{source_dir} could not be listed: {found.stdout or found.stderr}")
        target = Path(target_dir).resolve()
        for name in (found.stdout or "").splitlines():
            file = (target / name).resolve()
            # Names come from the world; none leads out of the folder.
            if name and file.is_relative_to(target):
                await self.download_file(f"{str(source_dir).rstrip('/')}/{name.removeprefix('./')}", file)

    async def exec(
        self,
        command: str,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout_sec: int | None = None,
        user: str | int | None = None,
    ) -> ExecResult:
        """Runs a command in the world, as its one user. In a terminal world both streams are `stdout`."""
        terminal = await self._tmux(command)
        if terminal is not None:
            return terminal
        asked = {
            "command": command,
            "cwd": cwd or self.task_env_config.workdir,
            "env": self._merge_env(env),
            "timeout": timeout_sec,
            "shell": True,
        }
        ran = await self._post("execute", asked)
        code = -1 if ran["exit_code"] is None else ran["exit_code"]
        return ExecResult(stdout=ran["stdout"], stderr=ran["stderr"], return_code=code)

    async def _tmux(self, command: str) -> ExecResult | None:
        """The answer to tmux commands; `None` for every other command. The world's terminal is the one pane."""
        if "tmux" not in command:
            return None
        try:
            words = shlex.split(command)
        except ValueError:
            return None
        parts: list[list[str]] = [[]]
        for word in words:
            if word == "&&":
                parts.append([])
            else:
                parts[-1].append(word)
        parts = [part for part in parts if part[:1] != ["export"]]
        if parts and parts[0][:1] == ["timeout"]:
            parts[0] = parts[0][2:]
        if not parts or any(part[:1] != ["tmux"] for part in parts):
            return None
        output = ""
        for part in parts:
            try:
                output += await self._pane(part[1:])
            except RuntimeError as error:
                return ExecResult(stdout="", stderr=str(error), return_code=1)
        return ExecResult(stdout=output, stderr="", return_code=0)

    async def _pane(self, words: list[str]) -> str:
        name, given = (words[0], words[1:]) if words else ("", [])
        option = {flag: value for flag, value in zip(given, given[1:]) if flag in ("-b", "-t")}
        if name == "-V":
            return "tmux 3.4\n"
        if name == "send-keys":
            keys = given[given.index("--") + 1 :] if "--" in given else [key for key in given if key not in option.values()]
            await self._keys([key for key in keys if key not in option])
        elif name == "load-buffer":
            read = await self._post("read_file", {"path": given[-1]})
            self._buffers[option.get("-b", "")] = read["content"]
        elif name == "paste-buffer":
            await self._keys([self._buffers.pop(option.get("-b", ""), "")])
        elif name == "capture-pane":
            waited = time.monotonic() - self._sent
            if self._seen and not AT_PROMPT.search(self._seen.rstrip("\n")) and waited > 1:
                await self._keys([""], seconds=waited - 1)
            return (await self._post("screen", None))["output"] + "\n"
        elif name == "wait":
            if self._seen and not AT_PROMPT.search(self._seen.rstrip("\n")):
                await self._keys([""], seconds=LONG)
        # new-session, set-option, pipe-pane, has-session: the pane is there.
        return ""

    async def _keys(self, keys: list[str], seconds: float = 1) -> None:
        typed: list[str] = []
        for key in keys:
            if key == DONE:
                continue
            control = re.fullmatch(r"C-[a-z]", key) and key not in KEYS
            text = key if control else KEYS.get(key, key)
            if control or not typed or re.fullmatch(r"C-[a-z]", typed[-1]):
                typed.append(text)
            else:
                typed[-1] += text
        if typed:
            self._seen = (await self._post("send_keys", {"keys": typed, "seconds": seconds}))["output"]
            self._sent = time.monotonic()
