"""The public reference servers from npm: installed once, pinned, and run inside a root of their own, where paths look as anywhere."""

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

from .wire import Client, spawned

# Node 20 or newer runs them.
VERSION = "2026.8.31"
NAMES = ("filesystem", "memory", "everything", "sequential-thinking")
FOLDER = Path(__file__).parents[3] / "data" / "servers"

# A root in memory that shows the machine's programs and nothing of its data; it goes away with the server.
ROOT = """
set -e
mount -t tmpfs -o size=32m tmpfs "$1"
cd "$1"
mkdir -p usr lib lib64 bin etc proc dev tmp opt/servers
for one in usr lib lib64 bin etc proc dev; do [ ! -e /$one ] || mount --rbind /$one $one; done
touch opt/node
mount --bind "$2" opt/node
mount --bind "$3" opt/servers
mount -t tmpfs -o size=1m tmpfs etc
shift 3
exec chroot . /opt/node "$@"
"""


def install() -> None:
    """Fetches the pinned servers, once; what runs at the same time waits."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open(FOLDER / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = [name for name in NAMES if not program(name).exists()]
        if wanted:
            packages = [f"@modelcontextprotocol/server-{name}@{VERSION}" for name in wanted]
            subprocess.run(
                ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(FOLDER), *packages], check=True, timeout=300, capture_output=True
            )


def program(name: str) -> Path:
    return FOLDER / "node_modules" / "@modelcontextprotocol" / f"server-{name}" / "dist" / "index.js"


def started(name: str, *args: str, env: dict[str, str] | None = None) -> Client:
    """The server of that name, in a root of its own."""
    install()
    (FOLDER / "root").mkdir(exist_ok=True)
    node = os.path.realpath(shutil.which("node") or "node")
    own = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    inside = f"/opt/servers/{program(name).relative_to(FOLDER)}"
    return spawned([*own, "sh", "-c", ROOT, "sh", str(FOLDER / "root"), node, str(FOLDER.resolve()), inside, *args], env)


def inside(server: Client, path: str) -> Path:
    """A path of the server's root, as it is reached from here."""
    return Path(f"/proc/{server.pid}/root{path}")


# One process of each server serves all sessions of a worker: what it holds can be put back.
RUNNING: dict[str, Client] = {}


def running(name: str, *args: str, env: dict[str, str] | None = None) -> Client:
    if name not in RUNNING:
        RUNNING[name] = started(name, *args, env=env)
    return RUNNING[name]


def stopped(name: str) -> None:
    """Ends it; the next session starts another."""
    if name in RUNNING:
        RUNNING.pop(name).close()


if __name__ == "__main__":
    install()
