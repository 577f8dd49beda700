"""A waiting room: numbers are drawn, called and served in order."""

from random import Random

from ..site import Site, app, click

SCRIPT = """
const { button, p, ol, li } = tags
const s = { waiting: [...g.waiting], next: g.next, desks: Object.fromEntries(g.desks.map((name) => [name, null])), served: g.served }
const code = (number) => `${g.letter}${number}`
function draw_() {
  s.waiting.push(s.next++)
}
const call = (desk) => () => {
  if (s.desks[desk] !== null) s.served++
  s.desks[desk] = s.waiting.shift() ?? null
}
const leave = () => s.waiting.pop()
app(() => frame(
  p({ key: 'keys' },
    button({ onclick: draw_ }, 'Draw a number'),
    g.leave && button({ key: 'leave', disabled: !s.waiting.length, onclick: leave }, 'Last one leaves')),
  p({ key: 'waiting' }, `Waiting: ${s.waiting.map(code).join(', ') || 'nobody'}`),
  rows(g.desks.map((desk) => ({
    key: desk,
    kids: [tags.span(`${desk}: ${s.desks[desk] === null ? 'free' : code(s.desks[desk])}`), button({ 'aria-label': `Call to ${desk}`, onclick: call(desk) }, 'Call')]
  }))),
  say(`${s.waiting.length} waiting, ${s.served} served`)
))
"""


def queue(rng: Random) -> Site:
    first = rng.randint(1, 80)
    count = rng.randint(0, 4)
    word = rng.choice(["Desk", "Counter", "Window", "Room"])
    given = {
        "letter": rng.choice(["", "A", "B", "T", "No. "]),
        "waiting": list(range(first, first + count)),
        "next": first + count,
        "desks": [f"{word} {number + 1}" for number in range(rng.randint(1, 3))],
        "served": rng.randint(0, 30),
        "leave": rng.random() < 0.4,
    }
    goals = [
        [click("button 'Draw")],
        [click("button 'Draw"), click("button 'Draw")],
        [click("button 'Call")],
        [click("button 'Call"), click("button 'Call")],
        *([[click("button 'Last")]] if given["leave"] else []),
    ]
    return app(rng, rng.choice(["Waiting room", "Town hall", "Queue", "Post office", "Clinic"]), given, SCRIPT, goals)
