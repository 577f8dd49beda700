"""Programs that are written and run: scripts, Python, C and make, SQL, jq."""

import json

from ..parts import go, here, name, names, other, pairs, sentence, sentences, some, table, text
from ..session import Session
from ..words import ADJECTIVES, ANIMALS, CITIES, COLOURS, DEPARTMENTS, ITEMS, NAMES, PLANETS, TOPICS, VERBS


def scripts(s: Session) -> None:
    """Shell scripts with arguments, made executable, broken and mended."""
    r = s.rng
    script = f"{r.choice(VERBS)}{r.choice(('', '-all', '_it', '2'))}.sh"
    d, word, limit = r.randint(2, 9), r.choice(VERBS), r.randint(1, 3)
    bodies = [
        (f"#!/bin/bash\nif [ $# -lt {limit} ]; then\n  echo \"usage: $0 {' '.join(['NAME'] * limit)}\" >&2\n  exit {r.randint(1, 3)}\nfi\nfor a in \"$@\"; do\n  echo \"{word} $a\"\ndone\n", lambda: " ".join(r.sample(ITEMS, r.randint(0, 4)))),
        (f"#!/bin/bash\nn=${{1:-{d}}}\nwhile [ $n -gt 0 ]; do\n  echo $n\n  n=$((n - {r.randint(1, 2)}))\ndone\necho {r.choice(('done', 'go', 'end'))}\n", lambda: r.choice(("", r.randint(1, 6)))),
        (f"#!/bin/sh\nset -e\ntest -f \"$1\"\nwc -l < \"$1\"\necho {r.choice(('ok', 'counted'))}\n", lambda: r.choice((script, name(r), ""))),
        (f"#!/bin/bash\ncase \"$1\" in\n  start) echo \"{word} started\" ;;\n  stop) echo \"{word} stopped\"; exit {r.randint(2, 5)} ;;\n  *) echo \"what is '$1'?\"; exit 1 ;;\nesac\n", lambda: r.choice(("start", "stop", "status", ""))),
        (f"#!/bin/bash\necho \"$1 + $2 = $(($1 + $2))\"\necho \"$1 x {d} = $(($1 * {d}))\"\n", lambda: f"{r.randint(1, 30)} {r.randint(1, 30)}"),
        (f"#!/bin/bash\ntrap 'echo leaving' EXIT\necho \"{r.choice(ADJECTIVES)} {r.choice(ITEMS)}\"\n[ \"$1\" = quit ] && exit {r.randint(2, 9)}\necho still here\n", lambda: r.choice(("quit", "stay", ""))),
    ]
    body, argument = r.choice(bodies)
    if r.random() < 0.5:
        s.put(script, body)
        s.run(f"cat {script}")
    else:
        s.run(here(script, body))

    def start() -> None:
        s.run(f"{r.choice(('bash ', 'bash ', './', 'sh ', ''))}{script} {argument()}".rstrip())

    def code() -> None:
        s.run(f"bash {script} {argument()}; echo $?".replace(" ;", ";"))

    def anew() -> None:
        nonlocal body, argument
        body, argument = r.choice(bodies)
        s.run(here(script, body))

    def bend() -> None:
        s.run(r.choice((f"sed -i 's/echo/printf \"%s\\\\n\"/' {script}", f"sed -i '$d' {script}", f"sed -i 's/{word}/{r.choice(VERBS)}/' {script}", f"sed -i '2d' {script}")), f"bash {script} {argument()}".rstrip())

    moves = [start, start, code, anew, bend, lambda: s.run(f"chmod +x {script}"), lambda: s.run(f"bash -n {script} && echo fine"), lambda: s.run(f"bash -x {script} {argument()}".rstrip()), lambda: s.run(f"head -2 {script}"), lambda: s.run(f"bash {script} {argument()} | wc -l"), lambda: s.run(f"out=$(bash {script} {argument()} 2>&1); echo \"[$out]\"")]
    go(r, moves, 5, 9)


