import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CallInput, type CallOutput, calls } from '../../src/core/contract/index.ts'
import { main } from '../../src/host/commands/cli.ts'
import { readDefinitions } from '../../src/host/domains/tools/read.ts'
import { createHost } from '../../src/host/host.ts'
import { recorded, resources } from './control/runs/recorded.ts'

let folder = ''
const before = process.env.ORRERY_HOME
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-validate-'))
  process.env.ORRERY_HOME = join(folder, 'home')
})
afterEach(() => {
  if (before === undefined) delete process.env.ORRERY_HOME
  else process.env.ORRERY_HOME = before
  rmSync(folder, { recursive: true, force: true })
})

async function orrery(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const io = {
    stdin: (async function* () {})(),
    stdout: {
      write(text: string | Uint8Array) {
        out += String(text)
      }
    },
    stderr: {
      write(text: string) {
        err += text
      }
    }
  }
  const code = await main(argv, io, { open: (options) => createHost({ ...options, tempo: 0 }) })
  return { code, out, err }
}
function file(name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}
/** What validate prints, without the file's path. */
async function validated(path: string): Promise<{ code: number; lines: string[] }> {
  const { code, out } = await orrery('scenario', 'validate', path)
  return {
    code,
    lines: out
      .trimEnd()
      .split('\n')
      .map((line) => line.replaceAll(`${path}:`, ''))
  }
}

const HEAD = 'name: n\ntitle: T\ndescription: x\n'
const MCP = `${HEAD}setup: {domain: mcp}\n`

describe('a key that is written twice', () => {
  it('is an error with every line, in the file and in what it includes', async () => {
    file('_part.yaml', 'teaches: a\ntries: []\nteaches: b\n')
    const path = file(
      'a.yaml',
      `include: _part.yaml\n${HEAD}setup:\n  domain: mcp\n  domain: web\n  seed: 1\nchecks:\n  - {name: c, at: 1, at: 2, expect: {observation: a}}\ntitle: U\ntitle: V\n`
    )
    const { code, out } = await orrery('scenario', 'validate', path)
    expect([code, out.replaceAll(`${folder}/`, '').trimEnd().split('\n')]).toEqual([
      1,
      [
        'a.yaml:7:3: "domain" is written twice, on lines 6 and 7. Only the last would count: keep one.',
        'a.yaml:10:22: "at" is written twice, on line 10. Only the last would count: keep one.',
        'a.yaml:11:1: "title" is written 3 times, on lines 3, 11 and 12. Only the last would count: keep one.',
        '_part.yaml:3:1: "teaches" is written twice, on lines 1 and 3. Only the last would count: keep one.'
      ]
    ])
    expect(await orrery('run', path)).toMatchObject({ code: 1, err: expect.stringContaining('4 problems in') })
  })

  it('is one in JSON too, also in the library', async () => {
    const text = JSON.stringify({ ...recorded({ name: 'twice' }), actions: undefined }).replace(
      '{',
      '{"title":"One",\n'
    )
    const path = file('home/scenarios/twice.json', text)
    const told = '"title" is written twice, on lines 1 and 2. Only the last would count: keep one.'
    expect(await validated(path)).toEqual({ code: 1, lines: [expect.stringMatching(`^2:\\d+: ${told}$`)] })
    expect((await orrery('scenario', 'list')).err).toContain(told)
  })

  it('is none where several are merged, or where other objects have it', async () => {
    const path = file(
      'm.yaml',
      `${HEAD}setup: {<<: &a {domain: mcp}, <<: *a}\nchecks: [{name: c, expect: {error: false}}, {name: d, expect: {error: false}}]\n`
    )
    expect(await validated(path)).toEqual({ code: 0, lines: ['ok, 1 variant'.padStart(14)] })
  })

  it('is told in the same words in the window', async () => {
    const text = `${MCP}title: U\n`
    const path = file('w.yaml', text)
    const host = await createHost({ home: join(folder, 'home'), resources, tempo: 0 })
    try {
      const handler = host.calls['scenarios.check'] as (
        input: CallInput<'scenarios.check'>
      ) => Promise<CallOutput<'scenarios.check'>>
      const { problems, scenario } = await handler(calls['scenarios.check'].input.parse({ text }))
      expect(scenario).toBe(null)
      const told = problems.map(({ line, column, message }) => `${line}:${column}: ${message}`)
      expect(told).toEqual(['5:1: "title" is written twice, on lines 2 and 5. Only the last would count: keep one.'])
      expect((await validated(path)).lines).toEqual(told)
    } finally {
      await host.dispose()
    }
  })

  it('of tools: no YAML is taken, and of JSON it is said', () => {
    const open =
      'openapi: 3.0.0\ninfo: {title: T, version: "1"}\npaths:\n  /a:\n    get: {operationId: one}\n  /a:\n    get: {operationId: two}\n'
    const told = '"/a" is written twice, on lines 4 and 6. Only the last would count: keep one.'
    expect(readDefinitions(open)).toEqual({ tools: [], problems: [told] })
    const json = '[{"name": "a",\n "name": "b", "inputSchema": {"type": "object"}}]'
    expect(readDefinitions(json)).toMatchObject({
      tools: [{ name: 'b' }],
      problems: ['"name" is written twice, on lines 1 and 2. Only the last would count: keep one.']
    })
  })
})

