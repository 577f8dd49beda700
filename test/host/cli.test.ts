import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { LoadOptions } from '../../src/core/contract/fit.ts'
import { OrreryError } from '../../src/core/errors.ts'
import { stepSeed } from '../../src/core/tree/history.ts'
import type { Engine, Request } from '../../src/core/tree/ports.ts'
import { main } from '../../src/host/commands/cli.ts'
import { createHost } from '../../src/host/host.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { ggufFile } from './gguf-file.ts'

const FIXTURE = fileURLToPath(new URL('../fixtures/agentworldbench-sample.jsonl', import.meta.url))
const SESSION = fileURLToPath(new URL('../fixtures/orrery-v1.jsonl', import.meta.url))
const RESOURCES = fileURLToPath(new URL('../../resources', import.meta.url))
const BIN = fileURLToPath(new URL('../../bin/orrery.mjs', import.meta.url))

let home = ''
let requests: Request[] = []
const before = process.env.ORRERY_HOME
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-cli-'))
  process.env.ORRERY_HOME = home
  requests = []
})
afterEach(async () => {
  if (before === undefined) delete process.env.ORRERY_HOME
  else process.env.ORRERY_HOME = before
  await rm(home, { recursive: true })
})

const PIECES = ['<predicted_observation>\nroot@sim:~# ls\n', 'src\nroot@sim:~# \n</predicted_observation>']
const ANSWER = PIECES.join('')

