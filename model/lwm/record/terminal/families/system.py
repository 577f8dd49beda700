"""The machine: permissions, the environment, history, dates."""

from ..parts import go, name, names, sentence, sentences, text
from ..session import Session
from ..words import ADJECTIVES, COLOURS, ITEMS, TOPICS, VERBS


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
    any_ = lambda: r.choice((mine, script, theirs))
    digits = lambda: r.choice(("600", "644", "400", "755", "700", "444", "000", "640", "222"))
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
        lambda: s.run(f"cat ~root/{name(r)}"),
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
    day = lambda: f"{r.randint(2015, 2030)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"
    form = lambda: r.choice(("+%F", "+%Y", "+%d/%m/%Y", "+%d.%m.%Y", "+%m-%d", "+%Y%m%d", "'+%d %b %Y'", "'+%B %d, %Y'", "'+day %j'", "+%y-%m"))
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


FAMILIES = {
    "permissions": (permissions, 0.1),
    "environment": (environment, 0.2),
    "history": (history, 0.1),
    "dates": (dates, 0.1),
}
