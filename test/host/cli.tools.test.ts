import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { main } from '../../src/host/commands/cli.ts'
import { createHost } from '../../src/host/host.ts'
import { folder } from './folder.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/mcp/server.mjs')
const LIBRARY = join(import.meta.dirname, '../fixtures/openapi/library.yaml')

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

async function orrery(argv: string[], stdin = '') {
  let [out, err] = ['', '']
  const io = {
    stdin: (async function* () {
      yield stdin
    })(),
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) }
  }
  const code = await main(argv, io, { open: createHost, signal: new AbortController().signal })
  return { code, out, err }
}

const names = (out: string) => JSON.parse(out).map(({ name }: { name: string }) => name)

describe('orrery tools', () => {
  test('prints the tools of a file as JSON that it reads again; what could not be taken is noted', async () => {
    const { code, out, err } = await orrery(['tools', LIBRARY])
    expect([code, names(out)]).toEqual([0, ['getBook', 'put_books_id', 'list_shelves', 'addShelf']])
    expect(err.split('\n').map((line) => line.slice(0, 22))).toEqual([
      '"#/components/schemas/',
      '"shelf.yaml#/Shelf" (i',
      ''
    ])
    expect(await orrery(['tools', '-'], out)).toEqual({ code: 0, out, err: '' })
  })

  test('with --json has the problems too, and without a tool fails', async () => {
    const { code, out, err } = await orrery(['tools', '-', '--json'], '[{"name": 1}]')
    const { tools, problems } = JSON.parse(out)
    expect([code, tools, problems.length, err]).toEqual([1, [], 1, `${problems[0]}\n`])
  })

  test('declare proposes tables as YAML, names what it leaves to the model, and fails where nothing is kept', async () => {
    const tool = (name: string, properties = {}) => ({ name, inputSchema: { type: 'object', properties } })
    const tools = [tool('list_notes'), tool('create_note', { text: { type: 'string' } }), tool('ring_bell')]
    const { code, out, err } = await orrery(['tools', 'declare', '-'], JSON.stringify(tools))
    expect([code, err]).toEqual([0, 'Left to the model: ring_bell.\n'])
    expect(out).toContain('  create_note: { create: notes, with: [text] }\n')
    const asJson = await orrery(['tools', 'declare', '-', '--json'], JSON.stringify(tools))
    expect(JSON.parse(asJson.out)).toEqual({
      ...{ yaml: out, left: ['ring_bell'], tables: [{ one: 'note', verbs: ['list', 'create'] }] }
    })
    const nothing = await orrery(['tools', 'declare', '-'], JSON.stringify([tool('ring_bell')]))
    expect(nothing).toMatchObject({ code: 1, out: '', err: expect.stringContaining('No table fits these tools') })
  })

  test('wants one source', async () => {
    for (const argv of [['tools'], ['tools', LIBRARY, '--url', 'http://127.0.0.1']]) {
      expect(await orrery(argv)).toMatchObject({
        code: 2,
        err: 'orrery: Give one of: a file, --ask with a command, or --url with an address.\n'
      })
    }
  })
})

