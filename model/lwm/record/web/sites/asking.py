"""A list from which things are removed once a dialog has been answered; while it is open there is nothing else."""

from random import Random

from ..site import Site, app, click, press
from ..words import things

SCRIPT = """
const { button, dialog, h2, p, span } = tags
const s = { items: [...g.items], asked: null, done: '' }
const ask = (name) => () => {
  s.asked = name
  draw()
  document.querySelector('dialog').showModal()
}
const close = () => document.querySelector('dialog')?.close()
function remove() {
  s.items = s.items.filter((name) => name !== s.asked)
  s.done = `${g.did} ${s.asked}.`
  close()
}
const question = () =>
  s.asked && dialog({ key: s.asked, 'aria-label': `${g.verb} ${s.asked}?`, onclose: () => (s.asked = null) },
    h2(`${g.verb} ${s.asked}?`),
    p('This cannot be undone.'),
    button({ onclick: close }, g.no),
    button({ onclick: remove }, g.verb)
  )
app(() => frame(
  rows(s.items.map((name) => ({ key: name, kids: [span(name), button({ 'aria-label': `${g.verb} ${name}`, onclick: ask(name) }, g.verb)] }))),
  p({ key: 'count' }, many(s.items.length, 'item')),
  say(s.done),
  question()
))
"""


def asking(rng: Random) -> Site:
    items = things(rng, rng.randint(3, 6))
    verb, did = rng.choice([("Delete", "Deleted"), ("Remove", "Removed"), ("Archive", "Archived"), ("Cancel", "Cancelled")])
    no = rng.choice(["No", "Keep it", "Back", "Not now"])
    given = {"items": items, "verb": verb, "did": did, "no": no}
    ask, yes, back = click(f"button '{verb} "), click(f"button '{verb}'"), click(f"button '{no}'")
    goals = [[ask, yes], [ask, back], [ask, press("Escape")], [ask, yes, ask, yes]]
    return app(rng, rng.choice(["Files", "Orders", "Bookings", "Drafts", "Library", "Saved things"]), given, SCRIPT, goals)
