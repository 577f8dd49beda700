"""Python: one-liners, scripts with a fault, and its own prompt."""

from ..parts import go, here, name, pairs, sentence, table
from ..session import Session
from ..words import ADJECTIVES, ANIMALS, CITIES, ITEMS, NAMES, TOPICS


def one_liners(s: Session) -> None:
    """python3 -c and small filters in Python."""
    r = s.rng
    rows = pairs(r, r.randint(3, 5), 1, 30)
    file = s.put(name(r), table(rows))
    n = lambda high=20: r.randint(1, high)
    py = lambda code: s.run(f'python3 -c "{code}"')
    moves = [
        lambda: py(f"print({n()} {r.choice('+-*')} {n()})"),
        lambda: py(f"print('{r.choice(ITEMS)}'.{r.choice(('upper', 'title', 'capitalize'))}())"),
        lambda: py(f"print(len('{r.choice(ITEMS)}'))"),
        lambda: py(f"print(sorted([{n()}, {n()}, {n()}, {n()}]{r.choice(('', ', reverse=True'))}))"),
        lambda: py(f"print(sum(range({r.randint(3, 8)})))"),
        lambda: py(f"print([x * {n(5)} for x in range({r.randint(3, 6)})])"),
        lambda: py(f"print('{r.choice(ITEMS)}'[::-1])"),
        lambda: py(f"print('{r.choice('-, :')}'.join(['{r.choice(ITEMS)}', '{r.choice(ITEMS)}']))"),
        lambda: py(f"print(max({n(50)}, {n(50)}), min({n(50)}, {n(50)}))"),
        lambda: py(f"print({n(50)} // {n(9)}, {n(50)} % {n(9)})"),
        lambda: py(f"print({{'{r.choice(ITEMS)}': {n()}}})"),
        lambda: py(f"import json; print(json.dumps({{'{r.choice(ITEMS)}': [{n()}, {n()}]}}))"),
        lambda: py(f"print(*open('{file}').read().split(), sep='{r.choice(',|')}')"),
        lambda: py(f"print(sum(int(l.split()[1]) for l in open('{file}')))"),
        lambda: py(f"print(open('{file}').readlines()[{n(2)}].strip())"),
        lambda: py(f"print(len(open('{file}').readlines()))"),
        lambda: py(f"import sys; print(sys.argv[1:])\" {r.choice(ITEMS)} \"{n()}"),
        lambda: py("print(1 / 0)"),
        lambda: py(f"print(int('{r.choice(ITEMS)}'))"),
        lambda: py(f"print([{n()}, {n()}][{r.randint(2, 5)}])"),
        lambda: py(f"print({{'a': {n()}}}['{r.choice('bcd')}'])"),
        lambda: py(f"print({r.choice(ITEMS)})"),
        lambda: py(f"import {r.choice(TOPICS)}_{r.choice(TOPICS)}"),
        lambda: py(f"print('{r.choice(ITEMS)}' + {n()})"),
        lambda: py(f"open('{name(r)}')"),
        lambda: py(f"print('{r.choice(ITEMS)}'"),
        lambda: py(f"print(f'{{{n(9)}.{n(99):02}:.1f}} {{{n()}:03d}}')"),
        lambda: py(f"import sys; sys.exit({n(9)})\"; echo \"$?"),
        lambda: s.run(f"cat {file} | python3 -c 'import sys; print(len(sys.stdin.read().split()))'"),
        lambda: s.run(f"echo '{r.choice(ITEMS)} {n()}' >> {file}"),
        lambda: s.run(f"cat {file}"),
    ]
    go(r, moves, 6, 10)