/** Answers every request the same, in two pieces; between them it may be made to wait until it is cancelled. */
function engine({ waits = false, pieces = PIECES } = {}): Engine {
  const model = { name: 'demo', hash: null }
  return {
    info: () => ({ engine: 'llama', model, contextSize: 4096, template: 'standard' }),
    async *generate(request, { signal }) {
      requests.push(request)
      yield { type: 'text', text: must(pieces[0]) }
      if (waits) {
        await setTimeout(60_000, null, { signal }).catch(() => {
          throw new OrreryError('cancelled', 'The prediction was stopped.')
        })
      }
      yield { type: 'text', text: must(pieces[1]) }
      const tokens = { prompt: 10, cached: 0, generated: 5 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'llama', model }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
}

async function orrery(
  argv: string[],
  {
    stdin = '',
    by = engine(),
    signal = new AbortController().signal,
    onOut,
    isTTY = false
  }: Partial<{
    stdin: string
    by: Engine | null
    signal: AbortSignal
    onOut: (text: string) => void
    isTTY: boolean
  }> = {}
) {
  let [out, err] = ['', '']
  const io = {
    stdin: (async function* () {
      yield stdin
    })(),
    stdout: {
      isTTY,
      write(text: string | Uint8Array) {
        out += typeof text === 'string' ? text : Buffer.from(text).toString()
        onOut?.(String(text))
      }
    },
    stderr: { write: (text: string) => (err += text) }
  }
  const open: typeof createHost = (options) => createHost({ ...options, ...(by && { engine: options.engine ?? by }) })
  const code = await main(argv, io, { open, signal })
  return { code, out, err }
}

const jsonOf = ({ out }: { out: string }) => JSON.parse(out)
const sessions = async () => jsonOf(await orrery(['sessions', '--json']))

describe('step', () => {
  test('a typed line is an action in a new world; the observation goes to stdout, the rest to stderr', async () => {
    const { code, out, err } = await orrery(['step', '--domain', 'terminal'], { stdin: 'ls\n' })
    expect([code, out]).toEqual([0, 'root@sim:~# ls\nsrc\nroot@sim:~# \n'])
    const [session] = await sessions()
    expect(err).toMatch(
      new RegExp(`^session ${session.id}  branch \\S+  step [0-9a-f]{10}  5 tokens in \\d+\\.\\d s\\n$`)
    )
    expect(requests.map(({ action }) => action)).toEqual([[{ keystrokes: 'ls\n', duration: 1 }]])
  })

  test("a model's control sequences are shown, not obeyed, on a terminal, and exact in a pipe", async () => {
    // Clears the screen, then writes to the clipboard.
    const pieces = [
      '<predicted_observation>\n\u001b',
      '[2J\u009d52;c;cm0gLXJm\u0007ok\tü\r\n$ </predicted_observation>'
    ]
    const by = engine({ pieces })
    const shown = await orrery(['step'], { stdin: 'ls\n', by, isTTY: true })
    expect(shown.out).toBe('␛[2J\ufffd52;c;cm0gLXJm␇ok\tü\r\n$ \n')
    const piped = await orrery(['step'], { stdin: 'ls\n', by })
    expect(piped.out).toBe('\u001b[2J\u009d52;c;cm0gLXJm\u0007ok\tü\r\n$ \n')
    const [{ id }] = await sessions()
    expect((await orrery(['sessions', 'show', id], { isTTY: true })).out).not.toContain('\u001b')
  })

  test('with --json it says the step and where it came from', async () => {
    const { code, out, err } = await orrery(['step', '--json'], { stdin: '[{"keystrokes":"C-c","duration":0.1}]' })
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toEqual({
      session: expect.any(String),
      branch: expect.any(String),
      step: {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        parent: null,
        action: [{ keystrokes: 'C-c', duration: 0.1 }],
        observation: { text: 'root@sim:~# ls\nsrc\nroot@sim:~# ' }
      },
      call: expect.objectContaining({ raw: ANSWER, engine: 'llama', template: 'standard' })
    })
  })

  test('an action in broken JSON is refused, not typed', async () => {
    const { code, err } = await orrery(['step'], { stdin: '[{"keystrokes": "ls"' })
    expect([code, err, requests]).toEqual([
      1,
      expect.stringMatching(/^orrery: The action starts like JSON but is not valid JSON: .+ \(invalid-input\)\n$/),
      []
    ])
  })

  test('a line that begins like JSON and is none is typed', async () => {
    await orrery(['step'], { stdin: '[ -f x ] && ls\n' })
    expect(requests.map(({ action }) => action)).toEqual([[{ keystrokes: '[ -f x ] && ls\n', duration: 1 }]])
  })

  test('the next step follows in the same world', async () => {
    const first = jsonOf(await orrery(['step', '--json'], { stdin: 'ls' }))
    const next = jsonOf(await orrery(['step', '--session', first.session, '--json'], { stdin: 'pwd' }))
    expect(next.step.parent).toBe(first.step.id)
    expect(next.branch).toBe(first.branch)
  })

  test('1.4 rules given for a known world make a branch that has them', async () => {
    const first = jsonOf(await orrery(['step', '--json', '--instruction', 'Slow disk.'], { stdin: 'ls' }))
    const argv = [
      'step',
      '--session',
      first.session,
      '--instruction',
      'No network.',
      '--hidden',
      'x is 7',
      '--strict',
      '--json'
    ]
    const next = jsonOf(await orrery(argv, { stdin: 'curl x' }))
    expect(next.branch).not.toBe(first.branch)
    expect(next.step.parent).toBe(first.step.id)
    expect(next.call.setup).toEqual({
      ...first.call.setup,
      instruction: 'No network.',
      hidden: 'x is 7',
      strict: true
    })
  })

  test('a new world takes its rules from the options, over those of a scenario', async () => {
    const argv = [
      'step',
      '--scenario',
      'debian',
      '--seed',
      '7',
      '--template',
      'small',
      '--initial-state',
      'A box.',
      '--json'
    ]
    const { call } = jsonOf(await orrery(argv, { stdin: 'ls' }))
    expect(call.setup).toMatchObject({ domain: 'terminal', seed: 7, template: 'small', initialState: 'A box.' })
    const unknown = await orrery(['step', '--scenario', 'moon'], { stdin: 'ls' })
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('There is no scenario "moon".')])
  })

  test('--print prompt needs no model and leaves nothing behind', async () => {
    const { code, out } = await orrery(['step', '--print', 'prompt', '--initial-state', 'A box.'], {
      stdin: 'ls -la\n',
      by: null
    })
    expect(code).toBe(0)
    expect(out).toContain('# Initial State\n\nA box.\n\n# Demonstrations\n')
    expect(out.endsWith('### Turn 1\n**Action:**\n```json\n[{"keystrokes":"ls -la\\n","duration":1}]\n```\n')).toBe(
      true
    )
    expect(await sessions()).toEqual([])
  })

  test('a terminal that is told nothing is the fresh Debian box, and an empty initial state is none', async () => {
    const prompt = async (...more: string[]) =>
      (await orrery(['step', '--domain', 'terminal', '--print', 'prompt', ...more], { stdin: 'ls -la\n', by: null }))
        .out
    const told = await prompt()
    expect(told).toContain('# Initial State\n\nA freshly installed Debian GNU/Linux 12 (bookworm) server')
    expect(await prompt('--scenario', 'debian')).toBe(told)
    expect(await prompt('--initial-state', '')).not.toContain('# Initial State')
  })

  test('--print request is what the engine is given', async () => {
    const first = jsonOf(await orrery(['step', '--json', '--template', 'small'], { stdin: 'ls' }))
    const asked = await orrery(['step', '--session', first.session, '--print', 'request'], { stdin: 'pwd' })
    await orrery(['step', '--session', first.session], { stdin: 'pwd' })
    expect(jsonOf(asked)).toEqual(requests.at(-1))
    expect(must(requests.at(-1)).prefill).toBe('**Environment Observation:**\nroot@sim:~# pwd\n')
  })

  test('--print raw, parsed and events show those stages', async () => {
    const by = engine({ pieces: ['<think>so</think>', '<predicted_observation>\nok\n</predicted_observation>'] })
    expect((await orrery(['step', '--print', 'raw'], { stdin: 'ls', by })).out).toBe(
      '<think>so</think><predicted_observation>\nok\n</predicted_observation>\n'
    )
    expect(jsonOf(await orrery(['step', '--print', 'parsed'], { stdin: 'ls', by }))).toEqual({
      thinking: 'so',
      observation: 'ok',
      warnings: []
    })
    const { out } = await orrery(['step', '--print', 'events'], { stdin: 'ls', by })
    const types = out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).type)
    expect([types[0], types.at(-1)]).toEqual(['thinking', 'committed'])
  })

  test("step --print route names the rule and prints the table of the world's own ground", async () => {
    const asked = (args: string) => `{"name":"get_ticket","arguments":${args}}`
    const route = (stdin: string, scenario: string) =>
      orrery(['step', '--scenario', scenario, '--print', 'route'], { stdin, by: null })
    const tables = await route(asked('{"ticket_id":"T-1"}'), 'mcp-helpdesk')
    expect(tables.out).toBe('ground: handled. The program of this world computes it.\n')
    const refused = await route(asked('{}'), 'mcp-helpdesk')
    expect(refused.out).toBe('ground: misfit. The call does not fit the tools that the program offers now.\n')
    const server = await route('{"name":"read_graph","arguments":{}}', 'mcp-memory')
    expect(server.out).toBe("server: server. The server's own code computes it.\n")
    expect(server.err).toMatch(/\nserver {2}server {7}The server/)
  })

  test('without a model it says how to get one, and no empty world is left', async () => {
    await orrery(['model', 'use', 'none'], { by: null })
    const { code, out, err } = await orrery(['step', '--json'], { stdin: 'ls', by: null })
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual({
      error: { code: 'no-model', message: expect.stringContaining('No model is selected') }
    })
    expect(err).toMatch(/^orrery: No model is selected.* \(no-model\)\n$/)
    expect(await sessions()).toEqual([])
  })

  test('a pipe gets one text, also where a fault altered what was shown; its note begins a line', async () => {
    const argv = ['step', '--perturb', 'truncated:characters=30']
    const by = engine({
      pieces: ['<predicted_observation>\nfirst and second, ', 'third and fourth\n</predicted_observation>']
    })
    const piped = await orrery(argv, { stdin: 'ls', by })
    expect(piped.out).toMatch(/^first and second, third and fo/)
    expect(piped.out.match(/first/g)).toHaveLength(1)
    expect(piped.err).toMatch(/^truncated: /)
    const typed = await orrery(argv, { stdin: 'ls', by, isTTY: true })
    expect(typed.err).toMatch(/^\ntruncated: .*\n\(the text above is not the observation, which follows\)\n/)
  })

  test('an empty id is no world', async () => {
    const { code, err } = await orrery(['step', '--session', ''], { stdin: 'ls' })
    expect([code, err]).toEqual([2, 'orrery: The id of a world is missing. `orrery sessions` lists them.\n'])
    expect(await sessions()).toEqual([])
  })

  test('the model is not asked where only what is executed counts', async () => {
    const { code, err } = await orrery(['step', '--by-model', '--grounding', 'executed'], { stdin: 'ls' })
    expect([code, err]).toEqual([1, expect.stringContaining('Do not ask the model (--by-model), or set the grounding')])
  })

  test('an action that does not fit is refused on one line', async () => {
    const { code, err } = await orrery(['step'], { stdin: '{"keys":"ls"}' })
    expect([code, err.split('\n').length]).toEqual([1, 2])
    expect(err).toContain('a terminal action is a JSON array of commands')
  })

  test('stopping keeps what was streamed as a draft', async () => {
    const stop = new AbortController()
    const { code, out, err } = await orrery(['step'], {
      stdin: 'ls',
      by: engine({ waits: true }),
      signal: stop.signal,
      isTTY: true,
      onOut: () => stop.abort(new Error('stopped'))
    })
    expect([code, out]).toEqual([1, 'root@sim:~# ls\n'])
    expect(err).toBe('orrery: The prediction was stopped. (cancelled)\n')
    const [session] = await sessions()
    const { drafts } = jsonOf(await orrery(['sessions', 'show', session.id, '--json']))
    expect(drafts).toEqual([expect.objectContaining({ status: 'cancelled', raw: PIECES[0] })])
  })
})

