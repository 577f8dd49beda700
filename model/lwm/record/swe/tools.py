"""The tools of the app's swe domain, really carried out on a folder. Each answers to the character as the recorder of the app's samples does."""

import os
import re
import subprocess
from collections.abc import Callable
from functools import cmp_to_key
from pathlib import Path
from typing import Any

from .world import World, run

# The most lines that read_file returns unless it is asked for fewer.
LIMIT = 2000

MARKS = {"pending": "[ ]", "in_progress": "[~]", "completed": "[x]"}

# The order in which ICU sorts what stands in paths; letters follow, regardless of case, then the small one first.
PUNCTUATION = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"


def call(world: World, name: str, given: dict[str, Any]) -> str:
    """What the tool answers. Changes the files of `world`."""
    return TOOLS[name](world, **given)


def inside(world: World, path: str) -> Path:
    """The file of this machine that a path names: relative to the root of the repository, or absolute."""
    full = os.path.normpath(os.path.join(world.root, path))
    if full != world.root and not full.startswith(world.root + "/"):
        raise ValueError(f"{path} is outside of {world.root}")
    return world.files / os.path.relpath(full, world.root)


def read_file(world: World, file_path: str, offset: int = 1, limit: int = LIMIT) -> str:
    path = inside(world, file_path)
    if not path.is_file():
        return f"Error: File not found: {file_path}"
    lines = re.sub(r"\n\Z", "", path.read_text()).split("\n")[offset - 1 : offset - 1 + limit]
    return "\n".join(f"{number:6}\t{line}" for number, line in enumerate(lines, offset))


def write_file(world: World, file_path: str, content: str) -> str:
    path = inside(world, file_path)
    known = path.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    count = content.count("\n")
    return f"{'Replaced' if known else 'Created'} {file_path} ({count} lines)."


def edit(world: World, file_path: str, old_string: str, new_string: str, replace_all: bool = False) -> str:
    path = inside(world, file_path)
    if not path.is_file():
        return f"Error: File not found: {file_path}"
    before = path.read_text()
    times = before.count(old_string)
    if times == 0:
        return f"Error: old_string not found in {file_path}"
    if times > 1 and not replace_all:
        return f"Error: old_string occurs {times} times in {file_path}"
    path.write_text(before.replace(old_string, new_string))
    labels = ["--label", f"a/{file_path}", "--label", f"b/{file_path}"]
    return here(["diff", "-u", *labels, "-", str(path)], given=before).rstrip()


def list_directory(world: World, path: str) -> str:
    folder = inside(world, path)
    if not folder.is_dir():
        return f"Error: Folder not found: {path}"
    names = list(os.scandir(folder))
    folders = sorted(f"{one.name}/" for one in names if one.is_dir(follow_symlinks=False))
    return "\n".join([*folders, *sorted(one.name for one in names if not one.is_dir(follow_symlinks=False))])


def glob(world: World, pattern: str, path: str = ".") -> str:
    folder = inside(world, path)
    # Like Node's, which the samples were recorded with, this does not see names that begin with a dot.
    found = [str(one.relative_to(folder)) for one in folder.glob(pattern) if not hidden(one.relative_to(folder))]
    newest = sorted(sorted(set(found), key=cmp_to_key(collated)), key=lambda one: -(folder / one).stat().st_mtime_ns)
    return "\n".join(newest) or "No files found"


def hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def collated(a: str, b: str) -> int:
    """As localeCompare orders two paths: by letter, and where all are the same the small letters first."""
    first, second = ([weight(char) for char in text] for text in (a, b))
    ties = ([char.isupper() for char in text] for text in (a, b))
    if first == second:
        first, second = ties
    return (first > second) - (first < second)


def weight(char: str) -> tuple[int, str]:
    at = PUNCTUATION.find(char)
    return (0, chr(at)) if at >= 0 else (1, char.lower())


def grep_search(world: World, pattern: str, path: str = ".", glob: str | None = None) -> str:
    include = [f"--include={glob}"] if glob else []
    argv = ["grep", "-rnE", "--exclude-dir=.git", *include, pattern, path]
    if path.startswith("/"):
        found = run(world, argv)[0]
    else:
        found = here(argv, cwd=world.files)
    text = re.sub(r"^\./", "", found.rstrip(), flags=re.MULTILINE)
    if inside(world, path).is_dir():
        # grep goes through a folder in the order of the disk; here that is the order of the names.
        text = "\n".join(sorted(text.split("\n"), key=lambda line: line.split(":")[0].split("/")))
    return text or "No matches found"


def run_shell_command(world: World, command: str, description: str = "", directory: str | None = None, timeout: float = 120) -> str:
    out, err, code = run(world, ["bash", "-c", command], directory or ".")
    return (
        f"Command: {command}\nDirectory: {directory or '(root)'}\nStdout: {out.rstrip() or '(empty)'}\n"
        f"Stderr: {err.rstrip() or '(empty)'}\nExit Code: {code}"
    )


def todo_write(world: World, todos: list[dict[str, str]]) -> str:
    return "\n".join(f"{MARKS[one['status']]} {one['content']}" for one in todos)


TOOLS: dict[str, Callable[..., str]] = {
    tool.__name__: tool for tool in (read_file, write_file, edit, list_directory, glob, grep_search, run_shell_command, todo_write)
}


def here(argv: list[str], cwd: Path | None = None, given: str = "") -> str:
    """What a harmless program of this machine writes."""
    env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    return subprocess.run(argv, cwd=cwd, input=given, env=env, capture_output=True, text=True, timeout=10).stdout
