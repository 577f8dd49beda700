// What a program on the same machine can do to the HTTP door without its token, and what a client with the token can hold by doing nothing.
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Handlers } from '../../src/core/contract/index.ts'
import { OrreryError } from '../../src/core/errors.ts'
import { Setup } from '../../src/core/tree/model.ts'
import type { Engine } from '../../src/core/tree/ports.ts'
import { type HttpServer, serve } from '../../src/host/doors/http.ts'
import type { Limits } from '../../src/host/doors/http-limits.ts'
import { createHost } from '../../src/host/host.ts'
import { httpClient } from '../../src/renderer/store/client.ts'
import { createDice, type Dice } from '../fixtures/dice.ts'

// A busy machine may take seconds for what takes milliseconds on a quiet one.
const PATIENT = { timeout: 60_000, interval: 50 }

let home: string
let handlers: Handlers
let server: HttpServer
const sockets = new Set<Socket>()

/** Says that it waits, for ever: events that no cap on an answer ends. */
let said = 0
const endless: Engine = {
  info: () => ({ engine: 'endless', model: { name: 'endless', hash: null }, contextSize: null, template: 'standard' }),
  async *generate(_request, { signal }) {
    while (!signal.aborted) {
      yield { type: 'queued', ahead: 1 }
      said++
      await new Promise(setImmediate)
    }
    throw new OrreryError('cancelled', 'Stopped.')
  },
  countTokens: async () => null,
  dispose: async () => {}
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-attack-'))
  handlers = await createHost({ home, resources: 'resources', engine: endless })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
  await handlers.dispose()
  await rm(home, { recursive: true, force: true })
})

async function open(limits: Partial<Limits> = {}) {
  server = await serve(handlers, { rendererDir: 'resources', limits })
  return httpClient({ origin: `http://127.0.0.1:${server.port}`, token: server.token })
}

/** A connection that writes what it is told to and reads only when asked. */
function raw(first = ''): Socket {
  const socket = connect({ port: server.port, host: '127.0.0.1' }).pause()
  sockets.add(socket)
  socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  if (first) socket.write(first, 'latin1')
  return socket
}

/** All that the server says until it closes the connection. */
async function answerTo(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (part) => {
    text += part.toString('latin1')
  })
  socket.resume()
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  return text
}

function head(path: string, headers: Record<string, string | number> = {}): string {
  const all = { host: `127.0.0.1:${server.port}`, 'content-type': 'application/json', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
const authorization = () => `Bearer ${server.token}`

const METHODS = ['GET', 'HEAD', 'PUT', 'OPTIONS', 'TRACE', 'CONNECT', 'get', 'PRI', 'A'.repeat(300), '']
const CALLS = [
  '/api',
  '/api/call/',
  '/api/call/__proto__',
  '/api/call/%',
  '/api/stream/steps.run',
  '/api/stream/constructor',
  '/api/cancel/'
]
const PATHS = [...CALLS, '/', '/?code=', '/?', '/../../etc/passwd', '/%00', '*', 'http://a/', '//', '\\']
const VERSIONS = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'http/1.1', '']
const LENGTHS = [-1, '1e3', 7, 0, '9'.repeat(30), '2, 2', '0x2']
const BODIES = ['{', '[]', 'null', '"', '{"__proto__":{"a":1}}', '[[[[', '1e999', '{"session":{}}', '{"a":'.repeat(500)]

/** A request with some things wrong with it; the right token is among them now and then. */
function malformed(dice: Dice): string {
  const bytes = () => Array.from({ length: dice.below(40) }, () => String.fromCharCode(dice.below(256))).join('')
  // Three of four parts are in order, or nothing would get far.
  const or = (right: string, ...wrong: string[]) => (dice.chance(0.75) ? right : dice.pick([...wrong, bytes()]))
  const body = or('{}', ...BODIES)
  const line = [
    or('POST', ...METHODS),
    or('/api/call/worlds.list', ...PATHS, `/${bytes()}`),
    or('HTTP/1.1', ...VERSIONS)
  ].join(' ')
  const headers = [
    or(`Host: 127.0.0.1:${server.port}`, 'Host: evil.example', 'Host:', 'Host: a b', `Host: localhost:${server.port}`),
    or('Content-Type: application/json', 'Content-Type: text/plain', 'Content-Type'),
    or(
      `Authorization: ${authorization()}`,
      'Authorization: Bearer x',
      `Cookie: orrery-${server.port}=%; =; ${bytes()}`
    ),
    or(`Content-Length: ${body.length}`, ...LENGTHS.map((length) => `Content-Length: ${length}`)),
    or('', 'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Content-Length: 2'),
    or(
      '',
      'Origin: null',
      'Upgrade: websocket\r\nConnection: Upgrade',
      'Expect: 100-continue',
      'Orrery-Stream: __proto__'
    ),
    or('', `X: ${'a'.repeat(9000)}`, `X: ${'a'.repeat(20_000)}`, ' folded', ':')
  ].filter(Boolean)
  const end = or('\r\n', '\n', '\r')
  const text = `${line}${end}${headers.join(end)}${end}${end}${body}`
  return dice.chance(0.1) ? text.slice(0, dice.below(text.length)) : text
}

test('21.3 10,000 malformed requests and 2,000 guessed tokens: it serves on, no answer calls it a bug, nothing is lost', async () => {
  const client = await open()
  const setup = Setup.parse({ domain: 'terminal' })
  await client.call('worlds.create', { title: 'Kept', setup })
  const before = await client.call('worlds.list', {})
  const dice = createDice(13)
  const statuses = new Map<string, number>()
  const count = async (text: string) => {
    const socket = raw(text)
    socket.end()
    const answer = await answerTo(socket)
    for (const [, status = ''] of answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === '500') throw new Error(`${JSON.stringify(text)}\n${answer}`)
    }
  }
  for (let round = 0; round < 200; round++) {
    await Promise.all(Array.from({ length: 50 }, () => count(malformed(dice))))
  }
  expect(statuses.get('400')).toBeGreaterThan(1000)
  // The right token came with whole requests too: the mutations reach what lies behind it.
  expect(statuses.get('200')).toBeGreaterThan(10)

  statuses.clear()
  for (let round = 0; round < 40; round++) {
    const guesses = Array.from({ length: 50 }, () => {
      const guess = dice.chance(0.5) ? server.token.slice(0, dice.below(server.token.length)) : dice.letters(0, 40)
      return count(`${head('/api/call/app.info', { authorization: `Bearer ${guess}`, 'content-length': 2 })}{}`)
    })
    await Promise.all(guesses)
  }
  expect([...statuses]).toEqual([['403', 2000]])
  expect(await client.call('worlds.list', {})).toEqual(before)
})

