import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { domains, findDomain, findTemplate } from '../../src/core/domains/index.ts'
import { MARKER } from '../../src/core/step/parse.ts'
import { buildPrompt } from '../../src/core/step/prompt.ts'
import { Setup, type Tool } from '../../src/core/tree/model.ts'
import type { Engine, Request } from '../../src/core/tree/ports.ts'
import { main } from '../../src/host/commands/cli.ts'
import { createHost } from '../../src/host/host.ts'
import { checkPack } from '../../src/host/library/check-pack.ts'
import { createPacks } from '../../src/host/library/packs.ts'
import { must } from '../must.ts'
import { folder } from './folder.ts'

// The public pack's layout and order; the words are ours.
const WHOLE = '# Role\n\nYou are it.\n\n# Tools\n\n{tool_definitions}\n\n# Examples\n\n{demonstrations}\n'
const tool: Tool = { name: 'rooms', description: 'Lists rooms.', inputSchema: { type: 'object', properties: {} } }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const pack = (files: Record<string, string>) => Object.entries(files).map(([path, text]) => ({ path, text }))

describe.each(domains.map(({ id }) => id))('a pack in the public layout asks %s', (id) => {
  const domain = findDomain(id)

  async function asked(whole: string, setup: Partial<Setup> = {}) {
    const packs = createPacks({ home: await folder() })
    packs.import('mine', pack({ [`${id}/system_prompt.txt`]: whole }))
    const template = findTemplate(domain, 'mine', 'standard', { more: packs.templates(domain) })
    const world = Setup.parse({ domain: id, initialState: 'A first state.', ...setup })
    return buildPrompt(domain, template, world, [], domain.fromText('')).messages.map(({ content }) => content)
  }

  test('for the tag at the end of the last turn', async () => {
    const [, turn] = await asked(WHOLE)
    expect(turn).toMatch(/\n```\n\n[^\n]*<predicted_observation><\/predicted_observation>[^\n]*$/)
  })

  test('with the initial state where such packs have it: before the examples, or in the first turn', async () => {
    const [system = '', turn = ''] = await asked(WHOLE)
    if (domain.prediction.stateInFirstTurn) {
      expect(system).not.toContain('A first state.')
      expect(turn).toContain('**Current State:**\nA first state.\n\n**Action:**')
    } else {
      expect(system).toContain('\n\n# Initial State\n\nA first state.\n\n# Examples\n\n### Turn 1\n')
    }
    const [placed = ''] = await asked('Now: {initial_state}.\n\n{demonstrations}')
    expect(placed.split('\n')[0]).toBe(domain.prediction.stateInFirstTurn ? 'Now: .' : 'Now: A first state..')
    expect(placed).not.toContain('# Initial State')
  })

  test('with whole turns as examples, without tags', async () => {
    const [system = ''] = await asked(WHOLE)
    const examples = system.slice(system.indexOf('# Examples'))
    expect(examples).not.toContain('predicted_observation')
    const turns = examples.match(/^### Turn \d+$/gm) ?? []
    expect(turns.length).toBeGreaterThanOrEqual(2)
    expect(examples.match(/^\*\*Action:\*\*\n```/gm)).toHaveLength(turns.length)
    expect(examples.split(`\n\`\`\`\n\n${MARKER}\n`)).toHaveLength(turns.length + 1)
    expect(examples.includes('**Current State:**\n')).toBe(domain.prediction.stateInFirstTurn)
  })

  test("with tools in the pack's form", async () => {
    if (!domain.tools) return expect((await asked(WHOLE))[0]).toMatch(/# Tools\n\n+#/)
    const setup = { tools: [tool] }
    expect((await asked(WHOLE, setup))[0]).toContain('# Tools\n\n### 1. rooms\nDescription: Lists rooms.\n')
    for (const [open, close] of [
      ['```json\n', '\n```'],
      ['<tools>\n', '\n</tools>']
    ]) {
      const [system] = await asked(WHOLE.replace('{tool_definitions}', `${open}{tool_definitions}${close}`), setup)
      expect(system).toContain(`# Tools\n\n${open}${JSON.stringify(tool)}${close}\n\n`)
    }
  })
})

