"""Sessions that change files: edits that apply and edits that do not, renaming, new files, files that are moved."""

import re

from .changes import KEYWORDS, change, misremembered, twice
from .reading import edit_once, find, names, part, read, search
from .repository import THINGS
from .session import Session


def edits(s: Session) -> None:
    """One edit after the other with a look at the result."""
    if s.chance(0.5):
        s.do("read_file", file_path=s.code())
    for _ in range(s.rng.randint(6, 14)):
        s.rng.choice((edit_once, edit_once, edit_once, around_edit, part, search, missed, again))(s)


def around_edit(s: Session) -> None:
    """An edit, then the lines about it."""
    path = s.code()
    found = change(s.rng, s.text(path), path.endswith(".py"))
    if not found:
        return
    first = s.text(path)[: s.text(path).index(found[0])].count("\n") + 1
    s.do("edit", file_path=path, old_string=found[0], new_string=found[1])
    start = max(1, first - s.rng.randint(0, 3))
    s.do("read_file", file_path=path, offset=start, limit=s.rng.randint(2, 9))


def again(s: Session) -> None:
    """The same edit a second time: what it replaces is gone, unless the new text holds it."""
    path = s.code()
    if found := change(s.rng, s.text(path), path.endswith(".py")):
        given = {"file_path": path, "old_string": found[0], "new_string": found[1]}
        s.do("edit", **given)
        s.do("edit", **(given if s.chance(0.6) else {**given, "old_string": found[1], "new_string": found[0]}))


def missed(s: Session) -> None:
    """A text that is not there, or that is there more than once and then with replace_all."""
    path = s.code()
    text = s.text(path)
    if s.chance(0.5) and (old := twice(s.rng, text)):
        put = s.rng.choice((old.replace("(", "_(", 1), f"{old}{s.rng.choice('0123456789')}", s.rng.choice(THINGS)))
        s.do("edit", file_path=path, old_string=old, new_string=put)
        if s.chance(0.6):
            s.do("edit", file_path=path, old_string=old, new_string=put, replace_all=True)
    elif wrong := misremembered(s.rng, text):
        s.do("edit", file_path=path, old_string=wrong, new_string=f"{wrong} # {s.rng.choice(THINGS)}")


def mistakes(s: Session) -> None:
    """Mostly edits that fail: misremembered text, text that occurs twice, text of another file, text that an edit has replaced."""
    for _ in range(s.rng.randint(6, 12)):
        s.rng.choice((missed, missed, again, other_file, part, edit_once, wrong_indent))(s)


def other_file(s: Session) -> None:
    path, other = s.code(), s.code()
    lines = [line for line in s.text(other).split("\n") if len(line.strip()) > 8]
    if lines:
        line = s.rng.choice(lines)
        s.do("edit", file_path=path, old_string=line, new_string=f"{line} {s.rng.choice(THINGS)}")


def wrong_indent(s: Session) -> None:
    """Two lines whose indent is not that of the file."""
    path = s.code()
    lines = s.text(path).rstrip("\n").split("\n")
    at = s.rng.randrange(max(len(lines) - 1, 1))
    old = "\n".join(line.lstrip() if s.chance(0.5) else f"  {line}" for line in lines[at : at + 2])
    if old.strip():
        s.do("edit", file_path=path, old_string=old, new_string=s.rng.choice(THINGS))


def rename(s: Session) -> None:
    """A name is looked for, replaced in every file that has it, and looked for again."""
    for _ in range(s.rng.randint(2, 5)):
        path = s.code()
        name = s.rng.choice(names(s.text(path)))
        new = s.rng.choice(
            (f"{name}_{s.rng.choice(THINGS)}", s.rng.choice(THINGS), f"{s.rng.choice(THINGS)}_{name}", name.upper(), f"_{name}")
        )
        s.do("grep_search", pattern=name)
        for one in s.paths(".py", ".js"):
            times = s.text(one).count(name)
            if times > 1 and s.chance(0.2):
                s.do("edit", file_path=one, old_string=name, new_string=new)
            if times:
                s.do("edit", file_path=one, old_string=name, new_string=new, **({"replace_all": True} if times > 1 else {}))
        s.do("grep_search", pattern=s.rng.choice((name, new, rf"\b{name}\b")))
        if s.chance(0.5):
            part(s)


