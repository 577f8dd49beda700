"""Harbor's environment as a world of Orrery.

Copy this file, or put its folder on PYTHONPATH:

    ORRERY_URL=http://127.0.0.1:PORT/w/SECRET/swerex harbor run ... --env orrery_harbor:OrreryEnvironment

The address is that of a world's SWE-ReX door. The world is what Orrery's scenario says: a task's Dockerfile is not built. If
the link allows forks, every trial gets a world of its own. Terminus-2's tmux commands become keystrokes in a terminal world.
Its asciinema recording is written here, from what the pane showed: nothing in the world has to record.
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
from typing import Any, TextIO

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

# What it types to be recorded. The agent's own keys come as one text each, and never so.
RECORD = ["asciinema rec --stdin /logs/agent/recording.cast", "Enter"]

# What a command may take, in the world's own time, when its caller waits for the end.
LONG = 180

AT_PROMPT = re.compile(r"[#$%>] ?$")

CLEARS = ("clear\n", "reset\n", "C-l")

# A terminal of Orrery, which is also what Terminus-2 asks for.
ROWS, COLUMNS = 40, 160


class OrreryEnvironment(BaseEnvironment):
    def __init__(self, *args: Any, url: str | None = None, **kwargs: Any) -> None:
        self._base = (url or os.environ["ORRERY_URL"]).rstrip("/")
        self._buffers: dict[str, str] = {}
        self._pane: Pane | None = None
        self._sent = 0.0
        self._aside = False
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
        await self.exec("mkdir -p /logs/agent /logs/verifier /logs/artifacts /tests /solution")

    async def stop(self, delete: bool) -> None:
        if self._pane:
            self._pane.close()
        await self._post("leave", {})

    async def _post(self, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        return await asyncio.to_thread(self._send, path, body)

    def _send(self, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "User-Agent": "harbor"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._base}/{path}", data, headers)
        while True:
            try:
                # A world that is predicted takes its time.
                with _OPENER.open(request, timeout=3600) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                if error.code == 503:
                    # The machines are busy, nothing was done, and they say when to come again.
                    time.sleep(int(error.headers.get("Retry-After", 2)))
                    continue
                answer = json.load(error)
                reason = answer.get("swerexception") or answer.get("error") or answer
                kind = TimeoutError if str(reason.get("class_path")).endswith("TimeoutError") else RuntimeError
                raise kind(reason.get("message", str(answer))) from None

    async def _beside(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """What comes to a container beside its terminal is typed into a world's: the program in front steps aside, until keys are for it."""
        if self._pane is None:
            return await self._post(path, body)
        if not self._aside and not self._pane.at_shell():
            # C-u takes back a line that was half typed.
            await self._post("send_keys", {"keys": ["C-z", "C-u"]})
            self._aside = True
        try:
            return await self._post(path, body)
        finally:
            self._pane.last = await self._look()

    async def upload_file(self, source_path: Path | str, target_path: str) -> None:
        content = base64.b64encode(Path(source_path).read_bytes()).decode()
        await self._beside("write_file", {"path": str(target_path), "content": content, "encoding": "base64"})

    async def upload_dir(self, source_dir: Path | str, target_dir: str) -> None:
        source = Path(source_dir)
        for file in sorted(path for path in source.rglob("*") if path.is_file()):
            await self.upload_file(file, f"{str(target_dir).rstrip('/')}/{file.relative_to(source).as_posix()}")

    async def download_file(self, source_path: str, target_path: Path | str) -> None:
        read = await self._beside("read_file", {"path": str(source_path), "encoding": "base64"})
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
        """Runs a command in the world, as its one user. In a predicted terminal both streams are `stdout`."""
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
        ran = await self._beside("execute", asked)
        code = -1 if ran["exit_code"] is None else ran["exit_code"]
        return ExecResult(stdout=ran["stdout"], stderr=ran["stderr"], return_code=code)

    async def _tmux(self, command: str) -> ExecResult | None:
        """The answer to commands of tmux and its recorder; `None` for every other. The world's terminal is the one pane."""
        if command == "asciinema --version":
            return ExecResult(stdout="asciinema 2.4.0\n", stderr="", return_code=0)
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
                output += await self._answer(part[1:])
            except RuntimeError as error:
                return ExecResult(stdout="", stderr=str(error), return_code=1)
        return ExecResult(stdout=output, stderr="", return_code=0)

    async def _answer(self, words: list[str]) -> str:
        name, given = (words[0], words[1:]) if words else ("", [])
        option = {flag: value for flag, value in zip(given, given[1:]) if flag in ("-b", "-t")}
        if name == "-V":
            return "tmux 3.4\n"
        if self._pane is None:
            self._pane = Pane(await self._look())
        if self._aside:
            await self._post("send_keys", {"keys": ["fg\n"]})
            self._aside, self._pane.last = False, await self._look()
        if name == "send-keys":
            keys = given[given.index("--") + 1 :] if "--" in given else [key for key in given if key not in option.values()]
            if keys == RECORD:
                self._pane.record(self.trial_paths.agent_dir / "recording.cast")
            else:
                await self._keys([key for key in keys if key not in option])
        elif name == "load-buffer":
            read = await self._post("read_file", {"path": given[-1]})
            self._buffers[option.get("-b", "")] = read["content"]
        elif name == "paste-buffer":
            await self._keys([self._buffers.pop(option.get("-b", ""), "")])
        elif name == "capture-pane":
            waited = time.monotonic() - self._sent
            if self._sent and not self._pane.at_prompt() and waited > 1:
                await self._keys([""], seconds=waited - 1)
            now = await self._look()
            # A person may have acted in between.
            if now != self._pane.last:
                self._pane.show(now)
            return "\n".join(self._pane.rows if "-S" in given else self._pane.screen()) + "\n"
        elif name == "wait":
            if not self._pane.at_prompt():
                await self._keys([""], seconds=LONG)
        # new-session, set-option, pipe-pane, has-session: the pane is there.
        return ""

    async def _look(self) -> str:
        return (await self._post("screen", None))["output"]

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
            shown = (await self._post("send_keys", {"keys": typed, "seconds": seconds}))["output"]
            self._sent = time.monotonic()
            self._pane.show(shown, "".join(typed))


