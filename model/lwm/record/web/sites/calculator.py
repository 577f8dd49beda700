"""A calculator for whole numbers."""

from random import Random

from ..site import Site, app, click

SCRIPT = """
const { button, div, output, p } = tags
const s = { shown: '0', first: null, sign: null, fresh: true, past: [] }
const signs = { '+': (a, b) => a + b, '-': (a, b) => a - b, '×': (a, b) => a * b }
const digit = (one) => () => {
  s.shown = s.fresh || s.shown === '0' ? one : (s.shown + one).slice(0, 8)
  s.fresh = false
}
function equals() {
  if (!s.sign) return
  const result = String(signs[s.sign](s.first, Number(s.shown)))
  if (g.tape) s.past.push(`${s.first} ${s.sign} ${s.shown} = ${result}`)
  Object.assign(s, { shown: result, first: null, sign: null, fresh: true })
}
const operate = (sign) => () => {
  if (s.sign && !s.fresh) equals()
  Object.assign(s, { first: Number(s.shown), sign, fresh: true })
}
const clear = () => Object.assign(s, { shown: '0', first: null, sign: null, fresh: true })
const keys = [...g.digits.map((one) => [one, digit(one)]), ...g.signs.map((one) => [one, operate(one)]), ['=', equals], ['C', clear]]
app(() => frame(
  output({ key: 'shown', 'aria-label': 'Display' }, s.shown),
  g.tape && p({ key: 'doing' }, s.sign ? `${s.first} ${s.sign}` : 'Ready'),
  div({ key: 'keys' }, keys.map(([name, onclick]) => button({ key: name, onclick }, name))),
  g.tape && rows(s.past.map((text, at) => ({ key: at, kids: text })))
))
"""


def calculator(rng: Random) -> Site:
    digits = rng.choice([list("7894561230"), list("1234567890"), list("0123456789")])
    signs = rng.choice([["+", "-"], ["+", "-", "×"], ["×", "+", "-"]])

    def keys(number: int) -> list:
        return [click(f"button '{one}'") for one in str(number)]

    def sum_() -> list:
        small = rng.random() < 0.6
        a, b = (rng.randint(1, 9), rng.randint(1, 9)) if small else (rng.randint(10, 99), rng.randint(2, 60))
        return [*keys(a), click(f"button '{rng.choice(signs)}'"), *keys(b), click("button '='")]

    goals = [
        *(sum_() for _ in range(6)),
        [click("button 'C'")],
        keys(rng.randint(1, 9)),
        [click(f"button '{rng.choice(signs)}'"), *keys(2), click("button '='")],
    ]
    given = {"digits": digits, "signs": signs, "tape": rng.random() < 0.5}
    return app(rng, rng.choice(["Calculator", "Reckoner", "Add and take away", "Sums"]), given, SCRIPT, goals, "calculator")
