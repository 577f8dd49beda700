"""Counters that go up and down between limits, and what they add up to."""

from random import Random

from ..site import ENTER, Site, app, click
from ..words import FOODS, GOODS, some

SCRIPT = """
const { button, output, span, p } = tags
const s = Object.fromEntries(g.counters.map(({ name, value }) => [name, value]))
const step = ({ name }, by) => () => (s[name] += by)
const line = (one) => ({
  key: one.name,
  kids: [
    span(one.name),
    button({ 'aria-label': `Less ${one.name}`, disabled: s[one.name] - one.by < one.least, onclick: step(one, -one.by) }, '-'),
    output(String(s[one.name])),
    button({ 'aria-label': `More ${one.name}`, disabled: s[one.name] + one.by > one.most, onclick: step(one, one.by) }, '+')
  ]
})
app(() => frame(
  p({ key: 'hint' }, g.counters.map(({ name, least, most, by }) => `${name}: ${least} to ${most}${by > 1 ? ` in steps of ${by}` : ''}`).join('. ')),
  rows(g.counters.map(line)),
  p({ key: 'total' }, `Total: ${g.counters.reduce((sum, { name }) => sum + s[name], 0)}`),
  button({ key: 'reset', onclick: () => g.counters.forEach(({ name, least }) => (s[name] = least)) }, g.reset)
))
"""


def counters(rng: Random) -> Site:
    words = rng.choice([["adults", "children", "dogs", "bicycles"], ["rooms", "beds", "nights"], FOODS, GOODS])
    list_ = []
    for name in some(rng, words, rng.randint(2, 3)):
        by, least = rng.choice([1, 1, 1, 2, 5]), rng.choice([0, 0, 1])
        most = least + by * rng.randint(3, 9)
        list_.append(
            {"name": name.capitalize(), "by": by, "least": least, "most": most, "value": least + by * rng.randint(0, (most - least) // by)}
        )
    reset = rng.choice(["Reset", "Start again", "Clear"])
    goals = [
        *([click(f"button 'More {one['name']}'")] for one in list_),
        *([click(f"button 'Less {one['name']}'")] for one in list_),
        *([click(f"button 'More {one['name']}'"), rng.choice([ENTER, click(f"button 'More {one['name']}'")])] for one in list_),
        [click(f"button '{reset}'")],
    ]
    return app(
        rng, rng.choice(["Counters", "How many", "Order form", "Tally", "Guests"]), {"counters": list_, "reset": reset}, SCRIPT, goals
    )