describe('scripts of checks', () => {
  it('that do not parse are told with the line of the file', async () => {
    const check = (script: string) => `${MCP}checks:\n  - name: c\n    expect:\n      script: ${script}\n`
    const block = file('a.yaml', check('|\n        const a = 1\n        return a ===\n'))
    expect(await validated(block)).toEqual({
      code: 1,
      lines: ["10:1: This script does not parse: Unexpected token '}' (line 2 of the script)."]
    })
    const middle = file('b.yaml', check('|\n        const a = = 1\n        return true\n'))
    expect((await validated(middle)).lines).toEqual([
      "9:1: This script does not parse: Unexpected token '=' (line 1 of the script)."
    ])
    const line = file('c.yaml', check('"return turn.tool == (1"'))
    expect((await validated(line)).lines[0]).toMatch(/^8:7: This script does not parse: .* \(line 1 of the script\)\.$/)
    const none = file('d.yaml', check('"turns.length > 1"'))
    expect((await validated(none)).lines).toEqual([
      '8:7: This script returns nothing. Write "return" before what is to be true or false.'
    ])
    expect(await validated(file('e.yaml', check('"return turns.length > 1"')))).toMatchObject({ code: 0 })
  })
})

describe('names that lead nowhere', () => {
  it.each([
    ['model: orery-lwm-135m\n', 'There is no model "orery-lwm-135m". Did you mean "orrery-lwm-135m"?'],
    ['model: nowhere\n', 'There is no model "nowhere". List the models with: orrery model list'],
    ['model: /no/such.gguf\n', 'There is no model file at "/no/such.gguf". Check the path.'],
    [
      'matrix: {models: [orrery-lwm-135m, small]}\n',
      'There is no model "small". List the models with: orrery model list'
    ],
    ['engine: lama\n', 'There is no engine "lama". Did you mean "llama"?']
  ])('%j', async (more, message) => {
    const path = file('a.yaml', MCP + more)
    const { code, lines } = await validated(path)
    expect([code, lines]).toEqual([1, [expect.stringMatching(/^5:/)]])
    expect(lines[0]).toContain(message)
    const run = await orrery('run', path)
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining(message) })
    expect(run.err).toContain('Nothing was run.')
  })

  it.each([
    ['recording: git-repiar', 'There is no recording "git-repiar". Did you mean "git-repair"?'],
    ['template: standrad', 'There is no template "standrad". Did you mean "standard"?'],
    ['fiction: {name: skerry-helpdsk}', 'There is no fictional world "skerry-helpdsk". Did you mean "skerry-helpdesk"?']
  ])('setup: %s', async (more, message) => {
    const path = file('a.yaml', `${HEAD}setup:\n  domain: ${more.startsWith('rec') ? 'terminal' : 'mcp'}\n  ${more}\n`)
    const { code, lines } = await validated(path)
    expect([code, lines.length]).toEqual([1, 1])
    expect(lines[0]).toContain(message)
  })

  it('a model in the models folder, by its path, of the server in use, or named on the command line is known', async () => {
    const gguf = file('home/models/own.gguf', 'x')
    file(
      'home/settings.json',
      JSON.stringify({ active: { engine: 'openai', baseUrl: 'http://127.0.0.1:9/v1', model: 'big' } })
    )
    for (const name of ['own.gguf', gguf, 'big', 'qwen-agentworld-35b-a3b-q4_k_m', 'orrery-lwm-135m'].slice(0, 3))
      expect(await validated(file('a.yaml', `${MCP}model: ${name}\n`)), name).toMatchObject({ code: 0 })
  })
})

