"""Inspect's sandbox as a world of Orrery.

Copy this file next to your task, or put its folder on PYTHONPATH, and import it:

    import orrery_inspect

    Task(..., sandbox="orrery")

and start it with ORRERY_URL=http://127.0.0.1:PORT/w/SECRET/swerex, the address of a world's SWE-ReX door: logs, which keep
what a task is given, do not hold it. If the link allows forks, every
sample gets a world of its own; else samples share one, so run them one after the other (--max-samples 1).
"""

import asyncio
import base64
import json
import os
import shlex
import time
import urllib.error
import urllib.request
from typing import Any

from inspect_ai.util import (
    ExecResult,
    OutputLimitExceededError,
    SandboxEnvironment,
    SandboxEnvironmentConfigType,
    SandboxEnvironmentLimits,
    SandboxUserUnsupportedError,
    sandboxenv,
)

# Orrery is on this machine: no proxy is asked.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))

RAISED = {"FileNotFoundError": FileNotFoundError, "IsADirectoryError": IsADirectoryError, "PermissionError": PermissionError}

# Where input waits for its command.
INPUT = "/tmp/.input"

# What a shell answers for a file that it may not execute.
NOT_EXECUTABLE = 126


@sandboxenv(name="orrery")
class OrrerySandboxEnvironment(SandboxEnvironment):
    def __init__(self, url: str) -> None:
        super().__init__()
        self._base = url.rstrip("/")

    @classmethod
    async def sample_init(
        cls, task_name: str, config: SandboxEnvironmentConfigType | None, metadata: dict[str, str]
    ) -> dict[str, SandboxEnvironment]:
        world = cls(os.environ["ORRERY_URL"])
        try:
            world = cls((await world._post("fork", {"at": "start"}))["url"])
        except RuntimeError:
            pass  # The link makes no others.
        return {"default": world}

    @classmethod
    async def sample_cleanup(
        cls,
        task_name: str,
        config: SandboxEnvironmentConfigType | None,
        environments: dict[str, SandboxEnvironment],
        interrupted: bool,
    ) -> None:
        for world in environments.values():
            await world.as_type(cls)._post("leave", {})

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        return await asyncio.to_thread(self._send, path, body)

    def _send(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "User-Agent": "inspect-ai"}
        request = urllib.request.Request(f"{self._base}/{path}", json.dumps(body).encode(), headers)
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
                name = str(reason.get("class_path")).rpartition(".")[2]
                kind = TimeoutError if name == "CommandTimeoutError" else RAISED.get(name, RuntimeError)
                raise kind(reason.get("message", str(answer))) from None

    async def exec(
        self,
        cmd: list[str],
        input: str | bytes | None = None,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        user: str | None = None,
        timeout: int | None = None,
        timeout_retry: bool = True,
        concurrency: bool = True,
    ) -> ExecResult[str]:
        """Runs a command in the world. `timeout` counts the world's time. In a terminal world both streams are `stdout`."""
        if user not in (None, "root", "0"):
            raise SandboxUserUnsupportedError(f"the world cannot run commands as {user!r}; it has one user")
        command = shlex.join(cmd)
        if input is not None:
            await self.write_file(INPUT, input)
            command = f"{command} < {INPUT}"
        ran = await self._post(
            "execute", {"command": command, "cwd": cwd, "env": env, "timeout": timeout, "shell": True}
        )
        code = -1 if ran["exit_code"] is None else ran["exit_code"]
        said = ran["stderr"] or ran["stdout"]
        if code == NOT_EXECUTABLE and "Permission denied" in said:
            raise PermissionError(said.strip())
        return ExecResult(success=code == 0, returncode=code, stdout=ran["stdout"], stderr=ran["stderr"])

    async def write_file(self, file: str, contents: str | bytes) -> None:
        body = contents.encode() if isinstance(contents, str) else contents
        content = base64.b64encode(body).decode()
        await self._post("write_file", {"path": file, "content": content, "encoding": "base64"})

    async def read_file(self, file: str, text: bool = True) -> str | bytes:  # type: ignore[override]
        read = await self._post("read_file", {"path": file, "encoding": "base64"})
        content = base64.b64decode(read["content"])
        if len(content) > SandboxEnvironmentLimits.MAX_READ_FILE_SIZE:
            raise OutputLimitExceededError(SandboxEnvironmentLimits.MAX_READ_FILE_SIZE_STR, None)
        return content.decode() if text else content
