"""The shell's own language: variables, loops, functions, tests, quoting, redirection."""

from ..parts import go, here, name, names, pairs, pool, sentence, sentences, some, table, text
from ..session import Session
from ..words import ADJECTIVES, ANIMALS, CITIES, COLOURS, ITEMS, NAMES, TOPICS, VERBS


def variables(s: Session) -> None:
    """Variables are set, changed and cut into pieces."""
    r = s.rng
    a, b = r.sample(TOPICS, 2)
    value = {a: r.choice(CITIES), b: r.choice(ITEMS)}
    s.run(f"{a}={value[a]}; {b}={value[b]}")
    path = f"/{r.choice(TOPICS)}/{r.choice(TOPICS)}/{name(r, r.choice(('tar.gz', 'txt', 'md')))}"
    either = lambda: r.choice((a, b))  # noqa: E731

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
    n = lambda high=20: r.randint(1, high)  # noqa: E731
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


def loops(s: Session) -> None:
    """for, while, until over words, numbers, lines and files."""
    r = s.rng
    rows = pairs(r, r.randint(3, 5), 1, 20)
    file = s.put(name(r), table(rows))
    v = r.choice(("i", "n", "x", "w", "f", "k", "item", "word"))
    w = lambda k=3: " ".join(r.sample(pool(r), k))  # noqa: E731
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
        lambda: s.run(f"[ $n -gt ]"),
        lambda: s.run("[ $n -eq 5"),
        lambda: s.run(f"[ $w -eq {number} ]; echo $?"),
        lambda: s.run("if [ -f nothing ]; then echo file; fi; echo $?"),
        lambda: s.run(f"[$n -gt 5] && echo yes"),
        lambda: s.run(f"[ -n \"$w\" ] && [ -z \"$v\" ] && echo ok"),
        lambda: s.run(f"if (( n % 2 )); then echo odd; else echo even; fi"),
        lambda: s.run(f"if [ -d {folder} ]\nthen\n  echo '{folder} is a folder'\nfi"),
        lambda: s.run(f"cd {r.choice((folder, second))} && pwd && cd .. || echo 'could not go'"),
        lambda: s.run("echo $w $n"),
    ]
    go(r, moves, 8, 13)


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
        lambda: s.run(f"echo \\\\ \\* \"*\" '\\'"),
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


def redirections(s: Session) -> None:
    """Pipes, files, tee, xargs, here-strings, and where errors go."""
    r = s.rng
    a, b, log = names(r, 3)
    missing = name(r, "csv")
    w = lambda k=3: " ".join(r.sample(ITEMS, k))  # noqa: E731
    s.run(f"echo {w()} > {a}")
    moves = [
        lambda: s.run(f"echo {w(2)} >> {a}"),
        lambda: s.run(f"cat {a}"),
        lambda: s.run(f"cat < {a} > {b}; cat {b}"),
        lambda: s.run(f"cat {missing} 2> {log}; cat {log}"),
        lambda: s.run(f"cat {a} {missing} 2> /dev/null"),
        lambda: s.run(f"cat {a} {missing} > {b} 2>&1; cat {b}"),
        lambda: s.run(f"ls {missing} || echo failed"),
        lambda: s.run(f"ls {missing} 2>&1 | wc -l"),
        lambda: s.run(f"echo {w(2)} | tee {b}"),
        lambda: s.run(f"echo {w(2)} | tee -a {a} | tr a-z A-Z"),
        lambda: s.run(f"printf '%s\\n' {w(3)} | xargs"),
        lambda: s.run(f"printf '%s\\n' {w(3)} | xargs -n1 echo {r.choice(VERBS)}"),
        lambda: s.run(f"echo {w(4)} | xargs -n2"),
        lambda: s.run(f"printf '%s\\n' {w(3)} | xargs -I{{}} echo '{{}}.{r.choice(('txt', 'bak'))}'"),
        lambda: s.run(f"echo {w(3)} | xargs mkdir -p && ls -d */"),
        lambda: s.run(f"tr ' ' '\\n' <<< '{w(3)}'"),
        lambda: s.run(f"wc -w <<< '{w(r.randint(2, 5))}'"),
        lambda: s.run(f"{{ echo {w(1)}; echo {w(1)}; }} > {b}; cat {b}"),
        lambda: s.run(f"(echo {w(1)}; cat {missing}) 2>/dev/null"),
        lambda: s.run(f"echo {w(2)} 1>&2 2>/dev/null"),
        lambda: s.run(f"sort {a} | uniq | wc -l"),
        lambda: s.run(f"cat {a} | tr ' ' '\\n' | sort | head -{r.randint(2, 4)}"),
        lambda: s.run(f"cat > {b} <<< \"{w(2)}\"; cat {b} {a}"),
        lambda: s.run(f"> {a}; wc -c {a}"),
        lambda: s.run(f"set -o noclobber; echo x > {a}; set +o noclobber"),
        lambda: s.run(f"echo {w(1)} > {r.choice(TOPICS)}/{b}"),
        lambda: s.run(f"cat {a} > | wc"),
        lambda: s.run(f"true | false; echo ${{PIPESTATUS[@]}}"),
        lambda: s.run(f"exec 3> {log}; echo {w(2)} >&3; exec 3>&-; cat {log}"),
        lambda: s.run(f"echo {w(1)} > /dev/null; echo $?"),
        lambda: s.run(f"wc -l < {missing}"),
    ]
    go(r, moves, 7, 13)


