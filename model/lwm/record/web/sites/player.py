"""Music: a list of pieces, one that plays, and what comes next."""

from random import Random

from ..site import Site, app, choose, click
from ..words import FIRMS, PEOPLE, SUBJECTS

SCRIPT = """
const { button, p, ol, li } = tags
const s = { at: g.at, on: g.on, repeat: false, volume: g.volume, hearts: new Set(g.hearts) }
const count = g.pieces.length
const play = (at) => () => Object.assign(s, { at, on: true })
const skip = (by) => () => (s.at = (s.at + by + count) % count)
const heart = (at) => () => (s.hearts.has(at) ? s.hearts.delete(at) : s.hearts.add(at))
app(() => frame(
  say(`${s.on ? 'Playing' : 'Paused'}: ${g.pieces[s.at]} (${s.at + 1} of ${count})`),
  p({ key: 'keys' },
    button({ key: 'back', onclick: skip(-1) }, 'Previous'),
    button({ key: 'play', onclick: () => (s.on = !s.on) }, s.on ? 'Pause' : 'Play'),
    button({ key: 'next', onclick: skip(1) }, 'Next'),
    g.repeat && button({ key: 'repeat', 'aria-pressed': String(s.repeat), onclick: () => (s.repeat = !s.repeat) }, 'Repeat')),
  g.volumes && choice('Volume', g.volumes, s.volume, (value) => (s.volume = value)),
  rows(g.pieces.map((name, at) => ({
    key: at,
    kids: [
      button({ 'aria-current': at === s.at && 'true', onclick: play(at) }, name),
      g.loved && button({ 'aria-label': `Love ${name}`, 'aria-pressed': String(s.hearts.has(at)), onclick: heart(at) }, '♥')
    ]
  })))
))
"""


def player(rng: Random) -> Site:
    forms = ["Waltz", "March", "Song", "Suite", "Blues", "Reel", "Lullaby", "Hymn"]
    pieces = [f"{one} {rng.choice(forms)}" for one in rng.sample(FIRMS + SUBJECTS + PEOPLE, rng.randint(3, 6))]
    volumes = rng.choice([None, ["Low", "Medium", "High"], ["0", "5", "10"]])
    given = {
        "pieces": pieces,
        "at": rng.randrange(len(pieces)),
        "on": rng.random() < 0.5,
        "repeat": rng.random() < 0.5,
        "volumes": volumes,
        "volume": rng.choice(volumes) if volumes else "",
        "loved": rng.random() < 0.5,
        "hearts": [rng.randrange(len(pieces))],
    }
    goals = [
        [click("button 'Next'")],
        [click("button 'Next'"), click("button 'Next'")],
        [click("button 'Previous'")],
        [click("button 'Pause'")],
        [click("button 'Play'")],
        *([click(f"button '{one}'")] for one in pieces[:3]),
        *([[click("button 'Love")]] * 2 if given["loved"] else []),
        *([[click("button 'Repeat'")]] if given["repeat"] else []),
        *([[choose("combobox", one)] for one in volumes] if volumes else []),
    ]
    return app(rng, rng.choice(["Music", "Player", "Radio", "Playlist", f"Songs for {rng.choice(PEOPLE)}"]), given, SCRIPT, goals, "music")
