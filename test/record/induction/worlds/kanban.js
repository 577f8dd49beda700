// A board of cards that are moved between columns, answered in short sentences and Markdown-free text.
const tool = (name, properties = {}) => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) }
})
const text = { type: 'string' }
export const init = () => ({
  cards: {
    K1: { title: 'Paint the hull', column: 'todo', owner: null },
    K2: { title: 'Order rope', column: 'doing', owner: 'Ida' },
    K3: { title: 'Check the radio', column: 'todo', owner: 'Tom' },
    K4: { title: 'Sell the old sail', column: 'done', owner: 'Ida' }
  },
  next: 5
})
export const actions = () => ({
  tools: [
    tool('showBoard'),
    tool('showCard', { cardKey: text }),
    tool('findCards', { text }),
    tool('addCard', { title: text }),
    tool('moveCard', { cardKey: text, column: { type: 'string', enum: ['todo', 'doing', 'done'] } }),
    tool('assignCard', { cardKey: text, owner: text }),
    tool('archiveCard', { cardKey: text })
  ]
})
export function step(s, { tool, arguments: g }) {
  const shown = (key) => ({ cardKey: key, ...s.cards[key] })
  if (tool === 'showBoard') return { answer: { cards: Object.keys(s.cards).map(shown) } }
  if (tool === 'findCards')
    return {
      answer: {
        cards: Object.keys(s.cards)
          .filter((k) => s.cards[k].title.toLowerCase().includes(g.text.toLowerCase()))
          .map(shown)
      }
    }
  if (tool === 'addCard')
    return {
      state: {
        cards: { ...s.cards, [`K${s.next}`]: { title: g.title, column: 'todo', owner: null } },
        next: s.next + 1
      },
      answer: { cardKey: `K${s.next}`, title: g.title, column: 'todo', owner: null }
    }
  const card = Object.hasOwn(s.cards, g.cardKey) && s.cards[g.cardKey]
  if (!card) return { error: `Unknown card ${g.cardKey}.` }
  if (tool === 'showCard') return { answer: shown(g.cardKey) }
  if (tool === 'archiveCard') {
    if (card.column !== 'done') return { error: `${g.cardKey} is not done yet.` }
    const { [g.cardKey]: _, ...cards } = s.cards
    return { state: { ...s, cards }, answer: `Archived ${g.cardKey}.` }
  }
  if (tool === 'assignCard')
    return { state: put(s, ['cards', g.cardKey, 'owner'], g.owner), answer: `${g.owner} now has ${g.cardKey}.` }
  if (card.column === g.column) return { error: `${g.cardKey} is in ${g.column} already.` }
  return {
    state: put(s, ['cards', g.cardKey, 'column'], g.column),
    answer: `Moved ${g.cardKey} from ${card.column} to ${g.column}.`
  }
}
