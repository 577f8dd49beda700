// Tools that are made as they are called, as agents at the doors of a world hear of them.
import { once } from 'node:events'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createReact } from '../../src/core/control/agents/react.ts'
import { Sampling } from '../../src/core/tree/model.ts'
import type { Request } from '../../src/core/tree/ports.ts'
import { type Served, scripted, serveDoors } from '../doors/served.ts'
import { PATIENCE } from '../patience.ts'

let served: Served
beforeAll(async () => {
  const schema = JSON.stringify({
    description: 'Says what the weather will be.',
    parameters: [{ name: 'place', type: 'string', description: 'A town.', required: true }]
  })
  const writes = ({ messages }: Request) => messages[0]?.content.startsWith('You document tools')
  served = await serveDoors((request) => (writes(request) ? schema : '{"sunny": true}'), { window: true })
})
afterAll(() => served.close())

async function world(makesTools: true | 'written' = true) {
  const setup = { domain: 'mcp', tools: [{ name: 'list', inputSchema: { type: 'object' } }], makesTools }
  const link = await served.world({ ...setup, grounding: 'model' } as never, { forks: true })
  return (door: string) => `${served.url}/w/${link.secret}/${door}`
}

it('60.4 by MCP: the client hears that the list has changed, and the tool is on it', async () => {
  const url = await world()
  const client = new Client({ name: 'maker', version: '1' })
  let changes = 0
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void changes++)
  await client.connect(new StreamableHTTPClientTransport(new URL(url('mcp'))) as never)
  try {
    const names = async () => (await client.listTools()).tools.map(({ name }) => name)
    expect(await names()).not.toContain('weather')
    await client.callTool({ name: 'weather', arguments: { place: 'Bergen' } })
    await expect.poll(() => changes, PATIENCE).toBe(1)
    expect(await names()).toContain('weather')
    await client.callTool({ name: 'weather', arguments: { place: 'Vik' } })
    expect(changes).toBe(1)
  } finally {
    await client.close()
  }
})

it('60.4 by MCP: what the model wrote of the tool is on the list, after another call too', async () => {
  const url = await world('written')
  const client = new Client({ name: 'maker', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url('mcp'))) as never)
  try {
    for (const place of ['Bergen', 'Vik']) await client.callTool({ name: 'weather', arguments: { place } })
    const { tools } = await client.listTools()
    expect(tools.find(({ name }) => name === 'weather')).toMatchObject({
      description: 'Says what the weather will be.',
      inputSchema: { properties: { place: { description: 'A town.' } }, required: ['place'] }
    })
  } finally {
    await client.close()
  }
})

it('60.4 by OpenEnv: the list of an episode has it after the call, and that of a fresh one has not', async () => {
  const url = await world()
  const socket = new WebSocket(url('openenv/mcp').replace('http', 'ws'))
  await once(socket, 'open')
  let id = 0
  const ask = async (method: string, params: object = {}) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }))
    const [data] = await once(socket, 'message')
    return String(data)
  }
  try {
    expect(await ask('tools/list')).not.toContain('weather')
    expect(await ask('tools/call', { name: 'weather', arguments: { place: 'Bergen' } })).toContain('sunny')
    expect(await ask('tools/list')).toContain('weather')
  } finally {
    socket.close()
  }
})

it('60.4 the built-in agent may call what is not listed, and has what it made on its list from then on', async () => {
  const asked: Request[] = []
  const engine = scripted((request) => {
    asked.push(request)
    return '{"thought": "", "tool": "weather", "arguments": {}}'
  })
  const briefing = { task: null, tools: [], makesTools: true, view: '' }
  const agent = createReact({ engine, briefing, sampling: Sampling.parse({}), seed: 1, owner: 'test' })
  const signal = new AbortController().signal
  const made = { name: 'weather', description: 'Made.', inputSchema: { type: 'object' as const } }
  await agent.next(null, { signal })
  await agent.next({ text: 'sunny', error: false, made }, { signal })
  const lists = asked.map(({ messages }) => messages[0]?.content ?? '')
  expect(lists.map((text) => text.includes('"name":"weather"'))).toEqual([false, true])
  expect(lists[0]).toContain('one that is not listed')
  expect(JSON.stringify(asked[0]?.shape)).toContain('"tool":{"type":"string"}')
})
