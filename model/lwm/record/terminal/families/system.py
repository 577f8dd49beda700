"""The machine: permissions, processes, the environment, dates, archives."""

from ..parts import go, here, name, names, sentence, sentences, some, table, pairs, text
from ..session import Session
from ..words import ADJECTIVES, CITIES, COLOURS, DAYS, ITEMS, MONTHS, NAMES, TOPICS, VERBS


def permissions(s: Session) -> None:
    """What a user may and may not do with files of their own and of root's."""
    r = s.rng
    s.listed = True
    mine, script = name(r), f"{r.choice(VERBS)}.sh"
    theirs = r.choice([n for n in names(r, 3, r.choice(("conf", "key", "log"))) if n != mine])
    s.put(mine, text(sentences(r, r.randint(1, 2))), r.choice((0o644, 0o600, 0o400, 0o444)))
    s.put(script, f"#!/bin/sh\necho {r.choice(ADJECTIVES)} {r.choice(ITEMS)}\n", r.choice((0o644, 0o755)))
    s.put(theirs, text(sentences(r, 1)), r.choice((0o600, 0o640, 0o644)), root=True)
    folder = s.folder(r.choice(TOPICS))
    s.run(r.choice(("ls -l", f"ls -l {mine} {theirs}", f"stat -c '%A %n' {mine} {script} {theirs}")))
    any_ = lambda: r.choice((mine, script, theirs))  # noqa: E731
    digits = lambda: r.choice(("600", "644", "400", "755", "700", "444", "000", "640", "222"))  # noqa: E731
    moves = [
        lambda: s.run(f"chmod {digits()} {any_()}"),
        lambda: s.run(f"chmod {r.choice('ugoa')}{r.choice('+-')}{r.choice(('r', 'w', 'x', 'rw', 'rx'))} {mine} && stat -c '%a %A' {mine}"),
        lambda: s.run(f"chmod u=rw,g=r,o= {mine}; stat -c %A {mine}"),
        lambda: s.run(f"cat {any_()}"),
        lambda: s.run(f"echo '{sentence(r)}' >> {any_()}"),
        lambda: s.run(f"./{script}"),
        lambda: s.run(f"chmod +x {script} && ./{script}"),
        lambda: s.run(f"chmod -x {script}; ./{script}; echo $?"),
        lambda: s.run(f"stat -c '%a %n' {any_()}"),
        lambda: s.run(f"ls -l {any_()}"),
        lambda: s.run(f"chown {r.choice(('root', 'nobody', 'nosuch'))} {mine}"),
        lambda: s.run(f"cat /root/{name(r)}"),
        lambda: s.run(f"touch {r.choice(('/etc', '/usr/bin', '/root', '/opt'))}/{name(r)}") if not s.machine.root else s.run(f"cat {theirs}"),
        lambda: s.run(f"chmod {r.choice(('u-w', 'a-x', '000', '755', '500'))} {folder}; touch {folder}/{name(r)}; ls {folder}"),
        lambda: s.run(f"cd {folder} && pwd && cd .."),
        lambda: s.run(f"test -{r.choice('rwx')} {any_()} && echo yes || echo no"),
        lambda: s.run("umask"),
        lambda: s.run(f"umask {r.choice(('077', '022', '027', '002'))}; f={r.choice(TOPICS)}{r.randint(1, 99)}; touch $f; stat -c '%a %n' $f"),
        lambda: s.run(f"umask {r.choice(('077', '022', '027'))}; mkdir d{r.randint(1, 99)}; stat -c '%a %n' d*"),
        lambda: s.run(f"chmod {r.choice(('9', '888', 'u+q', 'rw'))} {mine}"),
        lambda: s.run(f"chmod 644 {name(r)}"),
        lambda: s.run(r.choice(("ls /root", "cat /etc/shadow", "sudo ls", "mkdir /data"))) if not s.machine.root else s.run("whoami"),
        lambda: s.run(f"cp {theirs} {mine}; echo $?"),
    ]
    go(r, moves, 8, 13)


def processes(s: Session) -> None:
    """Jobs in the background, waiting, interrupting, exit codes."""
    r = s.rng
    s.slips = 0.03
    s.note(f"The shell is process {s.machine.pid}.")
    file = s.put(name(r), text(sentences(r, 2)))
    long = lambda: f"sleep {r.choice((20, 30, 60, 90, 100, 120, 300, 600))}"  # noqa: E731

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
        for what in some(r, ["jobs", "jobs -r | wc -l", "jobs -l", "echo $!", "ps", "jobs -p", "kill -0 %1 && echo alive", "pgrep sleep"], 1, 2):
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


