// A list of things to do as many services keep one: pages of rows, numbers as ids, errors as objects.
const tool = (name, properties, required = []) => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties, required }
})
const text = { type: 'string' }
const whole = { type: 'integer' }
const two = (n) => String(n).padStart(2, '0')
const stamp = (n) => `2026-01-05T${two(8 + Math.floor(n / 60))}:${two(((n % 60) + 60) % 60)}:00Z`
const row = (id, title, priority, done, n) => ({
  id,
  title,
  priority,
  done,
  tags: [],
  createdAt: stamp(n),
  updatedAt: stamp(n)
})
export const init = () => ({
  n: 0,
  next: 7,
  todos: [
    row(1, 'Water the plants', 'low', false, -60),
    row(2, 'Send the invoice', 'high', false, -50),
    row(3, 'Book a train', 'medium', true, -45),
    row(4, 'Call Oda', 'low', false, -30),
    row(5, 'Fix the gate', 'high', true, -20),
    row(6, 'Renew passport', 'medium', false, -10)
  ]
})
const priority = { type: 'string', enum: ['low', 'medium', 'high'] }
export const actions = () => ({
  tools: [
    tool('list_todos', { page: whole, per_page: whole, priority, done: { type: 'boolean' } }),
    tool('get_todo', { id: whole }, ['id']),
    tool('search_todos', { query: text }, ['query']),
    tool('create_todo', { title: text, priority }, ['title']),
    tool('update_todo', { id: whole, title: text, priority }, ['id']),
    tool('complete_todo', { id: whole }, ['id']),
    tool('delete_todo', { id: whole }, ['id'])
  ]
})
const fail = (code, message) => ({
  answer: { content: [{ type: 'text', text: JSON.stringify({ error: { code, message } }) }], isError: true }
})
export function step(state, { tool, arguments: g }) {
  const { todos } = state
  if (tool === 'list_todos') {
    const [page, size] = [g.page ?? 1, g.per_page ?? 5]
    if (page < 1 || size < 1) return fail('VALIDATION', 'page and per_page must be positive')
    const all = todos.filter(
      (t) => (g.priority === undefined || t.priority === g.priority) && (g.done === undefined || t.done === g.done)
    )
    return {
      answer: {
        data: all.slice((page - 1) * size, page * size),
        pagination: { page, per_page: size, total: all.length, total_pages: Math.ceil(all.length / size) }
      }
    }
  }
  if (tool === 'search_todos') {
    const all = todos.filter((t) => t.title.toLowerCase().includes(String(g.query).toLowerCase()))
    return { answer: { data: all, count: all.length } }
  }
  if (tool === 'create_todo') {
    if (!g.title) return fail('VALIDATION', 'title is required')
    const made = {
      id: state.next,
      title: g.title,
      priority: g.priority ?? 'medium',
      done: false,
      tags: [],
      createdAt: stamp(state.n),
      updatedAt: stamp(state.n)
    }
    return { state: { n: state.n + 1, next: state.next + 1, todos: [...todos, made] }, answer: { data: made } }
  }
  const found = todos.find((t) => t.id === g.id)
  if (!found) return fail('NOT_FOUND', `Todo ${g.id} not found`)
  if (tool === 'get_todo') return { answer: { data: found } }
  if (tool === 'delete_todo')
    return {
      state: { ...state, n: state.n + 1, todos: todos.filter((t) => t !== found) },
      answer: { success: true, deleted_id: g.id }
    }
  if (tool === 'complete_todo' && found.done) return fail('CONFLICT', `Todo ${g.id} is already done`)
  const made =
    tool === 'complete_todo'
      ? { ...found, done: true, updatedAt: stamp(state.n) }
      : { ...found, title: g.title ?? found.title, priority: g.priority ?? found.priority, updatedAt: stamp(state.n) }
  return {
    state: { ...state, n: state.n + 1, todos: todos.map((t) => (t === found ? made : t)) },
    answer: { data: made }
  }
}
