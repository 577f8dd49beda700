// A queue of support tickets. Agents work on their own tickets, leads on all; customers' words come from the model where there is one.

const PEOPLE = { ada: 'lead', lin: 'agent', tomas: 'agent' }
const PRIORITIES = ['low', 'normal', 'urgent']

export function init(seed) {
  const chance = random(seed)
  const titles = ['Invoice shows the wrong year', 'App closes on start', 'Cannot change the address', 'Export has no header']
  const tickets = {}
  titles.forEach((title, at) => {
    const id = `T-${101 + at}`
    const priority = PRIORITIES[Math.floor(chance() * 3)]
    tickets[id] = { id, title, customer: `C-${10 + at}`, priority, status: 'open', assignee: null, replies: [] }
  })
  return { user: 'lin', minute: 0, next: 105, tickets }
}

const text = { type: 'string', minLength: 1 }
const id = { type: 'string', pattern: '^T-[0-9]+$', description: 'Id of the ticket, such as T-101.' }
const tool = (name, description, properties = {}, required = Object.keys(properties)) => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required, additionalProperties: false }
})

const everybody = [
  tool('whoami', 'Who is signed in, and with which role.'),
  tool('sign_in', 'Signs in as somebody else.', { name: { type: 'string', enum: Object.keys(PEOPLE) } }),
  tool('list_tickets', 'Tickets by id, without their replies.', { status: { type: 'string', enum: ['open', 'closed'] } }, []),
  tool('get_ticket', 'One ticket with its replies.', { id }),
  tool('create_ticket', 'Opens a ticket.', { title: text, customer: text, priority: { type: 'string', enum: PRIORITIES } }),
  tool('take_ticket', 'Assigns an open ticket to whoever is signed in.', { id }),
  tool('reply', 'Writes to the customer of a ticket. Answers with what the customer says.', { id, text }),
  tool('close_ticket', 'Closes a ticket that has at least one reply.', { id })
]
const leads = [
  tool('assign_ticket', 'Gives a ticket to somebody.', { id, to: { type: 'string', enum: Object.keys(PEOPLE) } }),
  tool('reopen_ticket', 'Opens a closed ticket again.', { id })
]

export const actions = ({ user }) => ({ tools: PEOPLE[user] === 'lead' ? [...everybody, ...leads] : everybody })

export const views = {
  tools: ({ user, tickets }) => ({ signed_in: user, tickets: Object.values(tickets) }),
  http: ({ user, tickets }) => ({ signed_in: user, tickets: Object.values(tickets) }),
  text: ({ user, tickets }) =>
    [`You are ${user}.`, ...Object.values(tickets).map((one) => `${one.id} ${one.status} ${one.assignee ?? 'nobody'}: ${one.title}`)].join('\n')
}

const ROUTES = [
  ['GET', ['me'], 'whoami'],
  ['POST', ['session'], 'sign_in'],
  ['GET', ['tickets'], 'list_tickets'],
  ['POST', ['tickets'], 'create_ticket'],
  ['GET', ['tickets', '{id}'], 'get_ticket'],
  ['POST', ['tickets', '{id}', 'take'], 'take_ticket'],
  ['POST', ['tickets', '{id}', 'replies'], 'reply'],
  ['POST', ['tickets', '{id}', 'close'], 'close_ticket'],
  ['POST', ['tickets', '{id}', 'assign'], 'assign_ticket'],
  ['POST', ['tickets', '{id}', 'reopen'], 'reopen_ticket']
]

function requested({ method, path, query, body }) {
  const parts = path.split('/').filter(Boolean)
  const there = ROUTES.filter(([, route]) => route.length === parts.length && route.every((part, at) => part === '{id}' || part === parts[at]))
  const found = there.find(([allowed]) => allowed === method)
  if (!there.length) return { status: 404, body: { error: `There is nothing at ${path}` } }
  if (!found) return { status: 405, headers: { allow: there.map(([allowed]) => allowed).join(', ') }, body: { error: `${method} is not allowed at ${path}` } }
  const [, route, tool] = found
  return { tool, given: { ...query, ...body, ...(route.includes('{id}') && { id: parts[1] }) } }
}

const LINES = [
  [/^whoami$/, 'whoami', []],
  [/^sign in as (\w+)$/, 'sign_in', ['name']],
  [/^tickets$/, 'list_tickets', []],
  [/^tickets (open|closed)$/, 'list_tickets', ['status']],
  [/^ticket (\S+)$/, 'get_ticket', ['id']],
  [/^take (\S+)$/, 'take_ticket', ['id']],
  [/^reply to (\S+): (.+)$/, 'reply', ['id', 'text']],
  [/^close (\S+)$/, 'close_ticket', ['id']],
  [/^assign (\S+) to (\w+)$/, 'assign_ticket', ['id', 'to']],
  [/^reopen (\S+)$/, 'reopen_ticket', ['id']]
]

