// `orrery agents` and `orrery mcp`, driven by real clients.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text as outputOf } from 'node:stream/consumers'
import { Client as Modern, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { NewSetup } from '../../src/core/tree/model.ts'
import { main } from '../../src/host/commands/cli.ts'
import { mount } from '../../src/host/doors/mount.ts'
import { createHost } from '../../src/host/host.ts'
import { scripted, shows } from '../doors/served.ts'
import { PATIENCE } from '../patience.ts'
import { folder } from './folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const ORRERY = join(ROOT, 'bin/orrery.mjs')

let home = ''
beforeEach(async () => {
  home = await folder()
  const before = process.env.ORRERY_HOME
  process.env.ORRERY_HOME = home
  onTestFinished(() => {
    if (before === undefined) delete process.env.ORRERY_HOME
    else process.env.ORRERY_HOME = before
  })
})

/** A command that runs until it is stopped. */
function orrery(argv: string[], { answer = 'done' }: { answer?: string } = {}) {
  const stop = new AbortController()
  const said = { out: '', err: '' }
  const io = {
    stdin: new PassThrough(),
    stdout: { write: (text: string) => (said.out += text) },
    stderr: { write: (text: string) => (said.err += text) }
  }
  const engine = scripted(() => shows(answer))
  const code = main(argv, io, { open: (options) => createHost({ ...options, engine }), signal: stop.signal })
  const end = () => {
    stop.abort()
    return code
  }
  onTestFinished(async () => void (await end()))
  const lines = () => said.out.split('\n').filter(Boolean)
  return { said, lines, end, code }
}

/** A world of tools, as `orrery step` would leave it. */
async function world(tools: string[], more: object = {}): Promise<string> {
  const host = await createHost({ home, resources: join(ROOT, 'resources') })
  const made = await host.calls['worlds.create']({
    setup: NewSetup.parse({
      ...{ domain: 'mcp', grounding: 'model' },
      tools: tools.map((name) => ({
        name,
        inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        ...more
      }))
    })
  })
  await host.dispose()
  return made.session.id
}

const text = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text

describe('orrery agents', () => {
  test('opens the doors on this machine, prints an address for each and who connects, until it is stopped', async () => {
    const session = await world(['ping'])
    const { said, lines, end } = orrery(['agents', '--session', session.slice(0, 6)], { answer: 'pong' })
    // The model's address comes last.
    await expect.poll(() => lines().at(-1), PATIENCE).toContain('OpenAI-compatible')
    const [mcp = '', model = ''] = [lines()[0], lines().at(-1)]
    expect([mcp, model]).toEqual([
      expect.stringMatching(/^MCP: http:\/\/127\.0\.0\.1:\d+\/w\/[\w-]{32}\/mcp$/),
      expect.stringMatching(/^OpenAI-compatible: http:\/\/127\.0\.0\.1:\d+\/v1 \(key orrery-[\w-]{43}\)$/)
    ])
    const client = new Modern({ name: 'visitor', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(new URL(mcp.slice('MCP: '.length))))
    expect(text(await client.callTool({ name: 'ping', arguments: { text: 'hi' } }))).toBe('pong')
    await expect.poll(() => said.out, PATIENCE).toMatch(/^Connected: visitor 1, by mcp, to "/m)
    await client.close()
    expect(await end()).toBe(0)
    await expect(fetch(mcp.slice('MCP: '.length))).rejects.toThrow()
  })

  test('makes a world of a scenario, and prints JSON', async () => {
    const { lines } = orrery(['agents', '--scenario', 'shell-first-steps', '--forks', '--budget', '1000', '--json'])
    await expect.poll(lines, PATIENCE).toHaveLength(1)
    const { url, links, model } = JSON.parse(lines()[0] ?? '')
    expect([links, model]).toEqual([
      [
        {
          id: expect.any(String),
          title: 'Fourteen commands in a shell',
          doors: expect.arrayContaining([expect.objectContaining({ name: 'mcp' })])
        }
      ],
      { doors: [{ title: 'OpenAI-compatible', url: `${url}/v1` }], key: expect.any(String) }
    ])
  })

  test('names tasks; the first is the world where none is named, and checks tell the reward', async () => {
    const tasks = ['note-slow', 'debian']
    const { lines } = orrery(['agents', ...tasks.flatMap((one) => ['--task', one]), '--previews', '--json'])
    await expect.poll(lines, PATIENCE).toHaveLength(1)
    const listed = orrery(['agents', 'links', '--json'])
    await listed.code
    expect(JSON.parse(listed.said.out)).toMatchObject([{ tasks, scenario: 'note-slow', previews: 4 }])
    const unknown = orrery(['agents', '--task', 'debian', '--task', 'debain'])
    expect([await unknown.code, unknown.said.err]).toEqual([1, expect.stringContaining('Did you mean "debian"?')])
  })

  test('lists and revokes links, also those that another process serves', async () => {
    const session = await world(['ping'])
    const { lines } = orrery(['agents', '--session', session, '--json'])
    await expect.poll(lines, PATIENCE).toHaveLength(1)
    const { links } = JSON.parse(lines()[0] ?? '')
    const [{ id, doors }] = links
    const listed = orrery(['agents', 'links', '--json'])
    expect(await listed.code).toBe(0)
    expect(JSON.parse(listed.said.out)).toMatchObject([{ id, session }])
    expect(listed.said.out).not.toContain(doors[0].url.split('/').at(-2))
    expect((await fetch(doors[0].url, { method: 'POST' })).status).not.toBe(403)
    const revoked = orrery(['agents', 'revoke', id.slice(0, 8)])
    expect([await revoked.code, revoked.said.out]).toEqual([0, expect.stringContaining('Revoked the link to')])
    expect((await fetch(doors[0].url, { method: 'POST' })).status).toBe(403)
    const gone = orrery(['agents', 'revoke', id])
    expect([await gone.code, gone.said.err]).toEqual([1, expect.stringContaining('orrery agents links')])
  })

  test.each([
    [['agents', '--scenario', 'a', '--session', 'b'], 'Give one of'],
    [['agents', '--branch', 'main'], '--session'],
    [['agents', '--pass-through', 'ping'], '--scenario, --program or --session'],
    [['agents', '--session', 'a', '--pass-through', 'ping'], '--server'],
    [['agents', '--session', 'a', '--url', 'http://127.0.0.1:1'], '--pass-through'],
    [['mcp'], 'Give one of']
  ])('names what does not go together: %j', async (argv, why) => {
    const { said, code } = orrery(argv)
    expect([await code, said.err]).toEqual([2, expect.stringContaining(why)])
  })
})

describe('tools passed through', () => {
  const SERVER = `'${process.execPath}' '${join(ROOT, 'test/fixtures/mcp/server.mjs')}'`

  test('a named tool is answered by the real server, every other one by the world, and both are steps', async () => {
    const session = await world(['tool_0', 'tool_1'])
    const record = join(home, 'record')
    const { said, lines } = orrery(
      [
        ...['agents', '--session', session, '--json'],
        ...['--pass-through', 'tool_0', '--server', SERVER, '--env', `RECORD=${record}`]
      ],
      { answer: 'simulated' }
    )
    await expect.poll(lines, PATIENCE).toHaveLength(1)
    expect(said.err).toContain('Passed through to fixture 1.2.3: tool_0')
    const client = new Modern({ name: 'visitor', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(new URL(JSON.parse(lines()[0] ?? '').links[0].doors[0].url)))
    const call = (name: string) => client.callTool({ name, arguments: { text: 'hi' } })
    const [real, simulated] = [await call('tool_0'), await call('tool_1')]
    expect([text(real), text(simulated)]).toEqual(['done', 'simulated'])
    const origins = [real, simulated].map(({ _meta }) => _meta?.['dev.orrery/world'])
    expect(origins).toMatchObject([
      { origin: 'recorded', simulated: false },
      { origin: 'predicted', simulated: true }
    ])
    const called = readFileSync(record, 'utf8').split('\n')
    expect(called.filter((line) => line.startsWith('CALLED'))).toEqual(['CALLED tool_0'])
    // An agent has no way to ask for more of it.
    const agent = {
      link: JSON.parse(lines()[0] ?? '')
        .links[0].doors[0].url.split('/')
        .at(-2),
      door: 'mcp'
    }
    const host = await createHost({ home, resources: join(ROOT, 'resources') })
    const asked = { id: agent.link, tools: ['tool_1'], server: { command: 'x' } }
    const ask = mount(host, 'agent').stream('links.passThrough', asked, {
      signal: new AbortController().signal,
      emit() {}
    })
    await expect(ask).rejects.toThrow('not available to agents')
    const { branches } = await host.calls['worlds.open']({ session })
    const steps = await host.calls['steps.list']({ session, branch: branches[0]?.id ?? '' })
    expect(steps.map(({ origin }) => origin)).toEqual(['recorded', 'predicted'])
    await host.dispose()
    await client.close()
  })

  test('a structure that the real server gives beside its text is not lost', async () => {
    const result = { type: 'object', properties: { result: { type: 'string' } }, required: ['result'] }
    const session = await world(['tool_0'], { outputSchema: result })
    const given = ['--pass-through', 'tool_0', '--server', SERVER, '--env', 'STRUCTURED=1']
    const { lines } = orrery(['agents', '--session', session, '--json', ...given])
    await expect.poll(lines, PATIENCE).toHaveLength(1)
    const client = new Modern({ name: 'visitor', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(new URL(JSON.parse(lines()[0] ?? '').links[0].doors[0].url)))
    const seen = await client.callTool({ name: 'tool_0', arguments: { text: 'hi' } })
    expect([seen.isError ?? false, seen.structuredContent]).toEqual([false, { result: 'done' }])
    await client.close()
  })

  test.each([
    [['--pass-through', 'tool_9', '--server', SERVER], 'This world has no tool "tool_9"'],
    [['--pass-through', 'own', '--server', SERVER], 'fixture 1.2.3 has no tool "own"'],
    [['--pass-through', 'own', '--server', SERVER, '--forks'], 'A real server cannot be forked'],
    [['--pass-through', 'own', '--server', 'no-such-program-here'], 'There is no command "no-such-program-here"']
  ])('%j is refused, and leaves no link', async (more, why) => {
    const session = await world(['own'])
    const { said, code } = orrery(['agents', '--session', session, ...more])
    expect([await code, said.err]).toEqual([1, expect.stringContaining(why)])
    const listed = orrery(['agents', 'links', '--json'])
    await listed.code
    expect(JSON.parse(listed.said.out)).toEqual([])
  })

  test('is for worlds whose tools are their own', async () => {
    const { said, code } = orrery([
      ...['agents', '--scenario', 'shell-first-steps'],
      ...['--pass-through', 'run_command', '--server', SERVER]
    ])
    expect([await code, said.err]).toEqual([1, expect.stringContaining('worlds whose tools are their own')])
  })
})

describe('orrery mcp', () => {
  const args = (session: string) => [ORRERY, 'mcp', '--session', session]
  const env = { ...process.env, ORRERY_HOME: '' } as Record<string, string>

  test.each(['2025-11-25', '2026-07-28'])(
    'serves a world over standard input and output to clients of %s',
    async (age) => {
      const session = await world(['ping'])
      const given = { command: process.execPath, args: args(session), env: { ...env, ORRERY_HOME: home } }
      const client =
        age === '2025-11-25'
          ? new Client({ name: 'old', version: '1' })
          : new Modern({ name: 'modern', version: '2' }, { versionNegotiation: { mode: 'auto' } })
      await client.connect((age === '2025-11-25' ? new OldStdio(given) : new StdioClientTransport(given)) as never)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(['ping'])
      // What does not fit is answered without a model, as an error of the tool; the connection goes on.
      const failed = await client.callTool({ name: 'ping', arguments: {} })
      expect([failed.isError, text(failed)]).toEqual([true, expect.stringContaining('Invalid arguments for tool ping')])
      expect((await client.listTools()).tools).toHaveLength(1)
      await client.close()
      const listed = orrery(['agents', 'links', '--json'])
      await listed.code
      expect(JSON.parse(listed.said.out)).toEqual([])
    }
  )

  test('a mark at the beginning and an end without a line end are no part of it, and what was asked before the end is answered', async () => {
    const session = await world(['ping'])
    const child = spawn(process.execPath, args(session), { env: { ...env, ORRERY_HOME: home } })
    const begin = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'echo', version: '1' } }
    const lines = [
      { jsonrpc: '2.0', id: 'first', method: 'initialize', params: begin },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 0, method: 'tools/call', params: { name: 'ping', arguments: {} } }
    ]
    child.stdin.end(`\ufeff${lines.map((one) => JSON.stringify(one)).join('\r\n\r\n')}`)
    const said = await outputOf(child.stdout)
    const answers = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id }) => id)).toEqual(['first', 0])
    expect(answers[1].result.isError).toBe(true)
  })
})
