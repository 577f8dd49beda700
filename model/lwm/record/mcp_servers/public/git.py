"""The git server from PyPI: a repository with a short history and changes that are not committed yet."""

import asyncio
import os
import subprocess
from pathlib import Path
from random import Random
from typing import Any

from mcp_server_git.server import serve

from .. import words
from ..place import placed
from ..talk import chosen, defined, some_tools, talked
from ..wire import forked
from .texts import text_file

WEIGHTS = {
    "git_status": 2.5,
    "git_diff_unstaged": 1.5,
    "git_diff_staged": 0.9,
    "git_add": 2.5,
    "git_reset": 0.7,
    "git_branch": 1.0,
    "git_create_branch": 1.2,
    "git_checkout": 1.2,
    "git_log": 0.7,
    "git_commit": 0.4,
    "git_diff": 0.6,
}
BRANCHES = ["feature", "fix", "docs", "draft", "next", "release", "test", "wip"]


def session(rng: Random, folder: Path):
    repo = folder / "repo"
    path = f"/srv/{rng.choice(['repos', 'git', 'code', 'projects'])}/{rng.choice(words.THINGS)}-{rng.choice(words.THINGS)}"
    env = identity(rng)
    repo.mkdir()
    state = made(rng, repo, path, env)

    def run() -> None:
        os.environ.update(env)
        placed(repo, path)
        asyncio.run(serve(None))

    with forked(run) as server:
        tools = some_tools(rng, WEIGHTS, rng.randint(5, 7))
        turns = talked(rng, server, lambda turns: chosen(rng, proposals(rng, repo, path), tools, turns))
        return "mcp-server-git 2026.1.14", state, defined(server, {turn.action["name"] for turn in turns}, len(tools), rng), turns


def identity(rng: Random) -> dict[str, str]:
    """Who commits and when: a day that the session does not leave."""
    who, mail = words.person(rng), f"{words.login(rng)}@example.org"
    when = f"{1767600000 + rng.randint(0, 200) * 86400} +0000"
    author = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER") for what, value in (("NAME", who), ("EMAIL", mail), ("DATE", when))}
    return {**author, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "HOME": "/", "LC_ALL": "C.UTF-8"}


def git(repo: Path, env: dict[str, str], *args: str) -> str:
    return subprocess.run(
        ["git", *args], cwd=repo, env={"PATH": os.environ["PATH"], **env}, check=True, capture_output=True, text=True, timeout=20
    ).stdout


def made(rng: Random, repo: Path, path: str, env: dict[str, str]) -> str:
    """Commits some files, changes some of them, and tells all of it."""
    branch = rng.choice(["main", "main", "master", "trunk"])
    git(repo, env, "init", "-q", "-b", branch)
    for _ in range(rng.randint(1, 2)):
        for _ in range(rng.randint(1, 2)):
            name, text = text_file(rng)
            (repo / name).write_text(text)
        git(repo, env, "add", ".")
        git(repo, env, "commit", "-q", "-m", words.task(rng))
    others = rng.sample(BRANCHES, rng.choice([0, 0, 1]))
    for other in others:
        git(repo, env, "branch", other)
    committed = {one.name: one.read_text() for one in sorted(repo.glob("*.*")) if one.is_file()}
    told = [f"The repository {path} is on the branch {branch}." + (f" There is also the branch {others[0]}." if others else "")]
    told.append("Commits, newest first:\n" + git(repo, env, "log", "--format=%H %an <%ae> %ai %s").strip())
    told += [f"{name}:\n{text.rstrip()}" for name, text in committed.items()]
    changed = rng.sample(sorted(committed), min(len(committed), rng.choice([0, 1, 1, 2])))
    for name in changed:
        lines = committed[name].split("\n")
        at = rng.randrange(len(lines))
        lines[at : at + 1] = rng.choice([[lines[at], words.task(rng)], [words.thing(rng)]])
        (repo / name).write_text("\n".join(lines))
        told.append(f"{name} as it is now, not staged:\n" + "\n".join(lines).rstrip("\n"))
    for _ in range(rng.choice([0, 1, 1, 2]) if changed else 1):
        name, text = text_file(rng)
        if name not in committed:
            (repo / name).write_text(text)
            told.append(f"{name}, not tracked:\n{text.rstrip()}")
    return "\n\n".join(told)


def proposals(rng: Random, repo: Path, path: str) -> dict[str, Any]:
    """Calls for the repository as it is now."""
    at = {"repo_path": path if rng.random() < 0.97 else f"{path}-old"}
    files = sorted(one.name for one in repo.glob("*.*") if one.is_file())
    branches = sorted(one.name for one in (repo / ".git" / "refs" / "heads").iterdir())

    def branch() -> str:
        return rng.choice(branches) if rng.random() < 0.85 else rng.choice(BRANCHES)

    def new() -> str:
        return branch() if rng.random() < 0.15 else f"{rng.choice(BRANCHES)}-{rng.choice(words.THINGS)}"

    lines = rng.choice([{}, {}, {"context_lines": rng.randint(0, 2)}])
    return {
        "git_status": lambda: at,
        "git_diff_unstaged": lambda: {**at, **lines},
        "git_diff_staged": lambda: {**at, **lines},
        "git_diff": lambda: {**at, "target": rng.choice(["HEAD", "HEAD", branch()])},
        "git_add": lambda: {**at, "files": ["."] if rng.random() < 0.15 else [rng.choice(files) if rng.random() < 0.9 else text_file(rng)[0]]},
        "git_reset": lambda: at,
        "git_branch": lambda: {**at, "branch_type": rng.choice(["local", "local", "all", "remote" if rng.random() < 0.3 else "local"])},
        "git_create_branch": lambda: {**at, "branch_name": new(), **({"base_branch": branch()} if rng.random() < 0.3 else {})},
        "git_checkout": lambda: {**at, "branch_name": branch()},
        "git_log": lambda: {**at, "max_count": rng.randint(1, 2)},
        "git_commit": lambda: {**at, "message": words.task(rng)},
    }
