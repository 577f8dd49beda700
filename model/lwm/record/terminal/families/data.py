"""Files that people keep: logs, tables, settings, lists, timetables."""

from ..parts import go, name, other, sentence, table, text
from ..session import Session
from ..words import CITIES, DAYS, DEPARTMENTS, HOSTS, ITEMS, LEVELS, NAMES, SERVICES, TOPICS, VERBS


def logs(s: Session) -> None:
    """What a log says: by level, by service, by hour."""
    r = s.rng
    services = r.sample(SERVICES, r.randint(2, 4))
    hour, minute = r.randint(0, 20), r.randint(0, 30)
    lines = []
    for _ in range(r.randint(6, 10)):
        minute += r.randint(1, 25)
        what = r.choice(("started", "stopped", f"job {r.randint(1, 30)} done", f"{r.choice(ITEMS)} not found", "timeout", f"retry {r.randint(1, 3)}", f"user {r.choice(NAMES).lower()} logged in", "disk full", f"took {r.randint(1, 90)} ms"))
        lines.append(f"{hour + minute // 60:02}:{minute % 60:02} {r.choice(LEVELS)} {r.choice(services)} {what}")
    file = s.put(name(r, "log"), text(lines))
    level = lambda: r.choice(("INFO", "WARN", "ERROR", "DEBUG"))
    service = lambda: r.choice(services)
    moves = [
        lambda: s.run(f"grep {level()} {file}"),
        lambda: s.run(f"grep -c {level()} {file}"),
        lambda: s.run(f"grep {service()} {file}"),
        lambda: s.run(f"grep {service()} {file} | grep {level()}"),
        lambda: s.run(f"tail -{r.randint(1, 4)} {file}"),
        lambda: s.run(f"head -{r.randint(1, 3)} {file}"),
        lambda: s.run(f"cut -d' ' -f2 {file} | sort | uniq -c"),
        lambda: s.run(f"awk '{{ print $3 }}' {file} | sort | uniq -c | sort -rn"),
        lambda: s.run(f"awk '$2 == \"{level()}\" {{ print $1, $3 }}' {file}"),
        lambda: s.run(f"awk '$3 == \"{service()}\" {{ n++ }} END {{ print n + 0 }}' {file}"),
        lambda: s.run(f"grep '^{hour + r.randint(0, 1):02}' {file}"),
        lambda: s.run(f"grep '^{hour + r.randint(0, 2):02}' {file} | wc -l"),
        lambda: s.run(f"sed -n '/{level()}/p' {file} | tail -1"),
        lambda: s.run(f"echo '23:{r.randint(10, 59)} {level()} {service()} {r.choice(('stopped', 'timeout', 'restarted'))}' >> {file}"),
        lambda: s.run(f"cut -d' ' -f4- {file} | head -{r.randint(2, 4)}"),
        lambda: s.run(f"grep -v INFO {file} | cut -d' ' -f3 | sort -u"),
        lambda: s.run(f"grep ERROR {file} > errors.log; wc -l errors.log"),
        lambda: s.run(f"grep {level().lower()} {file}; echo $?"),
        lambda: s.run(f"grep -in {r.choice(('error', 'warn', 'timeout', 'job'))} {file}"),
        lambda: s.run(f"cat {name(r, 'log')}"),
        lambda: s.run(f"wc -l {file}"),
        lambda: s.run(f"sed -i '/DEBUG/d' {file} && wc -l {file}"),
        lambda: s.run(f"awk '$1 >= \"{hour + 1:02}:00\"' {file} | head -3"),
        lambda: s.run(f"mv {file} {file}.1 && touch {file} && ls"),
    ]
    s.run(r.choice((f"cat {file}", f"head -3 {file}", f"tail -3 {file}", f"wc -l {file}")))
    go(r, moves, 6, 11)


