"""Questions to a database, a document, and a calculator."""

import json

from ..parts import go, name, pairs, text
from ..session import Session
from ..words import ANIMALS, CITIES, COLOURS, DEPARTMENTS, ITEMS, NAMES, PLANETS, TOPICS


def databases(s: Session) -> None:
    """sqlite3: a table is made, asked and changed."""
    r = s.rng
    base, t = name(r, "db"), r.choice(("items", "people", "stock", "cities", "pets", "books"))
    key, number = r.choice((("name", "count"), ("name", "age"), ("title", "price"), ("name", "size"), ("city", "visits")))
    kind = NAMES if number == "age" else CITIES if key == "city" else ANIMALS if t == "pets" else ITEMS
    rows = pairs(r, r.randint(3, 5), 1, 60, kind)
    q = lambda sql, options="": s.run(f'sqlite3 {options}{base} "{sql}"')
    q(f"create table {t} ({key} text primary key, {number} integer)")
    q("insert into " + t + " values " + ", ".join(f"('{k}', {v})" for k, v in rows))
    k = lambda: r.choice(rows)[0]
    moves = [
        lambda: q(f"select * from {t}", r.choice(("", "", "-header ", "-csv ", "-separator , "))),
        lambda: q(f"select * from {t} order by {r.choice((key, number, number + ' desc'))}"),
        lambda: q(f"select count(*) from {t}"),
        lambda: q(f"select {key} from {t} where {number} {r.choice('<>')} {r.randint(10, 50)}"),
        lambda: q(f"select {r.choice(('max', 'min', 'sum'))}({number}) from {t}"),
        lambda: q(f"select {number} from {t} where {key} = '{k()}'"),
        lambda: q(f"select upper({key}), {number} + 1 from {t} limit {r.randint(1, 3)}"),
        lambda: q(f"update {t} set {number} = {r.randint(1, 60)} where {key} = '{k()}'"),
        lambda: q(f"update {t} set {number} = {number} + {r.randint(1, 9)}; select * from {t}"),
        lambda: q(f"delete from {t} where {key} = '{k()}'"),
        lambda: q(f"delete from {t} where {number} > {r.randint(30, 60)}; select changes()"),
        lambda: q(f"insert into {t} values ('{r.choice(kind)}', {r.randint(1, 60)})"),
        lambda: q(f"insert into {t} values ('{k()}', {r.randint(1, 60)})"),
        lambda: q(f"select {r.choice(COLOURS)} from {t}"),
        lambda: q(f"select * from {t}s"),
        lambda: q(f"selct * from {t}"),
        lambda: q(f"insert into {t} values ({r.randint(1, 9)})"),
        lambda: q(f"select {key} from {t} where {key} like '%{r.choice('aeio')}%'"),
        lambda: s.run(f"sqlite3 {base} .tables"),
        lambda: s.run(f"sqlite3 {base} .schema"),
        lambda: q(f"select * from {t}", "-line "),
        lambda: s.run(f"sqlite3 {base} <<EOF\nselect {key} from {t} order by {number} limit 1;\nselect count(*) from {t} where {number} >= {r.randint(10, 40)};\nEOF"),
    ]
    s.slips = 0.03
    go(r, moves, 6, 10)


def json_queries(s: Session) -> None:
    """jq on a small document."""
    r = s.rng
    people = [{"name": n, "age": r.randint(18, 70), "city": r.choice(CITIES)} for n in r.sample(NAMES, r.randint(2, 3))]
    for one in people:
        if r.random() < 0.4:
            one["tags"] = r.sample(COLOURS, r.randint(1, 2))
    top = r.choice(("people", "users", "staff", "guests"))
    document = {"title": r.choice(TOPICS), top: people} | ({"open": r.choice((True, False))} if r.random() < 0.5 else {})
    file = s.put(name(r, "json"), json.dumps(document, indent=2 if r.random() < 0.5 else None) + "\n")
    q = lambda program, options="": s.run(f"jq {options}'{program}' {file}")
    i = lambda: r.randint(0, len(people))
    key = lambda: r.choice(("name", "age", "city", "tags"))
    moves = [
        lambda: q(".title", r.choice(("", "-r "))),
        lambda: q(f".{top}[{i()}]", r.choice(("", "-c "))),
        lambda: q(f".{top}[{i()}].{key()}"),
        lambda: q(f".{top}[].{key()}", r.choice(("", "-r ", "-c "))),
        lambda: q(f".{top} | length"),
        lambda: q("keys", "-c "),
        lambda: q(f"[.{top}[].age] | {r.choice(('add', 'max', 'min', 'sort'))}", "-c "),
        lambda: q(f".{top}[] | select(.age > {r.randint(20, 60)}) | .name"),
        lambda: q(f".{top}[] | \"\\(.name) \\(.age)\"", "-r "),
        lambda: q(f".{top} | map(.name)", r.choice(("", "-c "))),
        lambda: q(f".{top} | sort_by(.age) | .[0].name"),
        lambda: q(f".{r.choice(ITEMS)}"),
        lambda: q(f".{top}[0] | has(\"{key()}\")"),
        lambda: q(f".{top}[0] | del(.{key()})", "-c "),
        lambda: q(f".{top}[{i()}] | .age += {r.randint(1, 9)}", "-c "),
        lambda: q(f".{top}[] | {{name, {r.choice(('age', 'city'))}}}", "-c "),
        lambda: q(f".{top}[0].name.first"),
        lambda: q(f".{top}["),
        lambda: q(".title + 1"),
        lambda: s.run(f"jq . {name(r, 'json')}"),
        lambda: s.run(f"echo '{{\"{r.choice(ITEMS)}\": {r.randint(1, 99)}}}' | jq ."),
        lambda: s.run(f"echo '[{r.randint(1, 9)}, {r.randint(1, 9)}]' | jq 'map(. * {r.randint(2, 5)})' -c"),
        lambda: s.run(f"echo '{{\"{r.choice(ITEMS)}\": }}' | jq ."),
        lambda: s.run(f"jq '.title = \"{r.choice(TOPICS)}\"' {file} > t && mv t {file}"),
        lambda: q(".title"),
    ]
    go(r, moves, 6, 10)


