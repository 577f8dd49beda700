import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpServer, serve } from '../../src/host/doors/http.ts'
import { handlersOf } from '../contract/handlers.ts'

let server: HttpServer
let folder: string
let hearAbort = () => {}
const aborted = new Promise<void>((resolve) => {
  hearAbort = resolve
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-http-'))
  await mkdir(join(folder, 'renderer', 'assets'), { recursive: true })
  await writeFile(join(folder, 'renderer', 'index.html'), '<!doctype html><title>Orrery</title>')
  await writeFile(join(folder, 'renderer', 'assets', 'index-1.js'), 'export {}')
  await writeFile(join(folder, 'secret.txt'), 'outside')
  const handlers = handlersOf({
    calls: { 'app.info': () => ({ version: '1', home: 'h', notice: null }) },
    streams: {
      async *'steps.run'(_input, { signal }) {
        yield { type: 'queued', ahead: 1 }
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        hearAbort()
      }
    }
  })
  server = await serve(handlers, {
    rendererDir: join(folder, 'renderer'),
    token: 'secret',
    limits: { body: 1024 * 1024 }
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Over node:http, which sends whatever Host and Origin it is given and a path as written. */
function ask(path: string, { method = 'POST', headers = {}, body = '{}' }: Asked = {}) {
  const defaults = { authorization: 'Bearer secret', 'content-type': 'application/json' }
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const options = { port: server.port, host: '127.0.0.1', path, method, headers: { ...defaults, ...headers } }
    const sent = request(options, async (response) => {
      let text = ''
      for await (const part of response.setEncoding('utf8')) text += part
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
    })
    sent.on('error', reject).end(method === 'POST' ? body : undefined)
  })
}

function refused(code: string, message: RegExp) {
  return { ok: false, error: { code, message: expect.stringMatching(message) } }
}

test('a call with the token is answered as JSON', async () => {
  const { status, headers, body } = await ask('/api/call/app.info')
  expect({ status, type: headers['content-type'], reply: JSON.parse(body) }).toEqual({
    status: 200,
    type: 'application/json; charset=utf-8',
    reply: { ok: true, value: { version: '1', home: 'h', notice: null } }
  })
})

test.each([
  ['no token', { authorization: '' }, 'wrong-token', /token is missing or wrong.*newest link/],
  ['a wrong token', { authorization: 'Bearer wrong' }, 'wrong-token', /token is missing or wrong/],
  ['a token of the same length', { authorization: 'Bearer sacred' }, 'wrong-token', /token is missing or wrong/],
  ['another name for this machine', { host: 'evil.example' }, 'forbidden', /Open that address/],
  ['another port', { host: '127.0.0.1:1' }, 'forbidden', /same port on both ends/],
  ['a page from elsewhere', { origin: 'https://evil.example' }, 'forbidden', /evil\.example cannot use Orrery/],
  ['a page with no origin of its own', { origin: 'null' }, 'forbidden', /cannot use Orrery/],
  ['a page of another local server', { origin: 'http://127.0.0.1:1' }, 'forbidden', /cannot use Orrery/]
])('%s is forbidden, and the answer says what to do', async (_what, headers, code, message) => {
  for (const path of ['/api/call/app.info', '/api/stream/steps.run', '/api/cancel/x']) {
    const { status, body } = await ask(path, { headers })
    expect({ status, reply: JSON.parse(body) }).toEqual({ status: 403, reply: refused(code, message) })
  }
})

test('the page itself is not given to another host name either', async () => {
  expect(await ask('/', { method: 'GET', headers: { host: 'evil.example' } })).toMatchObject({ status: 403 })
})

const path = (link: string) => link.slice(link.indexOf('/', 'http://'.length))
const anonymous = { method: 'GET', headers: { authorization: '' } }

test('21.2 a link opens one browser, once, with a cookie that only its own page sends; no link has the token', async () => {
  const link = server.invite()
  expect(link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${server.port}/\\?code=[\\w-]{32}$`))
  // Looking does not use it up.
  expect(await ask(path(link), { ...anonymous, method: 'HEAD' })).toMatchObject({ status: 200 })
  const opened = await ask(path(link), anonymous)
  expect({ status: opened.status, to: opened.headers.location, cookie: opened.headers['set-cookie'] }).toEqual({
    status: 303,
    to: '/',
    cookie: [`orrery-${server.port}=secret; Path=/; HttpOnly; SameSite=Strict`]
  })
  const cookie = `other=1; orrery-${server.port}=secret`
  expect(await ask('/api/call/app.info', { headers: { authorization: '', cookie } })).toMatchObject({ status: 200 })

  const again = await ask(path(link), anonymous)
  expect([again.status, again.headers['set-cookie'], again.headers['content-type']]).toEqual([
    403,
    undefined,
    'text/html; charset=utf-8'
  ])
  expect(again.body).toContain('The terminal that Orrery runs in shows a new one.')
  // The browser that it let in may open it again.
  expect(await ask(path(link), { method: 'GET', headers: { authorization: '', cookie } })).toMatchObject({
    status: 303
  })
  expect(await ask('/?code=', anonymous)).toMatchObject({ status: 403 })
})

test('21.2 neither the token nor a code is a credential anywhere but in its own place', async () => {
  const inUrl = await ask('/?token=secret', anonymous)
  expect(inUrl.headers['set-cookie']).toBe(undefined)
  expect(await ask('/?code=secret', anonymous)).toMatchObject({ status: 403 })
  const code = new URL(server.invite()).searchParams.get('code') ?? ''
  const cookie = `orrery-${server.port}=${code}`
  const tried: Record<string, string>[] = [
    { authorization: `Bearer ${code}` },
    { authorization: '', cookie },
    { authorization: 'secret' },
    { authorization: 'Basic secret' }
  ]
  for (const headers of tried) {
    expect(await ask('/api/call/app.info', { headers })).toMatchObject({ status: 403 })
  }
})

test('a token of any characters opens the page, and an empty one is no token', async () => {
  const others = await Promise.all(
    ['a=b; c"ü', ''].map((token) => serve(handlersOf({}), { rendererDir: folder, token }))
  )
  try {
    const [odd, empty] = others as [HttpServer, HttpServer]
    const opened = await fetch(odd.invite(), { redirect: 'manual' })
    const cookie = String(opened.headers.get('set-cookie')).split(';')[0] ?? ''
    const headers = { 'content-type': 'application/json' }
    const call = (port: number, more: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/api/call/none`, { method: 'POST', body: '{}', headers: { ...headers, ...more } })
    const statuses = [await call(odd.port, { cookie }), await call(empty.port, {})].map(({ status }) => status)
    // Let in, there is no such call; kept out, it is forbidden.
    expect(statuses).toEqual([404, 403])
  } finally {
    await Promise.all(others.map((one) => one.close()))
  }
})

test('files are served with their type, a strict policy and nosniff', async () => {
  const index = await ask('/', { method: 'GET', headers: { authorization: '' } })
  expect({ status: index.status, body: index.body, type: index.headers['content-type'] }).toEqual({
    status: 200,
    body: '<!doctype html><title>Orrery</title>',
    type: 'text/html; charset=utf-8'
  })
  expect(index.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /)
  expect(index.headers['x-content-type-options']).toBe('nosniff')
  const script = await ask('/assets/index-1.js', { method: 'GET' })
  expect({ type: script.headers['content-type'], cache: script.headers['cache-control'] }).toEqual({
    type: 'text/javascript; charset=utf-8',
    cache: 'public, max-age=31536000, immutable'
  })
})

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/%00',
  '/%',
  '//secret.txt',
  '/nothing.js'
])('nothing is served for %s', async (path) => {
  const answer = await ask(path, { method: 'GET' })
  expect({ status: answer.status, leaked: answer.body.includes('outside') }).toEqual({ status: 404, leaked: false })
})

