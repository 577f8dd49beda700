"""A real interactive bash and what its terminal shows after each look.

bash runs without line editing, so that the terminal's driver echoes and the bytes are plain text: no screen has to be
emulated, and a long line is not broken (tmux's capture joins it, too).
"""

import os
import re
import select
import signal
import time

# Printed after each prompt and never shown: an operating system command that no terminal knows.
MARK = "\x1b]133;B\x07"
# A program of the session's own that asks for the next line in the shell's place.
ASKING = re.compile(r"(?:^|\n)(?:>>> |\.\.\. |sqlite> |   \.\.\.> )$")
# Colours, "erase to the end of the line" where nothing stands, bracketed paste, links and titles: no text of the screen.
UNSEEN = re.compile(r"\x1b\[[\d;]*m|\x1b\[K|\x1b\[\?(?:2004|1034)[hl]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[\?1l\x1b>")
# The longest that anything recorded takes is a compilation.
PATIENCE_S = 15
KEYS = {"C-c": "\x03", "C-d": "\x04", "C-z": "\x1a", "C-l": "\x0c"}


class Stuck(RuntimeError):
    """The shell did not come back to its prompt in time."""


class Shell:
    """The near end of a terminal; it must be closed."""

    def __init__(self, process: int, terminal: int) -> None:
        self.process, self.terminal = process, terminal
        self.seen = ""
        self.looked = 0
        self.fresh = ""
        self.ended = False

    def close(self) -> None:
        os.kill(self.process, signal.SIGTERM)
        os.waitpid(self.process, 0)
        os.close(self.terminal)

    def read(self, seconds: float) -> bool:
        """Takes what has been printed; waits up to `seconds` for the first byte. False if there was none."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.terminal, 65536)
        except OSError:
            data = b""
        self.ended = not data
        self.fresh += data.decode(errors="replace")
        return bool(data)

    def until(self, done, what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not done() and not self.ended:
            if not self.read(max(0, end - time.monotonic())) and time.monotonic() >= end:
                raise Stuck(f"{what}: {self.fresh[-300:]!r}")
        self.seen += self.fresh
        self.fresh = ""

    def asked(self) -> bool:
        return self.fresh.endswith(MARK) or bool(ASKING.search(UNSEEN.sub("", self.fresh.replace("\r\n", "\n"))))

    def prompt(self) -> None:
        self.until(self.asked, "No prompt came")

    def send(self, keystrokes: str, until: str | None = None) -> None:
        """Types, line by line as each is asked for, and waits for the next prompt.

        Where none is to come `until` says what to wait for: a text that is printed, or "" for a program that rests.
        """
        lines = [keystrokes] if keystrokes in KEYS else keystrokes.splitlines(keepends=True)
        for number, line in enumerate(lines, 1):
            os.write(self.terminal, KEYS.get(line, line).encode())
            if until is None and (line.endswith("\n") or line in KEYS):
                self.until(self.asked, "No prompt came")
            elif until and number == len(lines):
                self.until(lambda: until in self.fresh.replace("\r\n", "\n"), f"{until!r} was not printed")
            elif line not in KEYS:
                self.until(lambda: line.rstrip("\n") in self.fresh, "No echo came")  # noqa: B023, called at once
        if until == "":
            self.settle()

    def settle(self) -> None:
        """Waits until the program in the foreground rests: it has printed what it had to, and waits for a clock or for input."""
        quiet, end = 0, time.monotonic() + PATIENCE_S
        while quiet < 3:
            if time.monotonic() > end:
                raise Stuck("The program in the foreground does not rest.")
            quiet = 0 if self.read(0.004) or not self.resting() else quiet + 1
        self.seen += self.fresh
        self.fresh = ""

    def resting(self) -> bool:
        """Whether another program than the shell is in the foreground, and sleeps."""
        try:
            with open(f"/proc/{os.tcgetpgrp(self.terminal)}/stat") as file:
                name, state = file.read().split(" ", 3)[1:3]
        except (FileNotFoundError, ProcessLookupError):
            return False
        return name != "(bash)" and state == "S"

    def screen(self) -> str:
        """All that was printed, as text: tabs are blanks by now, and rows end where their text ends."""
        text = UNSEEN.sub("", self.seen).replace("\r\n", "\n")
        return "\n".join(line.expandtabs(8) for line in text.split("\n"))

    def look(self) -> str:
        """What appeared since the last look, from the line that the terminal was waiting at; a prompt keeps its one blank."""
        text = self.screen()
        fresh = "\n".join(line.rstrip() for line in text[self.looked :].split("\n")).rstrip()
        kept = text.rstrip()
        self.looked = kept.rfind("\n") + 1
        return fresh + " " if text != kept and text[len(kept) :] == " " and self.waiting() else fresh

    def waiting(self) -> bool:
        return self.seen.endswith(MARK) or bool(ASKING.search(self.screen()))
