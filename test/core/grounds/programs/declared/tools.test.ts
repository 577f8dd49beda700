import { expect, it } from 'vitest'
import { typedCall } from '../../../../../src/core/domains/tool-line.ts'
import { checkArguments } from '../../../../../src/core/domains/tools/tools.ts'
import type { Json } from '../../../../../src/core/tree/ports.ts'
import { must } from '../../../../must.ts'
import { at, BANK, ISSUES, programOf } from './worlds.ts'

const first = {
  ...{ number: 41, title: 'CSV export drops the last row', state: 'open', assignee: 'ada', labels: ['bug'] },
  ...{ created_at: '2026-03-02T09:00:00Z', updated_at: '2026-03-02T09:00:00Z' }
}
const second = {
  ...{ number: 42, title: 'Last line missing', state: 'closed', assignee: null, labels: [] },
  ...{ created_at: '2026-03-02T09:00:00Z', updated_at: '2026-03-02T09:00:00Z' }
}

it('keeps a table in twenty lines: twenty turns of an issue tracker, each as its rules say', () => {
  const { call } = at(programOf(ISSUES))
  expect(call('list_issues')).toEqual([first, second])
  expect(call('list_issues', { state: 'open' })).toEqual([first])
  expect(call('list_issues', { sort: '-number', limit: 1 })).toEqual([second])
  expect(call('list_issues', { limit: 1, offset: 1 })).toEqual([second])
  expect(call('get_issue', { number: 41 })).toEqual(first)
  expect(call('get_issue', { number: 7 })).toBe('Error: There is no issue 7.')
  const third = {
    ...{ number: 43, title: 'Import', state: 'open', assignee: 'lin', labels: ['bug', 'docs'] },
    ...{ created_at: '2026-03-02T09:01:00Z', updated_at: '2026-03-02T09:01:00Z' }
  }
  expect(call('create_issue', { title: 'Import', assignee: 'lin', labels: ['bug', 'docs'] })).toEqual(third)
  expect(call('create_issue', { title: 'No' })).toBe('Error: "title" must be at least 3 characters, not 2.')
  expect(call('create_issue', {})).toBe('Error: "title" is required.')
  expect(call('create_issue', { title: 'Enum', state: 'done' })).toBe(
    'Error: "state" must be one of open, closed, not "done".'
  )
  expect(call('create_issue', { title: 'Whose', assignee: 'eve' })).toBe('Error: There is no member eve.')
  expect(call('create_issue', { title: 'More', number: 50 })).toBe(
    'Error: create_issue takes no "number". It takes: title, state, assignee, labels.'
  )
  const reopened = { ...second, state: 'open', assignee: 'ada', updated_at: '2026-03-02T09:02:00Z' }
  expect(call('update_issue', { number: 42, state: 'open', assignee: 'ada' })).toEqual(reopened)
  const nobodys = { ...reopened, assignee: null, updated_at: '2026-03-02T09:03:00Z' }
  expect(call('update_issue', { number: 42, assignee: null })).toEqual(nobodys)
  expect(call('update_issue', { number: 42, title: null })).toBe('Error: "title" is required.')
  expect(call('create_comment', { issue: 42, text: 'Seen too.' })).toEqual({ id: 'C-1', issue: 42, text: 'Seen too.' })
  expect(call('create_comment', { issue: 99, text: 'Lost.' })).toBe('Error: There is no issue 99.')
  expect(call('delete_issue', { number: 42 })).toEqual({ number: 42, deleted: true })
  expect(call('list_comments')).toEqual([])
  expect(call('list_issues', { labels: 'docs' })).toBe(
    'Error: list_issues takes no "labels". It takes: state, assignee, sort, limit, offset.'
  )
  expect(call('create_issue', { title: 'Ids are not used twice' })).toMatchObject({ number: 44 })
})

it('leaves what it does not know to the model', () => {
  expect(at(programOf(ISSUES)).step({ door: 'tools', tool: 'merge_issue', arguments: {} })).toBeUndefined()
})

