// An agent at the doors of a world with a user: the desk of an airline, as it is shipped.
import { once } from 'node:events'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { UserReply } from '../../src/core/contract/steps.ts'
import type { UserUse } from '../../src/core/tree/user.ts'
import { type Served, serveDoors } from '../doors/served.ts'
import { must } from '../must.ts'

let served: Served
beforeAll(async () => {
  const nobody = () => {
    throw new Error('no model is asked here')
  }
  served = await serveDoors(nobody, { window: true })
})
afterAll(() => served.close())

async function desk(options: { forks?: boolean } = {}, user: Partial<UserUse> = {}) {
  const { setup } = must((await served.people.call('scenarios.list', {})).find(({ name }) => name === 'airline-desk'))
  const link = await served.world({ ...setup, user: { ...must(setup.user), ...user } } as never, options)
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

describe('a person plays the user', () => {
  async function agent(user: Partial<UserUse> = {}) {
    const { link, url } = await desk({}, { answers: 'person', ...user })
    const client = new Client({ name: 'desk', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(url('mcp'))) as never)
    const call = async (name: string, args: Record<string, unknown>) => {
      const { content, isError = false } = await client.callTool({ name, arguments: args })
      return [(content as { text: string }[]).map(({ text }) => text).join(), isError]
    }
    const reply = (given: UserReply) => served.people.call('steps.reply', { branch: link.branch, reply: given })
    /** Once the agent's words wait for the person. */
    const asked = (given: UserReply) => expect.poll(() => reply(given).catch(() => 'nothing waits'), { timeout: 5000 })
    return { client, link, call, reply, asked }
  }

  it('an agent’s message waits for their words, and what their own tool did is done', async () => {
    const { client, link, call, reply, asked } = await agent()
    try {
      await call('send_code', { reference: 'QX7L2' })
      const said = call('say', { message: 'Which code did you get?' })
      await asked({ do: 'use', tool: 'read_code', arguments: { reference: 'QX7L2' } }).toBe('{\n  "code": 4821\n}')
      const twice = { do: 'use' as const, tool: 'read_code', arguments: { reference: 'QX7L2' } }
      await expect(reply(twice)).rejects.toThrow('Answer first')
      expect(await reply({ do: 'say', text: 'It says 4821.' })).toBeNull()
      expect(await said).toEqual(['It says 4821.', false])
      expect(await call('verify', { reference: 'QX7L2', code: 4821 })).toEqual(['The customer is Mara Ohl.', false])
      const { branches } = await served.people.call('worlds.open', { session: link.session })
      const rows = await served.people.call('steps.list', { session: link.session, branch: must(branches[0]).id })
      expect(rows.map(({ origin }) => origin)).toEqual(['executed', 'authored', 'executed'])
      const view = await served.people.call('steps.view', { branch: must(branches[0]).id, at: must(rows[2]).id })
      expect(view.acts).toEqual({
        [must(rows[1]).id]: {
          action: { name: 'read_code', arguments: { reference: 'QX7L2' } },
          text: '{\n  "code": 4821\n}'
        }
      })
      const { calls } = await served.people.call('steps.get', { session: link.session, step: must(rows[1]).id })
      expect(calls[0]?.grounded).toMatchObject({
        rule: 'user-person',
        acted: { action: { name: 'read_code', arguments: { reference: 'QX7L2' } }, ground: 'program' }
      })
    } finally {
      await client.close()
    }
  })

  it('their last words end the talk', async () => {
    const { client, call, asked } = await agent()
    try {
      const said = call('say', { message: 'Anything else?' })
      await asked({ do: 'say', text: 'No, bye.', leaves: true }).toBeNull()
      expect(await said).toEqual(['No, bye. ###STOP###', false])
      expect(await call('say', { message: 'Hello?' })).toEqual(['###STOP###', true])
    } finally {
      await client.close()
    }
  })

  it('an agent is told that they do not answer: after a while, or because they do not want to', async () => {
    const { client, link, call, reply, asked } = await agent({ waits: 1 })
    try {
      expect(await call('say', { message: 'Hello?' })).toEqual([expect.stringContaining('within 1 second'), true])
      await expect(reply({ do: 'say', text: 'Hi' })).rejects.toThrow('Nothing waits')
      const said = call('say', { message: 'Hello?' })
      await asked({ do: 'decline' }).toBeNull()
      expect(await said).toEqual([expect.stringContaining('did not want to answer'), true])
      const { branches } = await served.people.call('worlds.open', { session: link.session })
      expect(must(branches[0]).tip).toBeNull()
    } finally {
      await client.close()
    }
  })

  it('where there is no window nobody waits', async () => {
    const alone = await serveDoors(() => '')
    try {
      const { setup } = must(
        (await alone.people.call('scenarios.list', {})).find(({ name }) => name === 'airline-desk')
      )
      const link = await alone.world({ ...setup, user: { ...must(setup.user), answers: 'person' } } as never)
      const { session, branch } = link
      const events: { type: string; error?: { message: string } }[] = []
      const action = { name: 'say', arguments: { message: 'Hello?' } }
      for await (const event of alone.people.stream('steps.run', { session, branch, action })) events.push(event)
      expect(events.at(-1)).toMatchObject({ type: 'failed', error: { message: expect.stringContaining('window') } })
    } finally {
      await alone.close()
    }
  })
})