def one_liners(s: Session) -> None:
    """python3 -c and small filters in Python."""
    r = s.rng
    rows = pairs(r, r.randint(3, 5), 1, 30)
    file = s.put(name(r), table(rows))
    n = lambda high=20: r.randint(1, high)  # noqa: E731
    py = lambda code: s.run(f'python3 -c "{code}"')  # noqa: E731
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
        lambda: py(f"print(1 / 0)"),
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
    n = lambda high=20: r.randint(1, high)  # noqa: E731
    s.hang("python3 -q", ">>> ")
    s.run(f"{v} = {r.choice((n(), repr(r.choice(ITEMS)), [n(), n(), n()]))}")
    s.run(f"{w} = {r.choice((n(), repr(r.choice(CITIES)), [r.choice(ITEMS), r.choice(ITEMS)]))}")
    either = lambda: r.choice((v, w))  # noqa: E731
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


def c_programs(s: Session) -> None:
    """A program in C, and what gcc says of its faults."""
    r = s.rng
    stem = r.choice(VERBS)
    a, b = r.randint(2, 20), r.randint(2, 20)
    word = r.choice(ITEMS)
    good = [
        f'#include <stdio.h>\n\nint main(void) {{\n  int {word} = {a};\n  printf("%d\\n", {word} * {b});\n  return {r.choice((0, 0, 0, 3))};\n}}\n',
        f'#include <stdio.h>\n\nint {stem}(int n) {{\n  return n {r.choice("+-*")} {b};\n}}\n\nint main(void) {{\n  for (int i = {r.randint(0, 2)}; i < {r.randint(3, 6)}; i++)\n    printf("%d %d\\n", i, {stem}(i));\n  return 0;\n}}\n',
        f'#include <stdio.h>\n#include <string.h>\n\nint main(int argc, char **argv) {{\n  if (argc < 2) {{\n    fprintf(stderr, "usage: {stem} WORD\\n");\n    return {r.randint(1, 4)};\n  }}\n  for (int i = 1; i < argc; i++)\n    printf("%s has %zu letters\\n", argv[i], strlen(argv[i]));\n  return 0;\n}}\n',
        f'#include <stdio.h>\n\nint main(void) {{\n  const char *names[] = {{"{r.choice(ITEMS)}", "{word}", "{r.choice(ITEMS)}"}};\n  for (int i = 0; i < 3; i++)\n    printf("%d: %s\\n", i + 1, names[i]);\n  return 0;\n}}\n',
    ]
    body = r.choice(good)
    faults = [(";\n  return", "\n  return"), ("printf", "print"), ("return 0;\n}\n", "return 0;\n"), ("int i", "i"), ("stdio.h", "stdoi.h"), (f"int {word}", f"int {word}s")]
    fitting = [(x, y) for x, y in faults if x in body]
    wrong = r.choice(fitting)
    first = body.replace(*wrong, 1) if r.random() < 0.65 else body
    source = f"{stem}.c"
    if r.random() < 0.5:
        s.put(source, first)
        s.run(f"cat {source}")
    else:
        s.run(here(source, first))
    build = f"gcc {r.choice(('', '-Wall ', '-O2 ', '-std=c11 '))}{source} -o {stem}_"
    s.run(build)
    args = " " + " ".join(r.sample(ITEMS, 2)) if "argv" in body else ""
    if first != body:
        s.run(f"./{stem}_")
        s.run(here(source, body))
        s.run(build)
    moves = [
        lambda: s.run(f"./{stem}_{args}".rstrip()),
        lambda: s.run(f"./{stem}_; echo $?"),
        lambda: s.run(f"./{stem}_{args} | tail -1"),
        lambda: s.run(f"./{stem}_{args} > out.txt; wc -l out.txt"),
        lambda: s.run(f"sed -i 's/{b}/{b + r.randint(1, 5)}/' {source} && {build} && ./{stem}_{args}".rstrip()),
        lambda: s.run(f"gcc {name(r, 'c')}"),
        lambda: s.run(f"{stem}_"),
        lambda: s.run("ls"),
        lambda: s.run(f"grep -c '' {source}"),
        lambda: s.run(f"gcc -c {source} && ls *.o"),
        lambda: s.run(f"rm {stem}_; ./{stem}_"),
        lambda: s.run(f"grep -n {r.choice(('printf', 'int', 'return', 'main'))} {source}"),
    ]
    go(r, moves, 4, 8)