def environment(s: Session) -> None:
    """The environment, aliases, who and where one is."""
    r = s.rng
    v = r.choice(("EDITOR", "PROJECT", "MODE", "STAGE", "API_URL", "TARGET", "LEVEL", "REGION"))
    a = r.choice(("ll", "la", "hi", "c", "up", "gs", "today", "p"))
    s.run(f"export {v}={r.choice((*ITEMS, *COLOURS, *TOPICS))}")
    moves = [
        lambda: s.run(f"echo ${v}"),
        lambda: s.run(f"printenv {v}"),
        lambda: s.run(f"env | grep {v}"),
        lambda: s.run(f"bash -c 'echo ${v}'"),
        lambda: s.run(f"{v}={r.choice(ITEMS)} printenv {v}; printenv {v}"),
        lambda: s.run(f"unset {v}; printenv {v}; echo $?"),
        lambda: s.run(f"export {v}={r.choice(ITEMS)}"),
        lambda: s.run(f"export -n {v}; bash -c 'echo [${v}]'; echo ${v}"),
        lambda: s.run("whoami"),
        lambda: s.run("hostname"),
        lambda: s.run("id -u"),
        lambda: s.run("id"),
        lambda: s.run("echo $HOME $USER"),
        lambda: s.run("echo ~"),
        lambda: s.run("pwd"),
        lambda: s.run("echo $PWD; cd /tmp; echo $PWD $OLDPWD"),
        lambda: s.run("cd -"),
        lambda: s.run("cd; pwd"),
        lambda: s.run(f"alias {a}='echo {r.choice(ADJECTIVES)}'"),
        lambda: s.run(f"{a} {r.choice(ITEMS)}"),
        lambda: s.run(f"alias {a}"),
        lambda: s.run(f"unalias {a}"),
        lambda: s.run(f"type {r.choice((a, 'cd', 'ls', 'if', 'awk', r.choice(VERBS) + 'x'))}"),
        lambda: s.run(f"which {r.choice(('ls', 'python3', 'bash', 'git', 'grep', 'gcc', r.choice(TOPICS) + 'd'))}"),
        lambda: s.run(f"command -v {r.choice(('ls', 'cd', a, 'sed', 'nosuchthing'))}; echo $?"),
        lambda: s.run("echo $PATH"),
        lambda: s.run(f"mkdir -p ~/bin && printf '#!/bin/sh\\necho {r.choice(ITEMS)}\\n' > ~/bin/{a}x && chmod +x ~/bin/{a}x; {a}x"),
        lambda: s.run(f"PATH=$PATH:~/bin; {a}x"),
        lambda: s.run(f"pushd /{r.choice(('tmp', 'opt', 'srv'))}; popd"),
        lambda: s.run(f"cd {name(r, '')}"),
        lambda: s.run("uname -s; uname -m"),
        lambda: s.run("head -2 /etc/os-release"),
        lambda: s.run("echo $SHELL $TERM"),
        lambda: s.run("cat /etc/hostname"),
        lambda: s.run("id -un; id -gn; groups"),
        lambda: s.run(f"test -n \"${v}\" && echo set || echo unset"),
        lambda: s.run("tty; stty size"),
    ]
    go(r, moves, 9, 14)


def history(s: Session) -> None:
    """history and its short forms."""
    r = s.rng
    s.slips = 0.05
    file = s.put(name(r), text(sentences(r, r.randint(2, 3))))
    for _ in range(r.randint(2, 4)):
        s.run(r.choice((f"wc -l {file}", "pwd", f"echo {r.choice(ITEMS)} {r.choice(ITEMS)}", f"cat {file}", f"head -1 {file}", "ls", f"grep -c {r.choice('aeo')} {file}")))
    moves = [
        lambda: s.run("history"),
        lambda: s.run(f"history {r.randint(2, 4)}"),
        lambda: s.run("!!"),
        lambda: s.run(f"!{r.randint(1, 4)}"),
        lambda: s.run(f"!-{r.randint(1, 3)}"),
        lambda: s.run(f"!{r.choice(('wc', 'echo', 'p', 'cat', 'he', 'ls', 'zz'))}"),
        lambda: s.run(f"echo {r.choice(ITEMS)} {r.choice(ITEMS)}"),
        lambda: s.run("echo !$"),
        lambda: s.run("echo again: !*"),
        lambda: s.run("cat !$"),
        lambda: s.run(f"^{r.choice(('echo', 'cat', 'wc', 'a'))}^{r.choice(('printf', 'tac', 'nl', 'o'))}"),
        lambda: s.run(f"history | grep {r.choice(('echo', 'cat', 'history', 'wc'))}"),
        lambda: s.run("history | tail -2"),
        lambda: s.run(f"!?{r.choice(('echo', 'cat', 'ls', file[:3]))}?:p"),
        lambda: s.run("history -c; history"),
        lambda: s.run("fc -l -3"),
        lambda: s.run(f"echo 'wow!' {r.choice(ITEMS)}"),
        lambda: s.run(f"echo \"hey !{r.choice(ITEMS)}zz\""),
        lambda: s.run(f"tail -1 {file}"),
    ]
    go(r, moves, 6, 10)


