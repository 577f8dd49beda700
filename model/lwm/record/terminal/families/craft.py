"""The shell's own language: variables, numbers, arrays, quotes."""

from ..parts import go, name, pool, sentences, text
from ..session import Session
from ..words import ADJECTIVES, ANIMALS, CITIES, COLOURS, ITEMS, TOPICS


def variables(s: Session) -> None:
    """Variables are set, changed and cut into pieces."""
    r = s.rng
    a, b = r.sample(TOPICS, 2)
    value = {a: r.choice(CITIES), b: r.choice(ITEMS)}
    s.run(f"{a}={value[a]}; {b}={value[b]}")
    path = f"/{r.choice(TOPICS)}/{r.choice(TOPICS)}/{name(r, r.choice(('tar.gz', 'txt', 'md')))}"
    either = lambda: r.choice((a, b))

    def show() -> None:
        v = either()
        s.run(r.choice((f"echo ${v}", f'echo "{r.choice(ADJECTIVES)} ${v}"', f"echo '${v}'", f"echo ${{#{v}}}", f"echo ${{{v}^^}}", f"echo ${{{v}:0:{r.randint(1, 4)}}}", f"echo ${{{v}:{r.randint(1, 3)}}}", f"echo ${{{v}/{r.choice('aeio')}/_}}", f"echo ${{{v}//{r.choice('aeio')}/_}}", f"echo ${{{v}: -{r.randint(1, 3)}}}", f"echo \"${{{v}^}}\" \"${{{v},,}}\"", f"printf '%s-%s\\n' \"${a}\" \"${b}\"", f"echo \"[${a}] [${b}]\"", f"echo ${v}s ${{{v}}}s")))

    def default() -> None:
        v = r.choice((a, b, r.choice(TOPICS) + "_x"))
        s.run(r.choice((f"echo ${{{v}:-{r.choice(ITEMS)}}}", f"echo ${{{v}:+set}}", f"echo ${{{v}:=none}}; echo ${v}", f"echo ${{{v}:?not set}}", f"[ -z \"${v}\" ] && echo empty || echo full")))

    def change() -> None:
        v = either()
        s.run(r.choice((f"{v}={r.choice(ITEMS)}", f"{v}+=-{r.choice(COLOURS)}; echo ${v}", f"unset {v}", f"{v}=\"${a} ${b}\"; echo \"${v}\"", f"{v}=$(echo {r.choice(ITEMS)} | tr a-z A-Z)", f"readonly {v}; {v}=1", f"export {v}; bash -c 'echo in: ${v}'", f"bash -c 'echo in: ${v}'", f"{v}=1 bash -c 'echo ${v}'; echo ${v}", f"({v}=inner; echo ${v}); echo ${v}")))

    def pieces() -> None:
        s.run(r.choice((f"f={path}; echo ${{f##*/}}", f"f={path}; echo ${{f%/*}}", f"f={path}; echo ${{f#*.}}", f"f={path}; echo ${{f%%.*}}", f"basename {path}", f"dirname {path}", f"basename {path} .{path.split('.', 1)[1]}")))

    def wrong() -> None:
        v = either()
        s.run(r.choice((f"{v} = {r.choice(ITEMS)}", f"${v}={r.choice(ITEMS)}", f"2{v}=5", f"{v}= {r.choice(ITEMS)}", f"echo ${{{v}-}}", f"set -u; echo $nothing_{v}; set +u")))

    go(r, [show, show, show, default, change, change, pieces, wrong], 8, 13)


