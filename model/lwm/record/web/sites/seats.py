"""Seats to book: taken ones cannot be had, chosen ones are counted and paid for."""

from random import Random

from ..site import Site, app, click

SCRIPT = """
const { button, section, p, h2 } = tags
const s = { taken: new Set(g.taken), chosen: new Set(), done: '', problem: '' }
const pick = (seat) => () => {
  s.done = s.problem = ''
  if (s.chosen.has(seat)) s.chosen.delete(seat)
  else if (s.chosen.size === g.most) s.problem = `At most ${many(g.most, g.word)} can be chosen.`
  else s.chosen.add(seat)
}
const names = () => g.rows.flat().filter((seat) => s.chosen.has(seat)).join(', ') || 'none'
function book() {
  s.problem = s.chosen.size ? '' : `Choose a ${g.word} first.`
  if (s.problem) return
  s.done = `Booked ${names()} for ${money(s.chosen.size * g.price)}.`
  for (const seat of s.chosen) s.taken.add(seat)
  s.chosen.clear()
}
const seat = (name) => button({
  key: name, disabled: s.taken.has(name), 'aria-pressed': s.taken.has(name) ? null : String(s.chosen.has(name)), onclick: pick(name)
}, name)
app(() => frame(
  p({ key: 'hint' }, `${money(g.price)} each, at most ${g.most}.`),
  g.rows.map((row, at) => section({ key: at }, row.map(seat))),
  p({ key: 'chosen' }, `Chosen: ${names()}`),
  p({ key: 'total' }, `Total: ${money(s.chosen.size * g.price)}`),
  button({ key: 'book', onclick: book }, g.book),
  button({ key: 'clear', disabled: !s.chosen.size, onclick: () => s.chosen.clear() }, 'Clear'),
  warn(s.problem),
  say(s.done)
))
"""


def seats(rng: Random) -> Site:
    word, title, host = rng.choice(
        [
            ("seat", "Choose your seats", "cinema"),
            ("table", "Book a table", "bistro"),
            ("desk", "Free desks", "office"),
            ("locker", "Rent a locker", "station"),
            ("court", "Book a court", "tennis"),
        ]
    )
    wide = rng.randint(3, 5)
    rows = [[f"{letter}{number}" for number in range(1, wide + 1)] for letter in "ABCDE"[: rng.randint(2, 3)]]
    every = [one for row in rows for one in row]
    taken = rng.sample(every, rng.randint(1, len(every) // 2))
    free = [one for one in every if one not in taken]
    book = rng.choice(["Book", "Book now", "Reserve"])
    given = {"rows": rows, "taken": taken, "price": rng.randint(2, 30) * 50, "most": rng.randint(2, 3), "word": word, "book": book}
    goals = [
        *([click(f"button '{one}'")] for one in free),
        [click(f"button '{rng.choice(free)}'"), click(f"button '{rng.choice(free)}'"), click(f"button '{book}'")],
        [click(f"button '{rng.choice(free)}'"), click(f"button '{book}'")],
        [click(f"button '{rng.choice(taken)}'")],
        [click(f"button '{book}'")],
        [click("button 'Clear'")],
        [click(f"button '{one}'") for one in free[:3]],
    ]
    return app(rng, title, given, SCRIPT, goals, host)
