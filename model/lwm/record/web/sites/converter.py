"""Units turned into others while one types."""

from random import Random

from ..site import Site, app, choose, click, fill

SCRIPT = """
const { button, p, output } = tags
const s = { amount: g.amount, from: g.from, to: g.to }
const factor = (name) => g.units.find(([unit]) => unit === name)[1]
function result() {
  const text = s.amount.trim()
  if (!text) return ['', required('Amount')]
  if (!/^\\d+$/.test(text)) return ['', numeric('Amount')]
  const value = (Number(text) * factor(s.from)) / factor(s.to)
  return [`${text} ${s.from} = ${Math.round(value * 100) / 100} ${s.to}`, '']
}
const unit = (label, name) => choice(label, g.units.map(([one]) => one), s[name], (value) => (s[name] = value))
app(() => frame(
  p({ key: 'hint' }, g.units.slice(1).map(([one, size], at) => `1 ${one} = ${size / g.units[at][1]} ${g.units[at][0]}`).join(', ')),
  field('Amount', typed(s, 'amount')),
  unit('From', 'from'),
  unit('To', 'to'),
  button({ key: 'swap', onclick: () => Object.assign(s, { from: s.to, to: s.from }) }, 'Swap'),
  output({ key: 'result', 'aria-label': 'Result' }, result()[0]),
  warn(result()[1])
))
"""

UNITS = [
    ("Length", [("mm", 1), ("cm", 10), ("m", 1000)]),
    ("Length", [("cm", 1), ("m", 100), ("km", 100_000)]),
    ("Weight", [("g", 1), ("kg", 1000), ("t", 1_000_000)]),
    ("Time", [("minutes", 1), ("hours", 60), ("days", 1440)]),
    ("Time", [("seconds", 1), ("minutes", 60)]),
    ("Volume", [("ml", 1), ("cl", 10), ("l", 1000)]),
    ("Packing", [("pieces", 1), ("dozen", 12)]),
    ("Packing", [("bottles", 1), ("crates", 20)]),
    ("Money", [("cents", 1), ("euros", 100)]),
    ("Calendar", [("days", 1), ("weeks", 7)]),
    ("Money", [("tokens", 1), ("coins", 4)]),
]


def converter(rng: Random) -> Site:
    title, units = rng.choice(UNITS)
    names = [one for one, _ in units]
    from_, to = rng.sample(names, 2)
    given = {"units": units, "amount": str(rng.choice([1, 2, 5, 10, 60, 100, rng.randint(1, 500)])), "from": from_, "to": to}
    round_ = [1, 2, 3, 5, 10, 20, 50, 100, 120, 200, 500, 1000, rng.randint(1, 99)]
    goals = [
        *([fill("textbox 'Amount'", rng.choice(round_))] for _ in range(4)),
        *([choose("combobox 'From'", one)] for one in names),
        *([choose("combobox 'To'", one)] for one in names),
        [click("button 'Swap'")],
        [fill("textbox 'Amount'", rng.choice(["", "ten", "1.5", "many"])), fill("textbox 'Amount'", rng.choice(round_))],
    ]
    return app(rng, f"{title} converter", given, SCRIPT, goals)