def spreadsheets(s: Session) -> None:
    """A table with commas: cut, sorted, summed and changed with awk."""
    r = s.rng
    head, third = r.choice((("name,dept,hours", DEPARTMENTS), ("name,city,score", CITIES), ("item,shop,price", HOSTS), ("who,team,points", TOPICS)))
    kinds = r.sample(third, r.randint(2, 3))
    first = ITEMS if head.startswith("item") else NAMES
    rows = [(n, r.choice(kinds), r.randint(1, 60)) for n in r.sample(first, r.randint(4, 7))]
    file = s.put(name(r, "csv"), f"{head}\n" + table(rows, ","))
    column = head.split(",")
    kind, who = (lambda: r.choice(kinds)), (lambda: r.choice(rows)[0])
    moves = [
        lambda: s.run(f"head -1 {file}"),
        lambda: s.run(f"tail -n +2 {file} | sort -t, -k3 -n{r.choice(('', 'r'))}"),
        lambda: s.run(f"tail -n +2 {file} | cut -d, -f{r.randint(1, 3)}"),
        lambda: s.run(f"tail -n +2 {file} | cut -d, -f2 | sort | uniq -c"),
        lambda: s.run(f"awk -F, 'NR > 1 {{ s += $3 }} END {{ print s }}' {file}"),
        lambda: s.run(f"awk -F, '$2 == \"{kind()}\" {{ print $1 }}' {file}"),
        lambda: s.run(f"awk -F, '$2 == \"{kind()}\" {{ s += $3 }} END {{ print s }}' {file}"),
        lambda: s.run(f"awk -F, 'NR > 1 && $3 > {r.randint(10, 50)}' {file}"),
        lambda: s.run(f"grep {r.choice((kind(), who()))} {file}"),
        lambda: s.run(f"column -t -s, {file}"),
        lambda: s.run(f"echo '{other(r, first, [row[0] for row in rows])},{kind()},{r.randint(1, 60)}' >> {file}"),
        lambda: s.run(f"sed -i 's/{kind()}/{r.choice(third)}/' {file}", f"tail -{r.randint(1, 3)} {file}"),
        lambda: s.run(f"sed -i '/^{who()},/d' {file}; wc -l {file}"),
        lambda: s.run(f"tr , '\\t' < {file} | head -3"),
        lambda: s.run(f"awk -F, 'NR == {r.randint(2, 4)} {{ print $1 \" ({column[2]} \" $3 \")\" }}' {file}"),
        lambda: s.run(f"awk -F, -v OFS=, 'NR > 1 {{ print $1, $3 }}' {file} > short.csv; cat short.csv"),
        lambda: s.run(f"cut -d, -f{r.choice((4, 9))} {file} | head -2"),
        lambda: s.run(f"sort -t, -k2,2 -k1,1 {file}"),
        lambda: s.run(f"awk -F, 'NR > 1 && $3 > m {{ m = $3; w = $1 }} END {{ print w, m }}' {file}"),
        lambda: s.run(f"cat {name(r, 'csv')} | head -1"),
        lambda: s.run(f"while IFS=, read -r a b c; do echo \"$a: $c\"; done < {file}"),
        lambda: s.run(f"awk -F, 'NR > 1 {{ t[$2] += $3 }} END {{ for (k in t) print k, t[k] }}' {file} | sort"),
    ]
    s.run(f"cat {file}")
    go(r, moves, 6, 10)