def new_files(s: Session) -> None:
    """Files are written, read, replaced, appended to, and found."""
    for _ in range(s.rng.randint(4, 8)):
        path = new_path(s)
        s.do("write_file", file_path=path, content=content(s))
        for _ in range(s.rng.randint(1, 3)):
            match s.rng.randrange(7):
                case 0 | 1:
                    s.do("read_file", file_path=path)
                case 2:
                    s.do("list_directory", path=path.rsplit("/", 1)[0] if "/" in path else ".")
                case 3:
                    s.shell(s.rng.choice((f"cat {path}", f"wc -l {path}", f"tail -n 2 {path}", f"cat -n {path}")))
                case 4:
                    s.do("write_file", file_path=path, content=content(s))
                case 5:
                    s.shell(f"echo '{s.rng.choice(THINGS)} {s.rng.randint(1, 99)}' >> {path} && tail -n 3 {path}")
                case _:
                    find(s)
        if found := change(s.rng, s.text(path) if path in s.paths() else "x", path.endswith(".py")):
            s.do("edit", file_path=path, old_string=found[0], new_string=found[1])


def new_path(s: Session) -> str:
    folder = s.rng.choice(("", "", "docs/", "tests/", "notes/", f"{s.rng.choice(THINGS)}/", "data/2026/"))
    return f"{folder}{s.rng.choice(THINGS)}{s.rng.choice(('.py', '.py', '.md', '.txt', '.json', '.csv', '.ini', '.sh'))}"


def content(s: Session) -> str:
    """A few lines: some of a file there is, notes, a table, settings."""
    lines = s.text(s.code()).rstrip("\n").split("\n")
    start = s.rng.randrange(len(lines))
    taken = "\n".join(lines[start : start + s.rng.randint(1, 12)]).strip("\n")
    words = [s.rng.choice(THINGS) for _ in range(6)]
    end = "" if s.chance(0.08) else "\n"
    return (
        s.rng.choice(
            (
                taken or words[0],
                f"# {words[0].title()}\n\n- {words[1]}: {s.rng.randint(1, 99)}\n- {words[2]}: {s.rng.randint(1, 99)}",
                f"{words[0]},{words[1]},{words[2]}\n"
                + "\n".join(f"{s.rng.choice(THINGS)},{s.rng.randint(1, 99)},{s.rng.randint(1, 999)}" for _ in range(s.rng.randint(1, 5))),
                "{\n" + ",\n".join(f'  "{word}": {s.rng.randint(1, 99)}' for word in dict.fromkeys(words[:3])) + "\n}",
                f"[{words[0]}]\n{words[1]} = {s.rng.randint(1, 99)}\n{words[2]} = {words[3]}",
                f"{words[0].upper()} = {s.rng.randint(1, 999)}\n\n\ndef {words[1]}({words[2]}):\n    return {words[2]} {s.rng.choice('+-*')} {words[0].upper()}",
                "\n".join(words[: s.rng.randint(1, 6)]),
            )
        )
        + end
    )


def rearrange(s: Session) -> None:
    """Files and folders are copied, moved and removed; the old paths are tried after that."""
    for _ in range(s.rng.randint(4, 8)):
        path, folder, word = s.rng.choice(s.paths()), s.rng.choice(THINGS), s.rng.choice(THINGS)
        name, ending = path.rsplit("/", 1)[-1], path.rsplit(".", 1)[-1]
        s.shell(
            s.rng.choice(
                (
                    f"mkdir {folder} && mv {path} {folder}/",
                    f"cp {path} {word}.{ending}",
                    f"mv {path} {word}.{ending}",
                    f"mkdir -p {folder}/{word} && cp {path} {folder}/{word}/ && ls {folder}/{word}",
                    f"rm {path} && ls" if len(s.paths()) > 3 else "ls",
                    f"mv {word}.{ending} {name}",
                    f"rm -r {folder}",
                    f"mkdir {folder} && ls -d */",
                    f"rmdir {folder}",
                )
            )
        )
        for _ in range(s.rng.randint(1, 2)):
            match s.rng.randrange(6):
                case 0:
                    s.do("list_directory", path=".")
                case 1:
                    s.do("glob", pattern=f"**/*.{ending}")
                case 2:
                    s.shell(s.rng.choice((f"cat {path}", f"wc -l {path}", f"test -f {path} && echo there || echo gone")))
                case 3:
                    s.shell("find . -name .git -prune -o -type f -print | sort")
                case 4:
                    read(s)
                case _:
                    s.do("list_directory", path=s.rng.choice((folder, folder, "src", "lib")))
    find(s)


