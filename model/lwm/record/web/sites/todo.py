"""A list of things to do: ticked, added, removed, and shown in part."""

from random import Random

from ..site import ENTER, Site, app, choose, click, fill
from ..words import SUBJECTS, chores, foods, goods

SCRIPT = """
const { form, button, p } = tags
const s = { items: g.items.map(([text, done], id) => ({ id, text, done })), count: 0, text: '', show: 'All', problem: '' }
const shown = ({ done }) => s.show === 'All' || done === (s.show === 'Done')
function add() {
  const text = s.text.trim()
  s.problem = text ? '' : required(g.what)
  if (!text) return
  s.items.push({ id: g.items.length + ++s.count, text, done: false })
  s.text = ''
}
const filter = () =>
  g.filter === 'select'
    ? choice('Show', ['All', 'Open', 'Done'], s.show, (value) => (s.show = value))
    : p({ key: 'filter' }, ['All', 'Open', 'Done'].map((one) =>
        button({ key: one, 'aria-pressed': String(s.show === one), onclick: () => (s.show = one) }, one)))
const adding = () => [
  form({ onsubmit: add, key: 'add' }, field(g.what, { ...typed(s, 'text') }), button({}, g.add)),
  warn(s.problem)
]
const item = (one) => ({
  key: one.id,
  hidden: !shown(one),
  kids: [
    check(one.text, { checked: one.done, onchange: () => (one.done = !one.done) }),
    g.removable && button({ onclick: () => (s.items = s.items.filter((other) => other !== one)), 'aria-label': `Remove ${one.text}` }, 'Remove')
  ]
})
app(() => frame(
  g.first && adding(),
  g.filter && filter(),
  rows(s.items.map(item)),
  say(`${s.items.filter(({ done }) => !done).length} of ${s.items.length} left`),
  g.clear && button({ key: 'clear', onclick: () => (s.items = s.items.filter(({ done }) => !done)) }, g.clear),
  !g.first && adding()
))
"""


def todo(rng: Random) -> Site:
    make = rng.choice([chores, foods, goods])
    *items, a, b, c = make(rng, rng.randint(5, 8))
    what = rng.choice(["New item", "New entry", "Item", "What next", "Task"])
    add = rng.choice(["Add", "Add it", "Add to list", "Save"])
    filtered = rng.choice(["select", "buttons", None])
    given = {
        "items": [[one, rng.random() < 0.4] for one in items],
        "what": what,
        "add": add,
        "filter": filtered,
        "removable": rng.random() < 0.6,
        "clear": rng.choice([None, "Clear done", "Remove done"]),
        "first": rng.random() < 0.6,
    }
    shows = ["All", "Open", "Done"]
    goals = [
        [fill("textbox", a), click(f"button '{add}'")],
        [fill("textbox", b), ENTER],
        [fill("textbox", c), click(f"button '{add}'"), click(f"checkbox '{c}'")],
        [click("checkbox"), click("checkbox")],
        [click("checkbox")],
        [click("button 'Remove ")],
        [click(f"button '{add}'")],
        *([[choose("combobox", one)] for one in shows] if filtered == "select" else []),
        *([[click(f"button '{one}'")] for one in shows] if filtered == "buttons" else []),
        *([[click(f"button '{given['clear']}'")]] if given["clear"] else []),
    ]
    title = rng.choice(
        ["To do", "Shopping list", "Chores", "Packing list", f"{rng.choice(SUBJECTS)} list", f"{rng.choice(SUBJECTS)} tasks"]
    )
    return app(rng, title, given, SCRIPT, goals)