describe('18.3 orrery tools --ask', () => {
  test('starts the command, says on stderr what happens, and prints its tools', async () => {
    const { code, out, err } = await orrery(['tools', '--ask', `TOOLS=1 '${process.execPath}' '${FIXTURE}'`])
    expect([code, names(out)]).toEqual([0, ['tool_0']])
    expect(err.split('\n').slice(1)).toEqual([
      'fixture server is up',
      'Connected to fixture 1.2.3',
      '1 tool so far',
      ''
    ])
  })

  test('takes variables as options, and tells as JSON who answered', async () => {
    const argv = ['tools', '--ask', `'${process.execPath}' '${FIXTURE}'`, '--env', 'TOOLS=none', '--json']
    const { code, out } = await orrery(argv)
    expect([code, JSON.parse(out)]).toEqual([
      1,
      {
        tools: [],
        problems: ['fixture declares that it has no tools.'],
        server: { name: 'fixture', version: '1.2.3' }
      }
    ])
  })

  test('takes what is secret from the environment and from a file, not from the command line', async () => {
    vi.stubEnv('TOOLS', 'none')
    onTestFinished(() => void vi.unstubAllEnvs())
    const ask = ['tools', '--ask', `'${process.execPath}' '${FIXTURE}'`, '--json']
    expect(JSON.parse((await orrery([...ask, '--env', 'TOOLS'])).out).tools).toEqual([])
    expect(await orrery([...ask, '--env', 'NOT_SET'])).toMatchObject({
      code: 2,
      err: 'orrery: The variable NOT_SET is not set. Set it, or pass NOT_SET=value.\n'
    })
    const file = join(home, 'headers')
    await writeFile(file, 'Authorization: Bearer abc\n\nX-A:1\n')
    const asked: IncomingHttpHeaders[] = []
    const server = createServer((request, response) => {
      asked.push(request.headers)
      response.writeHead(401).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address?.port}`
    expect(await orrery(['tools', '--url', url, '--header-file', file, '--header', 'X-A: 2'])).toMatchObject({
      code: 1
    })
    expect(asked[0]).toMatchObject({ authorization: 'Bearer abc', 'x-a': '2' })
  })

  test('fails in one line, with the reason', async () => {
    expect(await orrery(['tools', '--ask', 'no-such-command --x'])).toEqual({
      code: 1,
      out: '',
      err:
        'Starting no-such-command --x\n' +
        'orrery: There is no command "no-such-command" on this machine. Check the spelling, install it, or give its full path. (not-found)\n'
    })
    expect(await orrery(['tools', '--url', 'http://x', '--header', 'nothing'])).toMatchObject({
      code: 2,
      err: 'orrery: "nothing" is not a header. Expected name: value, such as "Authorization: Bearer abc".\n'
    })
  })
})

describe('step --tools', () => {
  test('refuses a file without tools, the place of the action, and a kind of world that calls none', async () => {
    const file = join(home, 'tools.json')
    await writeFile(file, '[]')
    expect(await orrery(['step', '--tools', file], 'ls')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^orrery: ".*tools\.json": There are no tools in this.* \(invalid-input\)\n$/)
    })
    expect(await orrery(['step', '--tools', '-'], 'ls')).toMatchObject({
      code: 2,
      err: 'orrery: stdin holds the action. Give --tools a file.\n'
    })
    await writeFile(file, '{"name": "echo"}')
    expect(await orrery(['step', '--domain', 'terminal', '--tools', file], 'ls')).toMatchObject({
      code: 1,
      err: 'orrery: The terminal domain does not use tools. Leave the tools out. (invalid-input)\n'
    })
    expect((await orrery(['sessions', '--json'])).out).toBe('[]\n')
  })
})

describe('choosing among many tools', () => {
  const many = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, at) => ({ name: `tool_${at}`, outputSchema: { type: 'object' } })))

  test('by name and pattern, without output schemas, and listed by size', async () => {
    const { code, out } = await orrery(['tools', '-', '--only', 'tool_1*,tool_5', '--without-output-schemas'], many(12))
    expect([code, names(out), out.includes('outputSchema')]).toEqual([
      0,
      ['tool_1', 'tool_5', 'tool_10', 'tool_11'],
      false
    ])
    const list = await orrery(
      ['tools', '-', '--list', '--json'],
      JSON.stringify([{ name: 'a' }, { name: 'b', description: 'long' }])
    )
    const { unit, tools } = JSON.parse(list.out)
    expect([unit, tools.map(({ name }: { name: string }) => name)]).toEqual(['characters', ['b', 'a']])
    expect((await orrery(['tools', '-', '--list'], many(2))).out).toMatch(
      /^ +\d+ {2}tool_0\n +\d+ {2}tool_1\n +\d+ {2}characters in all, 2 tools\n$/
    )
    expect(await orrery(['tools', '-', '--only', 'nope'], many(1))).toMatchObject({
      code: 1,
      err: 'orrery: No tool is called "nope". The tools are: tool_0. A * stands for any characters. (invalid-input)\n'
    })
  })

  test('a step takes a long list only when it was chosen from', async () => {
    const file = join(home, 'many.json')
    await writeFile(file, many(101))
    const step = ['step', '--domain', 'mcp', '--template', 'standard', '--print', 'prompt', '--tools', file]
    expect(await orrery(step, 'tool_5')).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^orrery: ".*many\.json" has 101 tools, and a model is told all of them\. Choose some with --only,/
      )
    })
    const { code, out } = await orrery(
      [...step, '--only', 'tool_5', '--without-output-schemas', '--task', 'Try it.', '--hidden', 'The key is 7.'],
      'tool_5'
    )
    expect(code).toBe(0)
    expect(out).toContain('### 1. tool_5\nParameters: none')
    expect(out).not.toContain('Output schema')
    expect(out).toContain('never state it unless an action would reveal it:\nThe key is 7.')
    expect(out).toContain('### Turn 1\n**Task Instruction:**\nTry it.\n\n**Action:**')
  })

  test("a coding agent's tools by the name of the set", async () => {
    const step = ['step', '--domain', 'swe', '--template', 'standard', '--print', 'prompt']
    const { out } = await orrery([...step, '--tool-set', 'claude-code'], '$ ls')
    expect(out).toContain('"name": "Bash",\n  "arguments": "{\\"command\\":\\"ls\\"}"')
    expect(await orrery([...step, '--tool-set', 'nope'], '$ ls')).toMatchObject({
      code: 1,
      err: 'orrery: There is no tool set "nope". There are: claude-code, qwen-cli, stabletoolbench. (not-found)\n'
    })
    expect((await orrery([...step, '--only', 'a'], '$ ls')).err).toBe(
      'orrery: --only chooses from the tools in a file: give --tools too.\n'
    )
  })
})
