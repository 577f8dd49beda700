"""mini-swe-agent on a world of Orrery: the commands of the agent run there, nothing on this machine.

Copy this file next to your configuration, or put its folder on PYTHONPATH:

    environment:
      environment_class: orrery_mini_swe_agent.OrreryEnvironment
      url: http://127.0.0.1:PORT/w/SECRET/swerex

The address is that of a world's SWE-ReX door; without `url` it is read from ORRERY_URL. If the link allows forks, every
environment gets a world of its own, so that many agents work side by side.
"""

import atexit
import contextlib
import json
import os
import time
import urllib.error
import urllib.request
from typing import Any

from minisweagent.exceptions import Submitted
from pydantic import BaseModel, Field

# Orrery is on this machine: no proxy is asked.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class OrreryEnvironmentConfig(BaseModel):
    url: str = Field(default_factory=lambda: os.environ["ORRERY_URL"])
    cwd: str = ""
    """Folder of the commands; the world's own when empty."""
    env: dict[str, str] = {}
    timeout: float | None = None
    """Seconds of the world's time that a command may take."""


class OrreryEnvironment:
    def __init__(self, *, config_class: type = OrreryEnvironmentConfig, **kwargs: Any) -> None:
        self.config = config_class(**kwargs)
        self._base = self.config.url.rstrip("/")
        try:
            self._base = self._post("fork", {"at": "start"})["url"]
            atexit.register(self.stop)
        except RuntimeError:
            pass  # The link makes no others: this agent has the world to itself.

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "User-Agent": "mini-swe-agent"}
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
                kind = TimeoutError if str(reason.get("class_path")).endswith("TimeoutError") else RuntimeError
                raise kind(reason.get("message", str(answer))) from None

    def execute(self, action: dict[str, Any], cwd: str = "", *, timeout: float | None = None) -> dict[str, Any]:
        """Runs a command in the world: `output` holds both streams."""
        command = {
            "command": action.get("command", ""),
            "cwd": cwd or self.config.cwd or None,
            "env": self.config.env or None,
            "timeout": timeout or self.config.timeout,
            "shell": True,
            "merge_output_streams": True,
        }
        try:
            ran = self._post("execute", command)
        except (RuntimeError, TimeoutError, OSError) as error:
            return {
                "output": "",
                "returncode": -1,
                "exception_info": f"The command was not executed: {error}",
                "extra": {"exception_type": type(error).__name__, "exception": str(error)},
            }
        code = -1 if ran["exit_code"] is None else ran["exit_code"]
        output = {"output": ran["stdout"], "returncode": code, "exception_info": ""}
        first, _, rest = ran["stdout"].lstrip().partition("\n")
        if first.strip() == "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT" and code == 0:
            told = {"exit_status": "Submitted", "submission": rest}
            raise Submitted({"role": "exit", "content": rest, "extra": told})
        return output

    def get_template_vars(self, **kwargs: Any) -> dict[str, Any]:
        system = {"system": "Linux", "release": "6.1", "version": "Debian 12", "machine": "x86_64"}
        return {**system, **self.config.model_dump(), **kwargs}

    def serialize(self) -> dict[str, Any]:
        # Whoever knows the address may act in the world; a trajectory is passed on.
        config = {**self.config.model_dump(mode="json"), "url": ""}
        kind = f"{type(self).__module__}.{type(self).__name__}"
        return {"info": {"config": {"environment": config, "environment_type": kind}}}

    def stop(self) -> None:
        """Gives a world of its own back; at the latest when the program ends."""
        with contextlib.suppress(RuntimeError, OSError):
            self._post("leave", {})
