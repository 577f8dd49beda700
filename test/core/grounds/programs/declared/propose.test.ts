// Tables that are proposed from tools and from what the initial state shows.
import { expect, it } from 'vitest'
import { proposeDeclared } from '../../../../../src/core/grounds/programs/declared/propose.ts'
import { statedRows } from '../../../../../src/core/grounds/programs/declared/stated-rows.ts'
import { shippedWorlds } from '../../../shipped-worlds.ts'
import { at, programOf } from './worlds.ts'

const setupOf = (file: string) => {
  const found = shippedWorlds.find((one) => one.file === file)
  if (!found) throw new Error(`There is no ${file}.`)
  return found.scenario.setup
}

it('reads rows from a Markdown table, from a list on a line and from JSON', () => {
  const rows = [
    { id: 'T-1', open: true, hours: 1.5, who: null },
    { id: 'T-2', open: false, hours: 0, who: 'ada' }
  ]
  const table =
    '## Tickets\n| id | open | hours | who |\n| --- | :---: | --- | --- |\n| T-1 | true | 1.5 | - |\n| T-2 | false | 0 | ada |\n'
  expect(statedRows(`A desk.\n\n${table}\nNo more.`)).toEqual(new Map([['ticket', rows]]))
  expect(statedRows(`A desk.\ntickets: ${JSON.stringify(rows)}\n`)).toEqual(new Map([['ticket', rows]]))
  expect(statedRows(JSON.stringify({ tickets: rows, note: 'x' }))).toEqual(new Map([['ticket', rows]]))
  expect(statedRows('tickets: [1, 2\n| a |\n{')).toEqual(new Map())
})

it('proposes tables whose rows are those of the initial state, and plays them', () => {
  const { tools, initialState = '' } = setupOf('mcp-helpdesk.json')
  const { yaml, tables, left } = proposeDeclared(tools, statedRows(initialState))
  expect(tables).toEqual([
    { one: 'ticket', verbs: ['list', 'get', 'create', 'update', 'delete'] },
    { one: 'comment', verbs: ['list', 'create'] },
    { one: 'customer', verbs: ['list', 'get'] }
  ])
  expect(left).toEqual(['assign_ticket', 'close_ticket', 'count_tickets', 'send_reply'])
  const { step } = at(programOf(yaml ?? ''))
  const call = (tool: string, args = {}) => step({ door: 'tools', tool, arguments: args })
  expect(call('get_ticket', { ticket_id: 'T-101' })?.answer).toMatchObject({
    tags: ['charts', 'offline'],
    assignee: 'jon'
  })
  expect(call('create_ticket', { subject: 'New', customer_id: 'C-5' })?.answer).toMatchObject({ id: 'T-105' })
  expect(call('create_ticket', { subject: 'New', customer_id: 'C-9' })?.error).toBe('There is no customer C-9.')
  expect(call('list_tickets', { tag: 'billing' })?.answer).toMatchObject([{ id: 'T-102' }])
})

it('takes what rows hold where the tools say something else, and leaves a reference out that leads nowhere', () => {
  const { tools } = setupOf('mcp-helpdesk.json')
  const rows = new Map([['ticket', [{ id: 7, subject: null, priority: 'urgent', customer_id: 'C-99' }]]])
  const { step } = at(programOf(proposeDeclared(tools, rows).yaml ?? ''))
  expect(step({ door: 'tools', tool: 'get_ticket', arguments: { ticket_id: 7 } })?.answer).toMatchObject({
    ...{ id: 7, priority: 'urgent', customer_id: 'C-99' }
  })
})
