"""A machine of its own for one session: a root folder, a user, a name, no network, a clock that stands still.

Linux only, and root is needed (mount, chroot, and namespaces). The programs are this machine's, read-only.
"""

import array
import ctypes
import fcntl
import functools
import os
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import termios
from collections.abc import Mapping
from pathlib import Path

from .machine import Machine

ROWS, COLUMNS = 40, 160
# As Debian names its packages, by the program that is looked for.
NEEDED = {"bash": "bash", "git": "git", "gcc": "gcc", "make": "make", "sqlite3": "sqlite3", "jq": "jq", "bc": "bc", "zip": "zip"}
NEEDED |= {"unzip": "unzip", "column": "bsdextrautils", "xxd": "xxd", "tree": "tree", "ps": "procps", "python3": "python3"}

# <linux/sched.h>, <sys/mount.h>, <sys/prctl.h>
NEW_MOUNTS, NEW_NAME, NEW_IPC, NEW_PIDS, NEW_NETWORK = 0x20000, 0x4000000, 0x8000000, 0x20000000, 0x40000000
READ_ONLY, NO_SUID, REMOUNT, BIND, RECURSIVE, PRIVATE = 1, 2, 32, 4096, 16384, 1 << 18
DIE_WITH_PARENT, DROP_BOUND, NO_NEW_PRIVILEGES = 1, 24, 38
# What a session's root may do: chown, ignore and change permissions, kill, change its user (<linux/capability.h>).
KEPT = (0, 1, 3, 4, 5, 6, 7)
LAST_CAPABILITY = 40
# <asm/ioctls.h>: unlocks the terminal's other end.
UNLOCK_TERMINAL = 0x40045431

DEVICES = {"null": (1, 3), "zero": (1, 5), "full": (1, 7), "random": (1, 8), "urandom": (1, 9), "tty": (5, 0)}

libc = ctypes.CDLL(None, use_errno=True)


def missing() -> str | None:
    """What this machine lacks to record a session, in words; None if nothing."""
    if os.uname().sysname != "Linux" or os.geteuid() != 0:
        return "Recording a terminal needs Linux and root: it makes users and namespaces. Run it in a container as root."
    lacking = [package for program, package in NEEDED.items() if not os.access(f"/usr/bin/{program}", os.X_OK)]
    return f"Recording a terminal needs these in /usr/bin; install: {' '.join(lacking)}" if lacking else None


@functools.cache
def clock() -> bytes:
    """The library that stops the clock, compiled once a process."""
    with tempfile.TemporaryDirectory(prefix="orrery-clock-") as folder:
        out = Path(folder) / "clock.so"
        source = Path(__file__).with_name("clock.c")
        subprocess.run(["/usr/bin/gcc", "-O2", "-w", "-shared", "-fPIC", "-o", out, source], check=True, timeout=60)
        return out.read_bytes()


@functools.cache
def no_network() -> int:
    """An open namespace without a network, shared by a process's sessions: making one costs more than a session."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        call(libc.unshare, NEW_NETWORK)
        os.write(theirs, b".")
        signal.pause()
    os.read(ours, 1)
    network = os.open(f"/proc/{child}/ns/net", os.O_RDONLY | os.O_CLOEXEC)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(ours)
    os.close(theirs)
    return network


def furnish(root: Path, host: str, users: Mapping[str, tuple[int, str]], now: int, config: str) -> None:
    """Makes the root folder: `users` gives the id and home of each name, `config` is git's for everyone."""
    root.chmod(0o755)
    for name in ("usr", "proc", "dev", "etc", "home", "srv", "opt", "var/log", "root"):
        (root / name).mkdir(parents=True)
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / name).symlink_to(f"usr/{name}")
    (root / "tmp").mkdir()
    (root / "tmp").chmod(0o1777)
    (root / "root").chmod(0o700)
    etc = root / "etc"
    people = [("root", 0, "/root"), ("nobody", 65534, "/nonexistent"), *((name, *of) for name, of in users.items())]
    (etc / "passwd").write_text("".join(f"{n}:x:{i}:{i}:{n}:{home}:{'/usr/sbin/nologin' if n == 'nobody' else '/bin/bash'}\n" for n, i, home in people))
    (etc / "group").write_text("".join(f"{name}:x:{number}:\n" for name, number, _ in people))
    (etc / "hostname").write_text(f"{host}\n")
    (etc / "hosts").write_text(f"127.0.0.1 localhost\n127.0.1.1 {host}\n")
    (etc / "os-release").write_text('PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n')
    (etc / "gitconfig").write_text(config)
    (etc / "alternatives").mkdir()
    (etc / "alternatives/awk").symlink_to(os.readlink("/etc/alternatives/awk"))
    shutil.copy("/etc/ld.so.cache", etc)
    (etc / "clock.so").write_bytes(clock())
    (etc / "clock").symlink_to(str(now))
    (etc / "ld.so.preload").write_text("/etc/clock.so\n")
    for number, home in users.values():
        (root / home[1:]).mkdir(parents=True)
        os.chown(root / home[1:], number, number)


