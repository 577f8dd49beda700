"""The shell and editor tools of model providers on a world of Orrery, for loops of your own. Standard library only.

    from provider_tools import World

    world = World("http://127.0.0.1:PORT/w/SECRET/swerex")
    world.bash(block.input)          # Anthropic bash_20250124: text for the tool_result
    world.text_editor(block.input)   # Anthropic text_editor_20250728: text for the tool_result
    world.shell_call(call.action)    # OpenAI shell_call: the list `output` of shell_call_output

`ToolError` is what a tool_result with is_error says.
"""

import json
import time
import urllib.error
import urllib.request
from typing import Any

# Orrery is on this machine: no proxy is asked.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class ToolError(Exception):
    pass


class World:
    def __init__(self, url: str, session: str = "default") -> None:
        self._base = url.rstrip("/")
        self._session = session
        self._open = False

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "User-Agent": "provider-tools"}
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
                timed_out = str(reason.get("class_path")).endswith("TimeoutError")
                raise (TimeoutError if timed_out else ToolError)(reason.get("message", str(answer))) from None

    def bash(self, given: dict[str, Any]) -> str:
        """`{"command": ...}` runs in a shell that lives on; `{"restart": true}` ends what runs in front and begins a new one."""
        if given.get("restart"):
            if self._open:
                self._post("run_in_session", {"action_type": "bash_interrupt", "session": self._session})
                self._post("close_session", {"session": self._session})
            self._open = False
            return "tool has been restarted."
        if not self._open:
            self._post("create_session", {"session": self._session})
            self._open = True
        command = {"command": given["command"], "session": self._session, "check": "ignore"}
        try:
            return self._post("run_in_session", command)["output"]
        except TimeoutError as error:
            raise ToolError(f"{error}. The tool must be restarted.") from None

    def text_editor(self, given: dict[str, Any]) -> str:
        """view, create, str_replace and insert."""
        path, command = given["path"], given["command"]
        if command == "create":
            self._write(path, given["file_text"])
            return f"File created successfully at: {path}"
        if command == "view":
            return self._view(path, given.get("view_range"))
        text = self._read(path)
        if command == "str_replace":
            old, new = given["old_str"], given.get("new_str", "")
            times = text.count(old) if old else 0
            if times != 1:
                found = "did not appear" if not times else f"appears {times} times; it must be unique"
                raise ToolError(f"No replacement was performed: old_str {found} in {path}.")
            self._write(path, text.replace(old, new))
            return f"The file {path} has been edited."
        if command == "insert":
            lines = text.splitlines(keepends=True)
            at = given["insert_line"]
            if not 0 <= at <= len(lines):
                raise ToolError(f"insert_line is {at}; {path} has {len(lines)} lines.")
            new = given.get("insert_text", given.get("new_str", ""))
            before = "".join(lines[:at])
            ends = "\n" if before and not before.endswith("\n") else ""
            self._write(path, f"{before}{ends}{new}{'' if new.endswith(chr(10)) else chr(10)}{''.join(lines[at:])}")
            return f"The file {path} has been edited."
        raise ToolError(f"There is no command {command!r}. The commands are view, create, str_replace and insert.")

    def shell_call(self, action: dict[str, Any]) -> list[dict[str, Any]]:
        """Runs `commands` one after the other; ends at the first that takes longer than `timeout_ms` of the world's time."""
        milliseconds, most = action.get("timeout_ms"), action.get("max_output_length")
        output: list[dict[str, Any]] = []
        for command in action["commands"]:
            seconds = milliseconds / 1000 if milliseconds else None
            try:
                ran = self._post("execute", {"command": command, "shell": True, "timeout": seconds})
            except TimeoutError:
                output.append({"stdout": "", "stderr": "", "outcome": {"type": "timeout"}})
                break
            code = -1 if ran["exit_code"] is None else ran["exit_code"]
            outcome = {"type": "exit", "exit_code": code}
            output.append({"stdout": ran["stdout"][:most], "stderr": ran["stderr"][:most], "outcome": outcome})
        return output

    def _view(self, path: str, view_range: list[int] | None) -> str:
        try:
            lines = self._read(path).splitlines()
        except ToolError as error:
            if "Is a directory" not in str(error):
                raise
            listed = self._post("execute", {"command": ["find", path, "-maxdepth", "2", "-not", "-path", "*/.*"]})
            return listed["stdout"]
        first, last = view_range or [1, -1]
        last = len(lines) if last == -1 else last
        if not 1 <= first <= max(1, last) or last > len(lines):
            raise ToolError(f"view_range is [{first}, {last}]; {path} has {len(lines)} lines.")
        return "\n".join(f"{number:6}\t{line}" for number, line in enumerate(lines[first - 1 : last], first))

    def _read(self, path: str) -> str:
        return self._post("read_file", {"path": path})["content"]

    def _write(self, path: str, content: str) -> None:
        self._post("write_file", {"path": path, "content": content})
