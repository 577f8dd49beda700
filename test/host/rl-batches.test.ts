// Many episodes in one request at the doors for reinforcement learning, by a plain HTTP client; and calls that are told to come again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { NewSetup } from '../../src/core/tree/model.ts'
import type { Ground } from '../../src/core/tree/ports.ts'
import { createHost } from '../../src/host/host.ts'
import { type RlWorlds, rlWorlds, SETUPS } from '../doors/rl-worlds.ts'
import { must } from '../must.ts'

let worlds: RlWorlds
beforeAll(async () => {
  worlds = await rlWorlds()
})
afterAll(() => worlds.close())

// biome-ignore lint/suspicious/noExplicitAny: what a foreign protocol answers is looked at part by part.
type Answer = any

const posted = (body: unknown) => ({
  ...{ method: 'POST', body: JSON.stringify(body) },
  headers: { 'content-type': 'application/json' }
})

async function http(url: string, body: unknown): Promise<{ status: number; body: Answer; retry: string | null }> {
  const answer = await fetch(url, posted(body))
  const text = await answer.text()
  return { status: answer.status, body: JSON.parse(text), retry: answer.headers.get('retry-after') }
}

const forks = async () => (await worlds.people.call('links.list', {})).filter(({ parent }) => parent !== null).length

test('38.4 AgentGym: many are created, act, begin again and are closed in one request each, as by requests of their own', async () => {
  const link = await worlds.link(SETUPS.text)
  const batch = async (what: string, items: unknown[]): Promise<Answer[]> => {
    const { status, body } = await http(link.url(`agentgym/batch/${what}`), { items })
    expect(status).toBe(200)
    expect(body.items).toHaveLength(items.length)
    return body.items
  }
  const made = await batch('create', [
    { seed: 1 },
    { seed: -1 },
    { seed: 2 },
    ...Array.from({ length: 40 }, () => ({}))
  ])
  expect(made[1]).toEqual({ error: expect.stringContaining('seed') })
  const ids: number[] = made.flatMap(({ id }) => (id === undefined ? [] : [id]))
  expect(new Set(ids).size).toBe(42)
  const single = await http(link.url('agentgym/create'), { seed: 1 })
  expect({ ...made[0], id: 0, info: null }).toEqual({ ...single.body, id: 0, info: null })
  expect(await forks()).toBe(43)
  // In their order also where two of them are of one environment.
  const [one = 0, two = 0] = ids
  const steps = await batch('step', [
    ...[
      { id: one, action: 'look' },
      { id: two, action: 'look' },
      { id: one, action: 'take lamp' }
    ],
    ...[{ id: 9999, action: 'look' }, { id: one, action: '' }, 'look']
  ])
  const own = await http(link.url('agentgym/step'), { id: single.body.id, action: 'look' })
  expect(steps[0]).toEqual(own.body)
  expect(steps.slice(1, 3).map(({ reward, done }) => [reward, done])).toEqual([
    [0, false],
    [1, true]
  ])
  expect(steps[3]).toEqual({ error: 'There is no environment 9999. Create one.' })
  expect(steps[4]).toMatchObject({ info: { error: true, step: null } })
  expect(steps[5]).toEqual({ error: expect.stringContaining('does not fit') })
  const again = await batch('reset', [{ id: one, seed: 2 }, { id: 9999 }])
  expect(again).toMatchObject([{ done: false, score: 0 }, { error: expect.stringContaining('9999') }])
  const closed = await batch('close', [...ids.map((id) => ({ id })), { id: one }])
  expect(closed.slice(0, -1)).toEqual(ids.map(() => ({ closed: true })))
  expect(closed.at(-1)).toHaveProperty('error')
  expect(await forks()).toBe(1)
  await worlds.people.call('links.revoke', { id: link.id })
})

