"""Where text comes from and goes to: redirections, pipes, here-documents."""

from ..parts import go, here, name, names, pairs, sentence, some, table, text
from ..session import Session
from ..words import CITIES, ITEMS, TOPICS, VERBS


def redirections(s: Session) -> None:
    """Pipes, files, tee, xargs, here-strings, and where errors go."""
    r = s.rng
    a, b, log = names(r, 3)
    missing = name(r, "csv")
    w = lambda k=3: " ".join(r.sample(ITEMS, k))
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
        lambda: s.run("true | false; echo ${PIPESTATUS[@]}"),
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
    "redirections": (redirections, 0.1),
    "heredocs": (heredocs, 0.1),
}
