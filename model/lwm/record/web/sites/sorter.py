"""A table that is put in order by the heads of its columns, up and then down."""

from random import Random

from ..site import ENTER, Site, app, click
from ..words import DAYS, TOWNS, foods, goods, names, price

SCRIPT = """
const { table, thead, tbody, tr, th, td, button, p } = tags
const s = { by: g.by, down: g.down, lines: g.lines.map((cells, id) => ({ id, cells })), chosen: new Set() }
const compare = (a, b) => (typeof a === 'number' ? a - b : a < b ? -1 : a > b ? 1 : 0)
function sort(at) {
  s.down = s.by === at && !s.down
  s.by = at
}
const ordered = () => {
  const lines = [...s.lines]
  if (s.by !== null) lines.sort((a, b) => compare(a.cells[s.by], b.cells[s.by]) * (s.down ? -1 : 1) || a.id - b.id)
  return lines
}
const head = (name, at) =>
  th({ key: at, 'aria-sort': s.by === at && (s.down ? 'descending' : 'ascending') }, button({ onclick: () => sort(at) }, name))
app(() => frame(
  table(
    thead(tr(g.heads.map(head))),
    tbody(ordered().map(({ id, cells }) => tr({ key: id }, cells.map((cell, at) => td({ key: at }, String(cell))))))
  ),
  say(s.by === null ? 'Not sorted' : `Sorted by ${g.heads[s.by]}, ${s.down ? 'descending' : 'ascending'}`),
  g.clear && button({ key: 'clear', onclick: () => Object.assign(s, { by: null, down: false }) }, 'Original order')
))
"""


def sorter(rng: Random) -> Site:
    count = rng.randint(3, 6)
    make = rng.choice([names, goods, foods])
    columns = [
        ("Town", lambda: rng.choice(TOWNS)),
        ("Day", lambda: rng.choice(DAYS)),
        ("Age", lambda: rng.randint(8, 90)),
        ("Pieces", lambda: rng.randint(1, 40)),
        ("Price", lambda: price(rng) // 100),
        ("Points", lambda: rng.randint(10, 500)),
        ("Year", lambda: rng.randint(1950, 2024)),
    ]
    chosen = rng.sample(columns, rng.randint(1, 2))
    heads = [
        rng.choice(["Name", "Who", "Entry"]) if make is names else rng.choice(["Item", "Article", "What"]),
        *(name for name, _ in chosen),
    ]
    by = rng.choice([None, 0, 1])
    given = {
        "heads": heads,
        "lines": [[one, *(value() for _, value in chosen)] for one in make(rng, count)],
        "by": by,
        "down": by is not None and rng.random() < 0.4,
        "clear": rng.random() < 0.4,
    }
    goals = [
        *([click(f"button '{one}'")] for one in heads),
        *([click(f"button '{one}'"), click(f"button '{one}'")] for one in heads),
        [click(f"button '{heads[1]}'"), ENTER],
        *([[click("button 'Original")]] if given["clear"] else []),
    ]
    return app(rng, rng.choice(["Results", "Price list", "Overview", "Ranking", "Records", "Inventory"]), given, SCRIPT, goals, "table")
