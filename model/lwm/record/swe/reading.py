"""Sessions that look around and change little: folders, whole files, parts of files, searches."""

import re

from .changes import KEYWORDS, change, misremembered
from .repository import THINGS
from .session import Session


def explore(s: Session) -> None:
    """From the folder to its files, with a slip now and then."""
    s.do("list_directory", path=s.rng.choice((".", ".", s.world.root)))
    for folder in sorted({path.rsplit("/", 1)[0] for path in s.paths() if "/" in path}):
        s.do("list_directory", path=folder)
    for _ in range(s.rng.randint(5, 13)):
        s.rng.choice((find, read, read, part, search, search, wrong_path, count, edit_once))(s)


def ranges(s: Session) -> None:
    """Parts of files: from a line on, so many lines, the end of a file."""
    for _ in range(s.rng.randint(7, 15)):
        s.rng.choice((part, part, part, part_by_shell, edit_once, wrong_path))(s)


def searches(s: Session) -> None:
    """Names that occur and names that do not, in everything, in one file, in files of a kind."""
    for _ in range(s.rng.randint(7, 15)):
        s.rng.choice((search, search, search, search_pattern, search_nothing, edit_once, part, count_matches))(s)


def find(s: Session) -> None:
    path = s.rng.choice(s.paths())
    ending = path.rsplit(".", 1)[-1]
    folder = path.rsplit("/", 1)[0] if "/" in path else ""
    patterns = [
        f"**/*.{ending}",
        f"*.{ending}",
        f"**/{path.rsplit('/', 1)[-1]}",
        f"{folder}/*.{ending}" if folder else f"{path[:3]}*",
        f"**/*{s.rng.choice(THINGS)}*",
        "**/test_*.py",
    ]
    s.do("glob", pattern=s.rng.choice(patterns), **({"path": folder} if folder and s.chance(0.2) else {}))


def read(s: Session) -> None:
    path = s.rng.choice(s.paths())
    s.do("read_file", file_path=f"{s.world.root}/{path}" if s.chance(0.12) else path)


def part(s: Session) -> None:
    path = s.code()
    count = s.text(path).count("\n")
    first = s.rng.randint(1, max(count - 1, 1))
    limit = s.rng.randint(1, 16)
    match s.rng.randrange(4):
        case 0:
            s.do("read_file", file_path=path, limit=limit)
        case 1 if count - first < 30:
            s.do("read_file", file_path=path, offset=first)
        case _:
            s.do("read_file", file_path=path, offset=first, limit=limit)


def part_by_shell(s: Session) -> None:
    path = s.code()
    count = s.text(path).count("\n")
    first = s.rng.randint(1, max(count - 1, 1))
    last = min(count, first + s.rng.randint(0, 9))
    s.shell(
        s.rng.choice(
            (
                f"sed -n {first},{last}p {path}",
                f"head -{s.rng.randint(1, 8)} {path}",
                f"tail -n {s.rng.randint(1, 6)} {path}",
                f"head -n {last} {path} | tail -n {last - first + 1}",
                f"sed -n '{first}p' {path}",
            )
        )
    )


def names(text: str) -> list[str]:
    """Identifiers in the order of the alphabet."""
    return sorted({one for one in re.findall(r"\b[A-Za-z_]\w{2,}\b", text) if one not in KEYWORDS}) or ["name"]


def search(s: Session) -> None:
    name = s.rng.choice(names(s.text(s.code())))
    match s.rng.randrange(5):
        case 0:
            s.do("grep_search", pattern=name, path=s.code())
        case 1:
            s.do("grep_search", pattern=name, glob=f"*.{s.code().rsplit('.', 1)[-1]}")
        case 2:
            s.do("grep_search", pattern=rf"\b{name}\b")
        case _:
            s.do("grep_search", pattern=name)


def search_pattern(s: Session) -> None:
    """Regular expressions of the kinds that people look for code with."""
    first, second = (s.rng.choice(names(s.text(s.code()))) for _ in range(2))
    given = s.rng.choice(
        (
            "^def ",
            "^class ",
            "^import |^from ",
            "^ +return",
            "raise \\w+",
            "^function",
            "[0-9]{2,}",
            "#.*$",
            "^[A-Z_]+ =",
            f"{first}|{second}",
            f"{first}\\(",
            f"= {first}",
            f"^{first}",
            f"{first}$",
            "TODO|FIXME",
            "if not ",
            "for \\w+ in",
        )
    )
    s.do("grep_search", pattern=given, **({"path": s.code()} if s.chance(0.3) else {}))


def search_nothing(s: Session) -> None:
    word = s.rng.choice(THINGS)
    s.do("grep_search", pattern=s.rng.choice((f"def {word}", f"{word}_{s.rng.choice(THINGS)}", misremembered_word(s), f"import {word}")))


def misremembered_word(s: Session) -> str:
    name = s.rng.choice(names(s.text(s.code())))
    return s.rng.choice((name + "s", f"{name}_", name[:2] + name[3:], name.swapcase()))


def wrong_path(s: Session) -> None:
    """A file that is not there: misspelt, in another folder, of another kind."""
    path = s.rng.choice(s.paths())
    name = path.rsplit("/", 1)[-1]
    at = s.rng.randrange(1, len(name))
    wrong = s.rng.choice(
        (
            path.replace(name, name[:at] + name[at + 1 :]),
            path + "x",
            f"{s.rng.choice(('src', 'tests', 'lib', 'app'))}/{name}",
            path.rsplit(".", 1)[0] + s.rng.choice((".txt", ".ts", ".json", ".pyc")),
            f"{s.rng.choice(THINGS)}.py",
        )
    )
    if wrong in s.paths():
        return
    match s.rng.randrange(4):
        case 0:
            s.shell(s.rng.choice((f"cat {wrong}", f"wc -l {wrong}", f"ls {wrong}", f"head -3 {wrong}")))
        case 1:
            s.do("edit", file_path=wrong, old_string=s.text(path).strip().split("\n")[0] or "x", new_string=s.rng.choice(THINGS))
        case _:
            s.do("read_file", file_path=wrong)


def count(s: Session) -> None:
    path = s.code()
    s.shell(
        s.rng.choice(
            (
                f"wc -l {path}",
                f"wc -l < {path}",
                f"grep -c '' {path}",
                "ls",
                "ls -a",
                "ls -1 | wc -l",
                f"tail -n 1 {path}",
                "pwd",
                f"basename {path}",
                f"dirname {path}",
            )
        )
    )


def count_matches(s: Session) -> None:
    path, name = s.code(), s.rng.choice(names(s.text(s.code())))
    s.shell(
        s.rng.choice(
            (
                f"grep -c {name} {path}",
                f"grep -n {name} {path}",
                f"grep -q {name} {path} && echo yes || echo no",
                f"grep -n {name} {path} | head -2",
                f"grep -o {name} {path} | wc -l",
                f"grep -cv {name} {path}",
            )
        )
    )


def edit_once(s: Session) -> None:
    """One change, so that what is read and found after it is another text."""
    path = s.code()
    if s.chance(0.15) and (wrong := misremembered(s.rng, s.text(path))):
        s.do("edit", file_path=path, old_string=wrong, new_string=s.rng.choice(THINGS))
    elif found := change(s.rng, s.text(path), path.endswith(".py")):
        s.do("edit", file_path=path, old_string=found[0], new_string=found[1])
