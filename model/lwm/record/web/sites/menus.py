"""A text and a bar of menus that open one at a time; what they do to the text their names say."""

from random import Random

from ..site import Site, app, click, fill
from ..words import foods, sentence

SCRIPT = """
const { button, div, ul, li, textarea, p } = tags
const words = (text) => text.split(/\\s+/).filter(Boolean)
const does = {
  'Upper case': (text) => text.toUpperCase(),
  'Lower case': (text) => text.toLowerCase(),
  'Sort words': (text) => words(text).sort().join(' '),
  'Reverse words': (text) => words(text).reverse().join(' '),
  'First word only': (text) => words(text)[0] ?? '',
  'Drop last word': (text) => words(text).slice(0, -1).join(' '),
  'Twice': (text) => `${text} ${text}`.trim(),
  'Clear': () => ''
}
const s = { open: g.open, text: g.text, before: null }
function run(name) {
  const text = name === 'Undo' ? s.before : does[name](s.text)
  Object.assign(s, { before: s.text, text, open: null })
}
const menu = ([name, items]) => div({ key: name },
  button({ 'aria-haspopup': 'menu', 'aria-expanded': String(s.open === name), onclick: () => (s.open = s.open === name ? null : name) }, name),
  ul({ role: 'menu', 'aria-label': name, hidden: s.open !== name }, items.map((item) =>
    li({ key: item, role: 'none' }, button({ role: 'menuitem', disabled: item === 'Undo' && s.before === null, onclick: () => run(item) }, item))))
)
app(() => frame(
  p({ key: 'hint' }, g.menus.map(([name, items]) => `${name}: ${items.join(', ')}.`).join(' ')),
  div({ role: 'menubar', key: 'bar' }, g.menus.map(menu)),
  labelled('Text', textarea({ rows: 2, ...typed(s, 'text') })),
  say(many(words(s.text).length, 'word'))
))
"""


def menus(rng: Random) -> Site:
    case = rng.sample(["Upper case", "Lower case"], rng.randint(1, 2))
    order = rng.sample(["Sort words", "Reverse words", "First word only", "Drop last word", "Twice"], rng.randint(2, 3))
    edit = ["Undo", "Clear"]
    bars = [["Edit", edit], ["Case", case], ["Words", order]]
    rng.shuffle(bars)
    text = lambda: rng.choice([sentence(rng), " ".join(foods(rng, rng.randint(2, 5)))])
    given = {"menus": bars, "text": text(), "open": rng.choice([None, "Words", "Case"])}
    goals = [
        *([click(f"button '{name}'"), click(f"menuitem '{item}'")] for name, items in bars for item in items),
        [fill("textbox", text())],
        [click(f"button '{bars[0][0]}'"), click(f"button '{bars[1][0]}'"), click(f"menuitem '{bars[1][1][0]}'")],
        [click("button 'Edit'"), click("menuitem 'Undo'")],
    ]
    return app(rng, rng.choice(["Editor", "Text tools", "Typewriter", "Words"]), given, SCRIPT, goals)
