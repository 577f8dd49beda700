"""Sessions in the shell: text tools on the files, git with fixed dates, make."""

import re

from .changes import change
from .editing import content, new_path
from .reading import count, count_matches, edit_once, names, part_by_shell, read, search
from .repository import THINGS
from .session import Session


def text_tools(s: Session) -> None:
    """grep, sed, head, cut, sort, wc and the like on the files; some of it changes them."""
    for _ in range(s.rng.randint(7, 15)):
        s.rng.choice((count, count_matches, part_by_shell, pipe, pipe, in_place, edit_once, read))(s)


def pipe(s: Session) -> None:
    path = s.code()
    name = s.rng.choice(names(s.text(path)))
    word = s.rng.choice(THINGS)
    s.shell(
        s.rng.choice(
            (
                f"grep -n {name} {path} | cut -d: -f1",
                f"grep -h '^import\\|^from' {path} | sort",
                f"grep -oE '^(def|class) \\w+' {path}",
                f"grep -c '^$' {path}",
                f"sed 's/{name}/{word}/' {path} | grep -n {word}",
                f"nl -ba {path} | head -n {s.rng.randint(2, 8)}",
                f"cut -c1-{s.rng.randint(8, 20)} {path} | head -n {s.rng.randint(2, 6)}",
                "ls | sort -r",
                f"wc -l {' '.join(s.paths('.py', '.js')[:3])}",
                f"awk 'NR=={s.rng.randint(1, 12)}' {path}",
                f"awk 'length > {s.rng.randint(60, 78)}' {path} | wc -l",
                f"head -n {s.rng.randint(1, 5)} {path} | rev" if s.chance(0.1) else f"head -n {s.rng.randint(1, 5)} {path} | tr a-z A-Z",
                f"grep -l {name} {' '.join(s.paths('.py', '.js'))}",
                f"grep -n {word} {path} || echo none",
                f"diff {path} {path} && echo same",
                f"echo {word} | wc -c",
                f"test -d {word}; echo $?",
                'for f in *; do echo "$f"; done',
                f"sort {path} | uniq -d | grep -v '^ *$' | head -3",
            )
        )
    )


def in_place(s: Session) -> None:
    """A change by sed, then the lines it changed."""
    path = s.code()
    name = s.rng.choice(names(s.text(path)))
    new = s.rng.choice((f"{name}_{s.rng.choice(THINGS)}", s.rng.choice(THINGS)))
    line = s.rng.randint(1, max(s.text(path).count("\n"), 1))
    before = s.text(path)
    command = s.rng.choice(
        (
            f"sed -i 's/{name}/{new}/g' {path}",
            f"sed -i 's/\\b{name}\\b/{new}/' {path}",
            f"sed -i '{line}d' {path}",
            f"sed -i '{line}i # {new}' {path}",
            f"sed -i '1i # {new}' {path}",
            f"sed -i '$a # {new}' {path}",
        )
    )
    s.shell(f"cp {path} /tmp/before && {command} && diff /tmp/before {path}" if s.chance(0.5) else f"{command} && grep -n {new} {path}")
    if before != s.text(path) and s.chance(0.5):
        s.do("read_file", file_path=path, offset=max(1, line - 2), limit=5)


def git(s: Session) -> None:
    """Changes and what git says of them: status, diffs, commits, the log, and back."""
    s.shell(s.rng.choice(("git status --short", "git status", "git log --format=%s", "git branch --show-current", "git ls-files")))
    for _ in range(s.rng.randint(4, 8)):
        touch(s)
        for _ in range(s.rng.randint(1, 2)):
            s.shell(s.rng.choice(LOOKS).format(path=s.rng.choice(s.paths())))
        if s.chance(0.5):
            settle(s)


LOOKS = (
    "git status --short",
    "git status --short",
    "git status",
    "git diff --stat",
    "git diff --shortstat",
    "git diff --name-only",
    "git diff | grep -v '^index'",
)
LOOKS += (
    "git diff -U0 | grep '^[-+]'",
    "git diff --numstat",
    "git diff {path} | grep -c '^[-+]'",
    "git ls-files",
    "git log --format='%an: %s'",
    "git log --oneline | wc -l",
)
LOOKS += (
    "git log -1 --format='%an %ad %s' --date=short",
    "git diff --quiet && echo clean || echo changed",
    "git show --stat --format=%s",
    "git diff --cached --stat",
    "git show HEAD:{path} | head -3",
)


def touch(s: Session) -> None:
    if s.chance(0.25):
        s.do("write_file", file_path=new_path(s), content=content(s))
    else:
        edit_once(s)


