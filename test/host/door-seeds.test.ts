// Every door for agents keeps what a seed promises: the same seed is the same world, another seed another one, and where a model answers it says that no
// seed decides all.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agentDoors } from '../../src/host/doors/agents/list.ts'
import { type RlWorlds, rlWorlds, SETUPS } from '../doors/rl-worlds.ts'
import { must } from '../must.ts'
import { image, WHY } from './grounds/emulator/image.ts'

let worlds: RlWorlds
beforeAll(async () => {
  worlds = await rlWorlds()
})
afterAll(() => worlds.close())
beforeEach((context) => {
  if (!image) context.skip(WHY)
})

// biome-ignore lint/suspicious/noExplicitAny: what a foreign protocol answers is looked at part by part.
type Answer = any

async function post(url: string, body: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers })
  const text = await answer.text()
  const data = /^data: (.*)$/m.exec(text)?.[1]
  return JSON.parse(data ?? text)
}

const COMMAND = 'echo $RANDOM; head -c 4 /dev/urandom | xxd -p; date +%s.%N'
/** `[seeded, drawn]` of a world that is begun with a seed: what the door says of it, and what its chance came to. */
type Begun = [seeded: unknown, drawn: string]

interface Kept {
  /** In a world that is executed, and (`predicted`) in one that a model answers. */
  begin(at: (door: string) => string, seed: number, predicted: boolean): Promise<Begun>
}

const MCP = { jsonrpc: '2.0', id: 1 }
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {}
}

async function mcp(url: string, name: string, args: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ ...MCP, method: 'tools/call', params: { name, arguments: args, _meta: META } }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name
    }
  })
  const text = await answer.text()
  return JSON.parse(must([...text.matchAll(/^data: (.*)$/gm)].at(-1)?.[1])).result
}

/** Doors with a way to begin with a seed. */
const BEGIN: Record<string, Kept['begin']> = {
  async openenv(at, seed, predicted) {
    const { items } = await post(at('openenv/batch/create'), { items: [{ seed }] })
    const { session_id, metadata } = items[0]
    const action = { command: predicted ? 'look' : COMMAND }
    const done = await post(at('openenv/batch/step'), { items: [{ session_id, action }] })
    return [metadata.seeded, done.items[0].observation.text]
  },
  async agentgym(at, seed, predicted) {
    const { id, info } = await post(at('agentgym/create'), { seed })
    return [info.seeded, (await post(at('agentgym/step'), { id, action: predicted ? 'look' : COMMAND })).observation]
  },
  async swerex(at, seed, predicted) {
    const fork = await post(at('swerex/fork'), { seed })
    if (predicted) return [fork.seeded, '']
    return [fork.seeded, (await post(`${fork.url}/execute`, { command: COMMAND, shell: true })).stdout]
  },
  async mcp(at, seed, predicted) {
    const { structuredContent } = await mcp(at('mcp'), 'fork_world', { seed })
    if (predicted) return [structuredContent.seeded, '']
    const { content } = await mcp(structuredContent.url, 'run_command', { command: COMMAND })
    return [structuredContent.seeded, content[0].text]
  }
}

/** Doors whose protocol begins nothing: they lead to a world that has its seed. They say it in a header of each answer. */
const LEAD: Record<string, (url: string) => Promise<Response>> = {
  http: (url) => fetch(`${url}/tickets`),
  text: (url) => fetch(url, { method: 'POST', body: 'tickets' }),
  virtual: (url) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{
          category: 'Help',
          tool_name: 'Queue',
          api_name: 'list_tickets',
          tool_input: {},
          strip: '',
          toolbench_key: ''
        }
      })
    })
}

test('each door is held to it in one of the two ways', () => {
  expect(
    agentDoors()
      .map(({ name }) => name)
      .sort()
  ).toEqual([...Object.keys(BEGIN), ...Object.keys(LEAD)].sort())
})

test.each(Object.keys(BEGIN))('%s begins a world with a seed', async (door) => {
  const begin = must(BEGIN[door])
  const machine = await worlds.link(SETUPS.terminal)
  const [one, other, two] = [
    await begin(machine.url, 7, false),
    await begin(machine.url, 8, false),
    await begin(machine.url, 7, false)
  ]
  expect(one[1].length).toBeGreaterThan(10)
  expect(two).toEqual(one)
  expect(other[1]).not.toBe(one[1])
  expect([one[0], other[0]]).toEqual([true, true])
  const told = { ...(door === 'swerex' ? SETUPS.terminal : SETUPS.text), grounding: 'model' }
  const predicted = await worlds.link(told)
  expect((await begin(predicted.url, 7, true))[0]).toBe(false)
  for (const { id } of [machine, predicted]) await worlds.people.call('links.revoke', { id })
})

test.each(Object.keys(LEAD))('%s leads to a world of the seed that it was made with', async (door) => {
  const text = readFileSync('resources/scenarios/programs/ticket-queue.js', 'utf8')
  const told = async (seed: number, grounding: 'executed' | 'grounded') => {
    const { url, id } = await worlds.link({
      domain: 'mcp',
      program: { text, language: 'javascript' },
      seed,
      grounding
    } as never)
    const answer = await must(LEAD[door])(url(door))
    const drawn = await answer.text()
    await worlds.people.call('links.revoke', { id })
    return [answer.headers.get('x-orrery-seeded'), drawn]
  }
  const [one, two, other] = [await told(7, 'executed'), await told(7, 'executed'), await told(8, 'executed')]
  expect(one[1]).toContain('T-10')
  expect(two).toEqual(one)
  expect(other[1]).not.toBe(one[1])
  expect([one[0], (await told(7, 'grounded'))[0]]).toEqual(['true', 'false'])
})
