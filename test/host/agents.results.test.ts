// What agents' clients are given in MCP worlds, held to what the same server answers when it is run directly. The servers in Python, and a
// client in Python: test/doors/results.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LinkRow } from '../../src/core/contract/links.ts'
import { type Served, serveDoors, shows } from '../doors/served.ts'
import { type Asked, clients } from '../grounds/mcp/clients.ts'
import { comparableResult } from '../grounds/mcp/comparable.ts'
import { shipped, shippedSetup } from '../grounds/mcp/shipped.ts'
import { answersOf } from '../grounds/mcp/wire.ts'
import { image, WHY } from './grounds/emulator/image.ts'
import { recording } from './grounds/mcp-worlds.ts'

let served: Served
let says = 'none'
beforeAll(async () => {
  served = await serveDoors(() => shows(says))
})
afterAll(() => served.close())

const doorOf = ({ secret }: LinkRow): URL => new URL(`${served.url}/w/${secret}/mcp`)
const actions = (calls: [name: string, given: object][]) =>
  calls.map(([name, given]) => ({ action: { name, arguments: given as never } }))

describe.each(Object.entries(clients))('with the TypeScript client %s', (_version, ask) => {
  const inNode = Object.keys(shipped).filter((name) => !/git|sqlite|time/.test(name))

  it.each(inNode)('%s answers as the server run directly does', async (name) => {
    const { tools, calls } = recording(name)
    const seen = await ask(doorOf(await served.world(shippedSetup(name))), calls)
    expect(seen.tools).toEqual(tools)
    expect(seen.given.map(comparableResult)).toEqual(answersOf(calls).map(comparableResult))
  })

  it('worlds of tables say what was refused, and return what their tools promise', async () => {
    const calls = actions([
      ['get_ticket', { ticket_id: 'T-101' }],
      ['get_ticket', { ticket_id: 'T-999' }],
      ['create_ticket', { subject: 'Error: no tide', customer_id: 'C-1' }],
      ['no_such_tool', {}]
    ])
    const world = await served.world({ ...shippedSetup('mcp-helpdesk'), grounding: 'grounded' })
    const [found, missing, , unknown] = (await ask(doorOf(world), calls)).given
    expect([found, missing, unknown]).toMatchObject([{ isError: false }, { isError: true }, { isError: true }])
  })

  it('what a model wrote is read by its form, and marked as a guess', async () => {
    const { tools } = shippedSetup('mcp-filesystem')
    const door = doorOf(await served.world({ domain: 'mcp', tools }))
    const look = async (text: string): Promise<Asked['given'][number] | undefined> => {
      says = text
      return (await ask(door, actions([['read_text_file', { path: '/srv/a' }]]))).given[0]
    }
    expect(await look('alpha')).toMatchObject({ structuredContent: { content: 'alpha' }, isError: false })
    expect(await look('Error: gone')).toEqual({ content: [{ type: 'text', text: 'Error: gone' }], isError: true })
  })

  it('the door says the task, and no tool, text or instruction says that the world is simulated', async () => {
    const setups = [
      { ...shippedSetup('mcp-memory'), task: 'Find the keeper.' },
      { domain: 'terminal', task: 'Find the keeper.', initialState: 'The terminal shows:\n$ ', grounding: 'model' }
    ]
    for (const setup of setups) {
      const { instructions, tools } = await ask(doorOf(await served.world(setup, { forks: true })), [])
      expect(instructions).toMatch(/^Your task:\nFind the keeper\./)
      expect(JSON.stringify([instructions, tools])).not.toMatch(/simulat|predict|Orrery/i)
    }
  })
})

it('a call that failed in a world of Claude Code’s tools carries isError beside the same text', async (context) => {
  if (!image) context.skip(WHY)
  const door = doorOf(await served.world({ ...shippedSetup('swe-claude-code'), grounding: 'grounded' }))
  const calls = actions([
    ['Bash', { command: 'echo Error: fine' }],
    ['Bash', { command: 'exit 3' }],
    ['Read', { file_path: '/nope.txt' }],
    ['Bash', { command: 'sleep 500', timeout: 3000 }],
    ['Read', { file_path: '/nope.txt', offset: 'x' }]
  ])
  const text = (said: string, isError: boolean) => ({ content: [{ type: 'text', text: said }], isError })
  expect((await clients['2.4'](door, calls)).given).toEqual([
    text('Error: fine', false),
    text('Exit code 3', true),
    text('<tool_use_error>File does not exist.</tool_use_error>', true),
    text('Command timed out after 3s', true),
    text('Error: params/offset must be number', true)
  ])
})
