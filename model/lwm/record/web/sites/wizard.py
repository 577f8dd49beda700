"""A form in steps: what is missing is said, and at the end everything is shown before it is sent."""

from random import Random

from ..site import ENTER, Site, app, click, fill
from ..words import DAYS, FOODS, TOWNS, names

SCRIPT = """
const { form, button, ol, li, dl, dt, dd, h2, p } = tags
const s = { step: 0, given: Object.fromEntries(g.steps.flat().map(({ label, value }) => [label, value])), problem: '', sent: false }
const named = (step) => step.map(({ label }) => label).join(' and ')
const wrong = (step) => {
  for (const { label, number } of step) {
    const value = s.given[label].trim()
    if (!value) return required(label)
    if (number && !/^\\d+$/.test(value)) return numeric(label)
  }
  return ''
}
function next() {
  s.problem = s.step < g.steps.length ? wrong(g.steps[s.step]) : ''
  if (s.problem) return
  if (s.step === g.steps.length) s.sent = true
  else s.step++
}
const part = ({ label, options }) =>
  options
    ? choice(label, options, s.given[label], (value) => (s.given[label] = value))
    : field(label, typed(s.given, label))
const review = () => dl({ key: 'review' }, g.steps.flat().map(({ label }) => [dt({ key: label }, label), dd({ key: `of ${label}` }, s.given[label])]))
app(() => frame(
  ol({ key: 'steps' }, [...g.steps.map(named), 'Review'].map((name, at) =>
    li({ key: at, 'aria-current': at === s.step && !s.sent && 'step' }, name))),
  s.sent
    ? say('Thank you. The form was sent.')
    : form({ key: `step ${s.step}`, onsubmit: next },
        s.step < g.steps.length ? g.steps[s.step].map(part) : review(),
        warn(s.problem),
        g.back && button({ key: 'back', type: 'button', disabled: s.step === 0, onclick: () => Object.assign(s, { step: s.step - 1, problem: '' }) }, g.back),
        button({ key: 'next' }, s.step < g.steps.length ? g.next : g.send)
      )
))
"""


def wizard(rng: Random) -> Site:
    fields = [
        {"label": "Name", "is": names(rng, 1)[0]},
        {"label": "Town", "is": rng.choice(TOWNS)},
        {"label": "Age", "number": True, "is": str(rng.randint(18, 90))},
        {"label": "Phone", "number": True, "is": str(rng.randint(1000, 99999))},
        {"label": "Guests", "number": True, "is": str(rng.randint(1, 9))},
        {"label": "Day", "options": DAYS[: rng.randint(3, 5)]},
        {"label": "Meal", "options": [one.capitalize() for one in rng.sample(FOODS, 3)]},
        {"label": "Size", "options": ["Small", "Medium", "Large"]},
        {"label": "Reason", "is": rng.choice(["Holiday", "Work", "Family", "School"])},
        {"label": "Street", "is": f"{rng.choice(TOWNS)} Road {rng.randint(1, 99)}"},
    ]
    chosen = rng.sample(fields, rng.randint(3, 5))
    for one in chosen:
        one["value"] = one["options"][0] if "options" in one else one["is"] if rng.random() < 0.3 else ""
    steps, left = [], list(chosen)
    while left:
        steps.append([left.pop() for _ in range(min(len(left), rng.randint(1, 2)))])
    next_, back, send = (
        rng.choice(["Next", "Continue", "Next step"]),
        rng.choice(["Back", "Previous", None]),
        rng.choice(["Send", "Submit", "Finish"]),
    )
    given = {"steps": steps, "next": next_, "back": back, "send": send}
    forward = click(f"button '{next_}'")
    goals = [
        *([fill(f"textbox '{one['label']}'", one["is"]), rng.choice([forward, ENTER])] for one in chosen if "is" in one),
        *([fill(f"textbox '{one['label']}'", one["is"])] for one in chosen if "is" in one),
        *([fill(f"textbox '{one['label']}'", "many"), forward] for one in chosen if "number" in one),
        *([("select_option", f"combobox '{one['label']}'", rng.choice(one["options"]))] for one in chosen if "options" in one),
        [forward],
        [forward, click(f"button '{send}'")],
        *([[click(f"button '{back}'")]] if back else []),
        [click(f"button '{send}'")],
    ]
    return app(rng, rng.choice(["Registration", "Application", "Sign up", "Booking form", "Membership"]), given, SCRIPT, goals, "form")
