"""A machine that was just installed, and what people type into it first: who am I, what is here, write something, read it, look again."""

import os
from collections.abc import Callable
from dataclasses import replace
from random import Random

from ..parts import go, here, name, sentence, sentences, text
from ..session import Session
from ..words import ADJECTIVES, ITEMS, NAMES, TOPICS

# What is there twice is typed twice as often.
FILES = "a.txt b.txt c.txt test.txt test.txt hello.txt notes.txt todo.txt file.txt file1.txt data.txt out.txt new.txt names.txt list.txt foo bar x readme.md".split()
FOLDERS = "src test tmp data docs work project a b demo lib bin notes".split()
SAID = ("hello", "hello", "hi", "hey there", "hello world", "Hello, world!", "test", "foo", "one", "1 2 3", "abc", "buy milk", "it works", "42", "done")
# What a machine is said to have or to lack, if it does: what is typed must agree.
PROGRAMS = "curl wget vim nano docker node npm ruby go cargo php nginx htop tmux psql redis-cli rsync perl jq sqlite3 zsh emacs mysql kubectl gcc git tree".split()


def has(program: str) -> bool:
    return any(os.path.exists(f"/usr/{folder}/{program}") for folder in ("bin", "sbin"))


def box(s: Session) -> None:
    """How the machine is told: as a person would, and mostly with nothing in it."""
    r = s.rng
    # Who logs in to a new machine is in the home folder, and few have given it a name yet.
    it = s.machine = replace(s.machine, start=s.machine.home, host=r.choice((s.machine.host, "debian", "localhost", "server")))
    there, absent = [p for p in PROGRAMS if has(p)], [p for p in PROGRAMS if not has(p)]
    kind = r.choice(("server", "machine", "box", "virtual machine", "computer", "workstation"))
    what = r.choice((f"A freshly installed Debian GNU/Linux 12 (bookworm) {kind}", f"A new Debian 12 {kind}", f"A Debian 12 {kind}, just installed", f"A minimal Debian 12 {kind}", f"A Debian 12 {kind}"))
    cores, memory, disk = r.choice((1, 2, 4, 8)), r.choice((1, 2, 4, 8, 16)), r.choice((10, 20, 40, 80))
    s.about = f"{what}, x86_64, hostname {it.host}."
    if r.random() < 0.5:
        s.note(r.choice((f"{cores} CPU cores, {memory} GB RAM, one {disk} GB disk, {r.choice(('no network', 'network down'))}.", f"{memory} GB of memory and {disk} GB of disk.")))
    if r.random() < 0.6:
        some, none = r.sample(there, r.randint(1, 3)), r.sample(absent, r.randint(1, 3))
        s.note(f"Installed: coreutils, python3, {', '.join(some)}." + (f" Not installed: {', '.join(none)}." if r.random() < 0.7 else ""))
    if r.random() < 0.6:
        for file in (".bashrc", ".profile"):
            s.put(f"{it.home}/{file}", "# by default\n")
        s.holds = r.choice((f"{it.home} holds .bashrc and .profile and nothing else.", "The home folder has .bashrc and .profile in it.", "There are .bashrc and .profile, no other files."))
    else:
        s.holds = r.choice(("The folder is empty.", f"{it.home} is empty.", "There are no files yet.", "Nothing is in the home folder."))