describe('a pack with variants', () => {
  const twelve = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`terminal/system_prompt.${String.fromCharCode(97 + at)}.txt`, `Be ${at}.`])
  )
  const terminal = findDomain('terminal')

  test('gives a template for each and one that the seed chooses', async () => {
    const packs = createPacks({ home: await folder() })
    packs.import('mine', pack(twelve))
    const more = packs.templates(terminal)
    expect(more.map(({ name }) => name)).toEqual([...'abcdefghijkl'].map((letter) => `mine:${letter}`))
    const chosen = (seed: number) => findTemplate(terminal, 'mine', 'standard', { more, seed }).whole
    expect([0, 1, 11, 12].map(chosen)).toEqual(['Be 0.', 'Be 1.', 'Be 11.', 'Be 0.'])
    expect(findTemplate(terminal, 'mine:c', 'standard', { more, seed: 7 }).whole).toBe('Be 2.')
    expect(more[2]?.pack).toEqual({ name: 'mine', hash: sha256('Be 2.') })
    const [row, first] = packs.list('terminal').filter(({ pack }) => pack)
    expect(row).toMatchObject({ name: 'mine', variants: 12 })
    expect(first).toEqual({ domain: 'terminal', name: 'mine:a', thinking: true, pack: true, judge: false })
  })

  test('calls the prompt without a variant "default", and leaves out a second one of that name', async () => {
    const packs = createPacks({ home: await folder() })
    const { problems } = packs.import(
      'mine',
      pack({
        'terminal/system_prompt.txt': 'Be it.',
        'terminal/system_prompt.terse.txt': 'Be short.',
        'terminal/system_prompt.default.txt': 'Be other.',
        'terminal/judge_system_prompt.terse.txt': 'No.'
      })
    )
    expect(problems).toEqual([
      'terminal/system_prompt.default.txt is left out: the variant "default" is system_prompt.txt.'
    ])
    expect(packs.templates(terminal).map(({ name, whole }) => [name, whole])).toEqual([
      ['mine:terse', 'Be short.'],
      ['mine:default', 'Be it.']
    ])
  })
})

describe('templates check', () => {
  test('shows the prompt of each domain in named sections and says what is missing', () => {
    const report = checkPack(
      pack({
        'p/terminal/system_prompt.txt': WHOLE,
        'p/terminal/judge_system_prompt.txt': 'Judge.',
        'p/mcp/system_prompt.txt': 'Be tools. {examples}',
        'p/mcp/system_prompt.old.txt': '### Turn 1\n**Action:**\nls\n\nObservation:\nfiles',
        'p/web/system_prompt.txt': ' ',
        'p/os/judge_system_prompt.txt': 'Judge.',
        'p/garden/system_prompt.txt': 'Grow.'
      })
    )
    const [terminal, mcp, old] = report.prompts
    expect(terminal?.parts.map(({ name }) => name)).toEqual([
      'task_description',
      'initial_state',
      'demonstrations',
      'turn'
    ])
    expect([terminal?.errors, terminal?.notes]).toEqual([
      [],
      ['The prompt does not ask for <predicted_observation>; the block at the end of the last turn does.']
    ])
    expect(mcp?.errors).toEqual([
      '{examples} is not a placeholder and would be sent as it stands. Placeholders: {tool_definitions}, {demonstrations}, {initial_state}.'
    ])
    expect(mcp?.notes).toEqual([
      'No {tool_definitions}: the tools of a world are added after the prompt.',
      'No {demonstrations} and no turns of its own: the prompt has no examples.',
      'The prompt does not ask for <predicted_observation>; the block at the end of the last turn does.'
    ])
    expect([old?.variant, old?.errors]).toEqual([
      'old',
      ['It shows turns, but no example has the line **Environment Observation:** before its observation.']
    ])
    expect(report.errors).toEqual([
      'web/system_prompt.txt is empty and is left out.',
      'os has a judge prompt but no system_prompt.txt.'
    ])
    expect(report.notes).toEqual([
      `"garden" is not a domain (${domains.map(({ id }) => id).join(', ')}) and is left out.`,
      "No prompt for swe, search, textenv, web, android: these keep Orrery's own templates.",
      'No judge_system_prompt.txt for mcp.'
    ])
    expect(checkPack([]).errors).toEqual([expect.stringMatching(/^There is no system_prompt\.txt for any domain/)])
  })
})

