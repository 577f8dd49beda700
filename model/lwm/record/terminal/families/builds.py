"""Programs that are compiled, and what is made by rules."""

from ..parts import go, here, name, other, sentence, sentences, some, text
from ..session import Session
from ..words import ITEMS, NAMES, TOPICS, VERBS


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
    faults = [(";\n  return", "\n  return"), ("main(void)", "main(viod)"), ("char *", "chr *"), ("return 0;\n}\n", "return 0;\n"), ("int i", "i"), ("stdio.h", "stdoi.h"), (f"int {word}", f"int {word}s")]
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
    s.pause = 0.015
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


FAMILIES = {
    "c-programs": (c_programs, 0.1),
    "makefiles": (makefiles, 0.1),
}