def settings(s: Session) -> None:
    """A file of settings is read and edited in place with sed."""
    r = s.rng
    sign = r.choice(("=", " = ", ": "))
    keys = r.sample(("host", "port", "user", "debug", "timeout", "retries", "log_level", "cache", "workers", "theme", "language", "max_size"), r.randint(4, 6))
    value = {"host": r.choice(HOSTS), "port": r.choice((80, 443, 3000, 5432, 8000, 8080)), "user": r.choice(NAMES).lower(), "debug": r.choice(("true", "false", "on", "off")), "timeout": r.randint(5, 60), "retries": r.randint(1, 5), "log_level": r.choice(("info", "warn", "error")), "cache": r.choice(("yes", "no")), "workers": r.randint(1, 8), "theme": r.choice(("dark", "light")), "language": r.choice(("en", "de", "fr", "es")), "max_size": r.choice((10, 100, 512))}
    lines = [f"# {r.choice(TOPICS)} settings"] + [f"{r.choice(('', '', '', '#'))}{k}{sign}{value[k]}" for k in keys]
    if r.random() < 0.4:
        lines.insert(1, f"[{r.choice(SERVICES)}]")
    file = s.put(name(r, r.choice(("conf", "ini", "cfg", "env"))), text(lines))
    k = lambda: r.choice(keys)
    new = lambda: r.choice((r.randint(1, 99), r.choice(HOSTS), "true", "false", "auto"))
    edit = lambda program: s.run(f"sed -i '{program}' {file}")
    moves = [
        lambda: s.run(f"grep {k()} {file}"),
        lambda: s.run(f"grep -v '^#' {file}"),
        lambda: s.run(f"grep -c '^#' {file}"),
        lambda: edit(f"s/^{(key := k())}{sign}.*/{key}{sign}{new()}/"),
        lambda: [edit(f"s/^{(key := k())}{sign}.*/{key}{sign}{new()}/"), s.run(f"grep {key} {file}")],
        lambda: edit(f"s/^#{(key := k())}/{key}/"),
        lambda: s.run(f"sed -i 's/^{k()}/#&/' {file} && cat {file}"),
        lambda: s.run(f"sed -i '/^{k()}/d' {file}", f"cat {file}"),
        lambda: s.run(f"echo '{r.choice(VERBS)}{sign}{new()}' >> {file}"),
        lambda: s.run(f"sed -i.old 's/{k()}/{r.choice(TOPICS)}/' {file}; diff {file}.old {file}"),
        lambda: s.run(f"sed -n 's/^{k()}{sign}//p' {file}"),
        lambda: s.run(f"awk -F'{sign}' '$1 == \"{k()}\" {{ print $2 }}' {file}"),
        lambda: s.run(f"cut -d'{sign.strip()}' -f1 {file}"),
        lambda: s.run(f"cp {file} {file}.bak; sed -i '$d' {file}; diff {file} {file}.bak"),
        lambda: s.run(f"sort {file}"),
        lambda: s.run(f"wc -l {file}"),
        lambda: s.run(f"grep '^{k()}' {name(r, 'conf')}"),
        lambda: s.run(f"sed -i 's/{k()}/x' {file}"),
        lambda: s.run(f"cat {file}"),
        lambda: s.run(f"sed '/^#/d;s/{sign}/ -> /' {file}"),
        lambda: s.run(f"mv {file}.bak {file}; cat {file}"),
        lambda: s.run(f"sed -i '1i # {sentence(r)}' {file} && head -2 {file}"),
    ]
    s.run(r.choice((f"cat {file}", f"cat -n {file}")))
    go(r, moves, 6, 10)


def errands(s: Session) -> None:
    """A list of things to do that is ticked off, and reordered."""
    r = s.rng
    todo = r.choice(("todo.txt", "TODO", "tasks.md", "list.txt", "errands.txt"))
    done = r.choice(("done.txt", "DONE", "finished.txt"))
    task = lambda: f"{r.choice(VERBS)} {r.choice(('the ', 'a ', 'two ', ''))}{r.choice(ITEMS)}"
    tasks = [task() for _ in range(r.randint(3, 6))]
    box = r.choice(("[ ] ", "- ", "* ", "", "TODO "))
    tick = r.choice(("[x] ", "DONE "))
    s.put(todo, text([box + t for t in tasks]))
    s.run(f"cat {r.choice(('', '-n '))}{todo}")
    pick = lambda: r.choice(tasks).split()[-1]
    line = lambda: r.randint(1, len(tasks))

    def add() -> None:
        tasks.append(task())
        s.run(f"echo '{box}{tasks[-1]}' >> {todo}")

    moves = [
        add,
        add,
        lambda: s.run(f"sed -i '{line()}d' {todo}; cat -n {todo}"),
        lambda: s.run(f"sed -i '{line()}s/^{box.replace('[', chr(92) + '[').replace('*', chr(92) + '*')}/{tick}/' {todo} && cat {todo}"),
        lambda: s.run(f"grep '{pick()}' {todo} >> {done} && sed -i '/{pick()}/d' {todo}; wc -l {todo} {done}"),
        lambda: s.run(f"cat {done}"),
        lambda: s.run(f"grep -c '' {todo}"),
        lambda: s.run(f"sort {todo} | cat -n"),
        lambda: s.run(f"head -1 {todo}"),
        lambda: s.run(f"nl -w2 -s'. ' {todo}"),
        lambda: s.run(f"sed -n '{line()}p' {todo}"),
        lambda: s.run(f"grep -n {pick()} {todo}"),
        lambda: s.run(f"sed -i '1i {box}{task()}' {todo}", f"head -2 {todo}"),
        lambda: s.run(f"sed -i 's/{pick()}/{r.choice(ITEMS)}/' {todo}"),
        lambda: s.run(f"tac {todo} > t && mv t {todo}; cat {todo}"),
        lambda: s.run(f"grep -vc '^\\[x\\]' {todo}"),
        lambda: s.run(f"cat {todo.lower() if todo != todo.lower() else todo.upper()}"),
        lambda: s.run(f"cut -d' ' -f2- {todo} | head -{r.randint(2, 3)}"),
        lambda: s.run(f"cat {todo}"),
        lambda: s.run(f"wc -l < {todo}"),
        lambda: s.run(f"grep {r.choice(VERBS)} {todo} || echo 'nothing to do'"),
    ]
    go(r, moves, 6, 11)


