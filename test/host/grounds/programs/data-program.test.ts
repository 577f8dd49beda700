import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { proposeDeclared } from '../../../../src/core/grounds/programs/declared/propose.ts'
import { parseJson } from '../../../../src/core/text/json.ts'
import { Tool } from '../../../../src/core/tree/model.ts'
import { readDataProgram } from '../../../../src/host/grounds/programs/data-program.ts'

const wrongIn = (text: string) =>
  readDataProgram({ text }).wrong.map(({ reason, at }) => `${at.line}:${at.column} ${reason}`)

it('says of everything that is wrong where it stands, all at once', () => {
  const text = `version: 1
tables:
  accounts:
    columns:
      id: id
      owner: txt required
      balance: { type: money, min: 0, references: banks }
    rows:
      - { owner: Ada, balance: 1 }
`
  expect(wrongIn(text)).toEqual([
    expect.stringMatching(
      /^6:7 "txt" is not known here; a column is a type \(id, text, .*\), then "required", "unique" or "key"\.$/i
    )
  ])
  expect(wrongIn(text.replace('txt', 'text'))).toEqual(['7:7 There is no table "banks". There are: accounts.'])
  const money = text.replace('txt', 'text').replace(', references: banks', '')
  expect(wrongIn(money)).toEqual([])
  expect(wrongIn(money.replace('balance: 1 }', 'balance: -1, colour: red }'))).toEqual([
    '9:23 "balance" must be at least 0, not -1.',
    '9:36 There is no column "colour". There are: id, owner, balance.'
  ])
  const verbs = `${money}verbs:
  pay:
    input: { from: { references: account }, amount: money }
    require:
      - { that: 'accounts[from].balance >= amunt', else: 'Only {{accounts[from].balance }.' }
    do:
      - { update: accounts, where: it.id = from, set: { saldo: it.balance - amount } }
  list_them: { list: accounts, sort: age, key: x }
routes: { 'GET accounts': list_them, 'GET /a/{b}': list_them, 'GET /c': lst_them }
text: { look: '{{for a in acounts}}{{a.id}}{{end}}', commands: { 'pay {amount} {from}': pay } }
goals: [{ when: 'accounts[1].balance >' }]
`
  expect(wrongIn(verbs)).toEqual([
    '12:14 There is no table "account". Did you mean "accounts"?',
    '14:11 Nothing is called "amunt" here (character 27). Did you mean "amount"?',
    '14:52 "{{" has no "}}". (character 6)',
    '16:29 "=" means nothing here. To compare, write "==". (character 7)',
    '16:57 accounts has no column "saldo". There are: id, owner, balance.',
    '17:32 accounts has no column "age". There are: id, owner, balance.',
    '17:43 "key" belongs to a verb with "get" or "update" or "delete".',
    '18:11 A route is a method and a path, such as "GET /issues/{number}".',
    '18:38 list_them takes no "b". There are: sort, limit, offset.',
    '18:63 There is no verb "lst_them". Did you mean "list_them"?',
    '19:9 Nothing is called "acounts" here (character 12). Did you mean "accounts"?',
    '19:66 Between two places of a command stands a word.',
    '20:11 Expected a value, not the end. (character 22)'
  ])
})

it('names what is no YAML, and keys that are there twice', () => {
  expect(wrongIn('version: 1\ntables: {')).toHaveLength(1)
  expect(wrongIn('version: 1\nversion: 1\ntables: {}')).toEqual([
    '2:1 "version" is written twice, on lines 1 and 2. Only the last would count: keep one.'
  ])
})

it('tells the first hundred things that are wrong, and refuses what would take too long to read', () => {
  const many = (count: number, line: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => line(at)).join('')
  expect(wrongIn(`version: 1\ntables: {}\n${many(20_000, (at) => `k${at}: 1\n`)}`)).toHaveLength(100)
  const tables = many(101, (at) => `  t${at}: { columns: { id: id } }\n`)
  expect(wrongIn(`version: 1\ntables:\n${tables}`)).toEqual(['2:1 A world has at most 100 tables.'])
  const verbs = many(501, (at) => `  v${at}: { answer: done }\n`)
  expect(wrongIn(`version: 1\ntables: { t: { columns: { id: id } } }\nverbs:\n${verbs}`)).toEqual([
    '3:1 A world has at most 500 verbs of its own.'
  ])
})

const SCENARIOS = join(import.meta.dirname, '../../../../resources/scenarios')
const toolsOf = (file: string): Tool[] => {
  const { setup } = Object(parseJson(readFileSync(join(SCENARIOS, file), 'utf8')))
  return Tool.array().parse(setup?.tools ?? [])
}
const withTools = readdirSync(SCENARIOS).filter((file) => file.endsWith('.json') && toolsOf(file).length > 0)

it.each(withTools)('proposes data that is valid from the tools of %s', (file) => {
  const { yaml, left } = proposeDeclared(toolsOf(file))
  if (yaml === null) return expect(left).toHaveLength(toolsOf(file).length)
  expect(wrongIn(yaml)).toEqual([])
  const { program } = readDataProgram({ text: yaml })
  const names = program?.actions(program.init('')).tools?.map(({ name }) => name) ?? []
  expect([...names, ...left].sort()).toEqual(
    toolsOf(file)
      .map(({ name }) => name)
      .sort()
  )
})

it('proposes tables with columns, keys and filters from list, get, create, update and delete', () => {
  const { yaml, left } = proposeDeclared(toolsOf('mcp-helpdesk.json'))
  expect(left).toEqual(['assign_ticket', 'close_ticket', 'count_tickets', 'send_reply'])
  expect(yaml).toBe(`# Proposed from the tools. Add rows, references between tables, and what is refused.
version: 1
tables:
  tickets:
    columns:
      ticket_id: { type: id, prefix: "T-" }
      subject: text required
      customer_id: { references: customers, required: true }
      priority: { type: text, enum: ["low","normal","high"], default: "normal" }
      tags: list
      assignee: text
      status: { type: text, enum: ["open","pending","solved","closed"] }
    rows: []
  comments:
    columns:
      id: id
      ticket_id: { references: tickets, required: true }
      text: text required
    rows: []
  customers:
    columns:
      customer_id: { type: id, prefix: "C-" }
      plan: text
    rows: []
verbs:
  list_tickets: { list: tickets, with: [status, priority, assignee, customer_id], input: { tag: text }, where: "(tag == null or tag in it.tags)" }
  get_ticket: { get: tickets }
  create_ticket: { create: tickets, with: [subject, customer_id, priority, tags, assignee] }
  update_ticket: { update: tickets, with: [subject, status, priority, tags, assignee] }
  delete_ticket: { delete: tickets }
  search_tickets: { list: tickets, with: [], search: [subject, assignee] }
  list_comments: { list: comments, with: [ticket_id] }
  add_comment: { create: comments, with: [ticket_id, text] }
  list_customers: { list: customers, with: [plan] }
  get_customer: { get: customers }
# Left to the model: assign_ticket, close_ticket, count_tickets, send_reply
`)
})
