"""A conversation with a parrot, which answers by a rule that its first answer shows."""

from random import Random

from ..site import ENTER, Site, app, click, fill
from ..words import PEOPLE, sentence, some

SCRIPT = """
const { form, button, p, strong, span } = tags
const answers = {
  echo: (text) => `You said: ${text}`,
  length: (text) => `That was ${many(text.split(/\\s+/).length, 'word')}.`,
  loud: (text) => text.toUpperCase(),
  number: () => `Message ${s.said.filter(({ who }) => who === g.me).length} received.`,
  first: (text) => `Why "${text.split(/\\s+/)[0]}"?`
}
const s = { said: g.said.map(([who, text], id) => ({ id, who, text })), text: '', problem: '' }
let last = g.said.length
const tell = (who, text) => s.said.push({ id: last++, who, text })
function send() {
  const text = s.text.trim()
  s.problem = text ? '' : required('Message')
  if (!text) return
  tell(g.me, text)
  tell(g.other, answers[g.rule](text))
  s.text = ''
}
app(() => frame(
  rows(s.said.map(({ id, who, text }) => ({ key: id, kids: g.bold ? [strong(`${who}:`), span(text)] : `${who}: ${text}` }))),
  form({ key: 'say', onsubmit: send }, field('Message', typed(s, 'text')), button('Send')),
  warn(s.problem),
  g.clear && button({ key: 'clear', onclick: () => (s.said = []) }, 'Clear all'),
  say(many(s.said.length, 'message'))
))
"""


def chat(rng: Random) -> Site:
    me, other = some(rng, PEOPLE, 2)
    if rng.random() < 0.4:
        me = "You"
    rule = rng.choice(["echo", "length", "loud", "number", "first"])
    text = rng.choice([sentence(rng), "Hello", "Good morning", "Is anybody there?"])
    answer = {
        "echo": f"You said: {text}",
        "length": f"That was {len(text.split())} word{'' if len(text.split()) == 1 else 's'}.",
        "loud": text.upper(),
        "number": "Message 1 received.",
        "first": f'Why "{text.split()[0]}"?',
    }[rule]
    given = {
        "me": me,
        "other": other,
        "rule": rule,
        "said": [[me, text], [other, answer]],
        "bold": rng.random() < 0.5,
        "clear": rng.random() < 0.4,
    }
    goals = [
        *([fill("textbox", sentence(rng)), rng.choice([ENTER, click("button 'Send'")])] for _ in range(4)),
        [fill("textbox", rng.choice(["Hi", "Thanks!", "Good night", "Who are you?", "Ok"])), click("button 'Send'")],
        [click("button 'Send'")],
        *([[click("button 'Clear")]] if given["clear"] else []),
    ]
    return app(rng, rng.choice([f"Chat with {other}", "Messages", "Talk", "Parrot"]), given, SCRIPT, goals, "chat")
