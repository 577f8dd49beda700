"""The reference file server: folders of small texts that are read, searched, written, edited, moved."""

import shutil
import time
from pathlib import Path
from random import Random
from typing import Any

from .. import npm, words
from ..talk import chosen, defined, some_tools, talked
from .texts import text_file

ROOTS = ["/srv", "/data", "/workspace", "/projects", "/home/{}", "/home/{}/Documents", "/mnt/share", "/var/lib", "/Users/{}", "/opt/files"]
FOLDERS = [
    "docs",
    "data",
    "notes",
    "src",
    "logs",
    "config",
    "reports",
    "drafts",
    "2025",
    "2026",
    "archive",
    "img",
    "inbox",
    "lib",
    "tests",
    "letters",
]

READ = {
    "read_text_file": 3,
    "list_directory": 1.5,
    "search_files": 1,
    "read_multiple_files": 0.8,
    "directory_tree": 0.6,
    "list_allowed_directories": 0.3,
    "list_directory_with_sizes": 0.4,
}
WRITE = {"write_file": 2, "edit_file": 3, "read_text_file": 2, "create_directory": 0.6, "list_directory": 0.8}
MOVE = {
    "move_file": 2.5,
    "create_directory": 1.5,
    "list_directory": 2,
    "directory_tree": 0.8,
    "search_files": 1,
    "write_file": 0.5,
    "read_text_file": 0.6,
}


def reading(rng: Random, folder: Path):
    return session(rng, READ)


def writing(rng: Random, folder: Path):
    return session(rng, WRITE)


def moving(rng: Random, folder: Path):
    return session(rng, MOVE)


def session(rng: Random, weights: dict[str, float]):
    server = npm.running("filesystem", "/tmp")
    root = (
        rng.choice(ROOTS).format(rng.choice(words.FIRST).lower())
        + "/"
        + rng.choice([rng.choice(words.THINGS), rng.choice(words.OF_WORK).removeprefix("the ").replace(" ", "-"), rng.choice(words.PLACES).lower()])
    )
    real = npm.inside(server, root)
    try:
        made(rng, real)
        state = told(rng, root, real)
        allowed(server, root)
        tools = some_tools(rng, weights, rng.randint(3, 5))
        session = Session(rng, root, real)
        turns = talked(rng, server, lambda turns: chosen(rng, session.proposals(), tools, turns))
        return (
            f"@modelcontextprotocol/server-filesystem {npm.VERSION}",
            state,
            defined(server, {turn.action["name"] for turn in turns}, len(tools), rng),
            turns,
        )
    except BaseException:
        npm.stopped("filesystem")
        raise
    finally:
        shutil.rmtree(real, ignore_errors=True)


def allowed(server: Any, root: str) -> None:
    """Tells the server its one folder. It asks for it in its own time, and answers calls meanwhile."""
    server.roots = [root]
    server.notify("notifications/roots/list_changed")
    until = time.monotonic() + 5
    while time.monotonic() < until:
        if server.call("list_allowed_directories", {}) == f"Allowed directories:\n{root}":
            return
    raise TimeoutError(f"The file server did not take {root}.")


def made(rng: Random, real: Path) -> None:
    """One to three folders, three to six files."""
    real.mkdir(parents=True)
    folders = [real, *(real / name for name in rng.sample(FOLDERS, rng.randint(1, 3)))]
    if rng.random() < 0.3:
        folders.append(folders[-1] / rng.choice(["old", "new", "tmp", "final"]))
    for one in folders[1:]:
        one.mkdir(parents=True, exist_ok=True)
    for _ in range(rng.randint(3, 6)):
        name, text = text_file(rng)
        (rng.choice(folders) / name).write_text(text)


def told(rng: Random, root: str, real: Path) -> str:
    """The folder's files with their texts, and the folders that are empty."""
    files = sorted(one for one in real.rglob("*") if one.is_file())
    empty = sorted(f"{one.relative_to(real)}/" for one in real.rglob("*") if one.is_dir() and not any(one.iterdir()))
    full = rng.random() < 0.5
    head = rng.choice(
        [
            f"The server gives access to {root} and nothing else.",
            f"Allowed directory: {root}",
            f"Files below {root}, which is all the server may touch:",
        ]
    )
    parts = [
        f"{root + '/' if full else ''}{one.relative_to(real)}:\n{one.read_text().rstrip()}"
        if one.stat().st_size
        else f"{one.relative_to(real)}: empty"
        for one in files
    ]
    if empty:
        parts.append(f"Empty folders: {', '.join(empty)}")
    return "\n\n".join([head, *parts])


