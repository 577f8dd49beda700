"""Mail: read and unread, starred, ticked and put away."""

from random import Random

from ..site import Site, app, click
from ..words import PEOPLE, SUBJECTS, some

SCRIPT = """
const { button, p, span, input } = tags
const s = { mails: g.mails.map(([who, about, read], id) => ({ id, who, about, read })), picked: new Set(), done: '' }
const picked = () => s.mails.filter(({ id }) => s.picked.has(id))
const unread = () => s.mails.filter(({ read }) => !read).length
const mark = (read) => () => {
  for (const mail of picked()) mail.read = read
  s.picked.clear()
}
function archive() {
  s.mails = s.mails.filter(({ id }) => !s.picked.has(id))
  s.done = `${many(s.picked.size, 'message')} archived.`
  s.picked.clear()
}
const pick = (id) => () => (s.picked.has(id) ? s.picked.delete(id) : s.picked.add(id))
const all = () => (s.picked = s.picked.size === s.mails.length ? new Set() : new Set(s.mails.map(({ id }) => id)))
app(() => frame(
  p({ key: 'unread' }, `${unread()} unread`),
  p({ key: 'keys' },
    g.all && check('All', { checked: s.mails.length > 0 && s.picked.size === s.mails.length, onchange: all }),
    button({ key: 'read', disabled: !s.picked.size, onclick: mark(true) }, 'Mark as read'),
    g.both && button({ key: 'unread', disabled: !s.picked.size, onclick: mark(false) }, 'Mark as unread'),
    button({ key: 'archive', disabled: !s.picked.size, onclick: archive }, 'Archive')),
  rows(s.mails.map(({ id, who, about, read }) => ({
    key: id,
    kids: [input({ type: 'checkbox', 'aria-label': `${who}: ${about}`, checked: s.picked.has(id), onchange: pick(id) }), span(read ? 'read' : 'unread')]
  }))),
  say(s.done)
))
"""


def inbox(rng: Random) -> Site:
    people, subjects = some(rng, PEOPLE, rng.randint(3, 5)), some(rng, SUBJECTS, 5)
    given = {
        "mails": [[*pair, rng.random() < 0.4] for pair in zip(people, subjects)],
        "all": rng.random() < 0.6,
        "both": rng.random() < 0.5,
    }
    one = [f"checkbox '{who}: {about}'" for who, about in zip(people, subjects)]
    goals = [
        [click(rng.choice(one)), click("button 'Mark as read'")],
        [click(one[0]), click(one[1]), click("button 'Mark as read'")],
        [click(rng.choice(one)), click("button 'Archive'")],
        *([[click("checkbox 'All'")], [click("checkbox 'All'"), click("button 'Mark as read'")]] if given["all"] else []),
        *([[click(rng.choice(one)), click("button 'Mark as unread'")]] if given["both"] else []),
        [click(rng.choice(one))],
    ]
    return app(rng, rng.choice(["Inbox", "Mail", "Messages", "Post"]), given, SCRIPT, goals)
