"""Cards on a board: they are moved from column to column, added and closed."""

from random import Random

from ..site import ENTER, Site, app, click, fill
from ..words import chores

SCRIPT = """
const { section, h2, ul, li, button, form, span } = tags
const s = { cards: g.cards.map(([text, column], id) => ({ id, text, column })), text: '', problem: '' }
let last = g.cards.length
const move = (card, by) => () => {
  card.column += by
  s.cards = [...s.cards.filter((one) => one !== card), card]
}
function add() {
  const text = s.text.trim()
  s.problem = text ? '' : required('Card')
  if (!text) return
  s.cards.push({ id: last++, text, column: 0 })
  s.text = ''
}
const card = (one) => li({ key: one.id },
  span(one.text),
  one.column > 0 && button({ key: 'left', 'aria-label': `Move ${one.text} to ${g.columns[one.column - 1]}`, onclick: move(one, -1) }, '<'),
  one.column < g.columns.length - 1 && button({ key: 'right', 'aria-label': `Move ${one.text} to ${g.columns[one.column + 1]}`, onclick: move(one, 1) }, '>')
)
const column = (name, at) => {
  const inside = s.cards.filter((one) => one.column === at)
  return section({ key: name, 'aria-label': name }, h2(`${name} (${inside.length})`), ul(inside.map(card)))
}
app(() => frame(
  g.columns.map(column),
  form({ key: 'add', onsubmit: add }, field('Card', typed(s, 'text')), button('Add')),
  warn(s.problem)
))
"""


def kanban(rng: Random) -> Site:
    *cards, a, b = chores(rng, rng.randint(5, 6))
    columns = rng.choice([["To do", "Doing", "Done"], ["Open", "Closed"], ["Ideas", "Now", "Finished"], ["Inbox", "Today", "Later"]])
    given = {"columns": columns, "cards": [[card, rng.randrange(len(columns))] for card in cards]}
    goals = [
        [click("button 'Move")],
        *([click(f"button 'Move {card}")] for card in cards),
        [click(f"button 'Move {cards[0]}"), click(f"button 'Move {cards[0]}")],
        [fill("textbox", a), click("button 'Add'"), click(f"button 'Move {a}")],
        [fill("textbox", b), ENTER],
        [click("button 'Add'")],
    ]
    return app(rng, rng.choice(["Board", "Project board", "Team board", "Workshop"]), given, SCRIPT, goals)
