"""Prose, line by line and letter by letter: grep, sed, tr, diff."""

from ..parts import go, name, names, other, pool, sentence, sentences, text
from ..session import Session
from ..words import ITEMS, NAMES


def filtering(s: Session) -> None:
    """grep in prose."""
    r = s.rng
    lines = sentences(r, r.randint(5, 9))
    file = s.put(name(r), text(lines))
    if r.random() < 0.6:
        s.run(r.choice((f"cat {file}", f"cat -n {file}", f"nl {file}")))

    def word() -> str:
        return r.choice(r.choice(lines).split())

    def plain() -> None:
        s.run(f"grep {r.choice(('', '-n ', '-i ', '-v ', '-c ', '-w ', '-o ', '-vc ', '-m1 ', '-q '))}{word()} {file}")

    def pattern() -> None:
        s.run(r.choice((f"grep '^{r.choice('atn')}' {file}", f"grep '{word()[-1]}$' {file}", f"grep -E '{word()}|{word()}' {file}", f"grep -n '[0-9]' {file}", f"grep -oE '[0-9]+' {file}", f"grep -e {word()} -e {word()} {file}", f"grep -E '^.{{{r.randint(15, 25)},}}$' {file}", f"grep -o '^[a-zA-Z]*' {file}", f"grep -c '' {file}", f"grep -n '{word()}.*{word()}' {file}")))

    def chain() -> None:
        s.run(r.choice((f"grep {word()} {file} | wc -l", f"grep {word()} {file} | head -1", f"grep -v {word()} {file} | sort", f"grep {word()} {file} | grep -v {word()}", f"grep -h {word()} {file} | cut -d' ' -f1", f"grep {word()} {file} | sort -r")))

    def code() -> None:
        s.run(r.choice((f"grep -q {word()} {file} && echo yes || echo no", f"grep {other(r, ITEMS, ' '.join(lines).split())} {file}; echo $?", f"grep -q {word()} {file}; echo $?", f"if grep -q {other(r, NAMES, lines)} {file}; then echo found; else echo missing; fi")))

    def around() -> None:
        s.run(f"grep -{r.choice('ABC')}1 {r.choice(r.choice(lines).split()[1:] or ['the'])} {file}")

    def add() -> None:
        lines.append(sentence(r))
        s.run(f"echo \"{lines[-1]}\" >> {file}")

    def wrong() -> None:
        s.run(r.choice((f"grep {word()} {name(r)}", f"grep '[' {file}", f"grep -E '(' {file}", "grep", f"grep -Z5 {word()} {file}", f"grep {word()} {file} {name(r, 'md')}", f"grep -P '\\d' {file}", f"egrep '[0-9]' {file}")))

    go(r, [plain, plain, pattern, chain, code, around, add, wrong], 7, 12)


def letters(s: Session) -> None:
    """tr, rev, fold, tac and others, letter by letter."""
    r = s.rng
    lines = sentences(r, r.randint(2, 4))
    file = s.put(name(r), text(lines))
    word = lambda: r.choice(ITEMS)
    moves = [
        lambda: s.run(f"tr a-z A-Z < {file}"),
        lambda: s.run(f"tr {r.choice('aeiou')} {r.choice('xyz*_')} < {file}"),
        lambda: s.run(f"tr -d {r.choice(('aeiou', 'e', 'a', ' '))} < {file}"),
        lambda: s.run(f"tr ' ' '\\n' < {file} | sort"),
        lambda: s.run(f"tr ' ' '\\n' < {file} | sort -u | head -{r.randint(3, 5)}"),
        lambda: s.run(f"tac {file}"),
        lambda: s.run(f"echo {word()} | rev"),
        lambda: s.run(f"head -1 {file} | fold -w {r.randint(8, 12)}"),
        lambda: s.run(f"nl {file}"),
        lambda: s.run(f"cat -n {file}"),
        lambda: s.run(f"cat -A {file}"),
        lambda: s.run(f"echo {word()} {word()} | tr -s 'a-z' | tr ' ' '_'"),
        lambda: s.run(f"echo {word()} | tr '[:lower:]' '[:upper:]'"),
        lambda: s.run(f"head -1 {file} | cut -c1-{r.randint(3, 9)}"),
        lambda: s.run(f"head -1 {file} | tr ' ' '\\n'"),
        lambda: s.run(f"wc -w {file}"),
        lambda: s.run(f"wc -l {file}"),
        lambda: s.run(f"echo -n {word()} | wc -c"),
        lambda: s.run(f"echo '{word()}   {word()}  {word()}' | tr -s ' '"),
        lambda: s.run(f"printf '%s\\n' {' '.join(r.sample(ITEMS, 4))} | {r.choice(('tac', 'sort', 'sort -r', 'nl', 'rev', 'head -2', 'paste -sd-', 'paste - -'))}"),
        lambda: s.run(f"sed 's/{r.choice('aeiou')}/{r.choice('AEIOU_')}/{r.choice(('', 'g'))}' {file}"),
        lambda: s.run(f"sed 's/^/{r.choice(('> ', '# ', '- ', '  '))}/' {file}"),
        lambda: s.run(f"echo '{sentence(r)}' >> {file}"),
        lambda: s.run(f"tr {r.choice(('abc', 'x', ''))}".strip()),
        lambda: s.run(f"echo {word()} | tr -d"),
        lambda: s.run(f"expand -t {r.choice((2, 4))} {name(r)}"),
        lambda: s.run(f"fold -w 0 {file}"),
        lambda: s.run(f"echo {word()} | sed 's/./& /g'"),
    ]
    go(r, moves, 7, 13)