def heredocs(s: Session) -> None:
    """Texts typed at the second prompt."""
    r = s.rng
    files = names(r, 3)
    v, value = r.choice(("name", "who", "what", "city", "x")), r.choice((*ITEMS, *CITIES))
    s.run(f"{v}={value}")

    def written() -> None:
        file = r.choice(files)
        lines = text([r.choice((sentence(r), f"{sentence(r)} ${v}", f"{r.choice(TOPICS)}: ${{{v}}}", f"$(({r.randint(1, 9)} + {r.randint(1, 9)})) {r.choice(ITEMS)}s")) for _ in range(r.randint(1, 3))])
        s.run(here(file, lines, r.choice(("EOF", "END", "DONE")), r.random() < 0.4, r.random() < 0.3))
        s.run(f"cat {file}")

    def piped() -> None:
        rows = table(pairs(r, r.randint(3, 5)))
        s.run(f"{r.choice(('sort', 'sort -k2 -n', 'wc -l', 'tac', 'head -2', 'tr a-z A-Z', 'cat -n', 'grep -c 1', 'nl', 'rev'))} <<EOF\n{rows}EOF")

    def typed() -> None:
        file = r.choice(files)
        s.hang(f"cat {r.choice(('>', '>>'))} {file}")
        for _ in range(r.randint(1, 2)):
            line = sentence(r)
            s.act([f"{line}\n"], f"{line}\n")
        s.key("C-d")
        s.run(f"{r.choice(('cat', 'wc -l', 'cat -n', 'tail -1'))} {file}")

    moves = [
        written,
        written,
        piped,
        typed,
        lambda: s.run(f"cat <<< \"${v} {r.choice(ITEMS)}\""),
        lambda: s.run(f"cat <<-EOF\n{sentence(r)}\nEOF"),
        lambda: s.run(f"{v}={r.choice(CITIES)}"),
        lambda: s.run(f"cat {r.choice(files)}"),
        lambda: s.run(f"wc -l {' '.join(some(r, files, 1, 2))}"),
        lambda: s.run(f"cat <<EOF | tr '{r.choice('aeo')}' '_'\n{sentence(r)}\n{sentence(r)}\nEOF"),
        lambda: s.run(f"while read -r a b; do echo \"$b-$a\"; done <<EOF\n{table(pairs(r, 2))}EOF"),
        lambda: s.run("ls"),
    ]
    go(r, moves, 5, 8)


FAMILIES = {
    "variables": (variables, 0.1),
    "arithmetic": (arithmetic, 0.1),
    "loops": (loops, 0.1),
    "functions": (functions, 0.1),
    "conditions": (conditions, 0.1),
    "arrays": (arrays, 0.1),
    "quoting": (quoting, 0.1),
    "redirections": (redirections, 0.1),
    "heredocs": (heredocs, 0.1),
}
