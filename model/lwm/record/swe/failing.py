"""Sessions of commands that end in an error, most of them Python's: names, syntax, indents, files and modules."""

from .reading import edit_once, part
from .repository import THINGS
from .running import ast_names
from .session import Session


def errors(s: Session) -> None:
    """One failing command after the other, with an edit or a look in between."""
    for _ in range(s.rng.randint(5, 10)):
        path = s.code()
        module = path[:-3].replace("/", ".")
        word, other = s.rng.sample(THINGS, 2)
        names = ast_names(s.text(path)) or [word]
        match s.rng.randrange(9):
            case 0:
                s.shell(f'python3 -c "from {module} import {s.rng.choice((word, s.rng.choice(names) + "s"))}"')
            case 1:
                s.shell(f"python3 -c 'import {s.rng.choice((word, module + '_' + other, other + '.' + word))}'")
            case 2:
                s.shell(f"python3 {word}.py" if s.chance(0.5) else f"python3 -m {word}")
            case 3:
                broken_file(s)
            case 4:
                s.shell(f'python3 -c "{failing(s, word, other)}"')
            case 5:
                s.shell(f"python3 -m py_compile {path} && echo ok")
            case 6:
                s.do(
                    "write_file",
                    file_path=f"{word}.py",
                    content=f"def {other}(n):\n    return {s.rng.choice(('n / 0', 'n[1]', 'missing + n', 'n.name', 'int(None)'))}\n\n\ndef main():\n    print('{s.rng.choice(THINGS)}')\n    {other}({s.rng.randint(1, 9)})\n\n\nmain()\n",
                )
                s.shell(f"python3 {word}.py")
            case 7:
                s.shell(
                    s.rng.choice(
                        (
                            f"{word} --help",
                            f"./{path}",
                            f"cd {word} && ls",
                            f"cat {word}.txt",
                            f"python3 -c 'import {module}' && echo imported",
                            f"rm {word}.py",
                            f"mkdir {path}",
                            f"grep {word} {other}.py",
                        )
                    )
                )
            case _:
                s.rng.choice((edit_once, part))(s)


def failing(s: Session, word: str, other: str) -> str:
    """A line of Python that fails."""
    number = s.rng.randint(2, 9)
    return s.rng.choice(
        (
            f"print({word})",
            f"{word} = {number}; print({word}[0])",
            f"int('{word}')",
            f"[1, 2][{number}]",
            f"{{}}['{word}']",
            f"{number} / 0",
            f"'{word}' + {number}",
            f"'{word}'.{other}()",
            f"open('{word}.txt')",
            f"raise ValueError('{word} {other}')",
            f"assert {number} < 2, '{word}'",
            f"import sys; sys.exit({number})",
            f"print('{word}'",
            f"len({number})",
            f"{word} = [{number}]; {word}.{other}",
            f"import math; math.{word}({number})",
            f"dict({word}={number})['{other}']",
            f"'{word}'.index('{other}')",
            f"(lambda {word}: {word})()",
            f"for {word} in {number}: pass",
        )
    )


def broken_file(s: Session) -> None:
    """An edit that breaks the syntax, what Python says of it, and the way back."""
    path = s.code()
    text = s.text(path)
    lines = [line for line in text.split("\n") if line.rstrip().endswith((":", ")", "]")) and text.count(line) == 1 and "#" not in line]
    if not lines:
        return
    old = s.rng.choice(lines)
    new = s.rng.choice((old.rstrip()[:-1], f"  {old}", old + s.rng.choice((")", ":", " =", " in"))))
    if text.count(new) != (1 if new in old else 0):
        return
    s.do("edit", file_path=path, old_string=old, new_string=new)
    s.shell(f"python3 -m py_compile {path}" if "/" in path else s.rng.choice((f"python3 -c 'import {path[:-3]}'", f"python3 {path}")))
    if s.chance(0.7):
        s.do("edit", file_path=path, old_string=new if s.text(path).count(new) == 1 else old, new_string=old)
        s.shell(f"python3 -m py_compile {path} && echo ok")