class Session:
    """What an agent may ask of the folder, as it is now."""

    def __init__(self, rng: Random, root: str, real: Path):
        self.rng, self.root, self.real, self.last = rng, root, real, ""

    def proposals(self) -> dict[str, Any]:
        return {
            "read_text_file": self.read,
            "list_directory": lambda: {"path": self.folder()},
            "list_directory_with_sizes": lambda: {"path": self.folder()},
            "directory_tree": lambda: {"path": self.folder(0.04)},
            "list_allowed_directories": dict,
            "search_files": lambda: {"path": self.folder(0.04), "pattern": self.pattern()},
            "read_multiple_files": lambda: {"paths": [self.file(0.12) for _ in range(self.rng.randint(2, 3))]},
            "write_file": self.write,
            "edit_file": self.edit,
            "create_directory": lambda: {"path": f"{self.folder(0.04)}/{'/'.join(self.rng.sample(FOLDERS, self.rng.choice([1, 1, 2])))}"},
            "move_file": self.move,
        }

    def shown(self, path: Path) -> str:
        return f"{self.root}/{path.relative_to(self.real)}" if path != self.real else self.root

    def file(self, wrong: float = 0.1) -> str:
        """A file's path, or one that fails: missing, a folder, outside."""
        files = sorted(one for one in self.real.rglob("*") if one.is_file())
        if files and self.rng.random() >= wrong:
            # What was named last is looked at next, as often as not.
            again = self.rng.random() < 0.3
            self.last = self.last if again and self.last in map(self.shown, files) else self.shown(self.rng.choice(files))
            return self.last
        return self.rng.choice(
            [
                f"{self.folder(0)}/{text_file(self.rng)[0]}",
                f"{self.folder(0)}/{text_file(self.rng)[0]}",
                self.folder(0),
                "/etc/passwd",
                f"/home/{self.rng.choice(words.FIRST).lower()}/.ssh/id_rsa",
                f"{self.root}/../{self.rng.choice(words.THINGS)}.txt",
            ]
        )

    def folder(self, wrong: float = 0.08) -> str:
        if self.rng.random() < wrong:
            return self.rng.choice(
                [f"{self.root}/{self.rng.choice(FOLDERS)}", "/etc", f"/home/{self.rng.choice(words.FIRST).lower()}", f"{self.root}/.."]
            )
        return self.shown(self.rng.choice([self.real, *sorted(one for one in self.real.rglob("*") if one.is_dir())]))

    def pattern(self) -> str:
        names = sorted(one.name for one in self.real.rglob("*") if one.is_file())
        name = self.rng.choice(names or ["a.txt"])
        ending = name.rsplit(".", 1)[-1]
        return self.rng.choice(
            [f"**/*.{ending}", f"**/*.{ending}", f"*.{ending}", f"**/{name}", f"**/*{name[:3]}*", "**/*.zip", f"**/{name.split('.')[0]}.*", "**"]
        )

    def read(self) -> dict[str, Any]:
        part = self.rng.choice(
            [
                {},
                {},
                {},
                {"head": self.rng.randint(1, 4)},
                {"tail": self.rng.randint(1, 3)},
                {"head": 2, "tail": 2} if self.rng.random() < 0.2 else {},
            ]
        )
        return {"path": self.file(), **part}

    def write(self) -> dict[str, Any]:
        name, text = text_file(self.rng)
        if self.rng.random() < 0.8:
            self.last = f"{self.folder(0.1)}/{name}"
        return {"path": self.last or self.file(0), "content": text}

    def edit(self) -> dict[str, Any] | None:
        path = self.file(0.07)
        real = Path(str(self.real) + path.removeprefix(self.root)) if path.startswith(self.root) and ".." not in path else None
        lines = [line for line in real.read_text().split("\n") if line.strip()] if real and real.is_file() else ["nothing"]
        if not lines:
            return None
        edits = [{"oldText": line, "newText": self.changed(line)} for line in self.rng.sample(lines, min(len(lines), self.rng.choice([1, 1, 1, 2])))]
        if self.rng.random() < 0.1:
            edits[-1]["oldText"] = self.rng.choice([f"{edits[-1]['oldText']}!", words.task(self.rng), edits[-1]["oldText"].upper() + "."])
        return {"path": path, "edits": edits, **({"dryRun": True} if self.rng.random() < 0.1 else {})}

    def changed(self, line: str) -> str:
        """Another line in its place: a word or a number exchanged, a line added or taken."""
        parts = line.split(" ")
        at = self.rng.randrange(len(parts))
        digits = "".join(char for char in parts[at] if char.isdigit())
        other = parts[at].replace(digits, str(int(digits) + self.rng.randint(1, 9)), 1) if digits else self.rng.choice(words.MAKES)
        swapped = " ".join([*parts[:at], other, *parts[at + 1 :]])
        return self.rng.choice([swapped, swapped, swapped, f"{line}\n{swapped}", words.task(self.rng), ""])

    def move(self) -> dict[str, Any]:
        source = self.folder(0) if self.rng.random() < 0.12 else self.file(0.08)
        name = source.rsplit("/", 1)[-1]
        _, _, ending = name.partition(".")
        renamed = f"{self.rng.choice(words.THINGS)}.{ending}" if ending else self.rng.choice(FOLDERS)
        target = self.rng.choice(
            [f"{self.folder(0.05)}/{name}", f"{self.folder(0.05)}/{renamed}", f"{source.rsplit('/', 1)[0]}/{renamed}", self.file(0)]
        )
        # A folder cannot be moved into itself, and the root is not the agent's to move.
        return (
            {"source": source, "destination": target}
            if source != self.root and not target.startswith(source)
            else {"source": self.file(0), "destination": f"{self.root}/{renamed}.{self.rng.choice(['txt', 'md', 'bak'])}"}
        )