it('moves money so that it adds up, and refuses in the words of the data', () => {
  const { call, state } = at(programOf(BANK))
  expect(call('transfer', { source: 1, target: 2, amount: 50.05 })).toEqual({
    id: 'TR-1',
    balance: 50.05,
    total: 120.6
  })
  const before = state()
  expect(call('transfer', { source: 1, target: 2, amount: 50.06 })).toBe('Error: Account 1 has only 50.05.')
  expect(call('transfer', { source: 1, target: 1, amount: 1 })).toBe('Error: The two accounts are the same.')
  expect(call('transfer', { source: 1, target: 9, amount: 1 })).toBe('Error: There is no account 9.')
  expect(call('transfer', { source: 1, target: 2, amount: 0 })).toBe('Error: "amount" must be at least 0.01, not 0.')
  expect(call('transfer', { source: 1, target: 2, amount: 0.005 })).toBe(
    'Error: "amount" must be an amount with at most two decimal places, below a million million, not 0.005.'
  )
  expect(state()).toBe(before)
})

it('rewards a goal once', () => {
  const { step } = at(programOf(BANK))
  const send = (amount: number) => {
    const { reward, done } =
      step({ door: 'tools', tool: 'transfer', arguments: { source: 1, target: 3, amount } }) ?? {}
    return { reward, done }
  }
  expect(send(5)).toEqual({ reward: undefined, done: undefined })
  expect(send(5)).toEqual({ reward: 1, done: true })
  expect(send(5)).toEqual({ reward: undefined, done: undefined })
})

it('shows one world at three doors, and what is done at one is seen at the others', () => {
  const program = programOf(BANK)
  const { call, say, send, state } = at(program)
  expect(say('pay 10 from 1 to 2')).toBe('Sent 10.00 to Tomas.')
  expect(send('GET /accounts/2')).toEqual({ status: 200, body: { id: 2, owner: 'Tomas', balance: 30.2 } })
  expect(send('POST /transfer', { source: 2, target: 3, amount: 30 })).toMatchObject({ status: 200 })
  expect(call('get_account', { id: 3 })).toEqual({ id: 3, owner: 'Lin', balance: 30.3 })
  expect(say('look')).toBe('Accounts:\n1. Ada: 90.10\n2. Tomas: 0.20\n3. Lin: 30.30\nSent so far: 40.00')
  expect(program.view('text', state())).toBe(say('look'))
  expect(program.view('http', state())).toMatchObject({
    accounts: [{ id: 1 }, { id: 2 }, { id: 3 }],
    transfers: [{}, {}]
  })
  expect(send('POST /transfer', { source: 2, target: 3, amount: 30 })).toEqual({
    status: 409,
    body: { error: 'Account 2 has only 0.20.' }
  })
  expect(send('GET /accounts/9')).toEqual({ status: 404, body: { error: 'There is no account 9.' } })
  expect(send('GET /accounts?limit=1')).toMatchObject({ status: 200, body: [{ id: 1 }] })
  expect(send('PUT /accounts/1', {})).toEqual({
    ...{ status: 405, headers: { allow: 'GET' } },
    body: { error: 'PUT is not allowed here. Allowed: GET.' }
  })
  expect(send('GET /nothing')).toEqual({ status: 404, body: { error: 'There is nothing at /nothing.' } })
  expect(send('POST /transfer', { source: 'x', target: 3, amount: 1 })).toEqual({
    status: 422,
    body: { error: '"source" must be a whole number, not "x".' }
  })
  expect(say('show 1')).toBe('{\n  "id": 1,\n  "owner": "Ada",\n  "balance": 90.1\n}')
  expect(say('transfer source=1 target=3 amount=0.1')).toBe('Sent 0.10 to Lin.')
  expect(say('dance')).toBe('What?')
})

it('says what can be done in a state', () => {
  const { tools, commands, routes } = programOf(BANK).actions(programOf(BANK).init(''))
  expect(commands).toEqual(['look', 'pay <amount> from <source> to <target>', 'show 1', 'show 2', 'show 3'])
  expect(routes?.map(({ method, path }) => `${method} ${path}`)).toEqual([
    ...['GET /accounts', 'GET /accounts/{id}', 'GET /transfers', 'GET /transfers/{id}', 'POST /transfer']
  ])
  expect(tools?.at(-1)).toEqual({
    name: 'transfer',
    description: 'Moves money from one account to another.',
    inputSchema: {
      type: 'object',
      properties: {
        source: { type: 'integer' },
        target: { type: 'integer' },
        amount: { type: 'number', minimum: 0.01 }
      },
      required: ['source', 'target', 'amount'],
      additionalProperties: false
    },
    annotations: { readOnlyHint: false }
  })
})