def dates(s: Session) -> None:
    """date with days that are given, and the clock that stands still."""
    r = s.rng
    day = lambda: f"{r.randint(2015, 2030)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"  # noqa: E731
    form = lambda: r.choice(("+%F", "+%Y", "+%d/%m/%Y", "+%d.%m.%Y", "+%m-%d", "+%Y%m%d", "'+%d %b %Y'", "'+%B %d, %Y'", "'+day %j'", "+%y-%m"))  # noqa: E731
    v = r.choice(("day", "d", "when", "start", "due"))
    s.run(r.choice(("date", "date +%F", "date -u")))
    s.run(f"{v}={day()}")
    moves = [
        lambda: s.run(f"date -d {day()} {form()}"),
        lambda: s.run(f"date -d ${v} {form()}"),
        lambda: s.run(f"date -d \"${v} {r.choice('+-')}{r.randint(1, 9)} {r.choice(('days', 'day', 'weeks', 'months', 'years'))}\" +%F"),
        lambda: s.run(f"date -d '{day()} + {r.randint(1, 12)} days' +%F"),
        lambda: s.run(f"date {form()}"),
        lambda: s.run("date +%H:%M"),
        lambda: s.run(f"date -d '{day()} {r.randint(0, 23):02}:{r.randint(0, 59):02}' '+%H:%M on %F'"),
        lambda: s.run(f"date -d '{r.randint(1, 12)}:{r.randint(0, 59):02} {r.choice(('am', 'pm'))}' +%H:%M"),
        lambda: s.run(f"date -d {r.choice(('tomorrow', 'yesterday', 'today'))} +%F"),
        lambda: s.run(f"date -d '{r.randint(2, 9)} {r.choice(('hours', 'minutes', 'days'))} {r.choice(('ago', ''))}' '+%F %H:%M'"),
        lambda: s.run(f"date -d @{r.randint(0, 9) * 86400} +%F"),
        lambda: s.run(f"date -d {r.choice(('nosuchday', '2024-13-01', '2023-02-30', '25:00', 'yesterdya'))}"),
        lambda: s.run(f"{v}={day()}"),
        lambda: s.run(f"echo ${{{v}%%-*}} ${{{v}##*-}}"),
        lambda: s.run(f"touch -d {day()} {name(r)} && ls -l --time-style=+%F | tail -1"),
        lambda: s.run(f"f=report-$(date +%Y%m%d).{r.choice(('txt', 'log', 'csv'))}; touch $f; ls"),
        lambda: s.run(f"echo \"{r.choice(VERBS)} on $(date -d ${v} +%d.%m.)\" >> notes.txt; cat notes.txt"),
        lambda: s.run(f"for i in 1 2 3; do date -d \"${v} +$i day\" +%F; done"),
        lambda: s.run(f"date --{r.choice(('iso', 'rfc-3339=date', 'iso-8601', 'soon'))}"),
        lambda: s.run(f"[[ ${v} < {day()} ]] && echo before || echo after"),
        lambda: s.run(f"printf '%s\\n' {day()} {day()} {day()} | sort"),
        lambda: s.run(f"IFS=- read -r y m d <<< ${v}; echo $d/$m/$y"),
    ]
    go(r, moves, 7, 11)


