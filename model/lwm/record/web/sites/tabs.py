"""Tabs: all things on the first, and on each other one those of one kind."""

from random import Random

from ..site import Site, app, click
from ..words import COLOURS, DAYS, PEOPLE, TOWNS, some, things

SCRIPT = """
const { button, div, span } = tags
const s = { tab: g.tabs[0], marked: new Set(g.marked) }
const marks = (name) => () => (s.marked.has(name) ? s.marked.delete(name) : s.marked.add(name))
const bar = () => div({ role: 'tablist', 'aria-label': g.label, key: 'bar' }, g.tabs.map((tab) =>
  button({ key: tab, role: 'tab', 'aria-selected': String(s.tab === tab), onclick: () => (s.tab = tab) }, tab)))
const shown = (kind) => s.tab === g.tabs[0] || s.tab === kind
const panel = () => div({ role: 'tabpanel', 'aria-label': s.tab, key: 'panel' },
  rows(g.items.map(([name, kind]) => ({
    key: name,
    hidden: !shown(kind),
    kids: [span(`${name} (${kind})`), g.mark && button({
      'aria-label': `${g.mark} ${name}`, 'aria-pressed': String(s.marked.has(name)), onclick: marks(name)
    }, g.mark)]
  }))),
  say(many(g.items.filter(([, kind]) => shown(kind)).length, 'entry', 'entries'))
)
app(() => frame(bar(), panel(), g.mark && tags.p({ key: 'marked' }, `Marked: ${g.items.map(([name]) => name).filter((name) => s.marked.has(name)).join(', ') || 'none'}`)))
"""


def tabs(rng: Random) -> Site:
    items = things(rng, rng.randint(4, 7))
    label, words = rng.choice([("Colour", [one.capitalize() for one in COLOURS]), ("Day", DAYS), ("Owner", PEOPLE), ("Town", TOWNS)])
    kinds = some(rng, words, rng.randint(2, 4))
    placed = [[item, kinds[at % len(kinds)]] for at, item in enumerate(items)]
    rng.shuffle(placed)
    mark = rng.choice([None, "Star", "Pin", "Mark", "Like"])
    given = {
        "tabs": [rng.choice(["All", "Everything"]), *kinds],
        "label": label,
        "items": placed,
        "mark": mark,
        "marked": rng.sample(items, 1) if mark else [],
    }
    goals = [[click(f"tab '{one}'")] for one in given["tabs"]]
    if mark:
        goals += [[click(f"button '{mark}")], [click(f"button '{mark}"), click("tab"), click(f"button '{mark}")]]
    else:
        goals += [[click("tab"), ("keyboard_press", None, "Tab")]]
    return app(
        rng, f"{rng.choice(['Things', 'Entries', 'Plan', 'Overview', 'Inventory'])} by {label.lower()}", given, SCRIPT, goals, "overview"
    )