function typed(line) {
  for (const [form, tool, names] of LINES) {
    const match = form.exec(line)
    if (match) return { tool, given: Object.fromEntries(names.map((name, at) => [name, match[at + 1]])) }
  }
  return null
}

// What the schema of a tool refuses at the door of tools, is refused here for the others.
function misfit({ user }, { tool, given }) {
  const known = actions({ user }).tools.find(({ name }) => name === tool)
  if (!known) return { status: 403, error: `Only a lead can do that (${tool})` }
  const { properties, required } = known.inputSchema
  for (const name of required) if (given[name] === undefined) return { status: 400, error: `${name} is missing` }
  for (const name of Object.keys(given)) {
    const rule = properties[name]
    if (!rule) return { status: 400, error: `There is no ${name} here` }
    if (typeof given[name] !== 'string' || !given[name]) return { status: 400, error: `${name} must be a text` }
    if (rule.enum && !rule.enum.includes(given[name])) return { status: 400, error: `${name} must be one of ${rule.enum.join(', ')}` }
  }
  return null
}

export function step(state, event) {
  if (event.door === 'tools') return done(state, event.tool, event.arguments, event.answers)
  if (event.door === 'text') {
    if (event.text === 'look') return { answer: views.text(state) }
    const call = typed(event.text)
    if (!call) return { error: 'Lines are: look, tickets, ticket T-101, take T-101, reply to T-101: words, close T-101, assign T-101 to lin, sign in as ada.' }
    const wrong = misfit(state, call)
    if (wrong) return { error: wrong.error }
    const came = done(state, call.tool, call.given, event.answers)
    if (came.error || came.ask) return came
    return { ...came, answer: typeof came.answer === 'string' ? came.answer : JSON.stringify(came.answer, null, 2) }
  }
  const call = requested(event)
  if (call.status) return { answer: call }
  const wrong = misfit(state, call)
  if (wrong) return { answer: { status: wrong.status, body: { error: wrong.error } } }
  const came = done(state, call.tool, call.given, event.answers)
  if (came.ask) return came
  if (came.error) return { answer: { status: /not found/.test(came.error) ? 404 : 409, body: { error: came.error } } }
  return { ...came, answer: { status: call.tool === 'create_ticket' ? 201 : 200, body: came.answer } }
}

/** What a call of a tool comes to, whatever door it came through. */
function done(state, tool, given, answers) {
  const { user, tickets } = state
  const refuse = (error) => ({ error })
  const now = { ...state, minute: state.minute + 1 }

  if (tool === 'whoami') return { answer: { name: user, role: PEOPLE[user] } }
  if (tool === 'sign_in') return { state: { ...now, user: given.name }, answer: `Signed in as ${given.name} (${PEOPLE[given.name]}).` }
  if (tool === 'list_tickets') {
    const found = Object.values(tickets).filter(({ status }) => !given.status || status === given.status)
    return { answer: { total: found.length, items: found.map(({ replies, ...rest }) => ({ ...rest, replies: replies.length })) } }
  }
  if (tool === 'create_ticket') {
    const made = { id: `T-${state.next}`, ...given, status: 'open', assignee: null, replies: [] }
    return { state: put({ ...now, next: state.next + 1 }, ['tickets', made.id], made), answer: made }
  }

  const ticket = tickets[given.id]
  if (!ticket) return refuse(`Ticket ${given.id} not found`)
  const changed = (fields) => {
    const after = { ...ticket, ...fields }
    return { state: put(now, ['tickets', ticket.id], after), answer: after }
  }
  if (tool === 'get_ticket') return { answer: ticket }
  if (tool === 'assign_ticket') return changed({ assignee: given.to })
  if (tool === 'reopen_ticket') return ticket.status === 'closed' ? changed({ status: 'open' }) : refuse(`${ticket.id} is open`)
  if (ticket.status === 'closed') return refuse(`${ticket.id} is closed`)
  if (tool === 'take_ticket') {
    if (ticket.assignee && ticket.assignee !== user) return refuse(`${ticket.id} belongs to ${ticket.assignee}; only a lead can assign it`)
    return changed({ assignee: user })
  }
  if (ticket.assignee !== user && PEOPLE[user] !== 'lead') return refuse(`${ticket.id} is not yours; take it first`)
  if (tool === 'close_ticket') return ticket.replies.length ? changed({ status: 'closed' }) : refuse(`${ticket.id} has no reply yet`)
  if (tool === 'reply') {
    const about = `Customer ${ticket.customer} has the ticket "${ticket.title}" and is told: "${given.text}" What does the customer answer, in a sentence?`
    if (!answers) return { ask: { about, schema: { type: 'object', properties: { answer: text }, required: ['answer'] }, template: { answer: 'Thank you, I will try that.' } } }
    const [{ answer }] = answers
    return changed({ replies: [...ticket.replies, { from: user, text: given.text, minute: now.minute }, { from: ticket.customer, text: answer }] })
  }
  return undefined
}