def makefiles(s: Session) -> None:
    """make with small rules: what is made, what is up to date, what fails."""
    r = s.rng
    parts = r.sample(TOPICS, r.randint(2, 3))
    for part in parts:
        s.put(f"{part}.txt", text(sentences(r, r.randint(1, 2))))
    out = f"{other(r, TOPICS, parts)}.out"
    quiet = r.choice(("", "@"))
    target = r.choice(("list", "show", "count"))
    make = f"{out}: {' '.join(f'{p}.txt' for p in parts)}\n\tcat {' '.join(f'{p}.txt' for p in parts)} > {out}\n\n"
    make += f"{target}: {out}\n\t{quiet}{r.choice((f'wc -l {out}', f'sort {out}', f'head -1 {out}', f'grep -c a {out}'))}\n\n"
    make += f"clean:\n\trm -f {out}\n"
    if r.random() < 0.5:
        make += f"\ntest: {out}\n\t{r.choice(('', '@'))}grep -q {r.choice(ITEMS)} {out}\n\t@echo passed\n"
    make += f"\n.PHONY: clean {target}\n"
    if r.random() < 0.4:
        make = f"NAME = {r.choice(NAMES)}\n\n" + make + "\nhello:\n\t@echo hello $(NAME)\n"
    s.put("Makefile", make)
    s.run(r.choice(("make", "ls", "cat Makefile")))
    targets = [target, out, "clean", "test", "hello", r.choice(VERBS)]
    moves = [
        lambda: s.run("make"),
        lambda: s.run(f"make {r.choice(targets)}"),
        lambda: s.run(f"make {target}"),
        lambda: s.run(f"make {' '.join(some(r, targets[:3], 2, 2))}"),
        lambda: s.run(f"echo '{sentence(r)}' >> {r.choice(parts)}.txt", "make"),
        lambda: s.run(f"touch {r.choice(parts)}.txt && make {target}"),
        lambda: s.run(f"make -n {r.choice(targets[:3])}"),
        lambda: s.run(f"make -s {target}"),
        lambda: s.run(f"rm {r.choice(parts)}.txt; make"),
        lambda: s.run(f"make hello NAME={r.choice(NAMES)}"),
        lambda: s.run("make clean"),
        lambda: s.run(f"make -f {name(r, 'mk')}"),
        lambda: s.run(f"make {r.choice(targets)}; echo $?"),
        lambda: s.run("ls"),
        lambda: s.run(f"cat {out}"),
    ]
    go(r, moves, 6, 11)


def databases(s: Session) -> None:
    """sqlite3: a table is made, asked and changed."""
    r = s.rng
    base, t = name(r, "db"), r.choice(("items", "people", "stock", "cities", "pets", "books"))
    key, number = r.choice((("name", "count"), ("name", "age"), ("title", "price"), ("name", "size"), ("city", "visits")))
    kind = NAMES if number == "age" else CITIES if key == "city" else ANIMALS if t == "pets" else ITEMS
    rows = pairs(r, r.randint(3, 5), 1, 60, kind)
    q = lambda sql, options="": s.run(f'sqlite3 {options}{base} "{sql}"')  # noqa: E731
    q(f"create table {t} ({key} text primary key, {number} integer)")
    q("insert into " + t + " values " + ", ".join(f"('{k}', {v})" for k, v in rows))
    k = lambda: r.choice(rows)[0]  # noqa: E731
    moves = [
        lambda: q(f"select * from {t}", r.choice(("", "", "-header ", "-csv ", "-separator , "))),
        lambda: q(f"select * from {t} order by {r.choice((key, number, number + ' desc'))}"),
        lambda: q(f"select count(*) from {t}"),
        lambda: q(f"select {key} from {t} where {number} {r.choice('<>')} {r.randint(10, 50)}"),
        lambda: q(f"select {r.choice(('max', 'min', 'sum'))}({number}) from {t}"),
        lambda: q(f"select {number} from {t} where {key} = '{k()}'"),
        lambda: q(f"select upper({key}), {number} + 1 from {t} limit {r.randint(1, 3)}"),
        lambda: q(f"update {t} set {number} = {r.randint(1, 60)} where {key} = '{k()}'"),
        lambda: q(f"update {t} set {number} = {number} + {r.randint(1, 9)}; select * from {t}"),
        lambda: q(f"delete from {t} where {key} = '{k()}'"),
        lambda: q(f"delete from {t} where {number} > {r.randint(30, 60)}; select changes()"),
        lambda: q(f"insert into {t} values ('{r.choice(kind)}', {r.randint(1, 60)})"),
        lambda: q(f"insert into {t} values ('{k()}', {r.randint(1, 60)})"),
        lambda: q(f"select {r.choice(COLOURS)} from {t}"),
        lambda: q(f"select * from {t}s"),
        lambda: q(f"selct * from {t}"),
        lambda: q(f"insert into {t} values ({r.randint(1, 9)})"),
        lambda: q(f"select {key} from {t} where {key} like '%{r.choice('aeio')}%'"),
        lambda: s.run(f"sqlite3 {base} .tables"),
        lambda: s.run(f"sqlite3 {base} .schema"),
        lambda: q(f"select * from {t}", "-line "),
        lambda: s.run(f"sqlite3 {base} <<EOF\nselect {key} from {t} order by {number} limit 1;\nselect count(*) from {t} where {number} >= {r.randint(10, 40)};\nEOF"),
    ]
    s.slips = 0.03
    go(r, moves, 6, 10)


