"""One session being recorded: what a family's generator speaks to.

A generator first says what lies on the machine (put, folder, link, prepare, note), then acts (run, key, hang, wait). The real
shell answers each action at once, so that a generator may look at what was shown.
"""

import os
import re
import shlex
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from ...trajectory import Turn
from . import sandbox
from .machine import Machine, listing, told
from .parts import here
from .shell import Shell
from .slips import slip

# What no model of this size could be asked for. 18,000 characters are about 6,000 tokens.
MOST_CHARACTERS, MOST_LINES, MOST_TURNS, MOST_TOLD = 2500, 60, 18, 17_000
# Control characters, and the name of the recorder's own folder: what is never shown.
STRANGE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffd]|orrery-record")


class Over(Exception):
    """The session is long enough, or showed what is not to be learned. What was recorded before stands."""


@dataclass(frozen=True)
class File:
    text: str
    mode: int
    # When it was last changed, in minutes before the session.
    age: int
    root: bool


class Session:
    def __init__(self, rng: Random, machine: Machine, folder: Path) -> None:
        self.rng, self.machine, self.root = rng, machine, folder / "root"
        self.shell: Shell | None = None
        self.turns: list[Turn] = []
        self.initial_state = ""
        self.files: dict[str, File] = {}
        self.folders: list[str] = []
        self.links: dict[str, str] = {}
        self.commands: list[str] = []
        self.notes: list[str] = []
        # Said of the machine, and of what lies in the folder, instead of what would be.
        self.about, self.holds = "", ""
        # It is over when there are so many turns.
        self.most = MOST_TURNS
        # How often a line is mistyped before it is typed well.
        self.slips = 0.09
        # Seconds before each action, for programs that compare the times of files: a file's time is exact to 4 ms only.
        self.pause = 0.0
        # Whether modes, sizes and dates are told, for sessions that show them.
        self.listed = False

    # What is there before.

    def put(self, name: str, text: str, mode: int = 0o644, root: bool = False) -> str:
        """A file with that text; written by hand if the session has begun. Gives its name."""
        if self.shell:
            path = shlex.quote(name)
            self.plain(*([f"mkdir -p {os.path.dirname(path)}"] if "/" in name else []), here(path, text))
        self.files[name] = File(text, mode, self.rng.randint(10, 60 * 24 * 90), root or self.machine.root)
        return name

    def folder(self, name: str) -> str:
        self.plain(f"mkdir -p {name}") if self.shell else self.folders.append(name)
        return name

    def link(self, name: str, to: str) -> str:
        self.links[name] = to
        return name

    def prepare(self, *commands: str) -> None:
        """What was typed before the session, in the folder where it starts; it is told as it is."""
        self.plain(*commands) if self.shell else self.commands.extend(commands)

    def note(self, text: str) -> None:
        self.notes.append(text)

    # What is done.

    def run(self, *commands: str) -> str:
        """Sends the lines as one action and gives what was shown. Now and then a line is mistyped first, and then sent again."""
        if len(commands) == 1 and self.rng.random() < self.slips:
            wrong = slip(self.rng, commands[0], list(self.files))
            if wrong:
                self.plain(wrong)
        return self.plain(*commands)

    def plain(self, *commands: str) -> str:
        """As run, never mistyped."""
        return self.act([f"{command}\n" for command in commands])

    def hang(self, command: str, until: str = "") -> str:
        """A line that the shell does not come back from: until `until` is printed, or its program rests."""
        return self.act([f"{command}\n"], until)

    def key(self, name: str, until: str | None = None) -> str:
        return self.act([name], until)

    def wait(self) -> str:
        return self.act([""])

    def act(self, keystrokes: list[str], until: str | None = None) -> str:
        shell = self.shell or self.begin()
        time.sleep(self.pause)
        duration = self.rng.choices((1, 0.5, 2, 0.1, 3), (80, 8, 7, 3, 2))[0]
        for one in keystrokes:
            if one:
                shell.send(one, until)
        shown = shell.look()
        length = len(self.initial_state) + sum(len(turn.observation) + 80 for turn in self.turns)
        if len(shown) > MOST_CHARACTERS or shown.count("\n") > MOST_LINES or STRANGE.search(shown) or length + len(shown) > MOST_TOLD:
            raise Over
        self.turns.append(Turn([{"keystrokes": one, "duration": duration} for one in keystrokes], shown))
        if len(self.turns) >= self.most or shell.ended:
            raise Over
        return shown

    def at_prompt(self) -> bool:
        """Whether the shell waits for a new line: not a program of the session's, nor the rest of a line."""
        if not self.shell or self.shell.ended:
            return False
        last = self.turns[-1].observation.rsplit("\n", 1)[-1] if self.turns else self.machine.first_prompt()
        return last.endswith(("$ ", "# "))

    # Behind the scenes.

    def begin(self) -> Shell:
        """Makes the machine, runs what was prepared, and waits for the first prompt."""
        it = self.machine
        self.root.mkdir()
        sandbox.furnish(self.root, it.host, {} if it.root else {it.user: (it.uid, it.home)}, it.now, gitconfig(it))
        self.fill()
        prepared = self.root / "etc/prepared"
        prepared.write_text("{ set -e\n" + "\n".join(self.commands) + "\nset +e; } >/dev/null 2>&1\nhistory -c\n" if self.commands else "")
        env = {"HOME": it.home, "USER": it.user, "LOGNAME": it.user, "SHELL": "/bin/bash", "LANG": "C.UTF-8", "TERM": "xterm", "TZ": "UTC"}
        env |= {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin" if it.root else "/usr/bin:/bin", "PWD": it.start, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
        prompt = f"PS1='{it.prompt}'$'\\033]133;B\\a'; PS2='> '$'\\033]133;B\\a'\n"
        with open(prepared, "a") as file:
            file.write(prompt)
        argv = ["bash", "--noediting", "--noprofile", "--rcfile", "/etc/prepared", "-i"]
        self.shell = Shell(*sandbox.start(self.root, it, argv, env))
        self.shell.prompt()
        first = self.shell.look()
        if first != it.first_prompt():
            raise RuntimeError(f"The shell began with {first!r}, not {it.first_prompt()!r}.")
        self.initial_state = told(it, self.rng, self.holds or listing(self), self.notes, self.about)
        return self.shell

    def fill(self) -> None:
        it = self.machine
        self.make(it.start)
        for name in self.folders:
            self.make(it.path(name))
        for name, file in self.files.items():
            path = self.make(os.path.dirname(it.path(name))) / os.path.basename(name)
            path.write_text(file.text)
            os.chmod(path, file.mode)
            if not file.root:
                os.chown(path, it.uid, it.uid)
            os.utime(path, (it.now - 60 * file.age,) * 2)
        for name, to in self.links.items():
            path = self.root / it.path(name)[1:]
            path.symlink_to(to)
            os.lchown(path, it.uid, it.uid)

    def make(self, folder: str) -> Path:
        """That folder of the machine, owned by the user where the user's own."""
        it, path = self.machine, self.root / folder[1:]
        if not path.exists():
            self.make(os.path.dirname(folder))
            path.mkdir()
            if folder.startswith(it.home):
                os.chown(path, it.uid, it.uid)
        return path


def gitconfig(machine: Machine) -> str:
    name = machine.user.capitalize()
    return f"[user]\n\tname = {name}\n\temail = {machine.user}@example.org\n[init]\n\tdefaultBranch = main\n[core]\n\tpager = cat\n[safe]\n\tdirectory = *\n"