def comparing(s: Session) -> None:
    """diff, comm, cmp and uniq of two versions of a list."""
    r = s.rng
    first, second = names(r, 2)
    old = r.sample(pool(r), r.randint(4, 7))
    if r.random() < 0.6:
        old.sort()
    new = [w for w in old if r.random() < 0.8] + [other(r, ITEMS, old) for _ in range(r.randint(0, 2))]
    s.put(first, text(old))
    s.put(second, text(new))
    two = f"{first} {second}"
    moves = [
        lambda: s.run(f"diff {two}"),
        lambda: s.run(f"diff -u {two} | tail -n +3"),
        lambda: s.run(f"diff -q {two}"),
        lambda: s.run(f"diff -y -W 40 {two}"),
        lambda: s.run(f"diff <(sort {first}) <(sort {second})"),
        lambda: s.run(f"comm {r.choice(('-12', '-23', '-13', '-3'))} <(sort {first}) <(sort {second})"),
        lambda: s.run(f"comm {r.choice(('', '-12 '))}{two}"),
        lambda: s.run(f"cmp -s {two}; echo $?"),
        lambda: s.run(f"cat {two} | sort | uniq {r.choice(('-d', '-u', '-c'))}"),
        lambda: s.run(f"cat {two} | sort -u"),
        lambda: s.run(f"cat {two} | wc -l"),
        lambda: s.run(f"cat {r.choice((first, second))}"),
        lambda: s.run(f"grep -vxFf {two}"),
        lambda: s.run(f"grep -xFf {two}"),
        lambda: s.run(f"echo {r.choice(ITEMS)} >> {r.choice((first, second))}"),
        lambda: s.run(f"sed -i '{r.randint(1, 3)}d' {r.choice((first, second))}"),
        lambda: s.run(f"sed -i '1s/.*/{r.choice(ITEMS)}/' {second}"),
        lambda: s.run(f"cp {two} && diff {two} && echo same"),
        lambda: s.run(f"diff {first} {name(r)}; echo $?"),
        lambda: s.run(f"diff {first}"),
        lambda: s.run(f"diff {two} > {name(r, 'patch')}; echo $?"),
        lambda: s.run(f"wc -l {two}"),
        lambda: s.run(f"sort -c {r.choice((first, second))} && echo sorted"),
    ]
    s.run(f"cat {two}")
    go(r, moves, 6, 11)


def editing(s: Session) -> None:
    """sed on a text, printed and in place."""
    r = s.rng
    lines = sentences(r, r.randint(4, 7))
    file = s.put(name(r), text(lines))
    s.run(f"cat {r.choice(('', '-n '))}{file}")
    n = len(lines)
    word = lambda: r.choice(r.choice(lines).split())

    def show() -> None:
        s.run(f"sed {program(r, r.randint(1, n), n, word)} {file}")

    def inside() -> None:
        s.run(f"sed -i '{r.choice((f's/{word()}/{r.choice(ITEMS)}/', f's/{word()}/{r.choice(ITEMS)}/g', f'{r.randint(1, n)}d', f'1i {sentence(r)}', f'$a {sentence(r)}', f'/{word()}/d', f's/$/{r.choice(chr(46) + chr(59) + chr(44))}/'))}' {file}", f"cat {file}")

    def keep() -> None:
        s.run(f"sed -i.bak 's/{word()}/{r.choice(ITEMS)}/' {file} && diff {file}.bak {file}")

    def wrong() -> None:
        s.run(r.choice((f"sed 's/{word()}/{word()}' {file}", f"sed -n '{r.randint(2, 5)}x{file[0]}p' {file}", f"sed 's/a/b/' {name(r)}", f"sed 'k' {file}", f"sed -i 's/(/b' {file}", f"sed '{n + 1}q' {file} | wc -l", "sed")))

    def redirect() -> None:
        out = name(r)
        s.run(f"sed 's/{word()}/{word()}/' {file} > {out}", f"diff {file} {out}")

    go(r, [show, show, show, inside, inside, keep, wrong, redirect], 6, 10)


def program(r, a: int, n: int, word) -> str:
    """One of sed's programs that prints a changed text."""
    b = min(n, a + r.randint(0, 2))
    quiet = (f"{a}p", f"{a},{b}p", "$p", "$=", f"/{word()}/p", f"/{word()}/=", f"s/{word()}/{word()}/p")
    loud = (f"{a}d", f"{a},{b}d", f"{a}q", "$d", f"s/{word()}/{word().upper()}/", f"s/{word()}/X/g", f"/{word()}/d", f"{a}s/^/* /", f"{a}i {word()}", f"{a}a {word()}", f"s/ /_/{r.choice(('', 'g', '2'))}", f"/{word()}/!d", f"{a}c {word()} {word()}", "s/[aeiou]//g", "s/\\b[a-z]/\\u&/g", f"s/\\({word()}\\)/[\\1]/", "1d;$d")
    return f"-n '{r.choice(quiet)}'" if r.random() < 0.35 else f"'{r.choice(loud)}'"


FAMILIES = {
    "filtering": (filtering, 0.1),
    "letters": (letters, 0.1),
    "comparing": (comparing, 0.1),
    "editing": (editing, 0.1),
}