def calculations(s: Session) -> None:
    """bc, seq, printf and factor, with files of numbers."""
    r = s.rng
    values = [r.randint(1, 60) for _ in range(r.randint(3, 6))]
    file = s.put(name(r, r.choice(("txt", "dat", "num"))), text([str(v) for v in values]))
    n = lambda high=30: r.randint(1, high)
    moves = [
        lambda: s.run(f"paste -sd+ {file}"),
        lambda: s.run(f"paste -sd+ {file} | bc"),
        lambda: s.run(f"sort -n {file} | {r.choice(('head', 'tail'))} -1"),
        lambda: s.run(f"awk '{{ s += $1 }} END {{ print s }}' {file}"),
        lambda: s.run(f"awk '{{ s += $1 }} END {{ printf \"%.1f\\n\", s / NR }}' {file}"),
        lambda: s.run(f"awk '$1 {r.choice(('>', '<', '>=', '%2 =='))} {n()}' {file}" if r.random() < 0.8 else f"awk '$1 % 2 == {r.randint(0, 1)}' {file}"),
        lambda: s.run(f"awk '{{ print $1 {r.choice('+-*')} {n(9)} }}' {file}"),
        lambda: s.run(f"echo {n()} >> {file}"),
        lambda: s.run(f"bc <<< '{n()} {r.choice('+-*')} {n()}'"),
        lambda: s.run(f"bc <<< 'scale={r.randint(1, 3)}; {n()} / {r.choice((2, 4, 5, 8, 10))}'"),
        lambda: s.run(f"bc <<< 'x = {n(9)}; x^2; x + {n()}'"),
        lambda: s.run(f"bc <<< 'obase={r.choice((2, 16))}; {n(31)}'"),
        lambda: s.run(f"bc <<< '{n()} > {n()}'"),
        lambda: s.run(f"bc <<< '{n()} +'"),
        lambda: s.run(f"seq {r.randint(2, 6)} | tac"),
        lambda: s.run(f"seq {n(5)} {r.randint(6, 9)} >> {file}; tail -2 {file}"),
        lambda: s.run(f"seq -w {r.randint(8, 11)} | tail -{r.randint(2, 4)}"),
        lambda: s.run(f"factor {r.randint(6, 60)}"),
        lambda: s.run(f"printf '%5d|\\n' {n()} {n(99)}"),
        lambda: s.run(f"printf '%-8s%3d\\n' {r.choice(ITEMS)} {n()} {r.choice(ITEMS)} {n()}"),
        lambda: s.run(f"wc -l {file}"),
        lambda: s.run(f"cat {file}"),
        lambda: s.run(f"sort -n {file} | uniq -d"),
        lambda: s.run(f"factor {r.choice(ITEMS)}"),
        lambda: s.run("seq"),
        lambda: s.run(f"sed -i '{r.randint(1, 4)}d' {file}; paste -sd' ' {file}"),
        lambda: s.run(f"for p in {' '.join(r.sample(PLANETS, 2))}; do printf '%s %d\\n' $p ${{#p}}; done"),
        lambda: s.run(f"while read -r v; do (( v > {n()} )) && echo \"$v {r.choice(('high', 'big'))}\"; done < {file}"),
        lambda: s.run(f"echo {r.choice(DEPARTMENTS)} | bc"),
    ]
    go(r, moves, 7, 12)


FAMILIES = {
    "databases": (databases, 0.1),
    "json-queries": (json_queries, 0.1),
    "calculations": (calculations, 0.1),
}
