"""An address book: a table that people are put into, changed in, taken from and looked for in."""

from random import Random

from ..site import ENTER, Site, app, click, fill
from ..words import TOWNS, names

SCRIPT = """
const { form, button, h2 } = tags
const [first, second] = g.labels
const s = { people: g.people.map(([name, more], id) => ({ id, name, more })), name: '', more: '', find: '', editing: null, problem: '' }
let last = g.people.length
function save() {
  const name = s.name.trim()
  const more = s.more.trim()
  s.problem = !name ? required(first) : !more ? required(second) : g.number && !/^\\d+$/.test(more) ? numeric(second) : ''
  if (s.problem) return
  if (s.editing) Object.assign(s.editing, { name, more })
  else s.people.push({ id: last++, name, more })
  Object.assign(s, { name: '', more: '', editing: null })
}
const edit = (one) => () => Object.assign(s, { editing: one, name: one.name, more: one.more, problem: '' })
const remove = (one) => () => (s.people = s.people.filter((other) => other !== one))
const found = ({ name, more }) => `${name} ${more}`.toLowerCase().includes(s.find.trim().toLowerCase())
const line = (one) => ({
  key: one.id,
  hidden: !found(one),
  cells: [one.name, one.more, [
    button({ 'aria-label': `Edit ${one.name}`, onclick: edit(one) }, 'Edit'),
    button({ 'aria-label': `Delete ${one.name}`, onclick: remove(one) }, 'Delete')
  ]]
})
const editor = () => form({ onsubmit: save, key: 'editor' },
  field(first, typed(s, 'name')), field(second, typed(s, 'more')),
  button({ key: 'save' }, s.editing ? 'Save' : 'Add'),
  warn(s.problem)
)
app(() => frame(
  g.search && field('Search', { type: 'search', ...typed(s, 'find') }),
  table([...g.labels, 'Actions'], s.people.map(line)),
  say(many(s.people.filter(found).length, g.one, g.more)),
  editor()
))
"""


def contacts(rng: Random) -> Site:
    *people, a, b = names(rng, rng.randint(4, 6))
    number = rng.random() < 0.6
    more = (lambda: str(rng.randint(200, 9999))) if number else (lambda: rng.choice(TOWNS))
    second = rng.choice(["Phone", "Extension", "Room", "Number"]) if number else rng.choice(["Town", "Home town", "City"])
    one, several = rng.choice([("person", "people"), ("contact", "contacts"), ("member", "members"), ("guest", "guests")])
    title = {"person": "People", "contact": "Contacts", "member": "Members", "guest": "Guests"}[one]
    search = rng.random() < 0.5
    given = {
        "people": [[name, more()] for name in people],
        "labels": ["Name", second],
        "number": number,
        "one": one,
        "more": several,
        "search": search,
    }
    first, other = "textbox 'Name'", f"textbox '{second}'"
    goals = [
        [fill(first, a), fill(other, more()), click("button 'Add'")],
        [fill(first, b), click("button 'Add'"), fill(other, more()), ENTER],
        [fill(first, a), fill(other, rng.choice(["soon", "none", "?"])), click("button 'Add'"), fill(other, more()), click("button 'Add'")],
        [click("button 'Edit"), fill(other, more()), click("button 'Save'")],
        [click("button 'Edit"), fill(first, b), ENTER],
        [click("button 'Delete")],
        [click("button 'Add'")],
        *([[fill("searchbox", rng.choice(people).split()[0].lower()), fill("searchbox", "")]] * 2 if search else []),
    ]
    return app(rng, title, given, SCRIPT, goals)
