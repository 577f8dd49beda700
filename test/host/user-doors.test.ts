// An agent at the doors of a world with a user: the desk of an airline, as it is shipped.
import { once } from 'node:events'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Served, serveDoors } from '../doors/served.ts'
import { must } from '../must.ts'

let served: Served
beforeAll(async () => {
  served = await serveDoors(() => {
    throw new Error('no model is asked here')
  })
})
afterAll(() => served.close())

async function desk(options: { forks?: boolean } = {}) {
  const { setup } = must((await served.people.call('scenarios.list', {})).find(({ name }) => name === 'airline-desk'))
  const link = await served.world(setup as never, options)
  return { link, url: (door: string) => `${served.url}/w/${link.secret}/${door}` }
}

it('by MCP: it can say something and has none of the tools of the user', async () => {
  const { url } = await desk()
  const client = new Client({ name: 'desk', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url('mcp'))) as never)
  try {
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('say')
    expect(names).toContain('verify')
    expect(names).not.toContain('read_code')
    const call = async (name: string, args: Record<string, unknown>) => {
      const { content, isError = false } = await client.callTool({ name, arguments: args })
      return [(content as { text: string }[]).map(({ text }) => text).join(), isError]
    }
    expect(await call('say', { message: 'What is your booking reference?' })).toEqual([
      'My booking reference is QX7L2.',
      false
    ])
    await call('send_code', { reference: 'QX7L2' })
    expect(await call('read_code', { reference: 'QX7L2' })).toEqual([expect.stringContaining('not found'), true])
    expect(await call('say', { message: 'Which code came?' })).toEqual(['It is 4821.', false])
    expect(await call('verify', { reference: 'QX7L2', code: 4821 })).toEqual(['The customer is Mara Ohl.', false])
  } finally {
    await client.close()
  }
})

it('the doors beside the tools are closed, since they would open the tools of the user too', async () => {
  const { url } = await desk()
  const http = await fetch(url('http/read_code'), { method: 'POST', body: '{}' })
  const text = await fetch(url('text'), { method: 'POST', body: 'read_code reference=QX7L2' })
  expect([http.ok, text.ok]).toEqual([false, false])
})

it('by OpenEnv: it is shown what the user says first, and the episode ends when the user leaves', async () => {
  const { url } = await desk({ forks: true })
  const socket = new WebSocket(url('openenv/ws').replace('http', 'ws'))
  await once(socket, 'open')
  const ask = async (frame: object): Promise<{ data: { done: boolean } }> => {
    socket.send(JSON.stringify(frame))
    const [data] = await once(socket, 'message')
    return JSON.parse(String(data))
  }
  const say = (message: string) =>
    ask({ type: 'step', data: { type: 'call_tool', tool_name: 'say', arguments: { message } } })
  try {
    const first = JSON.stringify(await ask({ type: 'reset', data: {} }))
    expect(first).toContain('The user says: Hello, I need help with my flight to Porto.')
    expect(await say('78.00 come back. Shall I cancel the flight?')).toMatchObject({ data: { done: false } })
    const last = await say('It comes in five days.')
    expect(JSON.stringify(last)).toContain('that is all. ###STOP###')
    expect(last).toMatchObject({ data: { done: true } })
  } finally {
    socket.close()
  }
})
