"""Lamps and their switches: one lamp, a whole row, or all of them."""

from random import Random

from ..site import Site, app, click, press
from ..words import some

SCRIPT = """
const { section, h2, button, p } = tags
const s = { on: new Set(g.on) }
const lamps = g.rooms.flatMap(([room, inside]) => inside.map((lamp) => `${room} ${lamp}`))
const set = (names, on) => () => names.forEach((name) => (on ? s.on.add(name) : s.on.delete(name)))
const one = (room, lamp) => {
  const name = `${room} ${lamp}`
  const on = s.on.has(name)
  return button({ key: name, role: g.role, [g.role ? 'aria-checked' : 'aria-pressed']: String(on), onclick: set([name], !on) }, lamp)
}
const part = ([room, inside]) => {
  const names = inside.map((lamp) => `${room} ${lamp}`)
  return section({ key: room, 'aria-label': room },
    h2(`${room}: ${names.filter((name) => s.on.has(name)).length} on`),
    inside.map((lamp) => one(room, lamp)),
    g.whole && button({ key: 'off', disabled: !names.some((name) => s.on.has(name)), onclick: set(names, false) }, `${room} off`))
}
app(() => frame(
  g.rooms.map(part),
  p({ key: 'all' }, button({ onclick: set(lamps, true) }, 'All on'), button({ onclick: set(lamps, false) }, 'All off')),
  say(`${s.on.size} of ${lamps.length} on`)
))
"""


def lights(rng: Random) -> Site:
    rooms = some(
        rng, ["Kitchen", "Hall", "Attic", "Garage", "Office", "Bedroom", "Bathroom", "Cellar", "Garden", "Porch"], rng.randint(2, 3)
    )
    lamps = ["Ceiling", "Desk lamp", "Floor lamp", "Window", "Mirror", "Shelf", "Corner", "Door"]
    placed = [[room, some(rng, lamps, rng.randint(1, 3))] for room in rooms]
    every = [f"{room} {lamp}" for room, inside in placed for lamp in inside]
    role = rng.choice([None, "switch"])
    given = {"rooms": placed, "on": [one for one in every if rng.random() < 0.4], "role": role, "whole": rng.random() < 0.6}
    lamp = [click(f"{'switch' if role else 'button'} '{one}'") for _, inside in placed for one in inside]
    goals = [
        *([one] for one in lamp),
        [rng.choice(lamp), press("Space")],
        [click("button 'All on'")],
        [click("button 'All off'")],
        *([[click(f"button '{room} off'")] for room in rooms] if given["whole"] else []),
    ]
    return app(rng, rng.choice(["Lights", "Switchboard", "At home", "Lamps"]), given, SCRIPT, goals)
