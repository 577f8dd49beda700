"""Notes: a list of them, and one that is open and can be changed."""

from random import Random

from ..site import Site, app, click, fill
from ..words import SUBJECTS, sentence, some

SCRIPT = """
const { form, button, h2, textarea, p, section } = tags
const s = { notes: g.notes.map(([title, text], id) => ({ id, title, text })), open: null, title: '', text: '', problem: '', done: '' }
let last = g.notes.length
const open = (note) => Object.assign(s, { open: note, title: note?.title ?? '', text: note?.text ?? '', problem: '', done: '' })
open(s.notes[g.open])
function save() {
  s.problem = s.title.trim() ? '' : required('Title')
  s.done = ''
  if (s.problem) return
  const changed = { title: s.title.trim(), text: s.text.trim() }
  const note = s.open ?? { id: last++ }
  if (!s.open) s.notes.push(note)
  open(Object.assign(note, changed))
  s.done = `Saved ${note.title}.`
}
function remove() {
  const { title } = s.open
  s.notes = s.notes.filter((note) => note !== s.open)
  open(null)
  s.done = `Deleted ${title}.`
}
app(() => frame(
  rows(s.notes.map((note) => ({
    key: note.id,
    kids: [button({ 'aria-current': note === s.open && 'true', onclick: () => open(note) }, note.title), p(note.text)]
  }))),
  button({ key: 'new', onclick: () => open(null) }, 'New note'),
  form({ key: 'editor', onsubmit: save },
    field('Title', typed(s, 'title')),
    labelled('Text', textarea({ rows: 2, ...typed(s, 'text') })),
    button({ key: 'save' }, 'Save'),
    button({ key: 'delete', type: 'button', disabled: !s.open, onclick: remove }, 'Delete')
  ),
  warn(s.problem),
  say(s.done)
))
"""


def notes(rng: Random) -> Site:
    *titles, a, b = some(rng, SUBJECTS, rng.randint(4, 6))
    given = {"notes": [[title, sentence(rng)] for title in titles], "open": rng.randrange(len(titles))}
    goals = [
        [click("button 'New note'"), fill("textbox 'Title'", a), fill("textbox 'Text'", sentence(rng)), click("button 'Save'")],
        [fill("textbox 'Text'", sentence(rng)), click("button 'Save'")],
        [fill("textbox 'Title'", b), click("button 'Save'")],
        [fill("textbox 'Title'", ""), click("button 'Save'")],
        [click(f"button '{rng.choice(titles)}'")],
        [click(f"button '{rng.choice(titles)}'"), fill("textbox 'Text'", sentence(rng)), click("button 'Save'")],
        [click(f"button '{rng.choice(titles)}'"), click("button 'Delete'")],
        [click("button 'New note'"), click("button 'Save'")],
    ]
    return app(rng, rng.choice(["Notes", "Notebook", "Jottings", "Memos", "Journal"]), given, SCRIPT, goals)