test('7.2 no other spelling of a host or an origin is taken for this one', async () => {
  const client = await open()
  const { port } = server
  const hosts = [
    ...[
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '127.0.0.1@evil.example',
      'evil.example#127.0.0.1',
      '127.1',
      '0'
    ],
    ...[
      '0x7f000001',
      '2130706433',
      '127.0.0.2',
      '0.0.0.0',
      '[::ffff:127.0.0.1]',
      '[::]',
      '127.0.0.1.',
      'localhost.',
      ' '
    ]
  ].map((name) => `${name}:${port}`)
  const odd = [
    `127.0.0.1:0${port}`,
    `127.0.0.1:${port}:${port}`,
    `127.0.0.1:${port}/`,
    `127.0.0.1:${port}, a`,
    '127.0.0.1',
    ''
  ]
  for (const host of [...hosts, ...odd]) {
    const socket = raw(`${head('/api/call/app.info', { host, authorization: authorization(), 'content-length': 2 })}{}`)
    socket.end()
    expect([host, (await answerTo(socket)).slice(0, 12)]).toEqual([host, 'HTTP/1.1 403'])
  }
  const origins = [
    'null',
    'file://',
    `https://127.0.0.1:${port}`,
    `http://localhost:${port}`,
    `http://127.0.0.1:${port}.evil.example`
  ]
  for (const origin of [...origins, `http://127.0.0.1:${port + 1}`, 'orrery://app', `http://127.0.0.1:${port}/`, '']) {
    const headers = { origin, authorization: authorization(), 'content-length': 2 }
    const socket = raw(`${head('/api/call/app.info', headers)}{}`)
    socket.end()
    expect([origin, (await answerTo(socket)).slice(0, 12)]).toEqual([origin, 'HTTP/1.1 403'])
  }
  expect(await client.call('app.info', {})).toMatchObject({ home })
})

test('21.4 a client that stops reading is let go: its branch is free, the step is a draft, and the model can be changed', async () => {
  const client = await open({ stall: 300 })
  const setup = Setup.parse({ domain: 'terminal' })
  const { session, branch } = await client.call('worlds.create', { setup })
  const step = JSON.stringify({ session: session.id, branch: branch.id, action: [{ keystrokes: 'ls\n', duration: 1 }] })
  const headers = { authorization: authorization(), 'content-length': step.length }
  for (let round = 0; round < 2; round++) {
    raw(head('/api/stream/steps.run', headers) + step)
    const busy = () =>
      client.call('models.use', { model: null }).then(
        () => 'free',
        ({ code }) => code
      )
    // It is in flight first, then stuck on a socket that takes nothing, then let go.
    await expect
      .poll(async () => (await client.call('worlds.open', { session: session.id })).drafts.length, PATIENT)
      .toBe(round + 1)
    if (round < 1) {
      await expect
        .poll(
          async () => (await client.call('worlds.open', { session: session.id })).drafts.map(({ status }) => status),
          PATIENT
        )
        .not.toContain('running')
    } else await expect.poll(busy, PATIENT).toBe('free')
  }
})

