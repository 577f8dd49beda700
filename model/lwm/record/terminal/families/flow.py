"""What the shell does in turn: loops, conditions, functions, scripts."""

from ..parts import go, here, name, names, pairs, pool, sentences, table, text
from ..session import Session
from ..words import ADJECTIVES, ITEMS, NAMES, TOPICS, VERBS


def loops(s: Session) -> None:
    """for, while, until over words, numbers, lines and files."""
    r = s.rng
    rows = pairs(r, r.randint(3, 5), 1, 20)
    file = s.put(name(r), table(rows))
    v = r.choice(("i", "n", "x", "w", "f", "k", "item", "word"))
    w = lambda k=3: " ".join(r.sample(pool(r), k))
    moves = [
        lambda: s.run(f"for {v} in {w(r.randint(2, 4))}; do echo {r.choice(('-', '*', r.choice(VERBS), 'item:'))} ${v}; done"),
        lambda: s.run(f"for {v} in $(seq {r.randint(1, 3)} {r.randint(4, 6)}); do echo -n \"${v}{r.choice(', :')}\"; done; echo"),
        lambda: s.run(f"for ((i = {r.randint(0, 3)}; i < {r.randint(4, 9)}; i += {r.randint(1, 3)})); do echo $i; done"),
        lambda: s.run(f"while read -r name count; do echo \"$count x $name\"; done < {file}"),
        lambda: s.run(f"while read -r line; do echo \"[$line]\"; done < {file}"),
        lambda: s.run(f"sum=0; while read -r _ n; do sum=$((sum + n)); done < {file}; echo $sum"),
        lambda: s.run(f"for {v} in {{{r.randint(1, 3)}..{r.randint(4, 6)}}}; do\n  echo $(({v} * {v}))\ndone"),
        lambda: s.run(f"for {v} in {w(3)}; do\n  echo ${{#{v}}} ${v}\ndone"),
        lambda: s.run(f"n={r.randint(3, 6)}; until [ $n -eq 0 ]; do echo $n; n=$((n - 1)); done"),
        lambda: s.run(f"for {v} in {w(4)}; do [[ ${v} == *{r.choice('aeio')}* ]] && echo ${v}; done"),
        lambda: s.run(f"for {v} in {w(4)}; do if [ ${{#{v}}} -gt {r.randint(3, 6)} ]; then echo long ${v}; else echo short ${v}; fi; done"),
        lambda: s.run(f"for {v} in 1 2 3 4 5 6; do [ ${v} -eq {r.randint(2, 5)} ] && {r.choice(('break', 'continue'))}; echo ${v}; done"),
        lambda: s.run(f"for a in {w(2)}; do for b in {r.randint(1, 4)} {r.randint(5, 9)}; do echo $a$b; done; done"),
        lambda: s.run(f"for {v} in {w(3)}; do touch ${v}.{r.choice(('txt', 'log'))}; done; ls"),
        lambda: s.run(f"for {v} in *; do echo \"${v}\"; done"),
        lambda: s.run(f"for {v} in {w(3)}; do echo ${v}; done | sort"),
        lambda: s.run(f"for {v} in {w(3)}; do echo ${v}; done > out.txt; wc -l out.txt"),
        lambda: s.run(f"cut -d' ' -f1 {file} | while read -r x; do echo \"${{x^^}}\"; done"),
        lambda: s.run(f"for {v} in {w(2)}; echo ${v}; done"),
        lambda: s.run("done"),
        lambda: s.run(f"for {v} in {w(2)}; do echo $missing; done"),
        lambda: s.run(f"while read -r x; do echo $x; done < {name(r)}"),
        lambda: s.run(f"echo '{r.choice(ITEMS)} {r.randint(1, 20)}' >> {file}"),
        lambda: s.run(f"cat {file}"),
        lambda: s.run(f"for {v} in $(cut -d' ' -f2 {file}); do echo $(({v} + {r.randint(1, 5)})); done"),
    ]
    go(r, moves, 7, 12)