def settle(s: Session) -> None:
    """What ends a change: a commit, or back to how it was."""
    word, path = s.rng.choice(THINGS), s.rng.choice(s.paths())
    s.shell(
        s.rng.choice(
            (
                f"git commit -qam '{s.rng.choice(('Change', 'Fix', 'Tidy', 'Update'))} {word}' && git log --format=%s",
                f"git add . && git commit -qm '{word.title()}' && git status --short | wc -l",
                "git add -A && git status --short",
                f"git checkout -q -- {path} && git status --short",
                f"git checkout -- {path}",
                "git stash -q && git status --short && git stash list | wc -l",
                "git stash pop -q; git status --short",
                f"git checkout -q -b {word} && git branch",
                "git checkout -q main && git branch",
                f"git checkout {word}",
                f"git add {path} && git diff --cached --name-only",
                f"git rm -q --cached {path} && git status --short",
                "git commit -m empty | tail -n 1",
                f"git branch {word} && git branch",
                f"git tag v{s.rng.randint(0, 3)}.{s.rng.randint(0, 9)} && git tag",
                f"git blame -s {path} | wc -l",
                f"git log --format=%s -- {path}",
                "git reset -q --hard && git status --short && echo clean",
                "git restore . && git diff --stat",
            )
        )
    )


def review(s: Session) -> None:
    """A branch with a change or two is looked at, compared and merged or thrown away."""
    branch = f"{s.rng.choice(THINGS)}-{s.rng.choice(('fix', 'draft', 'idea'))}"
    s.shell(f"git switch -q -c {branch} && git branch --show-current")
    for _ in range(s.rng.randint(1, 2)):
        touch(s)
        touch(s)
        s.shell(
            f"git add . && git commit -qm '{s.rng.choice(('Try', 'Draft', 'Use'))} {s.rng.choice(THINGS)}' && git log --format=%s main.."
        )
    for _ in range(s.rng.randint(2, 4)):
        s.shell(
            s.rng.choice(
                (
                    "git diff --stat main",
                    "git diff --name-status main",
                    "git diff -U0 main | grep '^[-+]'",
                    "git log --format='%an %s' main..HEAD",
                    "git diff --numstat main",
                    f"git show main:{s.rng.choice(list(s.repository.files))} | wc -l",
                    "git rev-list --count main..",
                )
            )
        )
    s.shell("git switch -q main && git branch")
    read(s)
    s.shell(
        s.rng.choice(
            (
                f"git merge -q {branch} && git log --format=%s",
                f"git branch -D {branch} | cut -d' ' -f1-3",
                f"git branch -d {branch} 2>&1 | head -1 | cut -c1-40",
                f"git cherry main {branch} | wc -l",
            )
        )
    )
    s.rng.choice((read, search))(s)
    s.shell("git status --short --branch")


def make(s: Session) -> None:
    """A Makefile is written, its targets are made, some twice, some that are not there."""
    words = s.rng.sample(THINGS, 5)
    out, source, job, more, missing = words
    lines = [
        f"{out}.txt: {source}.txt",
        f"\t{s.rng.choice((f'sort {source}.txt > {out}.txt', f'tr a-z A-Z < {source}.txt > {out}.txt', f'wc -w < {source}.txt > {out}.txt', f'cp {source}.txt {out}.txt'))}",
        "",
        f".PHONY: {job} {more}",
        f"{job}:",
        f"\t@echo {s.rng.choice(THINGS)} {s.rng.randint(1, 99)}",
        "",
        f"{more}: {job} {out}.txt",
        f"\t{s.rng.choice((f'cat {out}.txt', f'wc -l {out}.txt', 'false', f'@cat {out}.txt', f'-rm {missing}.txt', f'test -s {out}.txt'))}",
    ]
    s.do("write_file", file_path="Makefile", content="\n".join(lines) + "\n")
    s.do("write_file", file_path=f"{source}.txt", content="".join(f"{s.rng.choice(THINGS)}\n" for _ in range(s.rng.randint(1, 5))))
    for _ in range(s.rng.randint(5, 10)):
        match s.rng.randrange(8):
            case 0:
                s.shell(f"make {missing}")
            case 1:
                s.shell(f"touch {source}.txt && make {out}.txt")
            case 2:
                s.shell(f"make -n {s.rng.choice((more, job))}")
            case 3:
                text = s.text("Makefile")
                number = re.search(r"\d+", text)
                if number and text.count(number.group()) == 1:
                    s.do("edit", file_path="Makefile", old_string=number.group(), new_string=str(s.rng.randint(100, 999)))
            case 4:
                if found := change(s.rng, s.text(f"{source}.txt") or "x\n", False):
                    s.do("edit", file_path=f"{source}.txt", old_string=found[0], new_string=found[1])
            case _:
                s.shell(f"make {s.rng.choice((out + '.txt', job, more, more))}")
    s.do("list_directory", path=".")
