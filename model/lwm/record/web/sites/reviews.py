"""What people say of a thing: stars, a few words, and the average."""

from random import Random

from ..site import Site, app, choose, click, fill
from ..words import PEOPLE, goods, some

SCRIPT = """
const { form, button, p, strong, span } = tags
const s = { all: g.all.map(([who, stars, text], id) => ({ id, who, stars, text })), who: '', stars: g.stars, text: '', problem: '', least: 'All' }
let last = g.all.length
const average = () => (s.all.length ? (s.all.reduce((sum, { stars }) => sum + stars, 0) / s.all.length).toFixed(1) : 'none')
function add() {
  const who = s.who.trim()
  const text = s.text.trim()
  s.problem = !who ? required('Name') : !text ? required('Review') : s.all.some((one) => one.who === who) ? taken(who) : ''
  if (s.problem) return
  s.all.push({ id: last++, who, stars: Number(s.stars[0]), text })
  Object.assign(s, { who: '', text: '' })
}
const options = [1, 2, 3, 4, 5].map((count) => many(count, 'star'))
app(() => frame(
  say(`${many(s.all.length, 'review')}, average ${average()}`),
  rows(s.all.map(({ id, who, stars, text }) => ({ key: id, kids: [strong(`${who}, ${many(stars, 'star')}`), span(text)] }))),
  form({ key: 'add', onsubmit: add },
    field('Name', typed(s, 'who')),
    choice('Stars', options, s.stars, (value) => (s.stars = value)),
    field('Review', typed(s, 'text')),
    button('Send')
  ),
  warn(s.problem)
))
"""

PRAISE = "Just right|Too small|Too heavy|Very good|Broke at once|As described|Would buy again|Nice colour|A bit dear|Works well|Came late|Not for me".split(
    "|"
)


def reviews(rng: Random) -> Site:
    *people, a, b, c = some(rng, PEOPLE, rng.randint(4, 6))
    word = lambda: rng.choice(PRAISE)
    given = {"all": [[who, rng.randint(1, 5), word()] for who in people], "stars": "5 stars"}
    stars = [choose("combobox", f"{count} star{'s' if count > 1 else ''}") for count in range(1, 6)]
    name, text, send = "textbox 'Name'", "textbox 'Review'", click("button 'Send'")
    goals = [
        [fill(name, a), rng.choice(stars), fill(text, word()), send],
        [fill(name, b), fill(text, word()), send],
        [fill(name, c), send, fill(text, word()), send],
        [fill(name, people[0]), fill(text, word()), send],
        [send],
        [rng.choice(stars)],
    ]
    return app(rng, goods(rng, 1)[0], given, SCRIPT, goals, "reviews")
