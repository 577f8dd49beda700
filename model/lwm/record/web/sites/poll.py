"""A poll: one vote, which can be taken back, and the counts with it."""

from random import Random

from ..site import Site, app, click
from ..words import DAYS, TOWNS, foods, some

SCRIPT = """
const { form, button, fieldset, legend, p } = tags
const s = { votes: Object.fromEntries(g.options), pick: null, voted: null, problem: '' }
const total = () => Object.values(s.votes).reduce((sum, one) => sum + one, 0)
function vote() {
  s.problem = s.pick ? '' : 'Choose one first.'
  if (s.problem) return
  s.votes[s.pick]++
  s.voted = s.pick
}
function back() {
  s.votes[s.voted]--
  Object.assign(s, { voted: null, pick: null })
}
app(() => frame(
  form({ key: 'vote', onsubmit: vote },
    fieldset(legend(g.question), g.options.map(([one]) =>
      radio('vote', one, { checked: s.pick === one, disabled: Boolean(s.voted), onchange: () => (s.pick = one) }))),
    button({ key: 'vote', disabled: Boolean(s.voted) }, 'Vote'),
    button({ key: 'back', type: 'button', disabled: !s.voted, onclick: back }, 'Take back')
  ),
  warn(s.problem),
  rows(g.options.map(([one]) => ({ key: one, kids: `${one}: ${many(s.votes[one], 'vote')}` }))),
  say(`${many(total(), 'vote')} in all${s.voted ? `, yours for ${s.voted}` : ''}`)
))
"""


def poll(rng: Random) -> Site:
    question, words = rng.choice(
        [
            ("Which day suits you?", DAYS),
            ("Where shall we go?", TOWNS),
            ("What shall we cook with?", foods(rng, 6)),
            ("Which colour for the door?", ["Red", "Green", "Blue", "White", "Yellow", "Black"]),
        ]
    )
    options = some(rng, words, rng.randint(3, 5))
    given = {"question": question, "options": [[one, rng.randint(0, 12)] for one in options]}
    goals = [
        *([click(f"radio '{one}'"), click("button 'Vote'")] for one in options),
        [click("radio"), click("radio"), click("button 'Vote'"), click("button 'Take back'")],
        [click("button 'Vote'")],
        [click("button 'Take back'")],
        [click("button 'Take back'"), click("radio"), click("button 'Vote'")],
    ]
    return app(rng, rng.choice(["Poll", "Vote", "Your opinion", "Survey"]), given, SCRIPT, goals)