def python_scripts(s: Session) -> None:
    """A script in Python with a fault: it is run, mended and run again."""
    r = s.rng
    script, data = name(r, "py"), name(r)
    rows = pairs(r, r.randint(3, 5), 1, 40, NAMES)
    s.put(data, table(rows))
    n = r.randint(2, 9)
    word, noun = r.choice(ADJECTIVES), r.choice(ITEMS)
    parts = [
        (f"def {word}(x):\n    return x * {n}\n\n\nprint({word}({r.randint(1, 20)}))\nprint({word}('{noun[:4]}'[:2]))\nprint({word}s({n}))\n", f"s/{word}s/{word}/"),
        (f"total = 0\nfor line in open('{data}'):\n    name, value = line.split()\n    total += value\nprint('total', total)\n", "s/+= value/+= int(value)/"),
        (f"items = ['{noun}', '{r.choice(ITEMS)}', '{r.choice(ITEMS)}']\nfor i in range(4):\n    print(i, items[i])\n", "s/range(4)/range(3)/"),
        (f"import sys\n\nprice = {{'{noun}': {n}, '{r.choice(ANIMALS)}': {r.randint(1, 30)}}}\nfor key in sys.argv[1:]:\n    print(key, price[key])\n", "s/price\\[key\\]/price.get(key, 0)/"),
        (f"def check(age):\n    if age < {r.randint(10, 30)}:\n        raise ValueError(f'too young: {{age}}')\n    return 'fine'\n\n\nfor line in open('{data}'):\n    name, age = line.split()\n    print(name, check(int(age)))\n", "s/raise ValueError(\\(.*\\))/return \\1/"),
        (f"class {noun.capitalize()}:\n    def __init__(self, size):\n        self.size = size\n\n    def grow(self):\n        self.size += {n}\n        return self\n\n\nthing = {noun.capitalize()}({r.randint(1, 9)})\nprint(thing.grow().size)\nprint(thing.shrink())\n", "s/shrink()/size/"),
        (f"rows = [line.split() for line in open('{data}')]\nfor name, value in sorted(rows, key=lambda row: int(row[1]))\n    print(f'{{name:<8}}{{value:>4}}')\n", "s/int(row\\[1\\]))$/int(row[1])):/"),
    ]
    body, mend = r.choice(parts)
    args = f" {noun} {r.choice((r.choice(ITEMS), ''))}".rstrip() if "argv" in body else ""
    if r.random() < 0.5:
        s.put(script, body)
        s.run(f"cat {script}")
    else:
        s.run(here(script, body))
    s.run(f"python3 {script}{args}")
    moves = [
        lambda: s.run(f"sed -i '{mend}' {script} && python3 {script}{args}"),
        lambda: s.run(f"python3 {script}{args}"),
        lambda: s.run(f"python3 {script}{args} 2>&1 | tail -1"),
        lambda: s.run(f"python3 {script}{args} > out.txt 2>&1; echo $?"),
        lambda: s.run("cat out.txt"),
        lambda: s.run(f"grep -n '{r.choice(('print', 'for', 'def', 'import', 'return'))}' {script}"),
        lambda: s.run(f"wc -l {script}"),
        lambda: s.run(f"echo \"print('{sentence(r)}')\" >> {script} && python3 {script}{args}"),
        lambda: s.run(f"echo '{r.choice(NAMES)} {r.choice((r.randint(1, 40), 'many', ''))}' >> {data}"),
        lambda: s.run(f"python3 {name(r, 'py')}"),
        lambda: s.run(f"python3 -c 'import {script[:-3].replace('-', '_')}'"),
        lambda: s.run(f"sed -n '{r.randint(1, 4)}p' {script}"),
        lambda: s.run(f"python3 -m py_compile {script} && echo compiled"),
        lambda: s.run(f"cat {data}"),
    ]
    go(r, moves, 5, 8)


def python_prompt(s: Session) -> None:
    """Python's own prompt."""
    r = s.rng
    v, w = r.sample(("x", "y", "a", "b", "n", "total", "items", "word", "size"), 2)
    n = lambda high=20: r.randint(1, high)
    s.hang("python3 -q", ">>> ")
    s.run(f"{v} = {r.choice((n(), repr(r.choice(ITEMS)), [n(), n(), n()]))}")
    s.run(f"{w} = {r.choice((n(), repr(r.choice(CITIES)), [r.choice(ITEMS), r.choice(ITEMS)]))}")
    either = lambda: r.choice((v, w))
    moves = [
        lambda: s.run(either()),
        lambda: s.run(f"print({either()})"),
        lambda: s.run(f"{n()} {r.choice('+-*')} {n()}"),
        lambda: s.run(f"{either()} * 2"),
        lambda: s.run(f"{either()} + {r.choice((n(), repr(r.choice(ITEMS)), [n()]))}"),
        lambda: s.run(f"len({either()})"),
        lambda: s.run(f"{either()}[{r.randint(-1, 3)}]"),
        lambda: s.run(f"{either()}.upper()"),
        lambda: s.run(f"{either()}.append({n()})"),
        lambda: s.run(f"sorted({either()})"),
        lambda: s.run(f"type({either()})"),
        lambda: s.run(f"{either()} = {r.choice((n(), repr(r.choice(ITEMS)), [n(), n()]))}"),
        lambda: s.run(f"{v}, {w} = {w}, {v}"),
        lambda: s.run(f"for i in range({n(4)}):\n    print(i, i * {n(9)})\n"),
        lambda: s.run(f"def f(x):\n    return x + {n()}\n"),
        lambda: s.run(f"f({n()})"),
        lambda: s.run(f"[c for c in {either()}]"),
        lambda: s.run(f"{either()} == {either()}"),
        lambda: s.run(f"{{'{r.choice(ITEMS)}': {n()}}}.get('{r.choice(ITEMS)}', {n()})"),
        lambda: s.run("1 +"),
        lambda: s.run(f"{r.choice(TOPICS)}"),
        lambda: s.run(f"'{r.choice(ITEMS)}'.split('{r.choice('aeo')}')"),
        lambda: s.run(f"{n(50)} / {r.choice((2, 4, 5, 10, 0))}"),
        lambda: s.run(f"del {either()}") if r.random() < 0.3 else s.run(f"str({either()})"),
    ]
    s.slips = 0
    go(r, moves, 5, 9)
    s.key("C-d")
    s.run(r.choice(("echo $?", "pwd", f"echo ${v}", f"{v} = 1")))


FAMILIES = {
    "one-liners": (one_liners, 0.1),
    "python-scripts": (python_scripts, 0.1),
    "python-prompt": (python_prompt, 0.1),
}
