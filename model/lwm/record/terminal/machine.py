"""The machine of a session: who sits at it, what its prompt looks like, what day it is, and how all this is told."""

import os
import shlex
import stat
import time
from dataclasses import dataclass
from random import Random

from .words import HOSTS, USERS

ARCHITECTURE = "x86_64"
GENERIC = ("box", "host", "debian", "server", "node", "lab")


@dataclass(frozen=True)
class Machine:
    user: str
    uid: int
    host: str
    home: str
    # Where the shell starts: the home folder, or a folder of root's.
    start: str
    # bash's PS1.
    prompt: str
    # Seconds since 1970, UTC.
    now: int
    # The number of the shell's process.
    pid: int

    @property
    def root(self) -> bool:
        return self.uid == 0

    def path(self, name: str) -> str:
        return name if name.startswith("/") else f"{self.home}/{name[2:]}" if name.startswith("~/") else f"{self.start}/{name}"

    def first_prompt(self) -> str:
        where = self.start.replace(self.home, "~", 1) if self.start.startswith(self.home) else self.start
        last = "~" if where == "~" else where.rsplit("/", 1)[-1]
        shown = self.prompt.replace("\\u", self.user).replace("\\h", self.host).replace("\\w", where).replace("\\W", last)
        return shown.replace("\\$", "#" if self.root else "$").replace("\\s", "bash").replace("\\v", "5.2")


def machine(rng: Random, root: float = 0.15) -> Machine:
    """`root` is the share of sessions that are root's."""
    as_root = rng.random() < root
    user = "root" if as_root else rng.choice(USERS)
    uid = 0 if as_root else rng.choice((1000, 1000, 1000, 1001, 1002, 1003))
    host = rng.choice(HOSTS) if rng.random() < 0.8 else f"{rng.choice(GENERIC)}{rng.choice(('', '-'))}{rng.randint(1, 30)}"
    home = "/root" if as_root else f"/home/{user}"
    start = home
    if as_root and rng.random() < 0.7:
        start = rng.choice(("/srv", "/opt", f"/srv/{rng.choice(HOSTS)}", f"/opt/{rng.choice(HOSTS)}", "/var/log"))
    elif rng.random() < 0.15:
        start = f"{home}/{rng.choice(('work', 'projects', 'docs', 'lab', 'notes', 'src', 'tmp', 'demo'))}"
    styles = (("\\u@\\h:\\w\\$ ", 60), ("[\\u@\\h \\W]\\$ ", 14), ("\\s-\\v\\$ ", 7), ("\\$ ", 7), ("\\u@\\h \\w \\$ ", 6))
    prompt = rng.choices([style for style, _ in styles], [weight for _, weight in styles])[0]
    now = 1672531200 + rng.randrange(3 * 365 * 24 * 60) * 60
    return Machine(user, uid, host, home, start, prompt, now, rng.randint(300, 30000))


def told(machine: Machine, rng: Random, made: str, notes: list[str], about: str = "") -> str:
    """The initial state. `made` says what lies in the folder; `notes` is what a session needs to be known besides; `about` the machine, if told otherwise."""
    clock = time.gmtime(machine.now)
    day = time.strftime(rng.choice(("%a %Y-%m-%d %H:%M", "%a %d %b %Y, %H:%M")), clock)
    os = rng.choice((f"A Debian 12 machine, {ARCHITECTURE}, hostname {machine.host}", f"Debian GNU/Linux 12 ({ARCHITECTURE}) on the host {machine.host}"))
    about = about or f"{os}, with {rng.choice(('git, gcc, Python 3.11 and the usual shell tools', 'the usual shell tools, Python 3.11, git and gcc'))}."
    who = f"User {machine.user}" + ("" if machine.root else f" (id {machine.uid})")
    lines = [about, f"{who}, home {machine.home}, shell bash. The clock stands at {day} UTC.", *notes]
    if machine.start != machine.home:
        lines.append(f"The shell is in {machine.start}.")
    lines.append(made)
    return "\n".join(lines) + f"\n\nThe terminal shows:\n{machine.first_prompt()}"


def listing(session) -> str:
    """How the folder came to be: each file with its text, in one of several ways of saying it, and what was typed after that."""
    rng, it = session.rng, session.machine
    if not (session.files or session.folders or session.links or session.commands):
        return "The folder is empty."
    style = "parts" if session.listed else rng.choice(("parts", "script", "script", "printf"))
    if any((file.root and not it.root) or file.mode != 0o644 for file in session.files.values()):
        style = "parts"
    if style == "parts":
        made = [f"The folder {name}" for name in session.folders] + [f"The link {name} -> {to}" for name, to in session.links.items()]
        for name, file in session.files.items():
            made.append(f"== {name}{details(it, file) if session.listed or file.mode != 0o644 or (file.root and not it.root) else ''} ==\n{file.text.rstrip(chr(10))}")
        if session.commands:
            made.append(("Then was run:\n" if made else "It was made by:\n") + "\n".join(session.commands))
        return rng.choice(("There is:\n", "What lies there:\n", "Files:\n")) + "\n".join(made)
    folders = sorted({*map(shlex.quote, session.folders), *(os.path.dirname(name) for name in map(shlex.quote, session.files) if "/" in name)})
    script = [f"mkdir -p {' '.join(folders)}"] if folders else []
    for name, file in session.files.items():
        script.append(f"printf '{escaped(file.text)}' > {shlex.quote(name)}" if style == "printf" and len(file.text) < 400 else f"cat > {shlex.quote(name)} <<'EOF'\n{file.text}EOF")
    script += [f"ln -s {to} {name}" for name, to in session.links.items()]
    return rng.choice(("The folder was made by:\n", "It was made by:\n")) + "\n".join([*script, *session.commands])


def details(machine: Machine, file) -> str:
    """A file's mode, owner, size and date, as ls -l shows them."""
    owner = "root" if file.root else machine.user
    when = time.strftime("%b %e %H:%M", time.gmtime(machine.now - 60 * file.age))
    return f" ({stat.filemode(stat.S_IFREG | file.mode)} {owner} {owner}, {len(file.text.encode())} bytes, {when})"


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "%%").replace("'", "'\\''").replace("\n", "\\n").replace("\t", "\\t")
