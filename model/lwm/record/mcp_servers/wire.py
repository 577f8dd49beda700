"""Speaks to an MCP server over its stdin and stdout: one JSON-RPC message a line, every wait bounded."""

import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

# A call of these servers takes milliseconds; what takes this long hangs.
LIMIT_S = 20

VERSION = "2025-06-18"
PR_SET_PDEATHSIG = 1


class Client:
    """One running server. It is a process that has to be ended: `with` does it."""

    def __init__(self, pid: int, read: int, write: int, ended: Callable[[], None]):
        self.pid, self.read, self.write, self.ended = pid, read, write, ended
        self.roots: list[str] = []
        self.rest = b""
        self.number = 0
        told = {
            "protocolVersion": VERSION,
            "capabilities": {"roots": {"listChanged": True}},
            "clientInfo": {"name": "orrery-recorder", "version": "1.0.0"},
        }
        given = self.request("initialize", told)
        self.server: dict[str, Any] = given["serverInfo"]
        self.notify("notifications/initialized")

    def tools(self) -> list[dict[str, Any]]:
        """The definitions as tools/list gives them."""
        return self.request("tools/list", {})["tools"]

    def call(self, name: str, arguments: dict[str, Any]) -> str:
        """What the tool answers: the text of its content blocks, one after the other; an error of the protocol as clients tell it."""
        try:
            blocks = self.request("tools/call", {"name": name, "arguments": arguments})["content"]
        except ProtocolError as error:
            return str(error)
        return "\n".join(b["text"] if b["type"] == "text" else json.dumps(b, ensure_ascii=False, separators=(",", ":")) for b in blocks)

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self.number += 1
        number, until = self.number, time.monotonic() + LIMIT_S
        self.send({"id": number, "method": method, "params": params})
        while True:
            message = self.receive(until)
            if "method" in message:
                self.asked(message)
            elif message.get("id") == number:
                if "error" in message:
                    raise ProtocolError(f"MCP error {message['error']['code']}: {message['error']['message']}")
                return message["result"]

    def notify(self, method: str) -> None:
        self.send({"method": method})

    def asked(self, message: dict[str, Any]) -> None:
        """Servers ask too: which folders they may use, and whether one is still there."""
        if "id" not in message:
            return
        roots = [{"uri": f"file://{path}", "name": path} for path in self.roots]
        self.send({"id": message["id"], "result": {"roots": roots} if message["method"] == "roots/list" else {}})

    def send(self, message: dict[str, Any]) -> None:
        line = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode() + b"\n"
        while line:
            try:
                line = line[os.write(self.write, line) :]
            except BrokenPipeError:
                raise EOFError("The server ended.") from None

    def receive(self, until: float) -> dict[str, Any]:
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.read], [], [], max(0, until - time.monotonic()))
            if not ready:
                raise TimeoutError(f"The server did not answer in {LIMIT_S} s.")
            more = os.read(self.read, 65536)
            if not more:
                raise EOFError("The server ended.")
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def close(self) -> None:
        self.ended()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_) -> None:
        self.close()


class ProtocolError(Exception):
    """What a server answers instead of a result."""


def spawned(command: list[str], env: dict[str, str] | None = None) -> Client:
    """A server that is a program. It ends when this process does."""
    process = subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", *command],
        env={"PATH": os.environ["PATH"], "TZ": "UTC", "LANG": "C.UTF-8", **(env or {})},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )

    def ended() -> None:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()

    return begun(process.pid, process.stdout.fileno(), process.stdin.fileno(), ended)


def forked(serve: Callable[[], None]) -> Client:
    """A server written in Python: a process of its own that has everything imported already, which saves a second a session."""
    (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()
    parent, pid = os.getpid(), os.fork()
    if pid == 0:
        try:
            as_program(theirs_in, theirs_out, parent)
            serve()
        finally:
            os._exit(0)
    os.close(theirs_in)
    os.close(theirs_out)

    def ended() -> None:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(ours_in)
        os.close(ours_out)

    return begun(pid, ours_in, ours_out, ended)


def begun(pid: int, read: int, write: int, ended: Callable[[], None]) -> Client:
    """A client of it, or nothing left of a server that did not begin."""
    try:
        return Client(pid, read, write, ended)
    except BaseException:
        ended()
        raise


def as_program(stdin: int, stdout: int, parent: int) -> None:
    """The forked process gets the three streams that a started program has, and dies with the one that forked it."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for fd, number in ((stdin, 0), (stdout, 1), (nowhere, 2)):
        os.dup2(fd, number)
    sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")
    sys.stderr = open(2, "w", encoding="utf-8")
    os.environ.update({"TZ": "UTC", "LANG": "C.UTF-8"})
    time.tzset()
