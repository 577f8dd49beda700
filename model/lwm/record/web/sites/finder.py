"""A list that is searched while one types, and narrowed by kind."""

from random import Random

from ..site import Site, app, choose, click, fill
from ..words import COLOURS, DAYS, TOWNS, names, some, things

SCRIPT = """
const { button, p, span } = tags
const s = { find: '', kind: 'Any', only: false }
const shown = ([name, kind, stock]) =>
  name.toLowerCase().includes(s.find.trim().toLowerCase()) && (s.kind === 'Any' || s.kind === kind) && (!s.only || stock)
const count = () => g.items.filter(shown).length
app(() => frame(
  field(g.search, { type: g.type, ...typed(s, 'find') }),
  choice(g.label, ['Any', ...g.kinds], s.kind, (value) => (s.kind = value)),
  g.only && check(g.only, { checked: s.only, onchange: () => (s.only = !s.only) }),
  button({ key: 'clear', onclick: () => Object.assign(s, { find: '', kind: 'Any', only: false }) }, 'Clear'),
  say(`${count()} of ${g.items.length} shown`),
  rows(g.items.map((item) => ({
    key: item[0],
    hidden: !shown(item),
    kids: `${item[0]}, ${item[1]}${g.only ? (item[2] ? ', yes' : ', no') : ''}`
  })))
))
"""


def finder(rng: Random) -> Site:
    items = rng.choice([things, names])(rng, rng.randint(5, 8))
    label, words = rng.choice([("Colour", COLOURS), ("Day", DAYS), ("Town", TOWNS)])
    kinds = sorted(some(rng, words, rng.randint(2, 4)))
    search = rng.choice(["Search", "Find", "Filter", "Name"])
    type_ = rng.choice(["search", "text"])
    given = {
        "items": [[item, rng.choice(kinds), rng.random() < 0.6] for item in items],
        "kinds": kinds,
        "label": label,
        "search": search,
        "type": type_,
        "only": rng.choice([None, "Available only", "Open only", "In stock"]),
    }
    box = f"{'searchbox' if type_ == 'search' else 'textbox'} '{search}'"
    word = rng.choice(items).split()
    goals = [
        [fill(box, rng.choice(items).split()[-1].lower())],
        [fill(box, word[0]), fill(box, word[0][:2])],
        [fill(box, rng.choice(["a", "e", "o", "st", "er", "in"]))],
        [fill(box, rng.choice(["xyz", "qq", "zeppelin"]))],
        [choose("combobox", rng.choice(kinds))],
        [choose("combobox", rng.choice(kinds)), fill(box, rng.choice("aeiou"))],
        [choose("combobox", "Any")],
        [click("button 'Clear'")],
        *([[click("checkbox")]] * 2 if given["only"] else []),
    ]
    return app(rng, rng.choice(["Catalogue", "Directory", "Register", "Index", "Stock"]), given, SCRIPT, goals)