test('21.4 a stream that has nothing to say is no stall, and a client that reads is kept', async () => {
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const quiet: Handlers = {
    ...handlers,
    streams: {
      ...handlers.streams,
      async *'steps.run'() {
        yield { type: 'queued', ahead: 1 }
        await gate
        yield { type: 'queued', ahead: 0 }
      }
    }
  }
  server = await serve(quiet, { rendererDir: 'resources', limits: { stall: 100 } })
  const client = httpClient({ origin: `http://127.0.0.1:${server.port}`, token: server.token })
  const events: unknown[] = []
  for await (const event of client.stream('steps.run', { session: 's', branch: 'b', action: [] })) {
    events.push(event)
    // Several times the limit.
    if (events.length === 1) setTimeout(go, 500)
  }
  expect(events).toEqual([
    { type: 'queued', ahead: 1 },
    { type: 'queued', ahead: 0 }
  ])
})

test('21.4 closing does not wait for a client that does not read', async () => {
  const client = await open()
  const { session, branch } = await client.call('worlds.create', { setup: Setup.parse({ domain: 'terminal' }) })
  const step = JSON.stringify({ session: session.id, branch: branch.id, action: [{ keystrokes: 'ls\n', duration: 1 }] })
  raw(head('/api/stream/steps.run', { authorization: authorization(), 'content-length': step.length }) + step)
  let before = -1
  await expect
    .poll(
      () => {
        const moved = said !== before || said === 0
        before = said
        return moved
      },
      { ...PATIENT, interval: 500 }
    )
    .toBe(false)
  // It would wait for ever: the test's own limit is what fails.
  await server.close()
})

test('a flood of connections shuts nobody out who has the token', async () => {
  const client = await open({ connections: 20 })
  const { session, branch } = await client.call('worlds.create', { setup: Setup.parse({ domain: 'terminal' }) })
  const abort = new AbortController()
  const action = [{ keystrokes: 'ls\n', duration: 1 }]
  const events = client.stream(
    'steps.run',
    { session: session.id, branch: branch.id, action },
    { signal: abort.signal }
  )
  await events.next()
  const flood = Array.from({ length: 300 }, () => raw('GET / HTTP/1.1\r\n'))
  await expect
    .poll(() => flood.filter((socket) => !socket.destroyed && !socket.closed).length, PATIENT)
    .toBeGreaterThan(0)
  // Twenty strangers are left at most; the rest was shown the door as others came.
  for (const socket of flood) socket.resume()
  await expect.poll(() => flood.filter((socket) => !socket.closed).length, PATIENT).toBeLessThanOrEqual(20)
  expect(await client.call('app.info', {})).toMatchObject({ home })
  expect(await events.next()).toMatchObject({ done: false })
  abort.abort()
  const left: unknown[] = []
  for await (const event of events) left.push(event)
  expect(left.at(-1)).toMatchObject({ type: 'failed', error: { code: 'cancelled' } })
})

test('a request that never ends is cut off: a head, a body, a refused body, and silence', async () => {
  const client = await open({ head: 300, request: 600, stall: 400, body: 100_000 })
  const slow = raw()
  const drip = setInterval(() => slow.writable && slow.write('a'), 20)
  slow.write('GET / HTTP/1.1\r\nx: ')
  const silent = raw()
  const half = raw(`${head('/api/call/app.info', { authorization: authorization(), 'content-length': 1000 })}{`)
  const ended = await Promise.all([slow, silent, half].map(answerTo))
  clearInterval(drip)
  expect(ended.map((text) => text.slice(0, 12))).toEqual([
    expect.stringMatching(/^(HTTP\/1\.1 408)?$/),
    expect.any(String),
    expect.any(String)
  ])
  expect(await client.call('app.info', {})).toMatchObject({ home })
})

test.each([
  [
    'with the token, length told',
    true,
    { 'content-length': 1e12 },
    /^HTTP\/1\.1 400 .*The body is larger than 0 MB\. For a large file use/s
  ],
  [
    'with the token, length not told',
    true,
    { 'transfer-encoding': 'chunked' },
    /^HTTP\/1\.1 400 .*The body is larger than/s
  ],
  ['without the token', false, { 'transfer-encoding': 'chunked' }, /^HTTP\/1\.1 403 .*The token is missing or wrong/s]
])('a body without an end is refused, and not read to its end: %s', async (_what, token, headers, answer) => {
  await open({ body: 100_000 })
  const socket = raw(head('/api/call/app.info', { ...(token && { authorization: authorization() }), ...headers }))
  const chunk = `1000\r\n${'a'.repeat(0x1000)}\r\n`
  const more = () => {
    while (socket.writable && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
  expect(await answerTo(socket)).toMatch(answer)
})
