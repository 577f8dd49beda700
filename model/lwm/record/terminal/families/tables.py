"""Lists and tables: sort, cut, join, uniq, awk."""

from ..parts import go, name, names, other, pairs, pool, some, table, text
from ..session import Session
from ..words import COLOURS, ITEMS


def sorting(s: Session) -> None:
    """A list of words with numbers is sorted, counted and changed."""
    r = s.rng
    kind = pool(r)
    rows = pairs(r, r.randint(4, 8), 1, r.choice((20, 99, 500)), kind)
    file = s.put(name(r), table(rows))
    if r.random() < 0.7:
        s.run(f"cat {file}")

    def order() -> None:
        s.run(r.choice((f"sort {file}", f"sort -r {file}", f"sort -k2 -n {file}", f"sort -k2 -nr {file}", f"sort -k2,2n {file} | head -{r.randint(1, 3)}", f"sort -k2 -nr {file} | head -n {r.randint(1, 3)}", f"sort -k2 -n {file} | tail -1", f"sort -k2 {file}", f"sort -u {file}")))

    def piece() -> None:
        s.run(r.choice((f"head -{r.randint(1, 4)} {file}", f"tail -n {r.randint(1, 3)} {file}", f"tail -n +{r.randint(2, 4)} {file}", f"head -n -{r.randint(1, 3)} {file}", f"sed -n '{r.randint(1, 3)}p' {file}", f"head -{r.randint(2, 5)} {file} | tail -1")))

    def column() -> None:
        s.run(r.choice((f"cut -d' ' -f{r.randint(1, 2)} {file}", f"cut -d' ' -f1 {file} | sort", f"cut -d' ' -f2 {file} | sort -n", f"cut -d' ' -f2 {file} | sort -n | uniq", f"awk '{{ print $2, $1 }}' {file}", f"awk '{{ print $1 }}' {file} | paste -sd,")))

    def count() -> None:
        s.run(r.choice((f"wc -l {file}", f"wc -l < {file}", f"grep -c {r.choice('aeiou')} {file}", f"wc -w {file}", f"cat {file} | wc -l")))

    def add() -> None:
        new = other(r, kind, [word for word, _ in rows])
        rows.append((new, r.randint(1, 99)))
        s.run(f"echo '{new} {rows[-1][1]}' >> {file}")

    def change() -> None:
        word, _ = r.choice(rows)
        s.run(r.choice((f"sed -i '/^{word} /d' {file}", f"sed -i 's/^{word} .*/{word} {r.randint(1, 99)}/' {file}", f"sort -o {file} {file}", f"grep -v {word} {file} > t && mv t {file}")))

    def find() -> None:
        word = r.choice(rows)[0]
        s.run(r.choice((f"grep {word} {file}", f"grep -n {word} {file}", f"grep {r.randint(0, 9)} {file}", f"grep -v {word} {file}", f"grep '^{word[0]}' {file}")))

    def total() -> None:
        s.run(r.choice((f"awk '$2 > {r.randint(10, 60)}' {file}", f"awk '$2 < {r.randint(20, 60)} {{ print $1 }}' {file}", f"awk '{{ n++ }} END {{ print n }}' {file}", f"awk 'NR == {r.randint(1, 4)} {{ print $1 }}' {file}")))

    go(r, [order, order, piece, column, count, add, change, find, total, lambda: s.run(f"cat {file}")], 6, 12)


def columns(s: Session) -> None:
    """cut, paste, join, column."""
    r = s.rng
    keys = r.sample(pool(r), r.randint(4, 6))
    sign = r.choice((",", ":", ";", " "))
    left, right, extra = names(r, 3)
    one = [(k, r.randint(1, 99)) for k in sorted(keys)]
    two = [(k, r.choice(COLOURS)) for k in sorted(some(r, keys, 3, len(keys)))]
    s.put(left, table(one, sign))
    s.put(right, table(two, sign))
    d = f"-d'{sign}'"
    t = f"-t'{sign}'"
    moves = [
        lambda: s.run(f"cat {r.choice((left, right))}"),
        lambda: s.run(f"cut {d} -f{r.randint(1, 2)} {r.choice((left, right))}"),
        lambda: s.run(f"join {t} {left} {right}"),
        lambda: s.run(f"join {t} -v1 {left} {right}"),
        lambda: s.run(f"join {t} -a1 {left} {right}"),
        lambda: s.run(f"paste {left} {right}"),
        lambda: s.run(f"paste -d'{r.choice('|-+')}' {left} {right}"),
        lambda: s.run(f"cut {d} -f1 {left} > {extra} && paste -s {extra}"),
        lambda: s.run(f"cut {d} -f1 {r.choice((left, right))} | paste -sd{r.choice('+,:')} -"),
        lambda: s.run(f"column -t -s'{sign}' {r.choice((left, right))}"),
        lambda: s.run(f"cut -c1-{r.randint(2, 4)} {r.choice((left, right))}"),
        lambda: s.run(f"cut {d} -f{r.randint(3, 5)} {left}"),
        lambda: s.run(f"comm -12 <(cut {d} -f1 {left}) <(cut {d} -f1 {right})"),
        lambda: s.run(f"comm -23 <(cut {d} -f1 {left}) <(cut {d} -f1 {right})"),
        lambda: s.run(f"sort {t} -k2 {r.choice((left, right))}"),
        lambda: s.run(f"sort {t} -k2 -n{r.choice(('', 'r'))} {left}"),
        lambda: s.run(f"cut -f1 -d {r.choice(('', 'ab'))} {left}"),
        lambda: s.run(f"cut {left}"),
        lambda: s.run(f"join {t} {left} {name(r)}"),
        lambda: s.run(f"cut {d} -f2 {right} | sort | uniq -c"),
        lambda: s.run(f"tr '{sign}' '{r.choice('|-/')}' < {r.choice((left, right))}"),
        lambda: s.run(f"echo '{other(r, ITEMS, keys)}{sign}{r.randint(1, 99)}' >> {left}"),
        lambda: s.run(f"sort {left} -o {left} && head -2 {left}"),
        lambda: s.run(f"awk -F'{sign}' '{{ print $2 }}' {r.choice((left, right))}"),
        lambda: s.run(f"awk -F'{sign}' -v OFS='-' '{{ print $2, $1 }}' {r.choice((left, right))}"),
    ]
    go(r, moves, 7, 12)


