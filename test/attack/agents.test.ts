// What programs on the same machine can do to the doors for agents: nothing is lost, nobody is held up, and nothing is executed or fetched.
import { existsSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client as Modern, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import OpenAI from 'openai'
import { afterEach, expect, test } from 'vitest'
import type { LinkRow } from '../../src/core/contract/links.ts'
import { createDoors } from '../../src/host/doors/agents/index.ts'
import type { Limits } from '../../src/host/doors/http-limits.ts'
import { mount } from '../../src/host/doors/mount.ts'
import { type Served, serveDoors, shows } from '../doors/served.ts'
import { createDice } from '../fixtures/dice.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { watch } from './watching.ts'

const ECHO = {
  name: 'echo',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
} as const
const TOOLS = { domain: 'mcp', tools: [ECHO as never] }

const open: (() => Promise<unknown>)[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const close of open.splice(0).reverse()) await close()
})

async function started(answer: (text: string) => string = (text) => text): Promise<Served> {
  const served = await serveDoors(({ action }) =>
    action === null ? answer('model') : shows(answer(String(Object(Object(action).arguments).text)))
  )
  open.push(served.close)
  return served
}

/** The same host behind doors with other limits. */
async function narrow(served: Served, limits: Partial<Limits>): Promise<string> {
  const doors = createDoors({ mounted: () => mount(served.host, 'agent'), key: () => served.key, limits })
  open.push(() => doors.close())
  return must((await doors.open()).url)
}