def json_queries(s: Session) -> None:
    """jq on a small document."""
    r = s.rng
    people = [{"name": n, "age": r.randint(18, 70), "city": r.choice(CITIES)} for n in r.sample(NAMES, r.randint(2, 3))]
    for one in people:
        if r.random() < 0.4:
            one["tags"] = r.sample(COLOURS, r.randint(1, 2))
    top = r.choice(("people", "users", "staff", "guests"))
    document = {"title": r.choice(TOPICS), top: people} | ({"open": r.choice((True, False))} if r.random() < 0.5 else {})
    file = s.put(name(r, "json"), json.dumps(document, indent=2 if r.random() < 0.5 else None) + "\n")
    q = lambda program, options="": s.run(f"jq {options}'{program}' {file}")  # noqa: E731
    i = lambda: r.randint(0, len(people))  # noqa: E731
    key = lambda: r.choice(("name", "age", "city", "tags"))  # noqa: E731
    moves = [
        lambda: q(".title", r.choice(("", "-r "))),
        lambda: q(f".{top}[{i()}]", r.choice(("", "-c "))),
        lambda: q(f".{top}[{i()}].{key()}"),
        lambda: q(f".{top}[].{key()}", r.choice(("", "-r ", "-c "))),
        lambda: q(f".{top} | length"),
        lambda: q("keys", "-c "),
        lambda: q(f"[.{top}[].age] | {r.choice(('add', 'max', 'min', 'sort'))}", "-c "),
        lambda: q(f".{top}[] | select(.age > {r.randint(20, 60)}) | .name"),
        lambda: q(f".{top}[] | \"\\(.name) \\(.age)\"", "-r "),
        lambda: q(f".{top} | map(.name)", r.choice(("", "-c "))),
        lambda: q(f".{top} | sort_by(.age) | .[0].name"),
        lambda: q(f".{r.choice(ITEMS)}"),
        lambda: q(f".{top}[0] | has(\"{key()}\")"),
        lambda: q(f".{top}[0] | del(.{key()})", "-c "),
        lambda: q(f".{top}[{i()}] | .age += {r.randint(1, 9)}", "-c "),
        lambda: q(f".{top}[] | {{name, {r.choice(('age', 'city'))}}}", "-c "),
        lambda: q(f".{top}[0].name.first"),
        lambda: q(f".{top}["),
        lambda: q(".title + 1"),
        lambda: s.run(f"jq . {name(r, 'json')}"),
        lambda: s.run(f"echo '{{\"{r.choice(ITEMS)}\": {r.randint(1, 99)}}}' | jq ."),
        lambda: s.run(f"echo '[{r.randint(1, 9)}, {r.randint(1, 9)}]' | jq 'map(. * {r.randint(2, 5)})' -c"),
        lambda: s.run(f"echo '{{\"{r.choice(ITEMS)}\": }}' | jq ."),
        lambda: s.run(f"jq '.title = \"{r.choice(TOPICS)}\"' {file} > t && mv t {file}"),
        lambda: q(".title"),
    ]
    go(r, moves, 6, 10)


