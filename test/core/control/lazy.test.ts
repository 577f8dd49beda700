// The lazy agent that sets what is wanted looks up which row that is.
import { expect, it } from 'vitest'
import { valuesIn } from '../../../src/core/control/lazy/direct.ts'
import { lazyActor } from '../../../src/core/control/lazy/index.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { Scenario } from '../../../src/core/tree/scenario.ts'

const tool = (name: string, properties: Record<string, object>, required: string[] = []) => ({
  name,
  inputSchema: { type: 'object' as const, properties, required }
})
const setup = Setup.parse({
  domain: 'mcp',
  tools: [
    tool('list_tickets', { status: { type: 'string' } }),
    tool('update_ticket', { ticket_id: { type: 'string' }, status: { type: 'string' } }, ['ticket_id'])
  ]
})
const scenario = Scenario.parse({
  ...{ name: 'tickets', title: 'Tickets', description: '', setup },
  actions: ['list_tickets'],
  checks: [{ name: 'it is closed', at: 2, expect: { json: '$.status', is: 'closed' } }]
})

it('31.6 "direct" lists the rows where nothing is wanted yet, and changes the last one', async () => {
  const actor = lazyActor('direct', scenario, setup)
  const options = { signal: new AbortController().signal }
  expect(await actor.next(null, options)).toMatchObject({ tool: 'list_tickets', arguments: {} })
  const text = '{"tickets": [{"id": "T-1"}, {"id": "T-2"}]}'
  expect(await actor.next({ text, error: false }, options)).toMatchObject({
    tool: 'update_ticket',
    arguments: { ticket_id: 'T-2', status: 'closed' }
  })
  expect(await actor.next({ text, error: false }, options)).toMatchObject({ done: true })
})

it('values of an answer are known by their names, and a text that is no JSON has none', () => {
  expect(new Map(valuesIn('[{"id": 1, "to": {"name": "Ada"}}, {"id": 2}]'))).toEqual(
    new Map<string, unknown>([
      ['id', 2],
      ['name', 'Ada']
    ])
  )
  expect(valuesIn('Closed.')).toEqual([])
})