def start(root: Path, machine: Machine, argv: list[str], env: Mapping[str, str]) -> tuple[int, int]:
    """Runs `argv` in `root` as the machine's user, on a terminal of its own. Gives (process to terminate, the terminal's near end)."""
    network = no_network()
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        try:
            live(root, machine, argv, env, network, theirs)
        except BaseException as error:
            theirs.send(repr(error).encode())
        finally:
            os._exit(1)
    theirs.close()
    with ours:
        ours.settimeout(10)
        told, fds, _, _ = socket.recv_fds(ours, 4096, 1)
    if not fds:
        os.waitpid(child, 0)
        raise RuntimeError(f"The sandbox did not start: {told.decode() or 'no reason given'}")
    return child, fds[0]


def live(root: Path, machine: Machine, argv: list[str], env: Mapping[str, str], network: int, out: socket.socket) -> None:
    call(libc.prctl, DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    call(libc.setns, network, NEW_NETWORK)
    call(libc.unshare, NEW_MOUNTS | NEW_NAME | NEW_IPC | NEW_PIDS)
    call(libc.sethostname, machine.host.encode(), len(machine.host))
    mount("none", "/", None, RECURSIVE | PRIVATE)
    mount("/usr", root / "usr", None, BIND)
    mount("none", root / "usr", None, BIND | REMOUNT | READ_ONLY)
    mount("tmpfs", root / "dev", "tmpfs", NO_SUID, "mode=755,size=64k")
    os.umask(0)
    for name, (major, minor) in DEVICES.items():
        os.mknod(root / "dev" / name, 0o20666, os.makedev(major, minor))
    for link, to in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        (root / "dev" / link).symlink_to(f"/proc/self/fd{to}")
    (root / "dev/pts").mkdir()
    mount("devpts", root / "dev/pts", "devpts", 0, f"newinstance,ptmxmode=0666,mode=620,uid={machine.uid}")
    near = os.open(root / "dev/pts/ptmx", os.O_RDWR | os.O_NOCTTY)
    fcntl.ioctl(near, UNLOCK_TERMINAL, array.array("i", [0]))
    fcntl.ioctl(near, termios.TIOCSWINSZ, array.array("H", [ROWS, COLUMNS, 0, 0]))
    os.umask(0o022)
    # The first process of the new namespace: when it ends, the kernel ends all others in it.
    first = os.fork()
    if first == 0:
        call(libc.prctl, DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        mount("proc", root / "proc", "proc", NO_SUID)
        (root / "proc/sys/kernel/ns_last_pid").write_text(str(machine.pid - 1))
        os.chroot(root)
        os.chdir(machine.start)
        shell = os.fork()
        if shell == 0:
            become(machine.uid, argv, env)
        socket.send_fds(out, [b"ready"], [near])
        out.close()
        os.close(near)
        while os.wait()[0] != shell:
            pass
        os._exit(0)
    # Asked to end, it ends them all and waits for that: the folder may be removed after it.
    signal.signal(signal.SIGTERM, lambda *_: os.kill(first, signal.SIGKILL))
    out.close()
    os.close(near)
    os.waitpid(first, 0)
    os._exit(0)


def become(user: int, argv: list[str], env: Mapping[str, str]) -> None:
    """The shell's own process: its terminal, its limits, its rights, and then the program."""
    os.setsid()
    far = os.open("/dev/pts/0", os.O_RDWR)
    fcntl.ioctl(far, termios.TIOCSCTTY, 0)
    for number in (0, 1, 2):
        os.dup2(far, number)
    os.closerange(3, 256)
    for limit, most in ((resource.RLIMIT_CPU, 20), (resource.RLIMIT_FSIZE, 64 << 20), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_NPROC, 4096)):
        resource.setrlimit(limit, (most, most))
    for capability in range(LAST_CAPABILITY + 1):
        if capability not in KEPT:
            libc.prctl(DROP_BOUND, capability, 0, 0, 0)
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    call(libc.prctl, NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    # Python ignores some signals, and so does whoever started it in the background: a shell cannot take that back for its programs.
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM, signal.SIGTSTP):
        signal.signal(ignored, signal.SIG_DFL)
    os.execve(f"/usr/bin/{argv[0]}", argv, dict(env))


def mount(source: str, target: Path | str, kind: str | None, flags: int, options: str = "") -> None:
    call(libc.mount, source.encode(), str(target).encode(), kind.encode() if kind else None, ctypes.c_ulong(flags), options.encode())


def call(function, *arguments) -> None:
    if function(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{function.__name__}: {os.strerror(number)}")
