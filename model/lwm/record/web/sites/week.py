"""A calendar of one week at a time, in which a day is chosen and something is put down for it."""

from datetime import date, timedelta
from random import Random

from ..site import ENTER, Site, app, click, fill
from ..words import MONTHS, SUBJECTS, some

SCRIPT = """
const { button, form, p, h2 } = tags
const s = { week: 0, day: null, text: '', problem: '', plans: g.plans }
const DAY = 86400000
const months = 'January February March April May June July August September October November December'.split(' ')
const names = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const dateOf = (at) => new Date(Date.parse(g.monday) + at * DAY)
const tell = (at) => `${dateOf(at).getUTCDate()} ${months[dateOf(at).getUTCMonth()]}`
const full = (at) => `${names[dateOf(at).getUTCDay()]}, ${tell(at)}`
function add() {
  s.problem = s.day === null ? required('Day') : s.text.trim() ? '' : required('Entry')
  if (s.problem) return
  s.plans.push([s.day, s.text.trim()])
  s.plans.sort(([a], [b]) => a - b)
  s.text = ''
}
const days = () => Array.from({ length: g.days }, (_, at) => s.week * 7 + at)
app(() => frame(
  p({ key: 'weeks' },
    button({ key: 'back', onclick: () => s.week-- }, 'Previous week'),
    button({ key: 'next', onclick: () => s.week++ }, 'Next week')),
  h2({ key: 'from' }, `Week of ${tell(s.week * 7)}`),
  p({ key: 'days' }, days().map((at) => button({ key: at % 7, 'aria-pressed': String(s.day === at), onclick: () => (s.day = at) }, full(at)))),
  say(`Chosen: ${s.day === null ? 'none' : full(s.day)}`),
  form({ key: 'add', onsubmit: add }, field('Entry', typed(s, 'text')), button('Add')),
  warn(s.problem),
  rows(s.plans.map(([at, text]) => ({ key: `${at} ${text}`, kids: `${tell(at)}: ${text}` })))
))
"""


def week(rng: Random) -> Site:
    first = date(rng.randint(2023, 2026), rng.randint(1, 12), rng.randint(1, 28))
    monday = first - timedelta(days=first.weekday())
    days = rng.choice([5, 5, 7])
    *planned, a, b, c = some(rng, SUBJECTS, rng.randint(4, 5))
    given = {"monday": monday.isoformat(), "days": days, "plans": [[at * 2 + rng.randint(0, 1), one] for at, one in enumerate(planned)]}
    month = MONTHS[monday.month - 1]
    any_day = [click(f"button '{day}") for day in ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]]
    goals = [
        [rng.choice(any_day)],
        [rng.choice(any_day), fill("textbox", a), click("button 'Add'")],
        [rng.choice(any_day), fill("textbox", b), ENTER],
        [fill("textbox", c), click("button 'Add'")],
        [click("button 'Next week'")],
        [click("button 'Previous week'")],
        [click("button 'Next week'"), rng.choice(any_day), fill("textbox", c), click("button 'Add'")],
        [click("button 'Add'")],
    ]
    return app(rng, rng.choice(["Calendar", "Planner", "Diary", "Rota", f"Plan for {month}"]), given, SCRIPT, goals, "calendar")
