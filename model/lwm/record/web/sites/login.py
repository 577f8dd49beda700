"""Signing in: an account that is told, wrong passwords that are counted, and a name once it went well."""

from random import Random

from ..site import ENTER, Site, app, click, fill
from ..words import COLOURS, GOODS, PEOPLE, some

SCRIPT = """
const { form, button, h2, p } = tags
const s = { user: g.kept, password: '', problem: g.wrong, left: g.left, name: '', shown: false }
function enter() {
  const given = { user: s.user.trim(), password: s.password }
  if (!given.user || !given.password) return (s.problem = required(given.user ? 'Password' : 'User name'))
  if (g.accounts.some(([user, password]) => user === given.user && password === given.password)) {
    return Object.assign(s, { name: given.user, password: '', problem: '', left: g.tries })
  }
  s.left--
  s.password = ''
  s.problem = s.left ? `Wrong user name or password. ${s.left} tries left.` : 'This account is locked.'
}
const inside = () => [
  say(`Signed in as ${s.name}.`),
  button({ key: 'out', onclick: () => Object.assign(s, { name: '', user: '', password: '' }) }, g.leave)
]
app(() => frame(
  p({ key: 'hint' }, `Try ${g.accounts.map(([user, password]) => `${user} with ${password}`).join(', or ')}.`),
  s.name ? inside() : form({ key: 'in', onsubmit: enter },
    field('User name', { ...typed(s, 'user'), disabled: !s.left }),
    field('Password', { type: s.shown ? 'text' : 'password', ...typed(s, 'password'), disabled: !s.left }),
    g.show && check('Show password', { checked: s.shown, onchange: () => (s.shown = !s.shown) }),
    button({ key: 'go', disabled: !s.left }, g.enter),
    warn(s.problem)
  )
))
"""


def login(rng: Random) -> Site:
    users = [one.lower() for one in some(rng, PEOPLE, 3)]
    accounts = [
        [user, f"{rng.choice(COLOURS)}-{rng.choice(GOODS)}{rng.choice(['', rng.randint(2, 99)])}"] for user in users[: rng.randint(1, 2)]
    ]
    tries = rng.randint(3, 5)
    left = tries - 1
    enter, leave = rng.choice([("Sign in", "Sign out"), ("Log in", "Log out"), ("Enter", "Leave")])
    given = {
        "accounts": accounts,
        "tries": tries,
        "left": left,
        "wrong": f"Wrong user name or password. {left} tries left.",
        "kept": rng.choice(["", "", rng.choice(users)]),
        "enter": enter,
        "leave": leave,
        "show": rng.random() < 0.4,
    }
    user, password, go, out = "textbox 'User name'", "textbox 'Password'", click(f"button '{enter}'"), click(f"button '{leave}'")
    right = [[fill(user, name), fill(password, word), rng.choice([go, ENTER])] for name, word in accounts]
    goals = [
        *right,
        *([*one, out] for one in right),
        [fill(user, users[-1]), fill(password, accounts[0][1]), go],
        [fill(user, accounts[0][0]), fill(password, rng.choice(GOODS)), ENTER],
        [go],
        [out],
        [fill(password, rng.choice(GOODS)), go],
        *([[click("checkbox 'Show")]] if given["show"] else []),
    ]
    return app(rng, rng.choice(["Sign in", "Members area", "Staff login", "Welcome", "Account"]), given, SCRIPT, goals, "login")
