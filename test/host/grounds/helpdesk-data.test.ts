// The shipped help desk as tables and verbs answers as the record store does, turn by turn.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseJson } from '../../../src/core/text/json.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import type { Json } from '../../../src/core/tree/ports.ts'
import { readDataProgram } from '../../../src/host/grounds/programs/data-program.ts'
import { play } from '../../core/grounds/records/play.ts'

const RESOURCES = join(import.meta.dirname, '../../../resources')
const read = (path: string) => readFileSync(join(RESOURCES, path), 'utf8')
const { setup } = Object(parseJson(read('scenarios/mcp-helpdesk.json')))

const TURNS: [tool: string, args: Record<string, Json>][] = [
  ['list_tickets', {}],
  ['list_tickets', { status: 'open' }],
  ['list_tickets', { priority: 'high', assignee: 'jon' }],
  ['list_tickets', { tag: 'billing' }],
  ['list_tickets', { sort: '-updated_at', limit: 2 }],
  ['list_tickets', { limit: 2, offset: 1 }],
  ['get_ticket', { ticket_id: 'T-103' }],
  ['get_ticket', { ticket_id: 'T-999' }],
  ['create_ticket', { subject: 'Anchor alarm stays silent', customer_id: 'C-5', priority: 'high' }],
  ['get_ticket', { ticket_id: 'T-105' }],
  ['create_ticket', { subject: 'Whose?', customer_id: 'C-99' }],
  ['update_ticket', { ticket_id: 'T-105', assignee: 'jon', tags: ['anchor', 'alarm'] }],
  ['update_ticket', { ticket_id: 'T-105', assignee: null }],
  ['update_ticket', { ticket_id: 'T-500', status: 'open' }],
  ['assign_ticket', { ticket_id: 'T-103', agent: 'mira' }],
  ['search_tickets', { query: 'tide late' }],
  ['search_tickets', { query: 'zebra' }],
  ['count_tickets', {}],
  ['count_tickets', { status: 'open' }],
  ['list_comments', { ticket_id: 'T-103' }],
  ['add_comment', { ticket_id: 'T-103', text: 'Asked for the zone.' }],
  ['list_comments', { ticket_id: 'T-103' }],
  ['list_customers', { plan: 'solo' }],
  ['get_customer', { customer_id: 'C-7' }],
  ['get_customer', { customer_id: 'C-8' }],
  ['close_ticket', { ticket_id: 'T-104' }],
  ['get_ticket', { ticket_id: 'T-104' }],
  ['delete_ticket', { ticket_id: 'T-102' }],
  ['list_tickets', {}],
  ['get_ticket', { ticket_id: 'T-102' }]
]

/** Without the minutes since the beginning: the record store counts every turn, tables count changes. */
const timeless = (value: unknown): unknown =>
  parseJson(JSON.stringify(value ?? null).replaceAll(/2026-03-02T09:\d\d:00Z/g, 'later'))

/** A refusal by its words: the record store says them as text or in an object, by what the tool returns. */
const refusal = (value: Json): string =>
  typeof value === 'string' ? value.replace(/^Error: /, '') : String(Object(value).error)

it('answers thirty turns as the record store does', async () => {
  const records = play(Setup.parse({ seed: 1, ...setup }))
  const { program, wrong } = readDataProgram(read('scenarios/programs/helpdesk.yaml'))
  if (!program) throw new Error(JSON.stringify(wrong))
  let state = program.init('1')
  for (const [tool, args] of TURNS) {
    const step = program.step(state, { door: 'tools', tool, arguments: args })
    state = step?.state ?? state
    const { value, grounded, error } = await records.call(tool, args)
    expect(grounded.origin).toBe('executed')
    if (step?.error !== undefined) expect({ tool, refusal: step.error }).toEqual({ tool, refusal: refusal(value) })
    else {
      expect({ tool, error }).toEqual({ tool, error: false })
      expect({ tool, answer: timeless(step?.answer) }).toEqual({ tool, answer: timeless(value) })
    }
  }
})

it('has the tools that the scenario has', () => {
  const { program } = readDataProgram(read('scenarios/programs/helpdesk.yaml'))
  const names = program?.actions(program.init('')).tools?.map(({ name }) => name)
  expect(names?.sort()).toEqual(
    Object(setup)
      .tools.map(({ name }: { name: string }) => name)
      .sort()
  )
})
