"""Sessions that run Python: calls of functions, tests that fail and pass, constants."""

import ast
import random

from .changes import change
from .programs import Function, program, text_of
from .reading import edit_once, part, read, search
from .repository import KINDS, THINGS
from .session import Session


def program_files(rng: random.Random) -> dict[str, str]:
    """A module or two of small functions."""
    functions = program(rng, rng.randint(3, 6))
    half = rng.choice((len(functions), len(functions) // 2))
    path = f"{rng.choice(THINGS)}.py"
    files = {path: text_of(functions[:half])}
    if functions[half:]:
        files[f"{rng.choice(KINDS)}_{rng.choice(THINGS)}.py"] = text_of(functions[half:])
    return dict(sorted(files.items()))


def known(s: Session) -> list[tuple[str, Function]]:
    """The functions of the session's first files, made again from the same seed, that still stand in their files."""
    places = {one: path for path in s.paths(".py") for one in ast_names(s.text(path))}
    again = random.Random(s.rng_seed)
    functions = program(again, again.randint(3, 6))
    return [(places[one.name], one) for one in functions if one.name in places]


def ast_names(text: str) -> list[str]:
    try:
        return [one.name for one in ast.parse(text).body if isinstance(one, (ast.FunctionDef, ast.ClassDef))]
    except SyntaxError:
        return []


def call_of(s: Session, path: str, one: Function, arguments: str) -> str:
    """A command that prints what the call gives."""
    module = path[:-3].replace("/", ".")
    code = s.rng.choice(
        (
            f"from {module} import {one.name}; print({one.name}({arguments}))",
            f"import {module}; print({module}.{one.name}({arguments}))",
            f"import {module} as m; print(repr(m.{one.name}({arguments})))",
        )
    )
    return f'python3 -c "{code}"'


def calls(s: Session) -> None:
    """Functions are called, changed, and called again."""
    for _ in range(s.rng.randint(5, 9)):
        functions = known(s)
        if not functions:
            return
        path, one = s.rng.choice(functions)
        arguments = s.rng.choice(one.calls)
        s.shell(call_of(s, path, one, arguments))
        match s.rng.randrange(6):
            case 0 if s.text(path).count(one.flaw[0]) == 1:
                s.do("edit", file_path=path, old_string=one.flaw[0], new_string=one.flaw[1])
                s.shell(call_of(s, path, one, arguments))
            case 1:
                edit_once(s)
                s.shell(call_of(s, path, one, arguments))
            case 2:
                s.do("grep_search", pattern=f"def {one.name}")
            case 3:
                other = s.rng.choice(THINGS)
                s.shell(f'python3 -c "import {path[:-3]}; print({path[:-3]}.{other}())" 2>&1 | tail -n 1')
            case 4:
                lines = "".join(f"print({one.name}({given}))\n" for given in one.calls[:2])
                s.do("write_file", file_path="try.py", content=f"from {path[:-3]} import {one.name}\n\n{lines}")
                s.shell("python3 try.py")
            case _:
                read(s)


def tests(s: Session) -> None:
    """A test is written and run; the code is broken or mended; it is run again."""
    functions = known(s)
    if not functions:
        return
    path = s.rng.choice(functions)[0]
    here = [one for at, one in functions if at == path][:3]
    module = path[:-3]
    # What the functions give now is what most tests expect; some expect something else.
    given: dict[str, object] = {}
    exec(compile(s.text(path), path, "exec"), given)
    cases = []
    for one in here:
        arguments = s.rng.choice(one.calls)
        try:
            expected = eval(f"{one.name}({arguments})", given)
        except Exception as error:
            cases.append(
                f"    def test_{one.name}(self):\n        with self.assertRaises({type(error).__name__}):\n            {one.name}({arguments})\n"
            )
            continue
        if s.chance(0.25):
            expected = s.rng.choice((0, 1, None, s.rng.choice(THINGS), expected))
        cases.append(f"    def test_{one.name}(self):\n        self.assertEqual({one.name}({arguments}), {expected!r})\n")
    test = f"test_{module}.py"
    imports = ", ".join(sorted(one.name for one in here))
    s.do(
        "write_file",
        file_path=test,
        content=f"import unittest\n\nfrom {module} import {imports}\n\n\nclass Test{module.title().replace('_', '')}(unittest.TestCase):\n"
        + "\n".join(cases)
        + ("" if s.chance(0.5) else '\n\nif __name__ == "__main__":\n    unittest.main()\n'),
    )
    for _ in range(s.rng.randint(3, 6)):
        s.shell(
            s.rng.choice(
                (
                    "python3 -m unittest",
                    "python3 -m unittest",
                    f"python3 -m unittest {test[:-3]}",
                    "python3 -m unittest 2>&1 | tail -1",
                    "python3 -m unittest -v",
                    f"python3 -m unittest 2>&1 | tail -n {s.rng.randint(2, 4)}",
                    "python3 -m unittest -q && echo good",
                )
            )
        )
        one = s.rng.choice(here)
        right, wrong = one.flaw
        if s.text(path).count(right) == 1 and s.chance(0.6):
            s.do("edit", file_path=path, old_string=right, new_string=wrong)
        elif s.text(path).count(wrong) == 1 and s.chance(0.8):
            s.do("edit", file_path=path, old_string=wrong, new_string=right)
        else:
            s.rng.choice((edit_once, part, search))(s)
    s.shell("python3 -m unittest 2>&1 | tail -1")


def constants(s: Session) -> None:
    """Values at the top of a module: printed, changed, printed again, and what is imported from where."""
    path = s.rng.choice(s.paths(".py"))
    module = path[:-3].replace("/", ".")
    head = {
        f"{s.rng.choice(THINGS).upper()}_{s.rng.choice(KINDS).upper()}": s.rng.choice(
            (
                s.rng.randint(1, 999),
                s.rng.choice(THINGS),
                [s.rng.randint(1, 9) for _ in range(3)],
                s.rng.random() < 0.5,
                round(s.rng.uniform(0, 9), 1),
            )
        )
        for _ in range(s.rng.randint(2, 4))
    }
    other = s.rng.choice(("settings", "limits", "defaults", "values")) + f"_{s.rng.choice(THINGS)}"
    s.do("write_file", file_path=f"{other}.py", content="".join(f"{name} = {value!r}\n" for name, value in head.items()))
    for _ in range(s.rng.randint(5, 9)):
        name = s.rng.choice(list(head))
        match s.rng.randrange(6):
            case 0:
                found = change(s.rng, s.text(f"{other}.py"))
                if found:
                    s.do("edit", file_path=f"{other}.py", old_string=found[0], new_string=found[1])
            case 1:
                new = s.rng.choice((s.rng.randint(1, 999), s.rng.choice(THINGS)))
                line = next((one for one in s.text(f"{other}.py").split("\n") if one.startswith(f"{name} =")), None)
                if line and s.text(f"{other}.py").count(line) == 1:
                    s.do("edit", file_path=f"{other}.py", old_string=line, new_string=f"{name} = {new!r}")
            case 2:
                s.shell(f"python3 -c 'import {other}; print([one for one in dir({other}) if one.isupper()])'")
            case 3:
                s.shell(
                    f"python3 -c \"import {module}; print([one for one in dir({module}) if not one.startswith('_')])\""
                    if "__init__" not in path
                    else f"cat {path}"
                )
            case _:
                s.shell(
                    s.rng.choice(
                        (
                            f"python3 -c 'from {other} import {name}; print({name})'",
                            f"python3 -c 'import {other}; print({other}.{name})'",
                            f"python3 -c 'from {other} import *; print(repr({name}), type({name}).__name__)'",
                            f"grep -n {name} {other}.py",
                        )
                    )
                )