def counting(s: Session) -> None:
    """How often what occurs: sort, uniq -c, wc, awk's tables."""
    r = s.rng
    kinds = r.sample(pool(r), r.randint(3, 4))
    values = [r.choice(kinds) for _ in range(r.randint(6, 12))]
    file = s.put(name(r), text(values))
    moves = [
        lambda: s.run(f"sort {file} | uniq -c"),
        lambda: s.run(f"sort {file} | uniq -c | sort -nr"),
        lambda: s.run(f"sort {file} | uniq -c | sort -nr | head -1"),
        lambda: s.run(f"uniq {file}"),
        lambda: s.run(f"uniq -c {file}"),
        lambda: s.run(f"sort {file} | uniq {r.choice(('-d', '-u'))}"),
        lambda: s.run(f"sort -u {file} | wc -l"),
        lambda: s.run(f"grep -c {r.choice(kinds)} {file}"),
        lambda: s.run(f"wc -l < {file}"),
        lambda: s.run(f"awk '{{ n[$1]++ }} END {{ for (k in n) print k, n[k] }}' {file} | sort"),
        lambda: s.run(f"awk '!seen[$0]++' {file}"),
        lambda: s.run(f"grep -n {r.choice(kinds)} {file} | cut -d: -f1"),
        lambda: s.run(f"echo {r.choice(kinds)} >> {file}"),
        lambda: s.run(f"printf '%s\\n' {' '.join(r.choice(kinds) for _ in range(3))} >> {file}; wc -l {file}"),
        lambda: s.run(f"sed -i '/{r.choice(kinds)}/d' {file}; sort {file} | uniq -c"),
        lambda: s.run(f"sed -i 's/{r.choice(kinds)}/{r.choice(kinds)}/' {file}"),
        lambda: s.run(f"head -{r.randint(2, 5)} {file} | sort | uniq -c"),
        lambda: s.run(f"tail -{r.randint(2, 5)} {file} | sort -u"),
        lambda: s.run(f"sort {file} | unique -c"),
        lambda: s.run(f"sort {name(r)} | uniq -c"),
        lambda: s.run(f"uniq -x {file}"),
        lambda: s.run(f"cat {file}"),
        lambda: s.run(f"paste -sd' ' {file}"),
    ]
    go(r, moves, 7, 12)


def inventory(s: Session) -> None:
    """awk on a table of three columns."""
    r = s.rng
    rows = [(item, r.randint(1, 20), r.randint(1, 9)) for item in r.sample(ITEMS, r.randint(4, 6))]
    file = s.put(name(r, r.choice(("txt", "dat", "tsv"))), table(rows))
    s.run(f"cat {file}")
    awk = lambda program: s.run(f"awk '{program}' {file}")
    moves = [
        lambda: awk("{ print $1, $2 * $3 }"),
        lambda: awk("{ sum += $2 } END { print sum }"),
        lambda: awk("{ sum += $2 * $3 } END { print \"total\", sum }"),
        lambda: awk(f"$2 > {r.randint(3, 15)}"),
        lambda: awk(f"$3 <= {r.randint(2, 7)} {{ print $1 }}"),
        lambda: awk("{ print NR \": \" $1 }"),
        lambda: awk("END { print NR }"),
        lambda: awk("{ print $NF }"),
        lambda: awk("$2 > max { max = $2; name = $1 } END { print name, max }"),
        lambda: awk(f"/{r.choice(rows)[0]}/ {{ print $3 }}"),
        lambda: awk(f"NR == {r.randint(1, 4)}"),
        lambda: awk("{ printf \"%-10s|%4d\\n\", $1, $2 }"),
        lambda: awk("{ print ($2 > 10 ? \"many\" : \"few\"), $1 }"),
        lambda: awk("{ print length($1), $1 }"),
        lambda: awk("{ print toupper($1) }"),
        lambda: awk("{ $2 = $2 + 1; print }"),
        lambda: awk("{ print $1"),
        lambda: s.run(f"awk '{{ print $1 }}' {name(r)}"),
        lambda: s.run(f"echo '{other(r, ITEMS, [row[0] for row in rows])} {r.randint(1, 20)} {r.randint(1, 9)}' >> {file}"),
        lambda: s.run(f"awk -v min={r.randint(2, 12)} '$2 >= min {{ print $1, $2 }}' {file}"),
        lambda: s.run(f"awk '{{ print $2, $1 }}' {file} | sort -n | head -{r.randint(1, 3)}"),
        lambda: s.run(f"awk '$1 != \"{r.choice(rows)[0]}\"' {file} > t && mv t {file}", f"cat {file}"),
    ]
    go(r, moves, 6, 11)


FAMILIES = {
    "sorting": (sorting, 0.1),
    "columns": (columns, 0.1),
    "counting": (counting, 0.1),
    "inventory-awk": (inventory, 0.1),
}