def timetables(s: Session) -> None:
    """Texts in the form of cron's table and of a week's plan."""
    r = s.rng
    jobs = []
    for _ in range(r.randint(3, 5)):
        when = r.choice((f"{r.randint(0, 59)} {r.randint(0, 23)} * * *", f"*/{r.choice((5, 10, 15))} * * * *", f"0 {r.randint(0, 23)} * * {r.randint(0, 6)}", f"{r.randint(0, 59)} * * * *", f"0 0 {r.randint(1, 28)} * *"))
        jobs.append(f"{when} /usr/bin/{r.choice(VERBS)} {r.choice(TOPICS)}")
    cron = s.put(f"{r.choice(TOPICS)}.cron", text([f"# {sentence(r)}", *jobs]))
    plan = [(d, f"{r.randint(7, 18):02}:{r.choice(('00', '15', '30', '45'))}", r.choice(VERBS), r.choice(NAMES)) for d in r.sample(DAYS, r.randint(3, 5))]
    week = s.put(r.choice(("week.txt", "plan.txt", "shifts.txt")), table(plan))
    day = lambda: r.choice(DAYS)
    job = lambda: r.choice(jobs).split()
    moves = [
        lambda: s.run(f"cat {r.choice((cron, week))}"),
        lambda: s.run(f"grep -v '^#' {cron}"),
        lambda: s.run(f"grep {job()[-1]} {cron}"),
        lambda: s.run(f"grep '^\\*/' {cron} || echo none"),
        lambda: s.run(f"awk '!/^#/ {{ print $2, $NF }}' {cron}"),
        lambda: s.run(f"awk '!/^#/ {{ print $6 }}' {cron} | sort -u"),
        lambda: s.run(f"cut -d' ' -f6- {cron} | tail -n +2"),
        lambda: s.run(f"sed -i '/{job()[-1]}/d' {cron}; grep -c '' {cron}"),
        lambda: s.run(f"sed -i '/{job()[-2].split('/')[-1]}/s/^/#/' {cron} && cat {cron}"),
        lambda: s.run(f"echo '0 {r.randint(0, 23)} * * * /usr/bin/{r.choice(VERBS)}' >> {cron} && tail -2 {cron}"),
        lambda: s.run("crontab -l"),
        lambda: s.run(f"grep {day()} {week}"),
        lambda: s.run(f"sort -k2 {week}"),
        lambda: s.run(f"awk '$1 == \"{day()}\" {{ print $4 \" at \" $2 }}' {week}"),
        lambda: s.run(f"awk '$2 < \"12:00\"' {week}"),
        lambda: s.run(f"echo '{day()} {r.randint(7, 18):02}:30 {r.choice(VERBS)} {r.choice(NAMES)}' >> {week}"),
        lambda: s.run(f"sed -i 's/^{day()} /{day()} /' {week}", f"cut -d' ' -f1 {week} | paste -sd' '"),
        lambda: s.run(f"cut -d' ' -f4 {week} | sort | uniq -c"),
        lambda: s.run(f"while read -r d t what who; do echo \"$who: $what ($d)\"; done < {week}"),
        lambda: s.run(f"grep -n {r.choice(NAMES)} {week} || echo free"),
        lambda: s.run(f"head -{r.randint(1, 2)} {name(r, 'cron')}"),
        lambda: s.run(f"wc -l {cron} {week}"),
    ]
    go(r, moves, 7, 11)


FAMILIES = {
    "logs": (logs, 0.2),
    "spreadsheets": (spreadsheets, 0.1),
    "config-sed": (settings, 0.2),
    "errands": (errands, 0.1),
    "timetables": (timetables, 0.2),
}
