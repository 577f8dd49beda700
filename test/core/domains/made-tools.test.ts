// Tools that are made as they are called, through the one path.
import { expect, it } from 'vitest'
import { withMadeTools } from '../../../src/core/domains/made-tools.ts'
import { OrreryError } from '../../../src/core/errors.ts'
import { act, committed, failed, scripted, start, world } from '../acting.ts'

const LIST = { name: 'list', inputSchema: { type: 'object' as const } }
const call = (name: string, given: Record<string, string | number> = {}) => ({ action: { name, arguments: given } })

it('60.4 a call of an undeclared tool declares it for the rest of the world, and the model answers', async () => {
  const { engine, requests } = scripted(() => ['{"sunny": true}'])
  start(engine, { domain: 'mcp', tools: [LIST], makesTools: true })
  const first = committed(await act(call('weather', { place: 'Bergen', days: 2 })))
  expect(first.step.observation.text).toContain('sunny')
  expect(requests).toHaveLength(1)
  expect(JSON.stringify(requests[0])).toContain('Made when it was first called')
  const { setup, tip } = world.store.branch('main')
  const { tools } = withMadeTools(setup, { chain: world.store.chain(tip) })
  expect(tools.map(({ name }) => name)).toEqual(['list', 'weather'])
  expect(tools[1]?.inputSchema).toEqual({
    type: 'object',
    properties: { place: { type: 'string' }, days: { type: 'integer' } },
    required: ['place', 'days']
  })
  // From then on it is a tool like the others: what does not fit it is refused without the model.
  const misfit = committed(await act(call('weather', { place: 'Bergen' })))
  expect(misfit.step.observation.text).toContain('Invalid arguments for tool weather')
  expect(requests).toHaveLength(1)
})

const WRITTEN = {
  description: 'Says what the weather will be.',
  parameters: [
    { name: 'place', type: 'string', description: 'A town.', required: true },
    { name: 'unit', type: 'string', description: 'C or F.', required: true }
  ]
}

it('60.4 the model writes the schema before it answers; it is kept with the call that made the tool', async () => {
  const { engine, requests } = scripted(() => [requests.length % 2 ? JSON.stringify(WRITTEN) : '{"sunny": true}'])
  start(engine, { domain: 'mcp', tools: [LIST], makesTools: 'written' })
  const first = committed(await act(call('weather', { place: 'Bergen', days: 2 })))
  const tool = {
    name: 'weather',
    description: WRITTEN.description,
    inputSchema: {
      type: 'object',
      properties: {
        place: { type: 'string', description: 'A town.' },
        // Of the call, and not described.
        days: { type: 'integer' },
        // The call has none, so it can be left out.
        unit: { type: 'string', description: 'C or F.' }
      },
      required: ['place']
    }
  }
  expect(first.call.made).toEqual(tool)
  expect(first.call.tokens.generated).toBeGreaterThan(1)
  const [asked, answered] = requests.map((request) => JSON.stringify(request))
  expect([asked?.includes('list'), asked?.includes('Bergen'), answered?.includes(WRITTEN.description)]).toEqual([
    ...[true, true, true]
  ])
  // It is held to what was written, and nothing is written twice.
  committed(await act(call('weather', { place: 'Vik', unit: 'C' })))
  expect(requests).toHaveLength(3)
  const misfit = committed(await act(call('weather', { unit: 'C' })))
  expect(misfit.step.observation.text).toContain('Invalid arguments for tool weather')
  expect([misfit.call.made, requests.length]).toEqual([undefined, 3])
})

it.each([
  ['no JSON', 'It takes a place.', 'It said no such JSON.'],
  [
    'a type that the call does not have',
    JSON.stringify({
      description: 'd',
      parameters: [{ name: 'days', type: 'string', description: '', required: true }]
    }),
    'Its own call does not fit'
  ]
])('60.4 where it writes %s the schema is read off the call, and the step says so', async (_, said, why) => {
  const { engine, requests } = scripted(() => [requests.length === 1 ? said : '{"sunny": true}'])
  start(engine, { domain: 'mcp', tools: [LIST], makesTools: 'written' })
  const { call: made, step } = committed(await act(call('weather', { days: 2 })))
  expect(step.observation.text).toContain('sunny')
  expect(made.made).toBeUndefined()
  expect(made.warnings.join()).toContain(why)
  const { setup } = world.store.branch('main')
  expect(withMadeTools(setup, { chain: [step] }).tools.at(-1)?.inputSchema.required).toEqual(['days'])
})

it('60.4 without the setting it is refused, and without a model the step says that nobody can answer', async () => {
  const { engine } = scripted(() => ['no'])
  start(engine, { domain: 'mcp', tools: [LIST] })
  expect(committed(await act(call('weather'))).step.observation.text).toContain('Tool weather not found')
  start(
    { ...engine, absent: new OrreryError('no-model', 'There is no model.') },
    { domain: 'mcp', tools: [LIST], makesTools: true }
  )
  expect(failed(await act(call('weather'))).error.message).toContain('Nobody can answer a call of "weather"')
  start(engine, { domain: 'mcp', tools: [LIST], makesTools: true, grounding: 'executed' })
  expect(failed(await act(call('weather'))).error.message).toContain('Nobody can answer a call of "weather"')
})