class Pane:
    """What tmux would have kept of the terminal, from what the world showed after each of the agent's keys."""

    def __init__(self, shown: str) -> None:
        self.last = shown
        # A session begins with its prompt, whatever was done in the terminal before.
        self.rows = [shown.rstrip("\n").rsplit("\n", 1)[-1].rstrip()]
        self._program: list[str] | None = None
        self._half_typed = False
        # Up to the folder that many prompts name.
        self._shell = re.split(r"[:~/]", self.rows[0])[0]
        self._recording: TextIO | None = None
        self._begun = 0.0

    def show(self, shown: str, typed: str = "") -> None:
        """What the terminal shows, as the world tells it, after `typed` or after a while."""
        self.last = shown
        rows = shown.rstrip("\n").split("\n")
        # After a while all since a command began is told again, and after a program that had the screen all that it hid.
        again = not typed or self._program is not None
        known = len(rows) if again else int(self.at_prompt() or self._half_typed)
        # A program that has the whole screen leaves what scrolled by as it was.
        self._program = rows if len(rows) >= ROWS and not AT_PROMPT.search(rows[-1]) else None
        if typed in CLEARS:
            self.rows = rows
        elif not self._program:
            self._follow(rows, known)
        self._half_typed = not typed.endswith("\n") if typed else self._half_typed
        if self._recording:
            text = "\x1b[H\x1b[2J" + "\r\n".join(self.screen())
            print(json.dumps([round(time.monotonic() - self._begun, 3), "o", text]), file=self._recording)

    def _follow(self, rows: list[str], known: int) -> None:
        """Adds rows. As many as `known` of them may be there already, the last of those in part."""
        for size in range(min(len(self.rows), known), 0, -1):
            end = self.rows[-size:]
            if end[:-1] == rows[: size - 1] and rows[size - 1].startswith(end[-1].rstrip()):
                self.rows[-size:] = rows
                return
        self.rows += rows

    def screen(self) -> list[str]:
        return self._program or self.rows[-ROWS:]

    def at_prompt(self) -> bool:
        return bool(AT_PROMPT.search(self.screen()[-1]))

    def at_shell(self) -> bool:
        return self.at_prompt() and self.screen()[-1].startswith(self._shell)

    def record(self, path: Path) -> None:
        """An asciicast, as asciinema would write it."""
        self._recording = path.open("w", buffering=1)
        self._begun = time.monotonic()
        header = {"version": 2, "width": COLUMNS, "height": ROWS, "timestamp": int(time.time())}
        print(json.dumps(header), file=self._recording)

    def close(self) -> None:
        if self._recording:
            self._recording.close()