def settings(s: Session) -> None:
    """Settings are read and changed: versions, names, lists."""
    kinds = [one for one in s.paths() if not one.endswith((".py", ".js"))]
    for path in s.rng.sample(kinds, len(kinds)):
        s.do("read_file", file_path=path)
        text = s.text(path)
        if found := re.search(r"(\d+)\.(\d+)\.(\d+)", text):
            old = found.group()
            new = s.rng.choice(
                (f"{found[1]}.{found[2]}.{int(found[3]) + 1}", f"{found[1]}.{int(found[2]) + 1}.0", f"{int(found[1]) + 1}.0.0")
            )
            s.do("edit", file_path=path, old_string=old, new_string=new)
            s.shell(s.rng.choice((f"grep -n {new} {path}", f"grep -rn --exclude-dir=.git {new} . | sort", f"grep -c {old} {path}")))
        else:
            words = [one for one in re.findall(r"[a-z]{4,}", text) if text.count(one) == 1 and one not in KEYWORDS]
            if words:
                old = s.rng.choice(words)
                s.do("edit", file_path=path, old_string=old, new_string=s.rng.choice(THINGS))
        s.rng.choice((read, part, search, find))(s)
    if s.chance(0.6):
        path = s.rng.choice(("config.json", "settings.json", f"{s.rng.choice(THINGS)}.json"))
        words = s.rng.sample(THINGS, 3)
        flaw = s.rng.choice(("", "", ","))
        s.do(
            "write_file",
            file_path=path,
            content=f'{{"{words[0]}": {s.rng.randint(1, 99)}, "{words[1]}": [{s.rng.randint(1, 9)}, "{words[2]}"]{flaw}}}\n',
        )
        s.shell(f"python3 -m json.tool {path}")
        s.shell(f"python3 -c \"import json; print(json.load(open('{path}'))['{s.rng.choice(words[:2])}'])\" 2>&1 | tail -1")
    s.do("list_directory", path=".")


def plan(s: Session) -> None:
    """A list of what is to do that is kept up to date while it is done."""
    verbs = ("Read", "Rename", "Check", "Document", "Test", "Simplify", "Split", "Guard")
    things = [s.rng.choice(names(s.text(s.code()))) for _ in range(s.rng.randint(2, 5))]
    todos = [
        {
            "content": f"{s.rng.choice(verbs)} {name}{s.rng.choice(('', f' in {s.code()}', ' first', ' for ' + s.rng.choice(THINGS)))}",
            "status": "pending",
        }
        for name in things
    ]
    if s.chance(0.3):
        todos = [{"id": str(number), **one} for number, one in enumerate(todos, 1)]
    s.do("todo_write", todos=[dict(one) for one in todos])
    for at in range(len(todos)):
        todos[at]["status"] = "in_progress"
        if s.chance(0.7):
            s.do("todo_write", todos=[dict(one) for one in todos])
        for _ in range(s.rng.randint(1, 2)):
            s.rng.choice((edit_once, around_edit, part, search, read))(s)
        todos[at]["status"] = "completed"
        if s.chance(0.2):
            todos.append(
                {
                    "content": f"{s.rng.choice(verbs)} {s.rng.choice(THINGS)}",
                    "status": "pending",
                    **({"id": str(len(todos) + 1)} if "id" in todos[0] else {}),
                }
            )
        s.do("todo_write", todos=[dict(one) for one in todos])