describe('step --trace, --samples and the rules of long worlds', () => {
  const trace = [
    {
      text: 'ls',
      probability: 0.25,
      top: [
        { text: 'pwd', probability: 0.5 },
        { text: 'ls', probability: 0.25 }
      ]
    },
    { text: '\n', probability: 1, top: [{ text: '\n', probability: 1 }] }
  ]
  const tracing = (): Engine => {
    const plain = engine()
    return {
      ...plain,
      async *generate(request, options) {
        for await (const event of plain.generate(request, options)) {
          yield event.type === 'done' && request.trace ? { ...event, trace } : event
        }
      }
    }
  }

  test('a trace is a table of the least certain tokens, or whole in JSON', async () => {
    const { out, err } = await orrery(['step', '--trace'], { stdin: 'ls', by: tracing() })
    expect(out).toBe('root@sim:~# ls\nsrc\nroot@sim:~# \n')
    expect(err.split('\n').slice(0, 4)).toEqual([
      'The least certain of 2 tokens:',
      'token                 instead of',
      '    1  "ls"   25.0 %  "pwd"  50.0 %',
      '    2  "\\n"  100.0 %'
    ])
    const parsed = jsonOf(await orrery(['step', '--trace', '--print', 'parsed'], { stdin: 'ls', by: tracing() }))
    expect(parsed.trace).toEqual(trace)
    expect(jsonOf(await orrery(['step', '--trace', '--json'], { stdin: 'ls', by: tracing() })).call.trace).toEqual(
      trace
    )
    expect(jsonOf(await orrery(['step', '--json'], { stdin: 'ls', by: tracing() })).call.trace).toBe(null)
    const asked = await orrery(['step', '--print', 'request', '--trace'], { stdin: 'ls', by: tracing() })
    expect(jsonOf(asked).trace).toBe(true)
  })

  test('a full context and a long observation are rules like the others', async () => {
    const first = jsonOf(await orrery(['step', '--compact', '--json'], { stdin: 'ls' }))
    expect(first.call.setup).toMatchObject({ compact: true, observationLimit: 65_536 })
    const argv = ['step', '--session', first.session, '--observation-limit', '200', '--json']
    const next = jsonOf(await orrery(argv, { stdin: 'ls' }))
    expect(next.branch).not.toBe(first.branch)
    expect(next.call.setup).toMatchObject({ compact: true, observationLimit: 200 })
    const { err } = await orrery(['step', '--compact', '--print', 'prompt'], { stdin: 'ls', by: null })
    expect(err).toContain('turns left out: unknown until the model is loaded; this is the whole prompt\n')
  })

  test('23.10 an action 20,000 deep is refused in words, however it is given', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const inside = `{"name": "get", "arguments": {"a": ${deep}}}`
    const given: [domain: string, text: string][] = [
      ['terminal', deep],
      ['mcp', inside],
      ['mcp', `get {"a": ${deep}}`],
      ['mcp', JSON.stringify({ name: 'get', arguments: `{"a": ${deep}}` })]
    ]
    for (const [domain, text] of given) {
      const { code, err } = await orrery(['step', '--domain', domain], { stdin: text })
      expect([code, err.includes('Orrery hit a bug')], `${domain}: ${err.slice(0, 200)}`).toEqual([1, false])
    }
  })

  /** Answers with its seed once `together` of them are asked for, so that samples made one after the other would wait for ever. */
  function choir(together: number, fails: number[] = []): Engine {
    let sing = () => {}
    const all = new Promise<void>((resolve) => {
      sing = resolve
    })
    const plain = engine()
    return {
      ...plain,
      async *generate(request) {
        const mine = requests.push(request)
        if (mine === together) sing()
        await all
        if (fails.includes(request.seed)) throw new OrreryError('engine-failed', 'Out of tune.')
        yield { type: 'text', text: `<predicted_observation>${request.seed}</predicted_observation>` }
        const tokens = { prompt: 1, cached: 0, generated: 1 }
        yield { type: 'done', tokens, cut: null, trace: null, engine: 'llama', model: { name: 'demo', hash: null } }
      }
    }
  }

  test('samples of a step run at once, each on a branch and with a seed of its own', async () => {
    const first = jsonOf(await orrery(['step', '--json'], { stdin: 'ls' }))
    requests = []
    const argv = [
      'step',
      '--session',
      first.session,
      '--samples',
      '3',
      '--seed',
      '40',
      '--instruction',
      'Slow.',
      '--json'
    ]
    const made = jsonOf(await orrery(argv, { stdin: 'pwd', by: choir(3) }))
    expect(made.session).toBe(first.session)
    type Sample = {
      branch: string
      seed: number
      step: { parent: string; observation: { text: string } }
      call: { seed: number }
    }
    const samples: Sample[] = made.samples
    expect(
      samples.map(({ seed, step, call }) => [seed, step.parent, step.observation.text === String(call.seed)])
    ).toEqual([40, 41, 42].map((seed) => [seed, first.step.id, true]))
    expect(new Set(samples.map(({ call }) => call.seed)).size).toBe(3)
    const { branches } = jsonOf(await orrery(['sessions', 'show', first.session, '--json']))
    expect(
      branches.map(({ id, tip, setup }: { id: string; tip: string; setup: object }) => ({ id, tip, setup }))
    ).toEqual([
      { id: first.branch, tip: first.step.id, setup: first.call.setup },
      ...made.samples.map(
        ({
          branch,
          step,
          call,
          seed
        }: {
          branch: string
          seed: number
          step: { id: string }
          call: { setup: object }
        }) => {
          const setup = { ...first.call.setup, instruction: 'Slow.', seed }
          expect(call.setup).toEqual(setup)
          return { id: branch, tip: step.id, setup }
        }
      )
    ])
  })

  test('samples are printed one after another; one that fails is named, and the exit code says so', async () => {
    const { code, out, err } = await orrery(['step', '--samples', '2'], {
      stdin: 'ls',
      by: choir(2, [await stepSeed(1, null)])
    })
    const seed = await stepSeed(0, null)
    expect([code, out]).toEqual([1, `--- sample 1, seed 0\n${seed}\n--- sample 2, seed 1\n`])
    expect(err).toMatch(/^session \S+ {2}branch \S+ {2}step \S+\nsample 2, seed 1: Out of tune\. \(engine-failed\)\n$/)
  })

  test('when no sample comes to an end it is a failure like any other, and no empty world is left', async () => {
    const { code, out, err } = await orrery(['step', '--samples', '2', '--json'], {
      stdin: 'ls',
      by: choir(2, [await stepSeed(0, null), await stepSeed(1, null)])
    })
    expect([code, JSON.parse(out), err]).toEqual([
      1,
      { error: { code: 'engine-failed', message: 'Out of tune.' } },
      'orrery: Out of tune. (engine-failed)\n'
    ])
    expect(await sessions()).toEqual([])
    expect((await orrery(['step', '--samples', '2', '--print', 'raw'], { stdin: 'ls' })).code).toBe(2)
    expect((await orrery(['step', '--samples', '0'], { stdin: 'ls' })).code).toBe(2)
  })
})