const LIBRARY = `
version: 1
tables:
  shelves: { one: shelf, columns: { code: text key }, verbs: [list, delete], rows: [{ code: A }, { code: B }] }
  books:
    columns: { id: id, title: text unique, shelf: { references: shelves, onDelete: RULE } }
    verbs: [list, create, update]
    errors: { taken: 'We have {{value}} already.' }
    rows: [{ title: Sails, shelf: A }, { title: Knots, shelf: A }]
`

it.each([
  ['restrict', 'Error: The shelf A is still referred to by the book 1.', ['A', 'A']],
  ['cascade', { code: 'A', deleted: true }, []],
  ['clear', { code: 'A', deleted: true }, [null, null]]
])('a deleted row that others refer to: %s', (rule, answer, shelves) => {
  const { call } = at(programOf(LIBRARY.replace('RULE', rule)))
  expect(call('delete_shelf', { code: 'A' })).toEqual(answer)
  const books = call('list_books')
  expect(Array.isArray(books) && books.map((one) => Object(one).shelf)).toEqual(shelves)
  expect(call('delete_shelf', { code: 'C' })).toBe('Error: There is no shelf C.')
})

it('clears both columns of a row that refer to the same one', () => {
  const { call } = at(
    programOf(`
version: 1
tables:
  ports: { columns: { id: id, name: text }, verbs: [delete], rows: [{ name: Bergen }, { name: Oslo }] }
  routes:
    columns: { id: id, from: { references: ports, onDelete: clear }, to: { references: ports, onDelete: clear } }
    verbs: [list]
    rows: [{ from: 1, to: 1 }, { from: 1, to: 2 }]
`)
  )
  expect(call('delete_port', { id: 1 })).toEqual({ id: 1, deleted: true })
  expect(call('list_routes')).toEqual([
    { id: 1, from: null, to: null },
    { id: 2, from: null, to: 2 }
  ])
})

it('refuses a value that is there once already, in the words of the table', () => {
  const { call } = at(programOf(LIBRARY.replace('RULE', 'clear')))
  expect(call('create_book', { title: 'Knots' })).toBe('Error: We have Knots already.')
  expect(call('update_book', { id: 1, title: 'Knots' })).toBe('Error: We have Knots already.')
  expect(call('update_book', { id: 2, title: 'Knots' })).toMatchObject({ title: 'Knots' })
})

const DESK = `
version: 1
caller: mira
tables:
  tickets:
    columns: { id: { type: id, prefix: T- }, subject: text required, status: [open, pending, closed], owner: text, code: text }
    rows: [{ subject: Tides late }, { subject: Chart, status: closed }]
verbs:
  find_tickets:
    list: tickets
    with: [status]
    search: [subject]
    show: [id, subject]
    where: it.status != 'closed' or status == 'closed'
    sort: -id
    answer: { total: total, tickets: rows }
  take_ticket: { update: tickets, key: ticket, with: [], set: { owner: caller, code: digits(4) }, show: [id, owner] }
  close_ticket:
    update: tickets
    with: []
    require: [{ that: row.owner == caller, else: 'Ticket {{row.id}} is not yours.', status: 403 }]
    set: { status: "'closed'" }
    answer: 'Closed {{row.id}} at {{now}}.'
  ask_customer:
    input: { ticket: { references: tickets, required: true }, message: text required }
    ask: { about: 'The customer answers to: {{message}}', as: reply, otherwise: Thank you. }
    do: [{ update: tickets, where: it.id == ticket, set: { status: "'pending'" } }]
    answer: { reply: reply, status: 'tickets[ticket].status' }
  purge: { do: [{ delete: tickets, where: it.status == 'closed' }], answer: { left: count(tickets) } }
`

it('has verbs of its own over rows: filters, what is shown, whose it is, and what is computed', () => {
  const { call, step } = at(programOf(DESK))
  expect(call('find_tickets', { query: 'tides LATE' })).toEqual({
    total: 1,
    tickets: [{ id: 'T-1', subject: 'Tides late' }]
  })
  expect(call('find_tickets', { status: 'closed' })).toEqual({ total: 1, tickets: [{ id: 'T-2', subject: 'Chart' }] })
  expect(call('find_tickets', { sort: 'age' })).toBe(
    'Error: "sort" must be one of id, subject, status, owner, code, not "age".'
  )
  expect(call('close_ticket', { id: 'T-1' })).toBe('Error: Ticket T-1 is not yours.')
  expect(call('take_ticket', { ticket: 'T-1' })).toEqual({ id: 'T-1', owner: 'mira' })
  expect(call('close_ticket', { id: 'T-1' })).toBe('Closed T-1 at 2026-01-01T00:02:00Z.')
  const question = {
    door: 'tools',
    tool: 'ask_customer',
    arguments: { ticket: 'T-1', message: 'Is it well?' }
  } as const
  expect(step(question)).toEqual({
    ask: { about: 'The customer answers to: Is it well?', schema: { type: 'string' }, template: 'Thank you.' }
  })
  expect(step({ ...question, answers: ['Yes.'] })?.answer).toEqual({ reply: 'Yes.', status: 'pending' })
  expect(call('purge')).toEqual({ left: 1 })
})

