"""Questions and answers that fold: most are open at first, so that they can be told again."""

from random import Random

from ..site import ENTER, Site, app, click, press
from ..words import SUBJECTS, sentence, some

SCRIPT = """
const { button, div, h2, p, details, summary } = tags
const s = { open: new Set(g.open) }
const toggle = (at) => () => (s.open.has(at) ? s.open.delete(at) : s.open.add(at))
const all = (open) => () => (s.open = new Set(open ? g.items.keys() : []))
const item = ([head, text], at) =>
  g.native
    ? details({ key: at, open: s.open.has(at) }, summary({ onclick: (event) => (event.preventDefault(), toggle(at)()) }, head), p(text))
    : [
        h2({ key: `head ${at}` }, button({ 'aria-expanded': String(s.open.has(at)), onclick: toggle(at) }, head)),
        p({ key: `text ${at}`, hidden: !s.open.has(at) }, text)
      ]
app(() => frame(
  g.both && p({ key: 'all' }, button({ onclick: all(true) }, 'Open all'), button({ onclick: all(false) }, 'Close all')),
  g.items.map(item),
  g.told && say(`${s.open.size} of ${g.items.length} open`)
))
"""


def accordion(rng: Random) -> Site:
    heads = some(rng, SUBJECTS, rng.randint(3, 7))
    closed = rng.choice([None, None, rng.randrange(len(heads))])
    native = rng.random() < 0.4
    given = {
        "items": [[head, sentence(rng)] for head in heads],
        "open": [at for at in range(len(heads)) if at != closed],
        "native": native,
        "both": rng.random() < 0.6,
        "told": rng.random() < 0.5,
    }
    head = "DisclosureTriangle" if native else "button"
    target = [f"{head} '{one}'" for one in heads]
    goals = [
        [click(rng.choice(target))],
        [click(rng.choice(target)), ENTER],
        [click(rng.choice(target)), press("Space")],
        [click(target[0]), click(target[1]), click(target[0])],
        *(
            [[click("button 'Open all'")], [click("button 'Close all'")], [click("button 'Close all'"), click(rng.choice(target))]]
            if given["both"]
            else []
        ),
    ]
    return app(rng, rng.choice(["Questions", "Help", "Good to know", "House rules", "Answers"]), given, SCRIPT, goals)
