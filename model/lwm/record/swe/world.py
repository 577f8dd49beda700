"""A throwaway machine for one command: its own root, no network, the repository where the session says it is, a clock that stands still."""

import ctypes
import os
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

# From linux/sched.h and linux/mount.h.
NEW_USER, NEW_MOUNTS, NEW_NETWORK, NEW_IPC = 0x10000000, 0x00020000, 0x40000000, 0x08000000
READ_ONLY, NO_SUID, NO_DEVICES, NO_PROGRAMS = 1, 2, 4, 8
REMOUNT, BIND, RECURSIVE, PRIVATE = 32, 4096, 16384, 1 << 18

# A command takes tens of milliseconds; what takes seconds is stuck.
LIMIT_S = 10

# Debian's Python reads this file at its start. unittest tells how long it took: with a clock that stands still, always 0.000 s.
SITE = "import time\ntime.perf_counter = time.monotonic = lambda: 0.0\n"

LIBC = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class World:
    """Where the repository is on this machine (`files`), where its commands believe it is (`root`), and what git dates commits with."""

    files: Path
    root: str
    date: str = "2026-03-02T09:00:00Z"
    user: str = "dev"
    # Programs are looked for here first; a folder of this machine that is shown under the same path.
    programs: Path | None = field(default=None)

    def environment(self) -> dict[str, str]:
        """All that a command knows of its surroundings."""
        path = [str(self.programs)] if self.programs else []
        return {
            "PATH": ":".join([*path, "/usr/local/bin", "/usr/bin", "/bin"]),
            "HOME": self.root,
            "USER": self.user,
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "NO_COLOR": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "GIT_AUTHOR_DATE": self.date,
            "GIT_COMMITTER_DATE": self.date,
        }


def run(world: World, argv: list[str], cwd: str = ".", given: str = "") -> tuple[str, str, int]:
    """What the program writes on its two outputs and its exit code. `cwd` counts from the root of the repository."""
    base = world.files.parent / "machine"
    base.mkdir(exist_ok=True)
    inside = os.path.normpath(os.path.join(world.root, cwd))
    with subprocess.Popen(
        argv,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        env=world.environment(),
        start_new_session=True,
        preexec_fn=entering(world, base, inside),
    ) as process:
        try:
            out, err = process.communicate(given, timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"{argv} did not end within {LIMIT_S} s") from None
        finally:
            kill_all(process.pid)
    return out, err, process.returncode


def kill_all(group: int) -> None:
    """Ends what the command left running; its group is its own."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def entering(world: World, base: Path, cwd: str) -> Callable[[], None]:
    """What a child does before it becomes the program: it leaves this machine for the throwaway one, and changes to `cwd` there."""
    uid, gid = os.getuid(), os.getgid()
    top = str(base)

    def enter() -> None:
        checked(LIBC.unshare(NEW_USER | NEW_MOUNTS | NEW_NETWORK | NEW_IPC), "unshare")
        for name, text in (("setgroups", "deny"), ("uid_map", f"1000 {uid} 1"), ("gid_map", f"1000 {gid} 1")):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
        mount(None, "/", None, PRIVATE | RECURSIVE)
        mount("tmpfs", top, "tmpfs", 0)
        for folder in ("usr", "etc/python3.11", "dev", "tmp", world.root.lstrip("/")):
            os.makedirs(f"{top}/{folder}")
        for link in ("bin", "lib", "lib64", "sbin"):
            os.symlink(f"usr/{link}", f"{top}/{link}")
        shown("/usr", f"{top}/usr")
        if os.path.isdir("/etc/alternatives"):
            os.mkdir(f"{top}/etc/alternatives")
            shown("/etc/alternatives", f"{top}/etc/alternatives")
        if world.programs:
            os.makedirs(f"{top}{world.programs}", exist_ok=True)
            shown(str(world.programs), f"{top}{world.programs}")
        for device in ("null", "urandom"):
            put(f"{top}/dev/{device}", "")
            mount(f"/dev/{device}", f"{top}/dev/{device}", None, BIND)
        put(f"{top}/etc/passwd", f"{world.user}:x:1000:1000::{world.root}:/bin/bash\n")
        put(f"{top}/etc/group", f"{world.user}:x:1000:\n")
        put(f"{top}/etc/python3.11/sitecustomize.py", SITE)
        mount(str(world.files), f"{top}{world.root}", None, BIND)
        os.chroot(top)
        os.chdir(cwd)

    return enter


def shown(source: str, target: str) -> None:
    """Shows a folder of this machine, to be read only."""
    mount(source, target, None, BIND)
    # What the folder's own mount forbids stays forbidden, or the kernel refuses the second call.
    kept = os.statvfs(source).f_flag & (NO_SUID | NO_DEVICES | NO_PROGRAMS)
    mount(None, target, None, BIND | REMOUNT | READ_ONLY | kept)


def put(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def mount(source: str | None, target: str, kind: str | None, flags: int) -> None:
    encoded = (None if one is None else one.encode() for one in (source, target, kind))
    checked(LIBC.mount(*encoded, flags, None), f"mount {source} on {target}")


def checked(result: int, what: str) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")