test('the beginning of an id is enough where no other world begins so', async () => {
  const text = await readFile(SESSION, 'utf8')
  await orrery(['import', '-'], { stdin: text })
  await orrery(['import', '-'], { stdin: text.replaceAll('"s1"', '"s12"') })
  await orrery(['import', '-'], { stdin: text.replaceAll('"s1"', '"other"').replaceAll('"id":"b', '"id":"o') })
  const shown = async (id: string) => jsonOf(await orrery(['sessions', 'show', id, '--json'])).session.id
  expect([await shown('s1'), await shown('s12'), await shown('ot')]).toEqual(['s1', 's12', 'other'])
  expect((await orrery(['export', 'oth', '--json'])).code).toBe(0)
  const covered = await orrery(['export', '--all', '--coverage'])
  expect(covered).toMatchObject({ code: 0, out: expect.stringMatching(/^kinds of turns +retrieval \d+ \(\d+ %\)/m) })
  expect(JSON.parse((await orrery(['export', '--all', '--coverage', '--json'])).out)).toHaveProperty('kinds.echo')
  expect(jsonOf(await orrery(['step', '--session', 'oth', '--json'], { stdin: 'ls' })).session).toBe('other')
  const several = await orrery(['sessions', 'show', 's'])
  expect([several.code, several.err]).toEqual([
    2,
    expect.stringMatching(
      /^orrery: Several world ids begin with "s": (s1, s12|s12, s1)\. Give a longer part of the id\.\n$/
    )
  ])
  const none = await orrery(['sessions', 'show', 'x'])
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('There is no world "x".')])
  expect((await orrery(['sessions', 'delete', 'oth'])).out).toBe('Deleted "Awkward".\n')
})

// The perturbation in the file of version 1 lacks its instruction: it could never be used, and an import says so.
const LEFT_OUT =
  'line 11: A perturbation of branch "other" was left out: The perturbation "flaky" cannot be used: "instruction" is missing (a text).\n'