def archives(s: Session) -> None:
    """tar, gzip and zip with the names of what they take."""
    r = s.rng
    files = names(r, r.randint(2, 4), r.choice(("txt", "md", "csv")))
    folder = r.choice(TOPICS)
    inside = r.random() < 0.5
    paths = [f"{folder}/{f}" if inside else f for f in files]
    for path in paths:
        s.put(path, text(sentences(r, r.randint(1, 2))))
    kind = r.choice(("tar", "tar.gz", "tgz"))
    pack = f"{r.choice(TOPICS)}{r.choice(('', '-1', '_old'))}.{kind}"
    z = "" if kind == "tar" else "z"
    box = f"{r.choice(TOPICS)}.zip"
    out = r.choice([t for t in TOPICS if t != folder])
    s.run(f"tar -c{z}{r.choice(('v', 'v', ''))}f {pack} {' '.join(paths)}")
    one = lambda: r.choice(paths)  # noqa: E731
    moves = [
        lambda: s.run(f"tar -t{z}f {pack}"),
        lambda: s.run(f"tar -tf {pack} | wc -l"),
        lambda: s.run(f"mkdir -p {out} && tar -x{r.choice(('v', ''))}f {pack} -C {out}"),
        lambda: s.run(f"find {out} -type f | sort"),
        lambda: s.run(f"tar -xOf {pack} {one()}"),
        lambda: s.run(f"rm {one()}; tar -xvf {pack} {one()}"),
        lambda: s.run(f"tar -xf {pack} {name(r, 'png')}"),
        lambda: s.run(f"tar -xf {name(r, 'tar')}"),
        lambda: s.run(f"tar -c{z}f {pack} {' '.join(paths)} {name(r, 'pdf')}"),
        lambda: s.run(f"gzip {r.choice(('-f ', '-kf '))}{one()}"),
        lambda: s.run(f"gunzip -f {one()}.gz"),
        lambda: s.run(f"zcat {one()}.gz"),
        lambda: s.run(f"gzip -kf {one()}; ls{f' {folder}' if inside else ''}"),
        lambda: s.run(f"zip -q {box} {' '.join(paths)}; ls *.zip"),
        lambda: s.run(f"unzip -qo {box} -d z && find z -type f | sort"),
        lambda: s.run(f"unzip -p {box} {one()}"),
        lambda: s.run(f"unzip -Z1 {box}"),
        lambda: s.run(f"ls{f' {folder}' if inside else ''}"),
        lambda: s.run(f"cat {one()}"),
        lambda: s.run(f"echo '{sentence(r)}' > {one()}"),
        lambda: s.run(f"tar -{r.choice(('q', 'Y'))}f {pack}"),
        lambda: s.run(f"tar --list --file {pack} | sort | head -{r.randint(1, 3)}"),
        lambda: s.run(f"gunzip {one()}"),
        lambda: s.run(f"tar -df {pack} && echo same"),
    ]
    go(r, moves, 7, 11)


def backup_script(s: Session) -> None:
    """A script that copies files to a dated folder; what it does the second time, and when something is missing."""
    r = s.rng
    source, target, script = r.choice(TOPICS[:40]), f"{r.choice(TOPICS[40:])}-copy", r.choice(("backup.sh", "save.sh", "keep.sh", "copy.sh"))
    files = names(r, r.randint(2, 4), r.choice(("txt", "cfg", "md")))
    for file in files:
        s.put(f"{source}/{file}", text(sentences(r, 1)))
    end = files[0].split(".")[-1]
    stamp = r.choice(("$(date +%F)", "$(date +%Y%m%d)", "${1:-first}", "$(date +%d-%b)"))
    say = r.choice(("saved", "copied", "kept"))
    body = f"#!/bin/bash\nset -e\nto={target}/{stamp}\nmkdir -p \"$to\"\nn=0\nfor f in {source}/*.{end}; do\n  if ! cmp -s \"$f\" \"$to/${{f##*/}}\"; then\n    cp \"$f\" \"$to/\"\n    echo \"{say} ${{f##*/}}\"\n    n=$((n + 1))\n  fi\ndone\necho \"$n files {say}\"\n"
    s.run(here(script, body))
    s.run(f"bash {script}")
    moves = [
        lambda: s.run(f"bash {script}"),
        lambda: s.run(f"echo '{sentence(r)}' >> {source}/{r.choice(files)}"),
        lambda: s.run(f"touch {source}/{name(r, end)}"),
        lambda: s.run(f"rm {source}/{r.choice(files)}"),
        lambda: s.run(f"find {target} -type f | sort"),
        lambda: s.run(f"ls {target}"),
        lambda: s.run(f"chmod +x {script}; ./{script}"),
        lambda: s.run(f"bash {script} second"),
        lambda: s.run(f"mv {source} {source}-old; bash {script}; mv {source}-old {source}"),
        lambda: s.run(f"rm -r {target}; bash {script} | tail -1"),
        lambda: s.run(f"bash {script} > log.txt; wc -l log.txt"),
        lambda: s.run(f"cat {source}/{r.choice(files)}"),
        lambda: s.run(f"diff -r {source} {target}/*"),
        lambda: s.run(f"sed -i 's/{say}/{r.choice(('stored', 'done', 'moved'))}/' {script} && bash {script}"),
        lambda: s.run(f"ls {source} | wc -l"),
    ]
    go(r, moves, 6, 10)


FAMILIES = {
    "permissions": (permissions, 0.1),
    "processes": (processes, 0.1),
    "environment": (environment, 0.2),
    "history": (history, 0.1),
    "dates": (dates, 0.1),
    "archives": (archives, 0.1),
    "backup-script": (backup_script, 0.1),
}
