// A lending library in camel case, whose answers are sentences where something is done and lists where something is asked.
const tool = (name, properties = {}) => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) }
})
const text = { type: 'string' }
export const init = () => ({
  books: {
    'b-1': { title: 'Emma', author: 'Jane Austen', by: null },
    'b-2': { title: 'Ulysses', author: 'James Joyce', by: 'm-2' },
    'b-3': { title: 'Solaris', author: 'Stanislaw Lem', by: null },
    'b-4': { title: 'Momo', author: 'Michael Ende', by: null }
  },
  members: { 'm-1': 'Ida', 'm-2': 'Tom' },
  next: 3
})
export const actions = () => ({
  tools: [
    tool('listBooks'),
    tool('getBook', { bookId: text }),
    tool('searchBooks', { query: text }),
    tool('listMembers'),
    tool('addMember', { name: text }),
    tool('checkoutBook', { bookId: text, memberId: text }),
    tool('returnBook', { bookId: text })
  ]
})
export function step(state, { tool, arguments: g }) {
  const { books, members } = state
  const shown = (id) => ({
    bookId: id,
    title: books[id].title,
    author: books[id].author,
    available: books[id].by === null,
    borrowedBy: books[id].by
  })
  if (tool === 'listBooks') return { answer: Object.keys(books).map(shown) }
  if (tool === 'listMembers') return { answer: Object.keys(members).map((id) => ({ memberId: id, name: members[id] })) }
  if (tool === 'searchBooks')
    return {
      answer: Object.keys(books)
        .map(shown)
        .filter((b) => `${b.title} ${b.author}`.toLowerCase().includes(g.query.toLowerCase()))
    }
  if (tool === 'addMember')
    return {
      state: { ...state, members: { ...members, [`m-${state.next}`]: g.name }, next: state.next + 1 },
      answer: { memberId: `m-${state.next}`, name: g.name }
    }
  const book = Object.hasOwn(books, g.bookId) && books[g.bookId]
  if (!book) return { error: `Book "${g.bookId}" does not exist.` }
  if (tool === 'getBook') return { answer: shown(g.bookId) }
  if (tool === 'checkoutBook') {
    if (!Object.hasOwn(members, g.memberId)) return { error: `Member "${g.memberId}" does not exist.` }
    if (book.by) return { error: `"${book.title}" is already lent to ${members[book.by]}.` }
    return {
      state: put(state, ['books', g.bookId, 'by'], g.memberId),
      answer: `"${book.title}" is lent to ${members[g.memberId]}.`
    }
  }
  if (!book.by) return { error: `"${book.title}" is not lent.` }
  return { state: put(state, ['books', g.bookId, 'by'], null), answer: `"${book.title}" is back.` }
}
