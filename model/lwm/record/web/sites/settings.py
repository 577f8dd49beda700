"""Settings: boxes, choices of one and lists, which are saved, or put back as they were."""

from random import Random

from ..site import Site, app, choose, click
from ..words import COLOURS, PEOPLE, SUBJECTS, some

SCRIPT = """
const { form, button, fieldset, legend } = tags
let saved = Object.fromEntries(g.parts.map(({ label, value }) => [label, value]))
const s = { ...saved, done: '' }
const changed = () => g.parts.filter(({ label }) => s[label] !== saved[label]).length
const set = (label, value) => {
  s[label] = value
  s.done = ''
}
function save() {
  s.done = changed() ? 'Settings saved.' : 'Nothing to save.'
  saved = Object.fromEntries(g.parts.map(({ label }) => [label, s[label]]))
}
function part({ kind, label, options }) {
  if (kind === 'check') return check(label, { checked: s[label], onchange: (event) => set(label, event.target.checked) })
  if (kind === 'select') return choice(label, options, s[label], (value) => set(label, value))
  return fieldset({ key: label }, legend(label), options.map((one) =>
    radio(idOf(label), one, { checked: s[label] === one, onchange: () => set(label, one) })))
}
app(() => frame(
  form({ key: 'all', onsubmit: save },
    g.parts.map(part),
    say(s.done || (changed() ? many(changed(), 'unsaved change') : 'All changes saved.')),
    button({ key: 'save' }, 'Save'),
    button({ key: 'reset', type: 'button', disabled: !changed(), onclick: () => Object.assign(s, saved, { done: '' }) }, 'Reset')
  )
))
"""

CHOICES = [
    ("Theme", ["Light", "Dark", "System"]),
    ("Language", ["English", "Deutsch", "Svenska", "Polski"]),
    ("Text size", ["Small", "Medium", "Large"]),
    ("First day", ["Monday", "Sunday", "Saturday"]),
    ("Units", ["Metric", "Imperial"]),
    ("Backup", ["Never", "Daily", "Weekly"]),
    ("Delivery", ["Post", "Courier", "Pick-up"]),
    ("Visible to", ["Everyone", "Friends", "Nobody"]),
    ("Sound", ["Bell", "Chime", "Silent"]),
    ("Start page", ["Overview", "Calendar", "Messages"]),
]
BOXES = """Show tips|Dark mode|Send reports|Play sounds|Use shortcuts|Remember me|Weekly letter|Share location|Check spelling|Large icons
|Vegetarian|Quiet hours|Save drafts|Show prices|Compact view""".replace("\n", "").split("|")


def settings(rng: Random) -> Site:
    lists = rng.sample(CHOICES, rng.randint(2, 3))
    if rng.random() < 0.5:
        lists[0] = (
            rng.choice(["Colour", "Team", "Owner", "Subject"]),
            some(rng, rng.choice([PEOPLE, SUBJECTS, COLOURS]), rng.randint(3, 4)),
        )
    parts = [
        {"kind": rng.choice(["select", "radio"]), "label": label, "options": options, "value": rng.choice(options)}
        for label, options in lists
    ]
    parts += [{"kind": "check", "label": label, "value": rng.random() < 0.5} for label in rng.sample(BOXES, rng.randint(2, 4))]
    rng.shuffle(parts)
    selects = [
        choose(f"combobox '{one['label']}'", rng.choice(one["options"])) for one in parts if one["kind"] == "select" for _ in range(2)
    ]
    goals = [
        [click("checkbox")],
        [click("checkbox"), click("button 'Save'")],
        [click("radio")],
        [click("radio"), click("button 'Reset'")],
        *([one] for one in selects),
        [click("button 'Save'")],
    ]
    return app(rng, rng.choice(["Settings", "Preferences", "Options", "Profile", "My account"]), {"parts": parts}, SCRIPT, goals)