class Newcomer:
    """What was made so far, and the moves."""

    def __init__(self, s: Session) -> None:
        self.s, self.r = s, s.rng
        self.files: list[str] = []
        self.folders: list[str] = []
        box(s)

    def file(self, end: str = "txt") -> str:
        """A name that is new."""
        while (new := self.r.choice(FILES) if end == "txt" and self.r.random() < 0.7 else name(self.r, end)) in self.files:
            pass
        return new

    def folder(self) -> str:
        return self.r.choice([f for f in (*FOLDERS, *TOPICS[:20]) if f not in (*self.folders, *self.files)])

    def said(self) -> str:
        return self.r.choice((*SAID, sentence(self.r), self.r.choice(ITEMS), self.r.choice(NAMES)))

    def echo(self, said: str) -> str:
        """echo with that text, quoted where the shell or a person would."""
        if "!" in said or self.r.random() < 0.4:
            return f"echo '{said}'"
        return f'echo "{said}"' if self.r.random() < 0.4 else f"echo {said}"

    def known(self) -> str:
        if not self.files:
            self.write()
        return self.r.choice(self.files[-3:])

    def look(self) -> None:
        self.s.run(self.r.choice(("ls", "ls", "ls", "ls -a", "ls -1", "ls -l", "ls *", "ls | wc -l", "ls -A")))

    def write(self) -> None:
        r, new = self.r, self.file()
        self.files.append(new)
        lines = sentences(r, r.randint(2, 3)) if r.random() < 0.5 else r.sample(ITEMS, r.randint(2, 4))
        printed = "".join(f"{line}\\n" for line in lines)
        self.s.run(r.choice((f"{self.echo(self.said())} > {new}", f"{self.echo(self.said())} > {new}", f"{self.echo(self.said())} > {new}", f"{self.echo(self.said())} >> {new}", f"printf '{printed}' > {new}", here(new, text(lines)), f"{self.echo(self.said())} | tee {new}")))
        if r.random() < 0.75:
            self.read(new)

    def read(self, file: str = "") -> None:
        file = file or self.known()
        self.s.run(self.r.choice((f"cat {file}", f"cat {file}", f"cat {file}", f"cat {file}", f"head {file}", f"wc -l {file}", f"cat ./{file}", f"ls; cat {file}")))

    def more(self) -> None:
        file = self.known()
        self.s.run(f"{self.echo(self.said())} >> {file}")
        self.read(file)

    def over(self) -> None:
        file = self.known()
        self.s.run(f"{self.echo(self.said())} > {file}")
        self.read(file)

    def count(self) -> None:
        file = self.known()
        self.s.run(self.r.choice((f"wc -l {file}", f"wc -l < {file}", f"wc -w {file}", f"wc -c {file}", f"wc {file}", f"tail -1 {file}", f"head -n 1 {file}", f"sort {file}", f"grep {self.r.choice('aeo')} {file}", f"cat -n {file}", f"cat {file} {file}")))

    def copy(self) -> None:
        file, new = self.known(), self.file()
        self.files.append(new)
        self.s.run(f"cp {file} {new}")
        self.s.run(self.r.choice((f"cat {new}", "ls", f"diff {file} {new} && echo same", f"cat {file} {new}")))

    def rename(self) -> None:
        file, new = self.known(), self.file()
        self.files[self.files.index(file)] = new
        self.s.run(f"mv {file} {new}")
        self.s.run(self.r.choice((f"cat {new}", f"cat {new}", "ls", f"cat {file}", f"ls {file}")))

    def remove(self) -> None:
        file = self.known()
        self.files.remove(file)
        self.s.run(f"rm {file}")
        self.s.run(self.r.choice(("ls", f"cat {file}", f"cat {file}", f"rm {file}", f"ls {file}")))

    def touch(self) -> None:
        new = self.file()
        self.files.append(new)
        self.s.run(f"touch {new}")
        self.s.run(self.r.choice(("ls", "ls", f"cat {new}", f"wc -c {new}", f"ls -l {new}")))

    def missing(self) -> None:
        r, new = self.r, self.file()
        self.s.run(r.choice((f"cat {new}", f"cat {new}", f"cat {new}", f"rm {new}", f"ls {new}", f"cd {self.folder()}", f"mv {new} {self.file()}", f"head {new}", f"./{new}")))

    def unknown(self) -> None:
        absent = [p for p in PROGRAMS if not has(p)]
        self.s.run(self.r.choice((*(f"{p} --version" for p in absent[:4]), *absent, f"{self.r.choice(absent)} ps", "lss", "hello", "help me", "sl", "cls", "dir1", "ll", "exti")))

    def make(self) -> None:
        r, new = self.r, self.folder()
        into = f"cd {new}"
        way = r.randrange(4)
        if way == 0:
            self.s.run(f"mkdir {new} && {into} && {r.choice(('pwd', 'ls', 'pwd && ls', 'touch a && ls'))}")
        elif way == 1:
            self.s.run(f"mkdir {new}", into)
        else:
            self.s.run(f"mkdir {r.choice(('', '', '-p '))}{new}")
            if way == 2:
                self.folders.append(new)
                self.s.run(r.choice(("ls", "ls", "ls -F", f"ls {new}", "ls -d */")))
                return
            self.s.run(into)
        inside = self.r.choice(FILES)
        moves = ["pwd", "ls", f"touch {inside}", f"{self.echo(self.said())} > {inside}", "ls", f"cat {inside}", "cd ../nope", "pwd"]
        for move in sorted(r.sample(range(len(moves)), r.randint(1, 4))):
            self.s.run(moves[move])
        self.s.run(r.choice(("cd ..", "cd ..", "cd -", "cd", "cd ~")))
        self.folders.append(new)
        self.s.run(r.choice(("pwd", "ls", "ls -F", f"ls {new}", f"ls {new} | wc -l")))

    def sort_in(self) -> None:
        if not self.folders:
            self.make()
            return
        file, folder = self.known(), self.r.choice(self.folders)
        if self.r.random() < 0.5:
            self.files.remove(file)
            self.s.run(f"mv {file} {folder}/")
        else:
            self.s.run(f"cp {file} {folder}/")
        self.s.run(self.r.choice((f"ls {folder}", f"cat {folder}/{file}", "ls", f"cat {file}")))

    def drop(self) -> None:
        if not self.folders:
            self.make()
            return
        folder = self.folders.pop()
        self.s.run(self.r.choice((f"rm -r {folder}", f"rmdir {folder}", f"rm {folder}", f"rm -rf {folder}")))
        self.s.run(self.r.choice(("ls", f"ls {folder}", f"cd {folder} && pwd; cd {self.s.machine.start}")))

    def who(self) -> None:
        lines = "whoami,pwd,hostname,id,id -u,echo $HOME,echo $USER,echo $SHELL,cat /etc/hostname,cat /etc/os-release,date,date +%Y,uname,uname -s,uname -m,echo $PWD,whoami; pwd,groups,tty,echo ~,echo $0,umask,ls /,ls ~,ls /home,ls /opt,cat /etc/hosts,head -1 /etc/os-release"
        self.s.run(self.r.choice(lines.split(",")))

    def programs(self) -> None:
        there = ("python3 --version", "git --version", "which python3", "which ls", "which bash", "which git", "command -v python3", "type cd", "type ls", "echo $?", "true; echo $?", "false; echo $?", "which nothing; echo $?")
        self.s.run(self.r.choice(there))

    def say(self) -> None:
        r, said = self.r, self.said()
        v, word = r.choice("xyzn"), r.choice(ITEMS)
        self.s.run(r.choice((self.echo(said), self.echo(said), f"printf '%s\\n' {word}", f"{v}={word}; echo ${v}", f"echo {word} | tr a-z A-Z", f"echo {word} | rev", f"echo -n {word} | wc -c", f"echo {word} {r.choice(ADJECTIVES)} | wc -w", "for i in 1 2 3; do echo $i; done", f"seq {r.randint(2, 6)}", f"seq {r.randint(1, 3)} {r.randint(5, 9)}", f"for x in {' '.join(r.sample(ITEMS, 3))}; do echo $x; done", f"echo {{1..{r.randint(3, 6)}}}", f"echo $(({r.randint(1, 9)}+{r.randint(1, 9)}))")))

    def reckon(self) -> None:
        r = self.r
        a, b = r.randint(1, 12), r.randint(1, 12)
        sign = r.choice("+-**")
        shell = f"{a}{sign}{b}"
        self.s.run(r.choice((f"echo $(({shell}))", f"echo $(({a} {sign} {b}))", f"python3 -c 'print({shell})'", f'python3 -c "print({shell})"', f"echo '{shell}' | bc", f"expr {a} + {b}", f"echo $(({a}%{b}))")))

    def script(self) -> None:
        r = self.r
        said = r.choice((*SAID, r.choice(ITEMS))).replace("'", "")
        if r.random() < 0.55:
            new = self.r.choice(("hello.py", "a.py", "main.py", "test.py", name(r, "py")))
            a, b = r.randint(1, 12), r.randint(1, 12)
            body = r.choice((f'print("{said}")', f"print({a} {r.choice('+-*')} {b})", f"for i in range({r.randint(2, 4)}):\n    print(i)", f'x = {a}\nprint("x is", x)', f'def f(n):\n    return n * {b}\n\nprint(f({a}))', f'print(len("{said}"))', f'print("{said}".upper())', f"print(sum([{a}, {b}, 3]))"))
            run = f"python3 {new}"
        else:
            new = self.r.choice(("hello.sh", "run.sh", "a.sh", "test.sh", name(r, "sh")))
            body = r.choice((f"echo {said.replace('!', '')}", f"echo {said.replace('!', '')}\npwd", "for i in 1 2 3; do\n  echo $i\ndone", 'echo "I am $USER"', 'echo "got $1"', f"echo $(({r.randint(1, 9)} + {r.randint(1, 9)}))"))
            run = f"bash {new}" + (f" {r.choice(ITEMS)}" if "$1" in body else "")
        if new not in self.files:
            self.files.append(new)
        self.s.run(f"echo '{body}' > {new}" if "\n" not in body and "'" not in body and r.random() < 0.6 else here(new, f"{body}\n"))
        if r.random() < 0.3:
            self.s.run(f"cat {new}")
        self.s.run(run)
        if new.endswith(".sh") and r.random() < 0.5:
            self.s.run(f"./{new}")
            self.s.run(f"chmod +x {new} && ./{new}")


