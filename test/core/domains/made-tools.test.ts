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
  const { tools } = withMadeTools(setup, world.store.chain(tip))
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