describe('sessions, export and import', () => {
  test('a world goes out and comes back', async () => {
    const imported = await orrery(['import', SESSION])
    const told = `${LEFT_OUT}Imported 1 world with 7 steps; 1 line skipped.\n`
    expect(imported).toEqual({ code: 0, out: 's1\n', err: told })
    const file = join(home, 'out.jsonl')
    expect(await orrery(['export', 's1', '-o', file])).toEqual({ code: 0, out: '', err: `Wrote ${file}\n` })
    const text = await readFile(file, 'utf8')
    expect((await orrery(['export', 's1'])).out).toBe(text)
    expect((await orrery(['export', 's1', '-o', '-'])).out).toBe(text)
    expect((await orrery(['sessions', 'delete', 's1'])).out).toBe('Deleted "Awkward".\n')
    expect(jsonOf(await orrery(['import', '-', '--json'], { stdin: text }))).toEqual({
      files: [{ name: 'stdin', importer: 'orrery', format: 'Orrery session, version 3', sure: 'certain' }],
      worlds: [{ id: 's1', title: 'Awkward', domain: 'terminal', file: 'stdin', branches: 2, steps: 7, known: false }],
      ...{ understood: [], dropped: [], problems: [], unlisted: 0, kept: true }
    })
    expect((await orrery(['export', 's1'])).out).toBe(text)
  })

  test('a branch goes out as samples', async () => {
    await orrery(['import', SESSION])
    const { out } = await orrery(['export', 's1', '--format', 'agentworldbench', '--branch', 'other'])
    expect(
      out
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).id)
    ).toEqual(['s1/b2/1', 's1/b2/2', 's1/b2/3'])
  })

  test('7.7 several worlds, or all, go to one file; the formats and what is not in one are told', async () => {
    const text = await readFile(SESSION, 'utf8')
    await orrery(['import', '-'], { stdin: text })
    await orrery(['import', '-'], { stdin: text.replace(/"(id|session)":"s1"/g, '"$1":"s2"') })
    const both = await orrery(['export', 's1', 's2'])
    expect(both.out.match(/^\{"format":"orrery"/gm)).toHaveLength(2)
    expect((await orrery(['export', '--all'])).out.length).toBe(both.out.length)
    const file = join(home, 'samples.jsonl')
    const samples = ['export', 's1', '--format', 'agentworldbench', '--out', file]
    expect((await orrery(samples)).err).toBe(
      `Wrote ${file}\nnot included: Other branches (1): only "main" is exported.\n${[
        'The notes of the world.',
        'The sampling, seed and perturbation settings.',
        'Which model made each step, with its token counts and times.',
        "The model's thinking.",
        'The raw model output that each observation was read from.',
        'Which perturbations fired, and the numbers drawn.',
        'The title of the world.',
        'Ids, and the seed, template and times of each step: a re-import creates a new world.'
      ]
        .map((loss) => `not included: ${loss}\n`)
        .join('')}`
    )
    expect(jsonOf(await orrery([...samples, '--json']))).toMatchObject({ file, format: 'agentworldbench', files: 1 })
    const listed = await orrery(['export', '--list'])
    expect(listed.out).toMatch(
      /^orrery +archive +lossless +Everything: .+\nagentworldbench +evaluate +One sample per turn/
    )
  })

  test('7.7 an export that names nothing, too much or a wrong option is refused as usage or in words', async () => {
    await orrery(['import', SESSION])
    const refused = async (...argv: string[]) => {
      const { code, out, err } = await orrery(['export', ...argv])
      return [code, out, err.trim()]
    }
    expect(await refused()).toEqual([2, '', expect.stringContaining('Name the worlds to export, or use --all.')])
    expect(await refused('s1', '--all')).toEqual([2, '', expect.stringContaining('not both')])
    expect(await refused('s1', '--option', 'x')).toEqual([2, '', expect.stringContaining('is not key=value')])
    expect(await refused('s1', '--option', 'x=1')).toEqual([1, '', expect.stringContaining('orrery has no options.')])
    expect(await refused('s1', '--branch', 'no', '--format', 'agentworldbench')).toEqual([
      1,
      '',
      'orrery: "Awkward" has no branch "no". It has: main (b1), other (b2). (not-found)'
    ])
    expect(await refused('s1', '-o', join(home, 'no', 'where'))).toEqual([
      1,
      '',
      expect.stringContaining('its folder does not exist')
    ])
  })

  test('7.7 an export that is stopped leaves nothing', async () => {
    await orrery(['import', SESSION])
    const file = join(home, 'out.jsonl')
    const stop = AbortSignal.abort(new OrreryError('cancelled', 'Stopped.'))
    expect((await orrery(['export', 's1', '-o', file], { signal: stop })).code).toBe(1)
    expect((await readdir(home)).filter((name) => name.includes('out'))).toEqual([])
  })

  test('7.8 several files and folders are imported at once, and --dry-run keeps nothing', async () => {
    const logs = join(home, 'logs')
    await mkdir(logs)
    await writeFile(join(logs, 'a.jsonl'), await readFile(SESSION, 'utf8'))
    await writeFile(join(logs, 'b.txt'), 'notes')
    const dry = await orrery(['import', logs, FIXTURE, '--dry-run'])
    expect(dry.err).toContain('logs/a.jsonl: Orrery session, version 1\nlogs/b.txt: unknown format, skipped\n')
    expect(dry.err).toMatch(/Would import \d+ worlds with \d+ steps; 1 line skipped\.\n$/)
    expect(await sessions()).toEqual([])
    const { out } = await orrery(['import', logs, FIXTURE])
    expect(out).toBe(dry.out)
    expect(await sessions()).toHaveLength(out.split('\n').length - 1)
  })

  test('showing a world', async () => {
    await orrery(['import', SESSION])
    const { out } = await orrery(['sessions', 'show', 's1', '--branch', 'b2'])
    expect(out.split('\n').map((line) => line.replace(/[0-9a-f]{10}/, 'ID').replaceAll(/ +/g, ' '))).toEqual(
      [
        'Awkward (terminal)',
        ' b1 ID main',
        '* b2 ID other',
        ' 1 ID predicted ls -la root@sim:~# ls -la',
        " 2 ID predicted cat <<'E'⏎```json⏎[]⏎```⏎E root@sim:~# cat <<'E'",
        ' 3 ID predicted +1 task complete? root@sim:~# ',
        ''
      ].map((line) => line.trimEnd())
    )
  })

  test('damaged lines are reported with their number; nothing importable at all is a failure', async () => {
    const file = join(home, 'cut.jsonl')
    const text = await readFile(SESSION, 'utf8')
    await writeFile(file, text.slice(0, -9))
    const { code, err } = await orrery(['import', file])
    expect(code).toBe(0)
    expect(err.replace(LEFT_OUT, '')).toMatch(
      /^line 18: The file ends in the middle of this line .*\nImported 1 world with 7 steps; 2 lines skipped\.\n$/
    )
    await writeFile(file, '{"format":"orrery","version":1}\n')
    const nothing = await orrery(['import', file])
    expect([nothing.code, nothing.err]).toEqual([
      1,
      'line 1: There is no session here.\norrery: No file holds a world that can be read; 1 line skipped.\n'
    ])
    const report = await orrery(['import', file, '--json'])
    expect([report.code, jsonOf(report)]).toEqual([
      1,
      expect.objectContaining({
        worlds: [],
        problems: [{ file: 'cut.jsonl', line: 1, reason: 'There is no session here.' }]
      })
    ])
    expect((await orrery(['import', join(home, 'none')])).err).toContain('There is no file')
  })
})

describe('eval', () => {
  test('rules for thinking are compared in one table, each in a run of its own', async () => {
    const { code, out } = await orrery([
      'eval',
      FIXTURE,
      '--limit',
      '2',
      '--thinking',
      'full,64,off',
      '--max-tokens',
      '90'
    ])
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual([
      '',
      'thinking: full',
      'thinking: 64',
      'thinking: off',
      ...['full', '64', 'off'].flatMap((rule) => ['', `By turn, thinking: ${rule}`, 'turn', '1', '2']),
      ...['full', '64', 'off'].map((rule) =>
        expect.stringMatching(new RegExp(`^Predictions: .*-think_${rule}\\.jsonl$`))
      ),
      ''
    ])
    expect(requests.map(({ thinking, sampling, budget }) => [thinking, budget, sampling.maxTokens])).toEqual(
      expect.arrayContaining([[expect.any(Boolean), undefined, 90]])
    )
    expect((await orrery(['eval', FIXTURE, '--thinking', 'much'])).err).toContain(
      'expected full, off, or a number of tokens'
    )
  })

  test('reports a table and where the predictions are, and resumes without being told', async () => {
    const { code, out } = await orrery(['eval', FIXTURE, '--limit', '2'])
    expect(code).toBe(0)
    const output = join(home, 'evals', 'agentworldbench-sample-demo-auto-seed0.jsonl')
    expect(out.split('\n')).toEqual([
      '             samples  failed  exact  normalised  word F1  ROUGE-L  Levenshtein  tokens  seconds',
      expect.stringMatching(/^all {10}2 {8}0 {7}0\.000 /),
      expect.stringMatching(/^terminal {5}2 /),
      expect.stringMatching(/^kind: state {2}2 /),
      ...['', 'By turn', 'turn  samples  normalised', '1     1        0.000', '2     1        0.000'],
      `Predictions: ${output}`,
      ''
    ])
    const again = await orrery(['eval', FIXTURE, '--limit', '3'])
    expect(again.err).toContain('2 predictions are from an earlier run with this name.\n')
    expect(requests).toHaveLength(3)
    expect((await readFile(output, 'utf8')).split('\n')).toHaveLength(4)
  })

  test('--json is the report alone; lines that are no samples are in it', async () => {
    const file = join(home, 'samples.jsonl')
    await writeFile(file, `nonsense\n${(await readFile(FIXTURE, 'utf8')).split('\n')[0]}\n`)
    const report = jsonOf(await orrery(['eval', file, '--json', '--run', 'mine']))
    expect(report).toMatchObject({
      overall: { samples: 1, failed: 0 },
      output: join(home, 'evals', 'mine.jsonl'),
      skipped: [{ line: 1, reason: expect.stringContaining('Not JSON') }]
    })
  })

  test('a file without a single sample is a failure', async () => {
    const file = join(home, 'samples.jsonl')
    await writeFile(file, 'nonsense\n')
    const { code, err } = await orrery(['eval', file])
    expect([code, err.split('\n')]).toEqual([
      1,
      [
        expect.stringMatching(/^line 1: Not JSON/),
        `orrery: "${file}" has no usable sample. Expected AgentWorldBench JSONL. (invalid-input)`,
        ''
      ]
    ])
  })

  test('a recording can be the engine', async () => {
    const file = join(home, 'session.jsonl')
    const { out } = await orrery(['import', FIXTURE, '--json'])
    await orrery(['export', JSON.parse(out).worlds[0].id, '-o', file])
    const argv = [
      'eval',
      FIXTURE,
      '--engine',
      'replay',
      '--recording',
      file,
      '--template',
      'standard',
      '--limit',
      '8',
      '--json'
    ]
    expect(jsonOf(await orrery(argv)).overall).toMatchObject({ samples: 8, failed: 0, exactRaw: 1, levenshtein: 1 })
    expect(requests).toEqual([])
  })
})