def arithmetic(s: Session) -> None:
    """Whole numbers in the shell."""
    r = s.rng
    n = lambda high=20: r.randint(1, high)
    x, y = r.sample("abcdmnxy", 2)
    s.run(f"{x}={n(30)} {y}={n(9)}")
    moves = [
        lambda: s.run(f"echo $(({x} + {y}))"),
        lambda: s.run(f"echo $(({x} {r.choice('+-*')} {n(9)}))"),
        lambda: s.run(f"echo $(({x} / {y})) $(({x} % {y}))"),
        lambda: s.run(f"(({x} {r.choice(('+=', '-='))} {n(9)})); echo ${x}"),
        lambda: s.run(f"echo $(({x}++)) ${x}"),
        lambda: s.run(f"let {y}={y}+{n(5)}; echo ${y}"),
        lambda: s.run(f"echo $(({n(9)} ** 2))"),
        lambda: s.run(f"echo $(( ({n()} + {n()}) * {n(5)} ))"),
        lambda: s.run(f"(({x} > {y})) && echo bigger || echo 'not bigger'"),
        lambda: s.run(f"echo $(({x} {r.choice(('>', '<', '==', '>=', '!='))} {r.choice((y, str(n(30))))}))"),
        lambda: s.run(f"expr {n()} + {n()}"),
        lambda: s.run(f"expr {n()} '*' {n(9)}"),
        lambda: s.run(f"expr {n()}+{n()}"),
        lambda: s.run(f"echo '{n()} + {n()}' | bc"),
        lambda: s.run(f"echo 'scale=2; {n(9)} / {r.choice((2, 4, 5, 8))}' | bc"),
        lambda: s.run(f"seq {n(4)} {n(4)} {r.randint(10, 16)}"),
        lambda: s.run(f"seq -s{r.choice(',+ -')} {n(3)} {r.randint(5, 9)}"),
        lambda: s.run(f"seq {n(5)} | paste -sd+ | bc"),
        lambda: s.run(f"printf '%0{r.randint(3, 5)}d\\n' {n(99)}"),
        lambda: s.run(f"printf '%d %x %o\\n' {n(16)} {n(16)} {n(16)}"),
        lambda: s.run(f"printf '%.{r.randint(1, 3)}f\\n' {n(9)}.{r.randint(10, 99)}"),
        lambda: s.run(f"echo $((2#{r.randint(1, 7):b})) $((16#{n(15):x}))"),
        lambda: s.run("echo $((1 / 0))"),
        lambda: s.run(f"echo $(({n()} + ))"),
        lambda: s.run(f"expr {n()} / 0"),
        lambda: s.run(f"expr {r.choice(ITEMS)} + 1"),
        lambda: s.run(f"echo '{n()} / 0' | bc"),
        lambda: s.run(f"printf '%d\\n' {r.choice(ITEMS)}"),
        lambda: s.run(f"[ ${x} -gt {n(30)} ] && echo yes || echo no"),
        lambda: s.run(f"[ ${x} -lt {r.choice(ITEMS)} ]; echo $?"),
        lambda: s.run(f"for i in {n()} {n()} {n()}; do echo $((i {r.choice('+-*')} {y})); done"),
        lambda: s.run(f"i=0; while ((i < {r.randint(2, 5)})); do echo -n \"$i \"; ((i++)); done; echo"),
        lambda: s.run(f"echo $(({x} > {y} ? {x} : {y}))"),
        lambda: s.run(f"echo ${x} ${y}"),
    ]
    go(r, moves, 8, 14)


def arrays(s: Session) -> None:
    """Indexed and associative arrays, and the positional parameters."""
    r = s.rng
    a = r.choice(("list", "names", "a", "items", "things", "queue"))
    kind = pool(r)
    s.run(f"{a}=({' '.join(r.sample(kind, r.randint(3, 5)))})")
    m = r.choice(("age", "price", "stock", "size", "map"))
    keys = r.sample(ITEMS, 3)
    made = False

    def mapped() -> None:
        nonlocal made
        if not made:
            made = True
            s.run(f"declare -A {m}=({' '.join(f'[{k}]={r.randint(1, 50)}' for k in keys)})")
        k = r.choice(keys)
        s.run(r.choice((f"echo ${{{m}[{k}]}}", f"{m}[{k}]={r.randint(1, 90)}; echo ${{{m}[{k}]}}", f"echo ${{#{m}[@]}}", f"for k in {' '.join(keys)}; do echo $k=${{{m}[$k]}}; done", f"(({m}[{k}] += {r.randint(1, 9)})); echo ${{{m}[{k}]}}", f"unset '{m}[{k}]'; echo ${{#{m}[@]}}", f"echo \"<${{{m}[{r.choice(ANIMALS)}]}}>\"", f"for k in \"${{!{m}[@]}}\"; do echo $k; done | sort")))

    moves = [
        lambda: s.run(f"echo ${{{a}[{r.randint(0, 3)}]}}"),
        lambda: s.run(f"echo ${{{a}[@]}}"),
        lambda: s.run(f"echo ${{#{a}[@]}}"),
        lambda: s.run(f"{a}+=({r.choice(kind)})"),
        lambda: s.run(f"{a}[{r.randint(0, 3)}]={r.choice(kind)}; echo ${{{a}[*]}}"),
        lambda: s.run(f"for x in \"${{{a}[@]}}\"; do echo \"{r.choice(('* ', '> ', ''))}$x\"; done"),
        lambda: s.run(f"echo ${{{a}[@]:1:2}}"),
        lambda: s.run(f"echo ${{{a}[-1]}}"),
        lambda: s.run(f"echo ${{!{a}[@]}}"),
        lambda: s.run(f"unset '{a}[{r.randint(0, 2)}]'; echo ${{{a}[@]}}"),
        lambda: s.run(f"printf '%s\\n' \"${{{a}[@]}}\" | sort"),
        lambda: s.run(f"printf '[%s] ' \"${{{a}[@]}}\"; echo"),
        lambda: s.run(f"{a}=(${{{a}[@]/{r.choice('aeio')}/_}}); echo ${{{a}[@]}}"),
        lambda: s.run(f"IFS=,; echo \"${{{a}[*]}}\"; unset IFS"),
        lambda: s.run(f"declare -p {a}"),
        lambda: s.run(f"set -- {' '.join(r.sample(kind, 3))}; echo $# $2"),
        lambda: s.run("shift; echo $1; echo $#"),
        lambda: s.run("echo \"$@\""),
        lambda: s.run(f"IFS=: read -r x y <<< '{r.choice(kind)}:{r.randint(1, 9)}'; echo $y $x"),
        lambda: s.run(f"mapfile -t {a} < <(seq {r.randint(1, 3)} {r.randint(4, 6)}); echo ${{{a}[1]}}"),
        lambda: s.run(f"echo ${{{a}[9]:-none}}"),
        mapped,
        mapped,
    ]
    go(r, moves, 7, 13)