def calculations(s: Session) -> None:
    """bc, seq, printf and factor, with files of numbers."""
    r = s.rng
    values = [r.randint(1, 60) for _ in range(r.randint(3, 6))]
    file = s.put(name(r, r.choice(("txt", "dat", "num"))), text([str(v) for v in values]))
    n = lambda high=30: r.randint(1, high)  # noqa: E731
    moves = [
        lambda: s.run(f"paste -sd+ {file}"),
        lambda: s.run(f"paste -sd+ {file} | bc"),
        lambda: s.run(f"sort -n {file} | {r.choice(('head', 'tail'))} -1"),
        lambda: s.run(f"awk '{{ s += $1 }} END {{ print s }}' {file}"),
        lambda: s.run(f"awk '{{ s += $1 }} END {{ printf \"%.1f\\n\", s / NR }}' {file}"),
        lambda: s.run(f"awk '$1 {r.choice(('>', '<', '>=', '%2 =='))} {n()}' {file}" if r.random() < 0.8 else f"awk '$1 % 2 == {r.randint(0, 1)}' {file}"),
        lambda: s.run(f"awk '{{ print $1 {r.choice('+-*')} {n(9)} }}' {file}"),
        lambda: s.run(f"echo {n()} >> {file}"),
        lambda: s.run(f"bc <<< '{n()} {r.choice('+-*')} {n()}'"),
        lambda: s.run(f"bc <<< 'scale={r.randint(1, 3)}; {n()} / {r.choice((2, 4, 5, 8, 10))}'"),
        lambda: s.run(f"bc <<< 'x = {n(9)}; x^2; x + {n()}'"),
        lambda: s.run(f"bc <<< 'obase={r.choice((2, 16))}; {n(31)}'"),
        lambda: s.run(f"bc <<< '{n()} > {n()}'"),
        lambda: s.run(f"bc <<< '{n()} +'"),
        lambda: s.run(f"seq {r.randint(2, 6)} | tac"),
        lambda: s.run(f"seq {n(5)} {r.randint(6, 9)} >> {file}; tail -2 {file}"),
        lambda: s.run(f"seq -w {r.randint(8, 11)} | tail -{r.randint(2, 4)}"),
        lambda: s.run(f"factor {r.randint(6, 60)}"),
        lambda: s.run(f"printf '%5d|\\n' {n()} {n(99)}"),
        lambda: s.run(f"printf '%-8s%3d\\n' {r.choice(ITEMS)} {n()} {r.choice(ITEMS)} {n()}"),
        lambda: s.run(f"wc -l {file}"),
        lambda: s.run(f"cat {file}"),
        lambda: s.run(f"sort -n {file} | uniq -d"),
        lambda: s.run(f"factor {r.choice(ITEMS)}"),
        lambda: s.run("seq"),
        lambda: s.run(f"sed -i '{r.randint(1, 4)}d' {file}; paste -sd' ' {file}"),
        lambda: s.run(f"for p in {' '.join(r.sample(PLANETS, 2))}; do printf '%s %d\\n' $p ${{#p}}; done"),
        lambda: s.run(f"while read -r v; do (( v > {n()} )) && echo \"$v {r.choice(('high', 'big'))}\"; done < {file}"),
        lambda: s.run(f"echo {r.choice(DEPARTMENTS)} | bc"),
    ]
    go(r, moves, 7, 12)


FAMILIES = {
    "scripts": (scripts, 0.1),
    "one-liners": (one_liners, 0.1),
    "python-scripts": (python_scripts, 0.1),
    "python-prompt": (python_prompt, 0.1),
    "c-programs": (c_programs, 0.1),
    "makefiles": (makefiles, 0.1),
    "databases": (databases, 0.1),
    "json-queries": (json_queries, 0.1),
    "calculations": (calculations, 0.1),
}
