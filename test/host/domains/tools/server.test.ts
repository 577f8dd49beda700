import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askServer } from '../../../../src/host/domains/tools/server.ts'
import { PATIENCE } from '../../../patience.ts'
import { folder } from '../../folder.ts'

const FIXTURE = join(import.meta.dirname, '../../../fixtures/mcp/server.mjs')
const tool = (index: number) => ({
  name: `tool_${index}`,
  description: `Does thing ${index}`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
})
const server = { name: 'fixture', version: '1.2.3' }

type Asked = Parameters<typeof askServer>[0]
const program = (args: string[], env: Record<string, string> = {}): Asked => ({ command: process.execPath, args, env })

/** Everything that happens while a server is asked. */
async function ask(asked: Asked, { signal = new AbortController().signal, limit = 20_000 } = {}) {
  const said: string[] = []
  for await (const event of askServer(asked, { signal, limit })) {
    if (event.type === 'tools') return { said, answer: event }
    said.push(event.text)
  }
  throw new Error('the stream ended without an answer')
}

const failure = (asked: Asked, options: { signal?: AbortSignal; limit?: number } = {}) =>
  ask(asked, options).then(
    () => null,
    ({ code, message }) => ({ code, message })
  )

async function recorded(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean)
}

/** The fixture over HTTP, with its address. */
async function listening(how: 'http' | 'sse', env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [FIXTURE, how], { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data')
  return `http://127.0.0.1:${String(port).trim()}`
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('18.3 a live MCP server', () => {
  test('over stdio is started, asked page by page, and left; nothing else is asked of it', async () => {
    const RECORD = join(await folder(), 'record')
    const { said, answer } = await ask(program([FIXTURE], { RECORD }))
    expect(answer).toEqual({ type: 'tools', tools: [tool(0), tool(1), tool(2)], problems: [], server })
    expect(said).toEqual([
      `Starting ${process.execPath} ${FIXTURE}`.slice(0, 129) +
        (`${process.execPath} ${FIXTURE}`.length > 120 ? '…' : ''),
      'fixture server is up',
      'Connected to fixture 1.2.3',
      '2 tools so far',
      '3 tools so far'
    ])
    expect(await recorded(RECORD)).toEqual(['initialize', 'notifications/initialized', 'tools/list', 'tools/list'])
  })

  test('over Streamable HTTP is asked the same, with the headers given, and told that the session is over', async () => {
    const RECORD = join(await folder(), 'record')
    const url = `${await listening('http', { RECORD, TOKEN: 'abc' })}/mcp`
    const { answer } = await ask({ url, headers: { authorization: 'Bearer abc' } })
    expect(answer).toEqual({ type: 'tools', tools: [tool(0), tool(1), tool(2)], problems: [], server })
    const asked = ['initialize', 'notifications/initialized', 'tools/list', 'tools/list', 'DELETE']
    expect(await recorded(RECORD)).toEqual(asked)
  })

  test('that only speaks server-sent events is asked that way, with the headers too', async () => {
    const RECORD = join(await folder(), 'record')
    const url = `${await listening('sse', { RECORD, TOKEN: 'abc' })}/mcp`
    const { answer } = await ask({ url, headers: { authorization: 'Bearer abc' } })
    expect(answer).toEqual({ type: 'tools', tools: [tool(0), tool(1), tool(2)], problems: [], server })
    expect(await recorded(RECORD)).toEqual(['initialize', 'notifications/initialized', 'tools/list', 'tools/list'])
  })

  test('gets none of the variables Orrery runs with but the few that every program needs', async () => {
    process.env.ORRERY_TEST_SECRET = 'hidden'
    onTestFinished(() => {
      delete process.env.ORRERY_TEST_SECRET
    })
    const failed = await failure(
      program(['-e', 'console.error(process.env.ORRERY_TEST_SECRET, process.env.GIVEN, !!process.env.PATH)'], {
        GIVEN: 'seen'
      })
    )
    expect(failed?.message).toMatch(/It said: undefined seen true$/)
  })

  test('gets what this machine needs to reach the network', async () => {
    const before = process.env.HTTPS_PROXY
    process.env.HTTPS_PROXY = 'http://proxy.test:8080'
    onTestFinished(() => {
      if (before === undefined) delete process.env.HTTPS_PROXY
      else process.env.HTTPS_PROXY = before
    })
    const failed = await failure(program(['-e', 'console.error(process.env.HTTPS_PROXY)']))
    expect(failed?.message).toMatch(/It said: http:\/\/proxy\.test:8080$/)
  })

  test('ends with everything it started, when it has answered and when it was cancelled', async () => {
    for (const cancels of [false, true]) {
      const RECORD = join(await folder(), 'record')
      const abort = new AbortController()
      const asking = ask(program([FIXTURE], { RECORD, CHILD: '1', ...(cancels && { HANG: '1' }) }), {
        signal: abort.signal
      }).catch((error) => error.code)
      if (cancels) {
        await expect.poll(() => recorded(RECORD)).toContain('tools/list')
        abort.abort()
        expect(await asking).toBe('cancelled')
      } else expect(await asking).toMatchObject({ answer: { server } })
      const [, ...pids] = (await recorded(RECORD)).find((line) => line.startsWith('pids'))?.split(' ') ?? []
      expect(pids).toHaveLength(2)
      await expect.poll(() => pids.map((pid) => isAlive(Number(pid)))).toEqual([false, false])
    }
  })

  test('is left when nobody listens any more', async () => {
    const RECORD = join(await folder(), 'record')
    const asking = program([FIXTURE], { RECORD, CHILD: '1', HANG: '1' })
    for await (const event of askServer(asking, { signal: new AbortController().signal })) {
      if (event.type === 'progress' && event.text.startsWith('Connected')) break
    }
    const [, ...pids] = (await recorded(RECORD)).find((line) => line.startsWith('pids'))?.split(' ') ?? []
    await expect.poll(() => pids.map((pid) => isAlive(Number(pid)))).toEqual([false, false])
  })

  test('without tools, and with one that is none, is told of; the others are kept', async () => {
    expect((await ask(program([FIXTURE], { TOOLS: 'none' }))).answer).toMatchObject({
      tools: [],
      problems: ['fixture declares that it has no tools.']
    })
    expect((await ask(program([FIXTURE], { TOOLS: '0' }))).answer.problems).toEqual(['fixture has no tools.'])
    const { answer } = await ask(program([FIXTURE], { TOOLS: '1', ODD: '1' }))
    expect(answer).toMatchObject({ tools: [tool(0)], problems: [expect.stringMatching(/^Entry 2 \("odd"\): /)] })
  })
})

describe('a server that cannot be asked', () => {
  test('because there is no such command or folder is told of by that name', async () => {
    expect(await failure({ command: 'no-such-command', args: [], env: {} })).toEqual({
      code: 'not-found',
      message:
        'There is no command "no-such-command" on this machine. Check the spelling, install it, or give its full path.'
    })
    expect(await failure({ ...program([FIXTURE]), cwd: '/no/such/folder' })).toEqual({
      code: 'not-found',
      message: 'There is no folder "/no/such/folder" to start the server in.'
    })
  })

  test('because it died is told of with how, and its last words', async () => {
    const script = 'console.error("starting"); console.error("API_KEY is missing"); process.exit(3)'
    const failed = await failure(program(['-e', script]))
    expect(failed?.code).toBe('server-failed')
    expect(failed?.message).toMatch(
      /" exited before it listed its tools \(exit code 3\)\. It said: starting; API_KEY is missing$/
    )
  })

  test('because it is another program is told of: one that ends, one that waits, one that never stops talking', async () => {
    const ends = await failure(program(['-e', 'console.log("hello")']))
    expect(ends?.message).toMatch(/exited before it listed its tools \(exit code 0\)\. It said: hello$/)
    const deaf = await failure({ command: 'echo', args: ['hello'], env: {} })
    expect(deaf?.message).toBe('"echo hello" exited before it listed its tools (exit code 0). It said: hello')
    const waits = await failure(program(['-e', 'console.log("ready"); setInterval(() => {}, 1000)']), { limit: 5000 })
    expect(waits).toEqual({
      code: 'server-failed',
      message: expect.stringMatching(
        /" did not respond as an MCP server within 5 seconds\. Check that it is one\. It said: ready$/
      )
    })
    const talks = await failure(program(['-e', 'for (;;) require("fs").writeSync(1, "blah\\n")']))
    expect(talks?.message).toMatch(
      /" did not respond as an MCP server\. Check that it is one\. It said: blah; blah; blah$/
    )
  })

  test('because it does not answer in time is told of', async () => {
    const failed = await failure(program([FIXTURE], { HANG: '1' }), { limit: 8000 })
    expect(failed?.code).toBe('server-failed')
    expect(failed?.message).toMatch(/" did not list its tools within 8 seconds\. It said: fixture server is up$/)
  })

  test('because nobody is at the address, somebody else is, or it wants a token is told of', async () => {
    const origin = await listening('http', { TOKEN: 'abc' })
    expect(await failure({ url: `${origin}/mcp?key=secret`, headers: {} })).toEqual({
      code: 'server-failed',
      message: `${origin}/mcp requires authentication (HTTP 401). Send a token in a header, such as "Authorization: Bearer TOKEN".`
    })
    const headers = { authorization: 'Bearer abc' }
    const page = await failure({ url: `${origin}/page`, headers })
    expect(page?.message).toMatch(/\/page does not answer as an MCP server: .*text\/html\. Check the address\.$/)
    const nobody = await failure({ url: 'http://127.0.0.1:1/mcp', headers: {} })
    expect(nobody?.message).toMatch(/^http:\/\/127\.0\.0\.1:1\/mcp does not answer as an MCP server: /)
  })

  test('because the person said stop is cancelled, before and in between', async () => {
    expect(await failure(program([FIXTURE]), { signal: AbortSignal.abort() })).toMatchObject({ code: 'cancelled' })
    const abort = new AbortController()
    const RECORD = join(await folder(), 'record')
    const script = 'require("fs").writeFileSync(process.env.RECORD, String(process.pid)); setInterval(() => {}, 1000)'
    const failed = failure(program(['-e', script], { RECORD }), { signal: abort.signal })
    await expect.poll(() => recorded(RECORD), PATIENCE).toHaveLength(1)
    abort.abort()
    expect(await failed).toEqual({ code: 'cancelled', message: 'The request for the tools was cancelled.' })
    // It is over when that is said: a process that ended now would leave nothing behind.
    expect((await recorded(RECORD)).map((pid) => isAlive(Number(pid)))).toEqual([false])
  })
})
