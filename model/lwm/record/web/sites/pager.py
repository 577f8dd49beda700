"""A long list in pages: what is on each follows from the first."""

from random import Random

from ..site import Site, app, choose, click

SCRIPT = """
const { button, nav, p } = tags
const s = { page: g.page, size: g.size }
const pages = () => Math.ceil(g.count / s.size)
const go = (page) => () => (s.page = page)
const item = (at) => `${g.word} ${g.start + at * g.by}`
const lines = () => Array.from({ length: Math.min(s.size, g.count - s.page * s.size) }, (_, at) => s.page * s.size + at)
app(() => frame(
  g.sizes.length > 1 && choice('Per page', g.sizes.map(String), String(s.size), (value) => Object.assign(s, { size: Number(value), page: 0 })),
  rows(lines().map((at) => ({ key: at % s.size, kids: item(at) }))),
  nav({ 'aria-label': 'Pages', key: 'nav' },
    g.ends && button({ key: 'first', disabled: s.page === 0, onclick: go(0) }, 'First'),
    button({ key: 'back', disabled: s.page === 0, onclick: go(s.page - 1) }, g.back),
    g.numbers && Array.from({ length: pages() }, (_, page) =>
      button({ key: page, 'aria-current': page === s.page && 'page', onclick: go(page) }, String(page + 1))),
    button({ key: 'next', disabled: s.page === pages() - 1, onclick: go(s.page + 1) }, g.next),
    g.ends && button({ key: 'last', disabled: s.page === pages() - 1, onclick: go(pages() - 1) }, 'Last')
  ),
  say(`Page ${s.page + 1} of ${pages()}, ${g.count} in all`)
))
"""


def pager(rng: Random) -> Site:
    size = rng.randint(3, 5)
    count = rng.randint(size * 2 + 1, size * 5)
    back, next_ = rng.choice([("Previous", "Next"), ("Back", "Forward"), ("Earlier", "Later")])
    numbers = rng.random() < 0.5
    given = {
        "word": rng.choice(["Locker", "Invoice", "Ticket", "Room", "Photo", "Track", "Chapter", "Parcel", "Table", "Seat", "Bus", "Lot"]),
        "start": rng.choice([1, 1, rng.randint(2, 40), rng.randint(100, 900)]),
        "by": rng.choice([1, 1, 1, 2, 10]),
        "count": count,
        "size": size,
        "sizes": rng.choice([[], [size, size + 2]]),
        "page": rng.choice([0, 0, 1]),
        "back": back,
        "next": next_,
        "numbers": numbers,
        "ends": not numbers and rng.random() < 0.5,
    }
    goals = [
        [click(f"button '{next_}'")],
        [click(f"button '{next_}'"), click(f"button '{next_}'")],
        [click(f"button '{back}'")],
        *([[click(f"button '{rng.randint(1, 3)}'")], [click(f"button '{-(-count // size)}'")]] if numbers else []),
        *([[click("button 'First'")], [click("button 'Last'")]] if given["ends"] else []),
        *([[choose("combobox", str(size + 2))], [choose("combobox", str(size))]] if given["sizes"] else []),
    ]
    return app(rng, f"{given['word']}s", given, SCRIPT, goals, "list")
