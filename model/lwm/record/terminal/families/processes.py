"""What runs: in the foreground, interrupted, in the background, and its exit code."""

from ..parts import go, name, sentence, sentences, some, text
from ..session import Session
from ..words import CITIES, ITEMS, NAMES, VERBS


def processes(s: Session) -> None:
    """Jobs in the background, waiting, interrupting, exit codes."""
    r = s.rng
    s.slips = 0.03
    s.note(f"The shell is process {s.machine.pid}.")
    file = s.put(name(r), text(sentences(r, 2)))
    long = lambda: f"sleep {r.choice((20, 30, 60, 90, 100, 120, 300, 600))}"

    def interrupt() -> None:
        s.hang(r.choice((long(), f"{long()}; echo {r.choice(('done', 'finished', 'ok'))}", f"{long()} && echo {r.choice(ITEMS)}", "cat", f"tail -f {file}", f"echo {r.choice(ITEMS)}; {long()}", f"while true; do {long()}; done", "sort", f"tail -n1 -f {file}", "python3 -c 'import time; time.sleep(60)' 2> /dev/null", f"(echo {r.choice(VERBS)}; {long()})")))
        for _ in range(r.choice((0, 0, 1))):
            s.wait()
        s.key("C-c")
        if r.random() < 0.6:
            s.run("echo $?")

    def background() -> None:
        """At most one job at a time: of several, what is shown at which moment would be up to chance."""
        command = long()
        if r.random() < 0.4:
            s.hang(command)
            s.key("C-z")
            s.run(r.choice(("jobs", "jobs -s", "echo $?", "jobs | wc -l")))
            s.run(r.choice(("bg", "bg %1")))
        else:
            s.plain(f"{command} &")
        for what in some(r, ["jobs", "jobs -r | wc -l", "jobs -l", "echo $!", "jobs -p", "kill -0 %1 && echo alive"], 1, 2):
            s.run(what)
        if r.random() < 0.5:
            s.hang(r.choice(("fg", "fg %1")))
            s.key("C-c")
        else:
            s.plain(r.choice(("kill %1; wait %1", "kill -9 %1; wait %1", "kill $!; wait $!; echo $?")))
        s.run("jobs")

    def feed() -> None:
        line = sentence(r)
        echo = {"cat": f"\n{line}", "cat -n": f"1\t{line}", "rev": line[::-1], "sed 's/a/o/'": f"\n{line.replace('a', 'o', 1)}", "sort": "", "wc -l": ""}
        program = r.choice(list(echo))
        s.hang(program)
        s.act([f"{line}\n"], f"{line}\n{echo[program].strip(chr(10))}\n" if echo[program].startswith("\n") else f"{echo[program] or line}\n")
        s.key("C-d")

    def ask() -> None:
        question = r.choice(("Name? ", "City: ", "Sure? [y/n] ", "Number: ", "> "))
        s.hang(f"read -p '{question}' answer", f"answer\n{question}")
        s.run(r.choice((*NAMES, *CITIES, "y", "n", "7", "")))
        s.run(r.choice(('echo "got $answer"', '[ "$answer" = y ] && echo go || echo stop', 'echo ${#answer}')))

    def codes() -> None:
        s.run(r.choice((f"(exit {r.randint(1, 9)}); echo $?", "true; echo $?", "false; echo $?", f"ls {name(r)}; echo $?", f"cat {file} > /dev/null; echo $?", f"bash -c 'exit {r.randint(2, 99)}'; echo $?", f"{r.choice(VERBS)}x; echo $?", f"timeout 0.05 {long()}; echo $?", "bash -c 'kill -9 $$'; echo $?", "kill -l 15; kill -l 9", "sleep 0.1; echo $?", "kill -0 $$ && echo alive", f"sleep {r.choice(('x', 'one', '1y'))}")))

    def missing() -> None:
        s.run(r.choice(("fg", "bg", f"kill %{r.randint(3, 9)}", f"kill {r.choice(ITEMS)}", f"kill -{r.choice(('FOO', '99'))} $$", "jobs", "echo $!", "kill 99999", "fg %2")))

    go(r, [interrupt, interrupt, background, background, feed, ask, codes, codes, missing], 4, 7)


FAMILIES = {
    "processes": (processes, 0.1),
}