it('draws its own chance from the seed', () => {
  const code = (seed: string) => {
    const { call, state } = at(programOf(DESK), seed)
    call('take_ticket', { ticket: 'T-1' })
    return JSON.stringify(state()).match(/"code":"(\d{4})"/)?.[1]
  }
  expect(code('one')).toBe(code('one'))
  expect(code('one')).not.toBe(code('two'))
})

it('31 lets a change empty what may be empty, and nothing that always has a value', () => {
  const tools = must(programOf(ISSUES).actions({}).tools)
  const update = must(tools.find(({ name }) => name === 'update_issue'))
  const create = must(tools.find(({ name }) => name === 'create_issue'))
  const types = (tool: typeof update) => {
    const properties = tool.inputSchema.properties as Record<string, { type: unknown; enum?: unknown }>
    return Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type]))
  }
  expect(types(update)).toEqual({
    ...{ number: 'integer', title: 'string', state: 'string', assignee: ['string', 'null'], labels: 'array' }
  })
  expect(types(create)).toEqual({ title: 'string', state: 'string', assignee: 'string', labels: 'array' })
  const misfits = (tool: typeof update, given: Record<string, Json>) => checkArguments(tool, given).length
  expect(misfits(update, { number: 42, assignee: null })).toBe(0)
  expect(misfits(update, { number: 42, title: null })).toBe(1)
  expect(typedCall('update_issue number=42 assignee=null', tools).arguments).toEqual({ number: 42, assignee: null })
  expect(typedCall('update_issue number=42 assignee=ada', tools).arguments).toEqual({ number: 42, assignee: 'ada' })
})

it('takes days that there are, and no others', () => {
  const world = programOf(
    'version: 1\ntables: { visits: { columns: { id: id, day: date, at: time }, verbs: [create] } }'
  )
  const { call } = at(world)
  for (const day of ['2026-02-28', '2028-02-29', '2026-12-31'])
    expect(call('create_visit', { day })).toMatchObject({ day })
  for (const day of ['2026-02-30', '2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '5 March 2026', '2026-2-3'])
    expect(call('create_visit', { day })).toMatch(/^Error: "day" must be a date such as/)
  expect(call('create_visit', { at: '2026-02-30T09:00:00Z' })).toMatch(/^Error: "at" must be a time such as/)
})

it('takes rows that an answer shows: those that are there change, others are new, and what is no row is passed over', () => {
  const program = programOf(
    JSON.stringify({
      version: 1,
      tables: {
        pens: { columns: { id: { type: 'id', prefix: 'P' }, ink: 'text', owner: 'text' }, rows: [{ ink: 'blue' }] }
      },
      verbs: {
        get: { get: 'pens', leaves: "id == 'P9'", learns: ['pens'] },
        told: { input: { text: 'json' }, do: [{ take: 'pens', from: 'text' }], answer: 'Read.' },
        add: { create: 'pens' }
      }
    })
  )
  const { call, state } = at(program)
  call('told', {
    text: '{"page":{"pens":[{"id":"P1","ink":"red"},{"id":"P4","ink":"green","cap":true}],"id":3,"size":2}}'
  })
  call('told', { text: 'Error: {"id": none' })
  expect(call('get', { id: 'P1' })).toEqual({ id: 'P1', ink: 'red', owner: null })
  expect(call('get', { id: 'P4' })).toEqual({ id: 'P4', ink: 'green', owner: null })
  expect(call('add', { ink: 'black' })).toEqual({ id: 'P5', ink: 'black', owner: null })
  const asked = { door: 'tools', tool: 'get', arguments: { id: 'P9' } } as const
  expect(program.step(state(), asked)?.ask).toBeDefined()
  const learnt = program.step(state(), { ...asked, answers: [{ id: 'P9', ink: 'gold' }] })
  expect(learnt?.answer).toEqual({ id: 'P9', ink: 'gold' })
  expect(JSON.stringify(learnt?.state)).toContain('"gold"')
})