test('38.4 OpenEnv: sessions of a batch are those that JSON-RPC and a WebSocket come to', async () => {
  const link = await worlds.link(SETUPS.text)
  const batch = (what: string, items: unknown) => http(link.url(`openenv/batch/${what}`), { items })
  const { body: made } = await batch('create', [{}, { seed: 3 }, { seed: -1 }])
  const [one, two, none] = made.items
  expect(one).toMatchObject({ done: false, reward: null, metadata: { seeded: false }, session_id: expect.any(String) })
  expect(none).toEqual({ error: { code: 'VALIDATION_ERROR', message: expect.stringContaining('seed') } })
  const [a, b] = [one.session_id, two.session_id]
  const { body: steps } = await batch('step', [
    ...[
      { session_id: a, action: { command: 'look' } },
      { session_id: b, action: { command: 'take lamp' } }
    ],
    ...[{ session_id: a, action: { command: 'take lamp' } }, { session_id: 'x', action: {} }, { session_id: a }]
  ])
  expect(steps.items.slice(0, 3).map(({ reward, done }: Answer) => [reward, done])).toEqual([
    [0, false],
    [1, true],
    [1, true]
  ])
  expect(steps.items[3]).toEqual({ error: { code: 'VALIDATION_ERROR', message: 'There is no session "x".' } })
  expect(steps.items[4].observation.error).toMatchObject({ error_type: 'invalid_args' })
  const call = (method: string, params: object) =>
    http(link.url('openenv/mcp'), { jsonrpc: '2.0', id: 1, method, params })
  const called = await call('tools/call', { name: 'act', arguments: { command: 'look' }, session_id: b })
  expect(called.body.result).toMatchObject({ is_error: false })
  const { body: again } = await batch('reset', [{ session_id: a, seed: 4 }])
  expect(again.items[0]).toMatchObject({ done: false, metadata: { seeded: false } })
  const socket = new WebSocket(link.url(`openenv/ws?session_id=${a}`).replace('http', 'ws'))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  const told = new Promise((resolve) => socket.on('message', (data) => resolve(JSON.parse(String(data)))))
  socket.send(JSON.stringify({ type: 'state' }))
  expect(await told).toMatchObject({ type: 'state', data: { step_count: 0 } })
  socket.close()
  await new Promise((resolve) => socket.on('close', resolve))
  const { body: closed } = await batch('close', [{ session_id: a }, { session_id: b }, { session_id: b }])
  // One whose WebSocket is about to end goes with that.
  expect(closed.items[0]).toMatchObject({ session_id: a })
  expect(closed.items.slice(1)).toEqual([{ session_id: b, closed: true }, { error: expect.anything() }])
  await expect.poll(forks).toBe(0)
  await worlds.people.call('links.revoke', { id: link.id })
})

test('a batch that is none, or too large, does nothing and says why', async () => {
  const link = await worlds.link(SETUPS.text)
  const many = Array.from({ length: 257 }, () => ({}))
  for (const items of [undefined, [], {}, many]) {
    expect(await http(link.url('agentgym/batch/create'), { items })).toMatchObject({
      ...{ status: 200, body: { error: expect.stringContaining('{"items": […]}') } }
    })
    expect((await http(link.url('openenv/batch/create'), { items })).status).toBe(422)
  }
  for (const what of ['dance', 'constructor', 'toString'])
    expect((await http(link.url(`openenv/batch/${what}`), { items: [{}] })).status).toBe(404)
  expect((await http(link.url('agentgym/batch/dance'), { items: [{}] })).body).toHaveProperty('error')
  expect(await forks()).toBe(0)
  await worlds.people.call('links.revoke', { id: link.id })
})

let home: string
const close: (() => Promise<unknown>)[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-queue-'))
})
afterEach(async () => {
  for (const one of close.splice(0)) await one()
  rmSync(home, { recursive: true })
})

/** A host whose terminals are computed by what answers when it is let. */
async function crowded(queue: number) {
  const { promise: free, resolve } = Promise.withResolvers<void>()
  const waiting: string[] = []
  const ground: Ground = {
    ...{ id: 'slow', title: 'Slow', serves: ({ domain }) => domain === 'terminal', usual: () => true },
    pooled: () => true,
    route: async () => ({ by: 'ground', rule: 'slow', why: '' }),
    async turn() {
      waiting.push('turn')
      await free
      const grounded = { ground: 'slow', hash: 'x', rule: 'slow', why: '', dreams: [], origin: 'executed' as const }
      const result = { exitCode: 0, output: 'done\n' }
      return { text: 'done', by: { name: 'slow', hash: 'x' }, grounded, result, keep: async () => {} }
    },
    dispose: async () => {}
  }
  const grounds = {
    of: (setup: { domain: string }) => (ground.serves(setup as never) ? ground : null),
    dispose: async () => {}
  }
  const host = await createHost({ home, resources: 'resources', grounds, queue })
  close.push(() => host.dispose())
  const { url } = await host.calls['doors.open']({})
  const setup = NewSetup.parse({ domain: 'terminal', grounding: 'executed', initialState: 'dev@moor:~$ ' })
  const { session, branch } = await host.calls['worlds.create']({ setup })
  const place = { session: session.id, branch: branch.id }
  const options = { forks: true, previews: 0, budget: null, scenario: null, tasks: [], kept: false }
  const link = async () => {
    const { secret } = await host.calls['links.create']({ ...place, ...options })
    return (door: string) => `${must(url)}/w/${secret}/${door}`
  }
  return { link, free: resolve, waiting }
}

