"""A Chromium of our own, spoken to over its DevTools pipe: one per process, started when it is first needed."""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from multiprocessing.util import Finalize
from typing import Any

# A page answers within milliseconds; what takes longer has gone wrong, and must not hold a recording up.
LONGEST_S = 20.0

# Nothing of its own accord: no first-run pages, no updates, no throttling of tabs behind, no pages kept alive for "back".
FLAGS = """--headless --remote-debugging-pipe --disable-gpu --disable-software-rasterizer --disable-dev-shm-usage
--no-first-run --no-default-browser-check --disable-extensions --disable-component-update --disable-background-networking
--disable-sync --disable-default-apps --disable-client-side-phishing-detection --disable-domain-reliability --metrics-recording-only
--disable-background-timer-throttling --disable-backgrounding-occluded-windows --disable-renderer-backgrounding
--disable-ipc-flooding-protection --disable-hang-monitor --disable-prompt-on-repost --disable-popup-blocking
--disable-back-forward-cache --disable-frame-rate-limit --disable-gpu-vsync --mute-audio
--hide-scrollbars --force-color-profile=srgb --password-store=basic --use-mock-keychain --lang=en-GB --window-size=1280,720
--disable-features=Translate,OptimizationHints,MediaRouter,AutofillServerCommunication,PaintHolding"""
# All sites are ours: a process for each would cost more than what is recorded in it.
FLAGS += """ --renderer-process-limit=1 --disable-site-isolation-trials"""
# Chromium refuses its sandbox to root on Linux; containers run as root.
AS_ROOT = ["--no-sandbox", "--no-zygote"] if os.name == "posix" and os.geteuid() == 0 else []
# Pages come from the recorder; a name that it does not answer for does not exist.
NO_NETWORK = "--host-resolver-rules=MAP * ~NOTFOUND"

Event = dict[str, Any]


class Browser:
    """Commands and events of one Chromium. `on_event` is told (session, method, parameters) while an answer is waited for."""

    def __init__(self, program: str) -> None:
        self.folder = tempfile.mkdtemp(prefix="orrery-chromium-")
        commands, self.to = os.pipe()
        self.back, answers = os.pipe()
        self.process = subprocess.Popen(
            [program, *FLAGS.split(), *AS_ROOT, NO_NETWORK, f"--user-data-dir={self.folder}", "about:blank"],
            env={"PATH": os.environ["PATH"], "HOME": self.folder, "TZ": "UTC", "LANG": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(3, 4),
            # Chromium reads its commands at 3 and answers at 4. Two pipes are open, so those two numbers are taken and nothing else's.
            preexec_fn=lambda: (os.dup2(commands, 3), os.dup2(answers, 4)),
        )
        os.close(commands)
        os.close(answers)
        self.buffer = b""
        self.messages: list[Event] = []
        self.last = 0
        self.on_event: Callable[[str, str, Event], None] = lambda _session, _method, _given: None
        # Of its own accord Chromium would remember what was filled into forms; a window like this one remembers nothing.
        self.context = self.ask("Target.createBrowserContext")["browserContextId"]
        # A tab of the last session that the next one may take over: to open one costs more than a whole session.
        self.spare: Any = None
        self.version = self.ask("Browser.getVersion")["product"].split("/")[-1]

    def send(self, method: str, session: str | None = None, **given: Any) -> int:
        """Sends a command and does not wait for what it answers."""
        self.last += 1
        message = {"id": self.last, "method": method, "params": given}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data) :]
        return self.last

    def ask(self, method: str, session: str | None = None, **given: Any) -> Event:
        """Sends a command and returns its result. @raises Refused with what the browser says"""
        return self.answer(self.send(method, session, **given), method)

    def answer(self, number: int, method: str = "") -> Event:
        """The result of a command that was sent; events that come before it are told."""
        while True:
            message = self.next()
            if message.get("id") == number:
                if "error" in message:
                    raise Refused(f"{method}: {message['error']['message']}")
                return message["result"]

    def until(self, done: Callable[[], bool]) -> None:
        """Waits for events until `done` says so."""
        while not done():
            self.next()

    def next(self) -> Event:
        """The next message of the browser; an event is told first."""
        deadline = time.monotonic() + LONGEST_S
        while not self.messages:
            if not select.select([self.back], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TimeoutError(f"Chromium said nothing for {LONGEST_S:.0f} seconds.")
            data = os.read(self.back, 1 << 20)
            if not data:
                raise ConnectionError("Chromium has ended.")
            *whole, self.buffer = (self.buffer + data).split(b"\0")
            self.messages = [json.loads(one) for one in whole]
        message = self.messages.pop(0)
        if "method" in message:
            self.on_event(message.get("sessionId", ""), message["method"], message["params"])
        return message

    def close(self) -> None:
        """Ends it, and removes what it kept."""
        os.close(self.to)
        os.close(self.back)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)
        shutil.rmtree(self.folder, ignore_errors=True)


class Refused(Exception):
    """A command that the browser did not carry out."""


_running: Browser | None = None


def browser() -> Browser:
    """This process's Chromium. ORRERY_CHROMIUM names the program, else one on the path is taken. It ends with the process."""
    global _running
    if _running is None or _running.process.poll() is not None:
        named = os.environ.get("ORRERY_CHROMIUM")
        program = named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        if program is None:
            raise SystemExit("Recording pages needs Chromium: install it, or say where it is in ORRERY_CHROMIUM.")
        _running = Browser(program)
        # Unlike atexit's, these are also called where a worker of a pool ends.
        Finalize(None, _running.close, exitpriority=10)
    return _running


def restart() -> None:
    """After a session that went wrong: the next one gets a Chromium that knows nothing of it."""
    global _running
    if _running is not None:
        _running.process.kill()
        _running = None