describe('model', () => {
  test('lists the catalogue', async () => {
    const all = jsonOf(await orrery(['model', 'list', '--json'], { by: null }))
    expect(all.map(({ id }: { id: string }) => id)).toContain('smollm2-135m')
    expect((await orrery(['model'], { by: null })).out).toMatch(/smollm2-135m +\d+(\.\d)? MB +not installed/)
  })

  test('a server is taken into use, and left again', async () => {
    const server = createServer((_request, response) => response.writeHead(405).end())
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(Object(server.address()).port))
    })
    onTestFinished(() => void server.close())
    const used = await orrery(['model', 'use', 'big', '--base-url', `http://127.0.0.1:${port}/v1`], { by: null })
    expect([used.code, used.out]).toEqual([0, 'In use: big\n'])
    expect((await orrery(['model', 'use', 'none'], { by: null })).out).toBe('No model is in use.\n')
  })

  test('fit tells of a file how it would be opened, and of a catalogue model before it is fetched', async () => {
    const path = join(home, 'tiny.gguf')
    writeTinyModel(path, { scripts: [{ pieces: ['§', 'Hello'], after: 'end' }] })
    const decided = ['--context', '2048', '--gpu-layers', '0', '--kv', 'q8_0', '--sequences', '2']
    const asked = await orrery(['model', 'fit', path, ...decided, '--json'], { by: null })
    expect([asked.code, asked.err]).toEqual([0, ''])
    expect(jsonOf(asked)).toMatchObject({
      verdict: 'cpu',
      options: { contextSize: 2048, gpuLayers: 0, kvType: 'q8_0', sequences: 2, cpuExperts: 0 },
      layers: 2,
      // Two contexts of 2048 tokens, each a key and a value of 64 numbers at 34 bytes for 32.
      cache: { ram: 2 * 2048 * 2 * 64 * (34 / 32), vram: 0 }
    })

    const told = await orrery(['model', 'fit', 'smollm2-135m', '--gpu-layers', '0'], { by: null })
    expect([told.code, told.err]).toEqual([0, ''])
    expect(told.out).toMatch(
      /^It fits in main memory: \d{3} MB for one .+ of the .+ of free RAM, with a context of 8192 tokens/
    )
    expect(told.out).toMatch(/^GPU layers +0 of 31$/m)
    expect(told.out).toMatch(/^cpu +used: Runs on \d+ of \d+ cores\.$/m)
  })

  test('fit starts from what was decided for the model', async () => {
    const path = join(home, 'tiny.gguf')
    writeTinyModel(path, { scripts: [{ pieces: ['§', 'Hello'], after: 'end' }] })
    const host = await createHost({ home, resources: RESOURCES })
    const load = LoadOptions.parse({ contextSize: 1024, sequences: 3 })
    await host.calls['models.use']({ model: path })
    await host.calls['models.configure']({ model: path, load })
    await host.dispose()
    const { options } = jsonOf(await orrery(['model', 'fit', path, '--sequences', '2', '--json'], { by: null }))
    expect(options).toMatchObject({ contextSize: 1024, sequences: 2 })
  })

  test('fit without numbers that make sense is refused', async () => {
    expect(await orrery(['model', 'fit', 'smollm2-135m', '--kv', 'q2_0'])).toMatchObject({ code: 2 })
    const { code, err } = await orrery(['model', 'fit', 'hal9000'], { by: null })
    expect([code, err]).toEqual([1, expect.stringMatching(/^orrery: .*hal9000.* \(not-found\)\n$/)])
  })

  test.each([
    ['a model nobody knows', 'hal9000', 'There is no model "hal9000". List the models with: orrery model list'],
    ['a name that is nearly one', 'smollm2', 'There is no model "smollm2". Did you mean "smollm2-135m"?'],
    ['a path that leads nowhere', '/no/m.gguf', 'There is no model file at "/no/m.gguf". Check the path.']
  ])('%s is told in one short line', async (_, id, message) => {
    const shown = { code: 1, out: '', err: `orrery: ${message} (not-found)\n` }
    expect(await orrery(['model', 'info', id], { by: null })).toEqual(shown)
    expect(await orrery(['model', 'use', id], { by: null })).toEqual(shown)
    expect(await orrery(['step', '--model', id], { by: null, stdin: 'ls' })).toEqual(shown)
  })

  test('sets a model up, shows how it is, and returns to what Orrery chooses', async () => {
    const shown = (lines: string[]) => ({ code: 0, out: `${lines.join('\n')}\n`, err: '' })
    const set = (...argv: string[]) => orrery(['model', 'set', 'smollm2-135m', ...argv], { by: null })
    const plain = [
      'runtime      llama',
      'context      auto',
      'GPU layers   auto',
      'KV cache     auto',
      'sequences    auto',
      'CPU experts  auto',
      'sampling     temperature 0.6, top-k 20, top-p 0.95, as many tokens as the template allows (as published)'
    ]
    expect(await set()).toEqual(shown(plain))
    const options = ['--temperature', '0.2', '--top-k', '40', '--top-p', '0.9', '--max-tokens', '500']
    const opening = ['--context', '4096', '--gpu-layers', '0', '--kv', 'q8_0', '--sequences', '2', '--cpu-experts', '3']
    const changed = await set(...options, ...opening, '--runtime', 'llama-server')
    expect(changed).toEqual(
      shown([
        'runtime      llama-server',
        'context      4096',
        'GPU layers   0',
        'KV cache     q8_0',
        'sequences    2',
        'CPU experts  3',
        'sampling     temperature 0.2, top-k 40, top-p 0.9, at most 500 tokens'
      ])
    )
    const { load, sampling } = jsonOf(await set('--context', 'auto', '--kv', 'auto', '--temperature', '0', '--json'))
    expect([load, sampling]).toEqual([
      { contextSize: null, gpuLayers: 0, kvType: null, sequences: 2, cpuExperts: 3 },
      { temperature: 0, topK: 40, topP: 0.9, maxTokens: 500 }
    ])
    expect(jsonOf(await set('--reset', '--sequences', '4', '--json'))).toMatchObject({
      runtime: 'llama',
      load: { gpuLayers: null, sequences: 4 },
      sampling: null
    })
    expect(await set('--reset')).toEqual(shown(plain))
  })

  test('a new world has the sampling of the model it is made for', async () => {
    const path = join(home, 'own.gguf')
    await writeFile(path, ggufFile())
    await orrery(['model', 'set', path, '--temperature', '0'], { by: null })
    const request = (argv: string[]) =>
      orrery(['step', '--print', 'request', ...argv], { by: null, stdin: 'ls' }).then(jsonOf)
    expect((await request([])).sampling.temperature).toBe(0.3)
    expect((await request(['--model', path])).sampling.temperature).toBe(0)
    expect((await request(['--model', path, '--scenario', 'debian'])).sampling.temperature).toBe(0)
  })

  test('shows what other programs keep here, uses it by its title, and forgets it again', async () => {
    const person = await mkdtemp(join(tmpdir(), 'orrery-person-'))
    onTestFinished(() => rm(person, { recursive: true }))
    vi.stubEnv('OLLAMA_MODELS', join(person, 'ollama'))
    vi.stubEnv('HF_HUB_CACHE', join(person, 'hub'))
    vi.stubEnv('HOME', person)
    vi.stubEnv('USERPROFILE', person)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect((await orrery(['model', 'list', '--found'], { by: null })).out).toBe(
      'No models of other programs were found on this machine.\n'
    )
    const path = join(person, '.lmstudio', 'models', 'someone', 'Tiny-GGUF', 'Tiny-Q4_1.gguf')
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, ggufFile())
    const found = [{ source: 'lm-studio', title: 'Tiny-Q4_1', path, size: ggufFile().length }]
    expect(jsonOf(await orrery(['model', 'list', '--found', '--json'], { by: null }))).toEqual(found)
    const { out } = await orrery(['model', 'list', '--found'], { by: null })
    expect(out).toBe(`lm-studio  Tiny-Q4_1  ${ggufFile().length} B  ${path}\n`)
    expect((await orrery(['model', 'use', 'Tiny-Q4_1'], { by: null })).out).toBe('In use: Tiny-Q4_1\n')
    expect((await orrery(['model', 'list'], { by: null })).out).toContain(`*  ${path}`)
    expect((await orrery(['model', 'delete', 'Tiny-Q4_1'], { by: null })).out).toBe(
      `Removed Tiny-Q4_1 from the list. Its file was not deleted.\n`
    )
    expect(jsonOf(await orrery(['model', 'list', '--found', '--json'], { by: null }))).toEqual(found)
  })

  test('a model that takes a while to open is in use from the start', async () => {
    const path = join(home, 'own.gguf')
    await writeFile(path, ggufFile())
    await orrery(['model', 'use', path], { by: null })
    // In a process of its own the library that reads the file takes longer to load than the host waits for.
    const child = spawn(process.execPath, [BIN, 'model', 'list'], { env: { ...process.env, ORRERY_HOME: home } })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    await new Promise((resolve) => child.on('close', resolve))
    expect(out).toContain(`*  ${path}`)
  }, 60_000)

  test('deletes a model, even the one in use', async () => {
    const path = join(home, 'models', 'smollm2-135m.gguf')
    await mkdir(dirname(path))
    await writeFile(path, ggufFile())
    await orrery(['model', 'use', 'smollm2-135m'], { by: null })
    expect(await orrery(['model', 'delete', 'smollm2-135m'], { by: null })).toEqual({
      code: 0,
      out: 'Deleted smollm2-135m.\n',
      err: ''
    })
    expect((await orrery(['model'], { by: null })).out).toMatch(/^ {3}smollm2-135m +\d+(\.\d)? MB +not installed/m)
    const again = await orrery(['model', 'delete', 'smollm2-135m', '--json'], { by: null })
    expect([again.code, jsonOf(again).error.code]).toEqual([1, 'not-found'])
  })

  test('loads a model to see whether it does', async () => {
    const path = join(home, 'tiny.gguf')
    writeTinyModel(path, { scripts: [{ pieces: ['<0x0A>', 'a'], after: 'end' }], contextLength: 1024 })
    const loaded = await orrery(['model', 'load', path], { by: null })
    expect([loaded.code, loaded.out]).toEqual([
      0,
      expect.stringMatching(/^Loaded tiny in \d+\.\d s on cpu, 1024 tokens of context\n$/)
    ])
    expect(jsonOf(await orrery(['model', 'load', path, '--json'], { by: null }))).toMatchObject({ state: 'ready' })
    await orrery(['model', 'use', 'none'], { by: null })
    const none = await orrery(['model', 'load'], { by: null })
    expect([none.code, none.err]).toEqual([1, expect.stringMatching(/\(no-model\)\n$/)])
    // Two processes that load, on a machine that may be busy.
  }, 60_000)
})