Moves = Callable[[Newcomer], list[Callable[[], object]]]


def family(moves: Moves) -> Callable[[Session], None]:
    def generate(s: Session) -> None:
        one = Newcomer(s)
        if s.rng.random() < 0.5:
            first(one, s.rng)
        go(s.rng, moves(one), 7, 12)

    return generate


def first(one: Newcomer, rng: Random) -> None:
    for move in rng.sample([one.who, one.look, one.who, one.say], rng.randint(1, 2)):
        move()


FAMILIES = {
    "fresh-files": (family(lambda n: [n.write, n.write, n.write, n.more, n.more, n.over, n.look, n.look, n.count, n.missing, n.copy, n.rename, n.remove, n.touch]), 0.5),
    "fresh-folders": (family(lambda n: [n.make, n.make, n.make, n.sort_in, n.sort_in, n.drop, n.look, n.write, n.missing, n.touch]), 0.5),
    "fresh-look": (family(lambda n: [n.who] * 6 + [n.look, n.programs, n.programs, n.unknown, n.unknown, n.say, n.say, n.missing, n.write]), 0.5),
    "fresh-scripts": (family(lambda n: [n.script, n.script, n.script, n.script, n.look, n.missing, n.reckon, n.say, n.write]), 0.5),
    "fresh-sums": (family(lambda n: [n.reckon] * 5 + [n.say] * 4 + [n.count, n.count, n.write, n.write]), 0.5),
    "fresh-mix": (family(lambda n: [n.who, n.who, n.look, n.look, n.write, n.write, n.more, n.make, n.script, n.say, n.reckon, n.copy, n.remove, n.missing, n.unknown, n.programs, n.count, n.rename, n.sort_in]), 0.5),
}