const BUSY =
  /^The machines are busy: 2 calls are at work or wait, and more may not\. Nothing was done\. Try again in \d+ s\.$/

test('36.7 a call for which there is no place is told when to come again, in the words of each door, and does nothing', async () => {
  const { link, free, waiting } = await crowded(2)
  const url = await link()
  const { body: one } = await http(url('agentgym/create'), {})
  const { body: two } = await http(url('agentgym/create'), {})
  const { body: three } = await http(url('agentgym/create'), {})
  const held = [one, two].map(({ id }) => http(url('agentgym/step'), { id, action: 'ls' }))
  await expect.poll(() => waiting.length).toBe(2)
  const busy = expect.stringMatching(BUSY)
  const step = await http(url('agentgym/step'), { id: three.id, action: 'ls' })
  expect(step).toEqual({ status: 503, retry: '2', body: { error: busy, retry_after: 2 } })
  const batch = await http(url('agentgym/batch/step'), { items: [{ id: three.id, action: 'ls' }] })
  expect([batch.status, batch.body.items]).toEqual([200, [{ error: busy, retry_after: 2 }]])
  const openenv = await http(url('openenv/step'), { action: { command: 'ls' } })
  expect(openenv).toEqual({ status: 503, retry: '2', body: { detail: busy } })
  const rpc = await http(url('openenv/mcp'), {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'run_command', arguments: { command: 'ls' } } }
  })
  expect(rpc.body.error).toMatchObject({ code: -32_000, message: busy, data: { retry_after: 2 } })
  const rex = await http(url('swerex/execute'), { command: 'ls', shell: true })
  expect(rex).toMatchObject({ status: 503, retry: '2', body: { swerexception: { message: busy } } })
  const text = await fetch(url('text'), { method: 'POST', body: 'ls' })
  expect([text.status, text.headers.get('retry-after')]).toEqual([503, '2'])
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {}
  }
  const params = { name: 'run_command', arguments: { command: 'ls' }, _meta }
  const mcp = await fetch(url('mcp'), {
    ...posted({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'run_command' }
    }
  })
  const { result } = JSON.parse(must(/^data: (.*)$/m.exec(await mcp.text())?.[1]))
  expect(result).toMatchObject({
    ...{ isError: true, content: [{ type: 'text', text: busy }] },
    _meta: { 'dev.orrery/world': { retryAfter: 2 } }
  })
  // Looks and beginnings need no machine.
  expect((await http(url('agentgym/reset'), { id: three.id })).status).toBe(200)
  free()
  expect((await Promise.all(held)).map(({ status, body }) => [status, body.observation])).toEqual([
    [200, 'done'],
    [200, 'done']
  ])
  expect((await http(url('agentgym/step'), { id: three.id, action: 'ls' })).body.observation).toBe('done')
  expect(waiting).toHaveLength(3)
})

test('a batch larger than the queue is paced by the door, so that none of its items is refused', async () => {
  const { link, free } = await crowded(16)
  const url = await link()
  free()
  const items = Array.from({ length: 60 }, () => ({}))
  const { body } = await http(url('agentgym/batch/create'), { items })
  const steps = body.items.map(({ id }: Answer) => ({ id, action: 'ls' }))
  const { body: done } = await http(url('agentgym/batch/step'), { items: steps })
  expect(new Set(done.items.map(({ observation }: Answer) => observation))).toEqual(new Set(['done']))
})