describe('serve', () => {
  /** Runs it until `stop`, and gives its lines as they come. */
  function serving(argv: string[]) {
    const abort = new AbortController()
    const out: string[] = []
    const running = orrery(['serve', '--no-build', ...argv], { signal: abort.signal, onOut: (text) => out.push(text) })
    return {
      out,
      running,
      line: async (index: number) => {
        await expect.poll(() => out.length, PATIENCE).toBeGreaterThan(index)
        return out[index] ?? ''
      },
      stop: async () => {
        abort.abort()
        return running
      }
    }
  }
  const ask = (link: string, headers: Record<string, string>) =>
    fetch(new URL('/api/call/worlds.list', link), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}'
    }).then((reply) => reply.json())

  test('21.2 prints a link for one browser, and the next one when it was used; it stops when told', async () => {
    const serve = serving([])
    const link = (await serve.line(0)).trim()
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?code=[\w-]{32}$/)
    const opened = await fetch(link, { redirect: 'manual' })
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await ask(link, { cookie })).toEqual({ ok: true, value: [] })
    const { code, err } = await serve.stop()
    expect(code).toBe(0)
    const next = /^For another browser: (\S+)\n$/.exec(err)?.[1] ?? ''
    expect(next.replace(/[\w-]{32}$/, '')).toBe(link.replace(/[\w-]{32}$/, ''))
    expect(next).not.toBe(link)
    await expect(fetch(link)).rejects.toThrow()
  })

  test('with --json tells programs the token, and each new link', async () => {
    const serve = serving(['--json'])
    const { url, token, port } = JSON.parse(await serve.line(0))
    expect(new URL(url).port).toBe(String(port))
    expect(url).not.toContain(token)
    expect(await ask(url, { authorization: `Bearer ${token}` })).toEqual({ ok: true, value: [] })
    await fetch(url)
    const next = JSON.parse(await serve.line(1))
    expect([next.token, next.url === url]).toEqual([token, false])
    await serve.stop()
  })

  test('prints the doors for agents when they are opened, and again with another world', async () => {
    const serve = serving(['--json'])
    const { url, token } = JSON.parse(await serve.line(0))
    const call = async (name: string, input: object) => {
      const reply = await fetch(new URL(`/api/call/${name}`, url), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input)
      })
      return (await reply.json()).value
    }
    const opened = await call('doors.open', {})
    expect(JSON.parse(await serve.line(1))).toMatchObject({
      url: opened.url,
      links: [],
      model: { key: opened.model.key }
    })
    const { branch } = await call('worlds.create', { title: 'Tools', setup: { domain: 'mcp' } })
    const link = await call('links.create', { session: branch.session, branch: branch.id })
    const { links } = JSON.parse(await serve.line(2))
    expect(links).toMatchObject([
      { id: link.id, doors: expect.arrayContaining([expect.objectContaining({ name: 'mcp' })]) }
    ])
    await serve.stop()
  })

  test('21.2 takes a token of one’s own from the environment or a file of one’s own, and none from the command line', async () => {
    const token = 'a token that is long enough'
    vi.stubEnv('ORRERY_TOKEN', token)
    const fromVariable = serving(['--json'])
    expect(JSON.parse(await fromVariable.line(0)).token).toBe(token)
    expect(process.env.ORRERY_TOKEN).toBe(undefined)
    await fromVariable.stop()
    vi.unstubAllEnvs()

    const file = join(home, 'token')
    await writeFile(file, `${token} too\n`, { mode: 0o600 })
    const fromFile = serving(['--json', '--token-file', file])
    expect(JSON.parse(await fromFile.line(0)).token).toBe(`${token} too`)
    await fromFile.stop()

    expect(await orrery(['serve', '--no-build', '--token', token])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(
        /^orrery: --token would show the token in the process list to every user .* Set ORRERY_TOKEN, or use --token-file/
      )
    })
    await writeFile(file, 'short')
    expect((await orrery(['serve', '--no-build', '--token-file', file])).err).toMatch(/shorter than 16 characters/)
    if (process.platform !== 'win32') {
      await chmod(file, 0o640)
      expect((await orrery(['serve', '--no-build', '--token-file', file])).err).toMatch(
        /Other users can read .* chmod 600/
      )
    }
    expect((await orrery(['serve', '--no-build', '--token-file', `${file}-not`])).err).toMatch(
      /^orrery: There is no file/
    )
  })
})