async function modern(url: string) {
  const client = new Modern({ name: 'modern', version: '2' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new ModernTransport(new URL(url)))
  open.push(() => client.close())
  return (text: string) => client.callTool({ name: 'echo', arguments: { text } }).then(textOf)
}

async function old(url: string) {
  const client = new Client({ name: 'old', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as never)
  open.push(() => client.close())
  return (text: string) => client.callTool({ name: 'echo', arguments: { text } }).then(textOf)
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text
const mcp = (url: string, { secret }: LinkRow) => `${url}/w/${secret}/mcp`

async function stepsOf({ host }: Served, { session, branch }: LinkRow): Promise<string[]> {
  return (await host.calls['steps.list']({ session, branch })).map(({ label }) => label)
}

/** A connection that writes what it is told to and reads only when asked. */
function raw(url: string, first: string): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' }).pause()
  sockets.add(socket)
  socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  socket.write(first, 'latin1')
  return socket
}

test('connections that never end their request are closed, and keep nobody out', async () => {
  const served = await started()
  const url = await narrow(served, { connections: 64, head: 2000, request: 4000 })
  const link = await served.world(TOOLS)
  const { host, pathname } = new URL(mcp(url, link))
  // Some of them know an address, and may sit there for as long as a whole request may take.
  const slow = Array.from({ length: 300 }, (_, at) =>
    raw(
      url,
      at % 8 ? 'POST / HTTP/1.1\r\nHost: ' : `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\ncontent-length: 99\r\n\r\n{`
    )
  )
  await Promise.all(slow.map((socket) => new Promise((resolve) => socket.on('connect', resolve).on('error', resolve))))
  const drip = setInterval(() => {
    for (const socket of slow) if (!socket.destroyed) socket.write('a')
  }, 50)
  open.push(async () => clearInterval(drip))
  const call = await modern(mcp(url, link))
  expect(await call('here')).toBe('here')
  for (const socket of slow) socket.resume()
  await expect.poll(() => slow.filter(({ destroyed }) => !destroyed).length, PATIENCE).toBe(0)
  expect(await call('still here')).toBe('still here')
  expect(await stepsOf(served, link)).toHaveLength(2)
})

const dripped = (all: Socket[]) => {
  const drip = setInterval(() => {
    for (const socket of all) if (!socket.destroyed) socket.write('a')
  }, 500)
  open.push(async () => clearInterval(drip))
}
const connected = (all: Socket[]) =>
  Promise.all(all.map((socket) => new Promise((resolve) => socket.on('connect', resolve).on('close', resolve))))
const answered = (url: string) => fetch(url, { method: 'POST', headers: JSON_HEADERS, body: '{}' })
const JSON_HEADERS = { 'content-type': 'application/json' }

test.each([
  ['1,100 requests of one link, which come byte by byte', 1100, 0],
  ['1,000 half heads', 0, 1000],
  ['both', 1100, 1000]
])('46.2 %s: another link begins an episode at once, and so does the same link', async (_what, bodies, heads) => {
  const served = await started()
  const [greedy, other] = [await served.world(TOOLS, { forks: true }), await served.world(TOOLS, { forks: true })]
  const { host, pathname } = new URL(`${served.url}/w/${greedy.secret}/openenv/reset`)
  const begun = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 99999\r\n\r\n{`
  const slow = [
    ...Array.from({ length: bodies }, () => raw(served.url, begun)),
    ...Array.from({ length: heads }, () => raw(served.url, `POST ${pathname} HTTP/1.1\r\nHost: `))
  ]
  await connected(slow)
  dripped(slow)
  for (const { secret } of [other, greedy, other, greedy]) {
    const from = performance.now()
    const { status } = await answered(`${served.url}/w/${secret}/openenv/reset`)
    if (process.env.ORRERY_FIGURES) console.log(`a new episode after ${Math.round(performance.now() - from)} ms`)
    expect(status).toBe(200)
  }
  for (const socket of slow) socket.resume()
  // Half of the places stay for others.
  const left = () => slow.filter(({ destroyed }) => !destroyed).length
  await expect.poll(left, PATIENCE).toBeLessThanOrEqual(heads && bodies ? 1024 : 512)
  expect(left()).toBeGreaterThan(0)
})

test('46.2 where all places are taken, the greediest makes room, with what it has not asked for yet', async () => {
  const served = await started()
  const url = await narrow(served, { connections: 12, each: 100 })
  const [greedy, other] = [await served.world(TOOLS), await served.world(TOOLS)]
  const half = ({ secret }: LinkRow) => {
    const { host, pathname } = new URL(`${url}/w/${secret}/openenv/reset`)
    return raw(
      url,
      `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`
    )
  }
  // A stream that listens is older than all that is slow, and is being answered.
  const { host, pathname } = new URL(mcp(url, greedy))
  const listens = raw(url, `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\naccept: text/event-stream\r\n\r\n`)
  const few = [half(other), half(other)]
  const many: Socket[] = []
  for (let at = 0; at < 20; at++) {
    many.push(half(greedy))
    await connected(many.slice(-1))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  for (const socket of [...many, ...few]) socket.resume()
  await expect.poll(() => many.filter(({ closed }) => !closed).length, PATIENCE).toBe(9)
  expect([...few, listens, ...many.slice(-9)].filter(({ closed }) => closed)).toEqual([])
  expect((await fetch(`${url}/w/${other.secret}/openenv/health`)).status).toBe(200)
})

test('malformed JSON-RPC is answered with an error in its own form, and is never a step', async () => {
  const served = await started()
  const link = await served.world(TOOLS)
  const call = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const bodies: unknown[] = [
    ...['', '{', 'null', '[]', '"x"', '7', '{}', '[{}]', `${'['.repeat(100_000)}`],
    { jsonrpc: '1.0', id: 1, method: 'tools/list' },
    { jsonrpc: '2.0', method: 7 },
    { jsonrpc: '2.0', id: {}, method: 'tools/list' },
    { jsonrpc: '2.0', id: 1, method: '__proto__' },
    ...[null, 7, {}, { name: 'echo', arguments: 'x' }, { name: 7 }, { name: 'echo', arguments: [] }].map(call),
    JSON.stringify(call({ name: 'echo', arguments: {} })).replace('{}', '{"__proto__": {"text": "x"}}')
  ]
  for (const body of bodies) {
    const response = await fetch(mcp(served.url, link), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: typeof body === 'string' ? body : JSON.stringify(body)
    })
    expect([body, response.status >= 400 && response.status < 500]).toEqual([body, true])
    expect(await response.json()).toMatchObject({ error: {} })
  }
  expect(await stepsOf(served, link)).toEqual([])
  expect(await (await old(mcp(served.url, link)))('after')).toBe('after')
})

test('10,000 frames of garbage are each refused, and lose and hold up nothing', async () => {
  const served = await started()
  const link = await served.world(TOOLS)
  const call = await modern(mcp(served.url, await served.world(TOOLS)))
  const dice = createDice(11)
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const { port } = new URL(served.url)
  const paths = [new URL(mcp(served.url, link)).pathname, '/v1/chat/completions', '/v1/embeddings']
  const send = (path: string, body: Buffer) =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': body.length,
        authorization: `Bearer ${served.key}`
      }
      request({ port, path, method: 'POST', headers, agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
        .on('error', reject)
        .end(body)
    })
  const frames = Array.from({ length: 10_000 }, (_, at) => {
    const bytes = Buffer.from(Array.from({ length: dice.below(200) }, () => dice.below(256)))
    return send(must(paths[at % paths.length]), bytes)
  })
  // Somebody else's world goes on meanwhile.
  expect(await call('meanwhile')).toBe('meanwhile')
  const statuses = await Promise.all(frames)
  agent.destroy()
  expect([...new Set(statuses)].filter((status) => status < 400 || status >= 500)).toEqual([])
  expect(await stepsOf(served, link)).toEqual([])
  // Whoever sent too much waits a second.
  await expect
    .poll(async () => (await fetch(mcp(served.url, link), { method: 'DELETE' })).status, PATIENCE)
    .not.toBe(429)
  expect(await (await modern(mcp(served.url, link)))('after')).toBe('after')
})

test('200 clients at once, of both ages, are all answered, each with its own answer', async () => {
  const served = await started((text) => `heard ${text}`)
  const links = await Promise.all(Array.from({ length: 10 }, () => served.world(TOOLS)))
  const clients = Array.from({ length: 200 }, async (_, at) => {
    const connected = at % 2 ? old : modern
    const call = await connected(mcp(served.url, must(links[at % links.length])))
    return call(String(at))
  })
  const answers = await Promise.all(clients)
  expect(answers).toEqual(answers.map((_, at) => `heard ${at}`))
  const steps = await Promise.all(links.map((link) => stepsOf(served, link)))
  expect(steps.map(({ length }) => length)).toEqual(links.map(() => 20))
})

test('a client that stops reading holds up neither its world nor the model, and its step is kept', async () => {
  const large = Array.from({ length: 4000 }, (_, at) => `line ${at} of many`).join('\n')
  const served = await started(() => large)
  const link = await served.world({ ...TOOLS, observationLimit: 200_000 })
  const { host, pathname } = new URL(mcp(served.url, link))
  const body = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: {
      ...{ name: 'echo', arguments: { text: 'x' } },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        progressToken: 1
      }
    }
  })
  const head = (path: string, length: number, more: string[]) =>
    [`POST ${path} HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json', `Content-Length: ${length}`, ...more]
      .join('\r\n')
      .concat('\r\n\r\n')
  const mcpHeaders = [
    ...['Accept: application/json, text/event-stream', 'MCP-Protocol-Version: 2026-07-28'],
    ...['Mcp-Method: tools/call', 'Mcp-Name: echo']
  ]
  const chat = JSON.stringify({ model: 'scripted', stream: true, messages: [{ role: 'user', content: 'x' }] })
  for (let count = 0; count < 8; count++) {
    raw(served.url, head(pathname, body.length, mcpHeaders) + body)
    raw(served.url, head('/v1/chat/completions', chat.length, [`Authorization: Bearer ${served.key}`]) + chat)
  }
  await expect.poll(async () => (await stepsOf(served, link)).length, PATIENCE).toBe(8)
  const call = await modern(mcp(served.url, link))
  expect(await call('y')).toBe(large)
  const model = new OpenAI({ baseURL: `${served.url}/v1`, apiKey: served.key, maxRetries: 0 })
  const said = await model.chat.completions.create({ model: 'scripted', messages: [{ role: 'user', content: 'x' }] })
  expect(said.choices[0]?.message.content).toBe(large)
})

test('39.8 nothing that agents send is executed or fetched, and nothing listens beyond this machine', async ({
  skip
}) => {
  if (process.platform !== 'linux') skip('THE HOST WAS NOT WATCHED: only Linux shows what its processes do')
  let reached = 0
  const bait = createServer((_request, response) => {
    reached++
    response.end('bait')
  }).on('connection', () => reached++)
  await new Promise<void>((resolve) => bait.listen(0, '127.0.0.1', resolve))
  open.push(() => new Promise((resolve) => bait.close(resolve)))
  const at = `http://127.0.0.1:${(bait.address() as AddressInfo).port}/bait`
  const mark = join(tmpdir(), `orrery-agents-${process.pid}`)
  const commands = [
    `touch ${mark}`,
    `curl -s ${at}`,
    `sh -c "curl ${at} > ${mark}"`,
    `$(touch ${mark})`,
    '; exec /bin/sh'
  ]
  const served = await started(() => `wget ${at} -O ${mark}; <img src="${at}">`)
  const TERMINAL = { domain: 'terminal', initialState: 'The terminal shows:\nroot@box:~# ' }
  const shell = await served.world(TERMINAL)
  const rollouts = await served.world(TERMINAL, { forks: true })
  const post = async ({ secret }: LinkRow, path: string, body: object) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${served.url}/w/${secret}/${path}`, options)
    return { status: response.status, body: await response.json() }
  }
  const tools = await served.world(TOOLS)
  const web = await served.world({ domain: 'web' })
  const end = watch([process.pid])
  const terminal = new Modern({ name: 'modern', version: '2' }, { versionNegotiation: { mode: 'auto' } })
  await terminal.connect(new ModernTransport(new URL(mcp(served.url, shell))))
  const browser = new Client({ name: 'old', version: '1' })
  await browser.connect(new StreamableHTTPClientTransport(new URL(mcp(served.url, web))) as never)
  open.push(
    () => terminal.close(),
    () => browser.close()
  )
  const echo = await modern(mcp(served.url, tools))
  const model = new OpenAI({ baseURL: `${served.url}/v1`, apiKey: served.key, maxRetries: 0 })
  for (const command of commands) {
    await terminal.callTool({ name: 'run_command', arguments: { command } })
    await echo(command)
    const tool = { type: 'function' as const, function: { name: command.replace(/\W/g, '_').slice(0, 60) } }
    const messages = [{ role: 'user' as const, content: command }]
    await model.chat.completions.create({ model: 'scripted', messages, tools: [tool] })
    // Errors of the world are told as SWE-ReX tells its own.
    expect([200, 511]).toContain((await post(shell, 'swerex/execute', { command, shell: true })).status)
    expect([200, 511]).toContain((await post(shell, 'swerex/write_file', { path: mark, content: command })).status)
    const { body } = await post(rollouts, 'agentgym/create', {})
    expect(await post(rollouts, 'agentgym/step', { id: body.id, action: command })).toMatchObject({
      body: { observation: expect.any(String) }
    })
    const step = await post(rollouts, 'openenv/step', { action: { tool_name: 'run_command', arguments: { command } } })
    expect(step.status).toBeLessThan(500)
  }
  const { tools: own } = await browser.listTools()
  const goto = must(own.find(({ inputSchema }) => 'url' in (inputSchema.properties ?? {})))
  await browser.callTool({ name: goto.name, arguments: { url: at } })
  const seen = must(end().get(process.pid))
  expect([...seen.children]).toEqual([])
  expect([reached, existsSync(mark)]).toEqual([0, false])
  // Local and remote address, as the kernel writes them: 127.0.0.1, or nothing yet.
  const pairs = [...seen.sockets].map((line) =>
    line
      .split(/\s+/)
      .slice(2, 4)
      .map((one) => one.split(':')[0])
  )
  expect(pairs.length).toBeGreaterThan(3)
  expect(
    pairs.filter(([local, remote]) => local !== '0100007F' || !['0100007F', '00000000'].includes(String(remote)))
  ).toEqual([])
})

test.each([
  ['*/*', 200],
  ['text/html, */*;q=0.8', 200],
  [undefined, 200],
  ['application/json, */*;q=0', 406],
  ['text/html', 406]
])('a client that accepts %s is answered with %i', async (accept, status) => {
  const served = await started()
  const address = mcp(served.url, await served.world(TOOLS))
  const body = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'curl', version: '8' } }
  })
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    // fetch says that it accepts everything where nothing is said.
    const headers = { 'content-type': 'application/json', ...(accept !== undefined && { accept }) }
    const asked = request(address, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject).end(body)
  })
  expect(answered).toBe(status)
})