describe('from the command line', () => {
  const requests: Request[] = []
  const engine: Engine = {
    info: () => ({ engine: 'llama', model: { name: 'm', hash: null }, contextSize: null, template: 'small' }),
    async *generate(request) {
      requests.push(request)
      yield { type: 'text', text: '<predicted_observation>\n$ \n</predicted_observation>' }
      const tokens = { prompt: 1, cached: 0, generated: 1 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'llama', model: { name: 'm', hash: null } }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }

  async function orrery(argv: string[], stdin = '', open: { engine?: Engine } = { engine }) {
    let [out, err] = ['', '']
    const io = {
      stdin: (async function* () {
        yield stdin
      })(),
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (err += text) }
    }
    const code = await main(argv, io, {
      open: (options) => createHost({ ...options, ...open }),
      signal: new AbortController().signal
    })
    return { code, out, err }
  }

  async function written(files: Record<string, string>): Promise<string> {
    const root = await folder()
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return root
  }

  beforeEach(async () => {
    const before = process.env.ORRERY_HOME
    process.env.ORRERY_HOME = await folder()
    onTestFinished(() => {
      if (before === undefined) delete process.env.ORRERY_HOME
      else process.env.ORRERY_HOME = before
    })
  })

  test('a step keeps the pack, the variant and the hash; an export stops by name once the variant is gone', async () => {
    const two = { 'terminal/system_prompt.long.txt': 'Be long.', 'terminal/system_prompt.terse.txt': 'Be short.' }
    await orrery(['templates', 'import', await written(two), '--name', 'mine'])
    const made = await orrery(['step', '--template', 'mine', '--seed', '1', '--json'], 'ls')
    const { call, session } = JSON.parse(made.out)
    expect([call.template, call.pack]).toEqual(['mine:terse', { name: 'mine', hash: sha256('Be short.') }])
    expect(must(requests.at(-1)).messages[0]?.content).toMatch(/^Be short\./)
    const exported = await orrery(['export', session, '--format', 'agentworldbench'])
    expect(exported).toMatchObject({ code: 0, out: expect.stringContaining('Be short.') })
    await orrery(['templates', 'delete', 'mine'])
    await orrery([
      'templates',
      'import',
      await written({ 'terminal/system_prompt.long.txt': 'Be long.' }),
      '--name',
      'mine'
    ])
    expect(await orrery(['export', session, '--format', 'agentworldbench'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('used the prompt pack "mine:terse", which is not installed')
    })
  })

  test('check prints the prompts, imports nothing, and fails when something breaks', async () => {
    const good = await written({ 'terminal/system_prompt.txt': WHOLE })
    const checked = await orrery(['templates', 'check', good])
    expect(checked.code).toBe(0)
    expect(checked.out).toMatch(/^===== terminal =====\n----- task_description, \d+ characters\n# Role\n/)
    expect(checked.out).toContain('----- initial_state, ')
    expect(checked.out).toContain('----- turn, ')
    const bad = await written({ 'terminal/system_prompt.txt': 'Be it. {tools}' })
    expect(await orrery(['templates', 'check', bad])).toMatchObject({
      code: 1,
      err: expect.stringContaining('terminal: error: {tools} is not a placeholder')
    })
    expect((await orrery(['templates', 'list', '--domain', 'terminal'])).out).not.toContain('pack')
  })

  test.each(domains.map(({ id }) => id))('the whole prompt of %s is printed without a model', async (id) => {
    const domain = findDomain(id)
    const line = id === 'web' ? 'go_back()' : id === 'os' ? 'DONE' : ''
    const printed = await orrery(
      ['step', '--domain', id, '--template', 'standard', '--print', 'prompt'],
      `${line}\n`,
      {}
    )
    expect(printed).toMatchObject({ code: 0, err: 'template standard\n' })
    const whole = findTemplate(domain, 'standard', 'standard')
    for (const part of [whole.taskDescription.slice(0, 200), whole.demonstrations.slice(-200), '### Turn 1\n']) {
      expect(printed.out).toContain(part)
    }
    expect(printed.out).toMatch(/<predicted_observation><\/predicted_observation>[^\n]*\n$/)
  })
})