test('a body that is not JSON, not said to be, or too large is refused in words', async () => {
  const broken = await ask('/api/call/app.info', { body: '{' })
  expect([broken.status, JSON.parse(broken.body)]).toEqual([400, refused('invalid-input', /^The body is not JSON: /)])
  const form = await ask('/api/call/app.info', { headers: { 'content-type': 'text/plain' } })
  expect([form.status, JSON.parse(form.body)]).toEqual([
    400,
    refused('invalid-input', /Content-Type: application\/json/)
  ])
  const large = await ask('/api/call/app.info', { body: ' '.repeat(1024 * 1024 + 1) })
  expect([large.status, JSON.parse(large.body)]).toEqual([
    400,
    refused('invalid-input', /larger than 1 MB.*orrery import/)
  ])
})

test('a wrong method or address is an error in words, not a silence', async () => {
  expect(await ask('/api/call/app.info', { method: 'GET' })).toMatchObject({ status: 400 })
  expect(await ask('/api/nothing')).toMatchObject({ status: 404 })
  expect(await ask('/', { method: 'POST' })).toMatchObject({ status: 400 })
  expect(await ask('/api/call/%')).toMatchObject({ status: 404 })
})

test.each(['*', 'http://127.0.0.1/api/call/app.info'])(
  '%s in the place of a path is refused in words',
  async (path) => {
    const answer = await ask(path, { method: 'OPTIONS' })
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      400,
      refused('invalid-input', /is not a path on this server/)
    ])
  }
)

test('a stream is one data line an event, and its end says how it ended', async () => {
  const { status, headers, body } = await ask('/api/stream/steps.run', { body: '{"session":1}' })
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/event-stream' })
  expect(body).toMatch(/^event: end\ndata: \{"code":"invalid-input","message":"The input of .*"\}\n\n$/)
})

test('a client that goes away cancels its stream', async () => {
  const abort = new AbortController()
  const response = await fetch(`http://127.0.0.1:${server.port}/api/stream/steps.run`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    body: JSON.stringify({ session: 's', branch: 'b', action: [] }),
    signal: abort.signal
  })
  const first = await response.body?.getReader().read()
  expect(new TextDecoder().decode(first?.value)).toBe('data: {"type":"queued","ahead":1}\n\n')
  abort.abort()
  await aborted
})

test('another address than this machine needs a token of its own', async () => {
  const options = { rendererDir: folder, host: '0.0.0.0' }
  await expect(serve(handlersOf({}), options)).rejects.toThrow(/lets other machines connect, which needs a token/)
})

test('a port in use is refused by number, with what to do', async () => {
  const again = serve(handlersOf({}), { rendererDir: folder, port: server.port })
  await expect(again).rejects.toThrow(
    `Orrery cannot listen on 127.0.0.1 port ${server.port}: another program uses that port. Choose another port, or 0 for any free one.`
  )
})