def quoting(s: Session) -> None:
    """Quotes that are right, wrong, and left open."""
    r = s.rng
    v, value = r.choice(TOPICS), f"{r.choice(ADJECTIVES)} {r.choice(ITEMS)}"
    s.put(f"{r.choice(ADJECTIVES)} {r.choice(TOPICS)}.txt", text(sentences(r, 1)))
    file = next(iter(s.files))
    s.run(f"{v}='{value}'")

    def open_() -> None:
        q = r.choice("'\"")
        s.run(f"echo {q}{r.choice(ADJECTIVES)} {r.choice(ITEMS)}")
        s.run(f"{r.choice(ADJECTIVES)}{q}")

    moves = [
        lambda: s.run(f"echo ${v}"),
        lambda: s.run(f"echo \"${v}\""),
        lambda: s.run(f"echo '${v}'"),
        lambda: s.run(f"echo \\${v}"),
        lambda: s.run(f"echo \"'${v}'\" '\"${v}\"'"),
        lambda: s.run(f"cat {file}"),
        lambda: s.run(f"cat \"{file}\""),
        lambda: s.run(f"cat {file.replace(' ', chr(92) + ' ')}"),
        lambda: s.run("ls"),
        lambda: s.run(f"touch {r.choice(ADJECTIVES)} {r.choice(ITEMS)}; ls"),
        lambda: s.run(f"touch '{r.choice(ADJECTIVES)} {r.choice(ITEMS)}'; ls -1"),
        lambda: s.run(f"echo a{' ' * r.randint(2, 5)}b  \"c{' ' * r.randint(2, 4)}d\""),
        lambda: s.run(f"echo it\\'s {r.choice(ADJECTIVES)}"),
        lambda: s.run(f"echo 'it'\\''s {r.choice(ADJECTIVES)}'"),
        lambda: s.run(f"echo $'{r.choice(ITEMS)}\\n{r.choice(ITEMS)}'"),
        lambda: s.run(f"echo -e '{r.choice(ITEMS)}\\t{r.randint(1, 99)}'"),
        lambda: s.run(f"echo '{r.choice(ITEMS)}\\n{r.choice(ITEMS)}'"),
        lambda: s.run(f"printf '%s\\n' {v} \"${v}\" ${v}"),
        lambda: s.run(f"for x in ${v}; do echo [$x]; done"),
        lambda: s.run(f"for x in \"${v}\"; do echo [$x]; done"),
        lambda: s.run(f"echo \"today: $(echo {r.choice(ITEMS)})\""),
        lambda: s.run(f"echo '$(echo {r.choice(ITEMS)})' `echo {r.choice(ITEMS)}`"),
        lambda: s.run("echo \\\\ \\* \"*\" '\\'"),
        lambda: s.run(f"echo {r.choice(ITEMS)} # {r.choice(ITEMS)}"),
        lambda: s.run(f"echo \"#{r.randint(1, 9)}\" '# no'"),
        lambda: s.run(f"echo {r.choice(ITEMS)} \\\n  {r.choice(ITEMS)}"),
        lambda: s.run(f"{v}=\"${v} and {r.choice(ITEMS)}\""),
        lambda: s.run(f"[ ${v} = x ]"),
        lambda: s.run(f"echo ({r.choice(ITEMS)})"),
        lambda: s.run(f"echo {r.choice(ITEMS)}; ; echo"),
        open_,
        open_,
    ]
    go(r, moves, 7, 12)


FAMILIES = {
    "variables": (variables, 0.1),
    "arithmetic": (arithmetic, 0.1),
    "arrays": (arrays, 0.1),
    "quoting": (quoting, 0.1),
}