it('all problems come at once, as text and as JSON; a warning is no failure', async () => {
  const path = file(
    'a.yaml',
    `${HEAD}setup: {domain: terminal, initialState: "$ "}\nactions: [echo hi]\nchecks:\n  - {name: a, expect: {observation: hi}}\n`
  )
  const warning = 'What is typed has this text too, so it is shown whatever is printed. Write "printed" instead.'
  expect(await validated(path)).toEqual({ code: 0, lines: [`7:24: warning: ${warning}`, ' ok, 1 variant'] })
  const { problems } = JSON.parse((await orrery('scenario', 'validate', path, '--json')).out)
  expect(problems).toEqual([{ file: path, line: 7, column: 24, message: warning, warning: true }])
  const include = file(
    'b.yaml',
    `include: [no.yaml, ../up.yaml]\n${HEAD}sturn: 1\nsetup: {domian: mcp}\nchecks: [{name: c, at: 99, expect: {fired: x}}]\nname: [\n`
  )
  const broken = await validated(include)
  expect(broken.code).toBe(1)
  expect(broken.lines.every((line) => line.includes('This is not YAML or JSON:'))).toBe(true)
  const mended = file(
    'b.yaml',
    `include: [no.yaml, ../up.yaml]\nname: n\nsturn: 1\nsetup: {domain: mcp}\nchecks: [{name: c, at: 99, expect: {fired: x}}]\n`
  )
  expect((await validated(mended)).lines.map((line) => line.replaceAll(folder, ''))).toEqual([
    '1:11: There is no file "/no.yaml". Check the path.',
    '1:20: "../up.yaml" is not in the folder of the scenario. Move it there.',
    '3:1: There is no "sturn" here. Did you mean "turns"?',
    '5:20: Turn 99 never comes: a run has 50 turns at most, since its "stop" ends it there.',
    '5:37: No perturbation here is called "x". This scenario has no perturbations.'
  ])
})

it('an own scenario that would only mislead a run is still a world to start from', async () => {
  file(
    'home/scenarios/old.yaml',
    `${MCP.replace('name: n', 'name: old')}actions: [list_issues]\nchecks: [{name: c, at: 9, expect: {error: false}}]\n`
  )
  expect((await orrery('scenario', 'list')).out).toMatch(/^old +mcp +model +yours/m)
  expect(await orrery('run', 'old')).toMatchObject({ code: 1, err: expect.stringContaining('Turn 9 never comes') })
})

it('every scenario that comes with Orrery validates without a word', async () => {
  const folders = ['', 'with-model', 'for-agents', 'judged'].map((name) => join(resources, 'scenarios', name))
  const files = folders.flatMap((one) =>
    readdirSync(one).flatMap((name) => (/^[^_].*\.(?:yaml|json)$/.test(name) ? join(one, name) : []))
  )
  expect(files.length).toBeGreaterThan(80)
  const { code, out } = await orrery('scenario', 'validate', ...files)
  expect(out.split('\n').filter((line) => line && !/: ok, \d+ variants?$/.test(line))).toEqual([])
  expect(code).toBe(0)
})

it('every report of a run shows what a failed check looked at', async () => {
  const { checks: _, ...rest } = recorded({ name: 'looks' }) as { checks?: unknown }
  const wrong = { name: 'it says bananas', at: 1, expect: { observation: 'bananas' } }
  const path = file('looks.json', JSON.stringify({ ...rest, checks: [wrong] }))
  const [junit, html] = [join(folder, 'out.xml'), join(folder, 'out.html')]
  const { code, out } = await orrery('run', path, '--junit', junit, '--html', html)
  const lines = ['it says bananas:', 'turn 1, observation', 'expected: contains "bananas"', 'found: ']
  expect(code).toBe(100)
  for (const text of lines) expect(out).toContain(text)
  for (const report of [junit, html])
    for (const text of lines) expect(readFileSync(report, 'utf8').replaceAll('&quot;', '"')).toContain(text)
  for (const reporter of ['github', 'agent']) {
    const told = (await orrery('run', path, '--reporter', reporter)).out
    for (const text of lines) expect(told).toContain(text)
  }
  const { groups } = JSON.parse((await orrery('run', path, '--json')).out)
  expect(groups[0].failures[0].checks[0]).toMatchObject({
    verdict: 'fail',
    turn: 1,
    saw: [{ turn: 1, of: 'observation', expected: 'contains "bananas"', found: expect.stringContaining('\n') }]
  })
})