test('help and version are no failure', async () => {
  expect(await orrery(['--version'])).toEqual({ code: 0, out: '0.1.0\n', err: '' })
  const { code, out } = await orrery(['step', '--help'])
  expect([code, out.includes('--turn-instruction <text>')]).toEqual([0, true])
})

test('the program runs by itself and gives its exit code', async () => {
  const child = spawn(process.execPath, [BIN, 'step', '--print', 'prompt', '--json'], {
    env: { ...process.env, ORRERY_HOME: home }
  })
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stdin.end('ls -la\n')
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(code).toBe(0)
  // As the model that comes with Orrery wants it.
  expect(JSON.parse(out).template).toBe('small')
})

describe('a newcomer', () => {
  const TINY = 'smollm2-135m'

  test('hears of a database that was set aside', async () => {
    await writeFile(join(home, 'orrery.db'), 'a letter to a friend')
    const { code, err } = await orrery(['sessions'])
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^orrery: The database could not be read\. It was renamed, unchanged, to "[^"]+\.corrupt-/)
    ])
  })

  test('reads the license of a model before it is fetched', async () => {
    const { code, out } = await orrery(['model', 'info', TINY], { by: null })
    expect([code, out.split('\n')]).toEqual([
      0,
      [
        'title    SmolLM2 135M Instruct, 4-bit',
        `file     not on this machine; download it with: orrery model pull ${TINY}`,
        'size     98.4 MB',
        'memory   about 420 MB',
        'license  Apache-2.0',
        ''
      ]
    ])
  })

  test('uses the first model that is pulled, and sees in another window what answers there', async () => {
    const other = await createHost({ home, resources: 'resources' })
    const path = join(home, 'models', `${TINY}.gguf`)
    await mkdir(join(home, 'models'), { recursive: true })
    await writeFile(path, 'GGUF')
    expect(await orrery(['model', 'pull', TINY], { by: null })).toEqual({
      code: 0,
      out: `${path}\n`,
      err: `In use: ${TINY}\n`
    })
    const listed = await orrery(['model', 'list'], { by: null })
    expect(listed.out).toMatch(/^\* {2}smollm2-135m/m)
    // The window that was open before stays with the model that comes with Orrery, and offers it.
    const there = await other.calls['models.list']({})
    expect(there.filter(({ active }) => active)).toMatchObject([{ bundled: true }])
    await other.dispose()
  })
})

test('a folder where a file is meant, and a file in no folder, are named as such', async () => {
  const imported = await orrery(['eval', home])
  expect([imported.code, imported.err]).toEqual([1, `orrery: "${home}" is a folder. Name a file. (invalid-input)\n`])
  const [id] = (await orrery(['import', SESSION])).out.split('\n')
  const path = join(home, 'nowhere', 'world.jsonl')
  const exported = await orrery(['export', must(id), '-o', path])
  expect([exported.code, exported.err]).toEqual([
    1,
    `orrery: "${path}" cannot be written: its folder does not exist. Create it, or choose another. (not-found)\n`
  ])
})