def functions(s: Session) -> None:
    """Functions with arguments, return codes and local names."""
    r = s.rng
    f, g = r.sample(VERBS, 2)
    f, g = f"{f}_it", f"{g}{r.choice(('_all', '2', '_now'))}"
    d = r.randint(2, 5)
    bodies = [
        (f"{f}() {{ echo \"{r.choice(VERBS)} $1\"; }}", lambda: r.choice(ITEMS)),
        (f"{f}() {{ echo $(($1 * {d})); }}", lambda: r.randint(2, 30)),
        (f"{f}() {{ echo \"$# args: $*\"; }}", lambda: " ".join(r.sample(ITEMS, r.randint(1, 4)))),
        (f"{f}() {{ local x=${{1:-{r.choice(ITEMS)}}}; echo \"<$x>\"; }}", lambda: r.choice((r.choice(ITEMS), ""))),
        (f"{f}() {{ [ \"$1\" -gt {r.randint(5, 15)} ]; }}", lambda: f"{r.randint(1, 20)} && echo yes || echo no"),
        (f"function {f} {{ echo \"$2 $1\"; }}", lambda: " ".join(r.sample(NAMES, 2))),
        (f"{f}() {{ echo ${{1^^}}; return {r.randint(0, 5)}; }}", lambda: f"{r.choice(ITEMS)}; echo $?"),
        (f"{f}() {{ for a in \"$@\"; do echo \"- $a\"; done; }}", lambda: f"{r.choice(ITEMS)} '{r.choice(ADJECTIVES)} {r.choice(ITEMS)}'"),
    ]
    body, argument = r.choice(bodies)
    s.run(body)
    s.run(f"{f} {argument()}".rstrip())

    def again() -> None:
        s.run(f"{f} {argument()}".rstrip())

    def anew() -> None:
        nonlocal body, argument
        body, argument = r.choice(bodies)
        s.run(body)
        again()

    def multi() -> None:
        s.run(f"{g}() {{\n  local total=0\n  for n in \"$@\"; do\n    total=$((total + n))\n  done\n  echo \"{r.choice(('sum', 'total', 'all'))}: $total\"\n}}")
        s.run(f"{g} {r.randint(1, 20)} {r.randint(1, 20)} {r.randint(1, 9)}")

    def count() -> None:
        s.run(f"{g}() {{ if [ $1 -gt 0 ]; then echo $1; {g} $(($1 - 1)); fi; }}", f"{g} {r.randint(2, 5)}")

    def meta() -> None:
        s.run(r.choice((f"type {f}", f"declare -F {f}", f"type -t {f} {r.choice(('cd', 'ls', 'if', g))}", f"unset -f {f}; {f} {r.choice(ITEMS)}", f"x=$({f} {argument()}); echo \"got $x\"" if "echo yes" not in body else f"{f}", f"{g} {r.choice(ITEMS)}", f"{f} | cat -n", f"declare -f {f}")))

    go(r, [again, again, again, anew, multi, count, meta], 5, 9)


def conditions(s: Session) -> None:
    """test, [[ ]], case and && || on strings, numbers and files."""
    r = s.rng
    file, second = names(r, 2)
    folder = s.folder(r.choice(TOPICS))
    s.put(file, text(sentences(r, 2)))
    word = r.choice(ITEMS)
    number = r.randint(1, 50)
    s.run(f"w={word}; n={number}")
    moves = [
        lambda: s.run(f"[ -{r.choice('efds')} {r.choice((file, folder, second))} ] && echo yes || echo no"),
        lambda: s.run(f"test -{r.choice('efdrwx')} {r.choice((file, folder, second))}; echo $?"),
        lambda: s.run(f"if [ $n {r.choice(('-gt', '-lt', '-eq', '-ge', '-ne'))} {r.choice((number, r.randint(1, 50)))} ]; then echo {r.choice(('true', 'big', 'ok'))}; else echo {r.choice(('false', 'small', 'bad'))}; fi"),
        lambda: s.run(f"[[ $w == {word[0]}* ]] && echo match"),
        lambda: s.run(f"[[ $w =~ ^[{r.choice(('a-m', 'n-z', 'aeiou'))}] ]]; echo $?"),
        lambda: s.run(f"[ \"$w\" {r.choice(('=', '!='))} {r.choice((word, r.choice(ITEMS)))} ] && echo same || echo other"),
        lambda: s.run(f"case $w in {r.choice('abcdefgh')}*) echo first;; *{word[-1]}) echo second;; *) echo none;; esac"),
        lambda: s.run("case $n in\n  [0-9]) echo one digit;;\n  [0-9][0-9]) echo two digits;;\n  *) echo many;;\nesac"),
        lambda: s.run(f"w={r.choice(ITEMS)}; n={r.randint(1, 50)}"),
        lambda: s.run(f"touch {second}"),
        lambda: s.run(f"rm {second}"),
        lambda: s.run(f"{r.choice(('true', 'false'))} && echo and || echo or"),
        lambda: s.run(f"! {r.choice(('true', 'false'))}; echo $?"),
        lambda: s.run(f"grep -q {word} {file} && echo in || echo out"),
        lambda: s.run(f"[ $n -gt 5 -a $n -lt {r.randint(10, 50)} ]; echo $?"),
        lambda: s.run(f"[[ $n -gt {r.randint(5, 20)} && $w != {r.choice(ITEMS)} ]] && echo both"),
        lambda: s.run("[ $n -gt ]"),
        lambda: s.run("[ $n -eq 5"),
        lambda: s.run(f"[ $w -eq {number} ]; echo $?"),
        lambda: s.run("if [ -f nothing ]; then echo file; fi; echo $?"),
        lambda: s.run("[$n -gt 5] && echo yes"),
        lambda: s.run("[ -n \"$w\" ] && [ -z \"$v\" ] && echo ok"),
        lambda: s.run("if (( n % 2 )); then echo odd; else echo even; fi"),
        lambda: s.run(f"if [ -d {folder} ]\nthen\n  echo '{folder} is a folder'\nfi"),
        lambda: s.run(f"cd {r.choice((folder, second))} && pwd && cd .. || echo 'could not go'"),
        lambda: s.run("echo $w $n"),
    ]
    go(r, moves, 8, 13)


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


FAMILIES = {
    "loops": (loops, 0.1),
    "functions": (functions, 0.1),
    "conditions": (conditions, 0.1),
    "scripts": (scripts, 0.1),
}
