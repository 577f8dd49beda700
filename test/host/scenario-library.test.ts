import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isFor } from '../../src/core/contract/entry.ts'
import { type CallInput, type CallName, type CallOutput, calls, type Handlers } from '../../src/core/contract/index.ts'
import { scenarioSchema } from '../../src/core/control/scenario-schema.ts'
import { checkAction, findDomain } from '../../src/core/domains/index.ts'
import { isObject } from '../../src/core/text/json.ts'
import { createHost } from '../../src/host/host.ts'
import { readScenarioText } from '../../src/host/library/scenario-file.ts'
import { must } from '../must.ts'
import { recorded, resources } from './control/runs/recorded.ts'
import { image } from './grounds/emulator/image.ts'

let home = ''
let host: Handlers
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'orrery-library-'))
  host = await createHost({ home, resources, tempo: 0 })
})
afterEach(async () => {
  await host.dispose()
  rmSync(home, { recursive: true, force: true })
})

/** As a door calls: parsed first. */
async function call<K extends CallName>(name: K, input: CallInput<K>): Promise<CallOutput<K>> {
  const handler = host.calls[name] as (input: unknown) => CallOutput<K> | Promise<CallOutput<K>>
  return handler(calls[name].input.parse(input))
}
function own(file: string, text: string): string {
  mkdirSync(join(home, 'scenarios'), { recursive: true })
  writeFileSync(join(home, 'scenarios', file), text)
  return join(home, 'scenarios', file)
}
const yaml = (name: string, title = name) =>
  `name: ${name}\ntitle: ${title}\ndescription: mine\nsetup:\n  domain: terminal\n  initialState: "$ "\n`
const names = async () => (await call('scenarios.list', {})).map(({ name }) => name)

describe('the library of scenarios', () => {
  it('lists own ones, in YAML and JSON, beside ours; an own one wins', async () => {
    const before = await call('scenarios.list', {})
    expect(before.length).toBeGreaterThan(20)
    expect(before.every((one) => !one.own)).toBe(true)
    own('mine.yaml', yaml('mine'))
    own('other.json', JSON.stringify(recorded({ name: 'other' })))
    own('debian.yml', yaml('debian', 'My Debian'))
    const after = await call('scenarios.list', {})
    expect(after).toHaveLength(before.length + 2)
    expect(after.filter((one) => one.own).map(({ name, title }) => [name, title])).toEqual([
      ['debian', 'My Debian'],
      ['mine', 'mine'],
      ['other', 'A recorded repair']
    ])
    // A new world of the domain still begins as it comes with Orrery.
    const { branch } = await call('worlds.create', { setup: { domain: 'terminal' } })
    expect(branch.setup.initialState).toBe(must(before.find(({ name }) => name === 'debian')).setup.initialState)
  })

  it('fills parameters in, also in perturbations, and gives a world the faults of its own list', async () => {
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: as it is written in a file
    const flaky = '    - name: flaky\n      options: {instruction: "${what}"}\n'
    own(
      'p.yaml',
      `${yaml('p', '"A ${what}"')}  perturbations:\n${flaky}params: {what: outage}\nmatrix: {seeds: [1, 2]}\n`
    )
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
    const found = must((await call('scenarios.list', {})).find(({ name }) => name === 'p'))
    expect(found).toMatchObject({
      title: 'A outage',
      setup: { perturbations: [{ options: { instruction: 'outage' } }] }
    })
  })

  it('reads a file again when it changed, also one that it includes', async () => {
    own('mine.yaml', yaml('mine', 'first'))
    const version = async () => call('scenarios.version', {})
    const [first] = [await version()]
    const title = async () => must((await call('scenarios.list', {})).find(({ name }) => name === 'mine')).title
    expect(await title()).toBe('first')
    own('mine.yaml', yaml('mine', 'second'))
    expect(await title()).toBe('second')
    const second = await version()
    expect(second).not.toBe(first)
    expect(await version()).toBe(second)
    own('_part.yaml', 'title: third')
    own('mine.yaml', `include: _part.yaml\n${yaml('mine').replace('title: mine\n', '')}`)
    expect(await title()).toBe('third')
    own('_part.yaml', 'title: fourth')
    expect(await title()).toBe('fourth')
    rmSync(join(home, 'scenarios', 'mine.yaml'))
    expect(await names()).not.toContain('mine')
  })

  it('lists a broken file with its problems, and all others as before', async () => {
    const before = await names()
    own('bad.yaml', 'name: bad\ntitle: Bad\ndescription: ""\nsetup:\n  domian: terminal\n')
    own('twice.yaml', yaml('good'))
    own('good.yaml', yaml('good'))
    expect(await names()).toEqual([...before, 'good'])
    const broken = await call('scenarios.broken', {})
    expect(broken.map(({ name }) => name)).toEqual(['bad', 'twice'])
    expect(broken[0]?.problems).toContainEqual(
      expect.objectContaining({ line: 5, column: 3, message: expect.stringContaining('Did you mean "domain"?') })
    )
    expect(broken[1]?.problems[0]?.message).toBe('"good.yaml" is named "good" too. Rename one of them.')
  })
})

describe('texts of scenarios', () => {
  it('are checked without being saved', async () => {
    const check = await call('scenarios.check', { text: `${yaml('a')}matrix: {seeds: [1, 2, 3]}\n` })
    expect(check).toMatchObject({ problems: [], variants: 3, scenario: { name: 'a' } })
    const bad = await call('scenarios.check', { text: 'name: [' })
    expect(bad).toMatchObject({ scenario: null, variants: 0, problems: [{ line: expect.any(Number) }] })
    const bomb = Array.from({ length: 30 }, (_, n) => `a${n}: &a${n} [${n ? `*a${n - 1}, *a${n - 1}` : '1, 1'}]`)
    expect((await call('scenarios.check', { text: bomb.join('\n') })).problems[0]?.message).toMatch(/aliases|alias/i)
    const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`
    expect((await call('scenarios.check', { text: deep })).problems).not.toEqual([])
  })

  it('that come with Orrery include the files beside them', async () => {
    const { text } = await call('scenarios.read', { name: 'ticket-queue' })
    expect((await call('scenarios.check', { text })).scenario).toBeNull()
    expect((await call('scenarios.check', { text, name: 'ticket-queue' })).problems).toEqual([])
  })

  it('include the files beside them once they are saved', async () => {
    own('_part.yaml', 'title: From a part')
    const text = `include: _part.yaml\n${yaml('mine').replace('title: mine\n', '')}`
    expect((await call('scenarios.check', { text })).problems[0]?.message).toMatch(/Save it first/)
    await call('scenarios.save', { name: 'mine', text })
    expect(await call('scenarios.check', { text, name: 'mine' })).toMatchObject({
      problems: [],
      scenario: { title: 'From a part' }
    })
  })

  it('made from others bring along the files that those name', async () => {
    const { text } = await call('scenarios.read', { name: 'ticket-queue' })
    const mine = text.replace('name: ticket-queue', 'name: queue')
    expect((await call('scenarios.save', { name: 'queue', text: mine })).problems).not.toEqual([])
    expect((await call('scenarios.save', { name: 'queue', text: mine, from: 'ticket-queue' })).problems).toEqual([])
    const copy = join(home, 'scenarios', 'programs', 'ticket-queue.js')
    const theirs = readFileSync(join(resources, 'scenarios', 'programs', 'ticket-queue.js'), 'utf8')
    expect(readFileSync(copy, 'utf8')).toBe(theirs)
    expect(await call('scenarios.check', { text: mine, name: 'queue' })).toMatchObject({
      problems: [],
      scenario: { setup: { program: { text: theirs } } }
    })
    // A story is bytes.
    const { text: mill } = await call('scenarios.read', { name: 'mill' })
    await call('scenarios.save', { name: 'mill', text: mill, from: 'mill' })
    const story = (folder: string) => readFileSync(join(folder, 'programs', 'mill.z5'))
    expect(story(join(home, 'scenarios'))).toEqual(story(join(resources, 'scenarios')))
    // What was changed meanwhile is not overwritten, nor taken for ours.
    writeFileSync(copy, `${theirs}// mine`)
    const again = { name: 'other', text: text.replace('name: ticket-queue', 'name: other'), from: 'ticket-queue' }
    await expect(call('scenarios.save', again)).rejects.toThrow(/another one of that name. Rename/)
    expect(readFileSync(copy, 'utf8')).toBe(`${theirs}// mine`)
    expect((await call('scenarios.save', { name: 'queue', text: mine, from: 'queue' })).problems).toEqual([])
  })

  it('are saved, read and deleted; ours cannot be', async () => {
    const { file, problems } = await call('scenarios.save', { name: 'mine', text: yaml('mine') })
    expect(problems).toEqual([])
    expect(file).toBe(join(home, 'scenarios', 'mine.yaml'))
    expect(await call('scenarios.read', { name: 'mine' })).toEqual({ text: yaml('mine'), file, own: true })
    await expect(call('scenarios.save', { name: 'mine', text: yaml('mine'), fresh: true })).rejects.toMatchObject({
      code: 'conflict'
    })
    // What is being written is kept, in order or not.
    const half = await call('scenarios.save', { name: 'mine', text: 'name: mine\ntitle: ' })
    expect(half.problems.length).toBeGreaterThan(0)
    expect((await call('scenarios.read', { name: 'mine' })).text).toBe('name: mine\ntitle: ')
    await call('scenarios.delete', { name: 'mine' })
    expect(existsSync(file)).toBe(false)
    await expect(call('scenarios.delete', { name: 'debian' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(call('scenarios.read', { name: 'debain' })).rejects.toThrow('Did you mean "debian"?')
    expect(await call('scenarios.read', { name: 'debian' })).toMatchObject({ own: false })
  })

  it('are for people, not for agents', () => {
    const all = (Object.keys(calls) as CallName[]).filter((name) => name.startsWith('scenarios.'))
    expect(all).toHaveLength(12)
    expect(all.filter((name) => isFor('agent', calls[name]))).toEqual([])
  })
})

describe('31.13 hostile names and files', () => {
  const hostile = [
    '../up',
    'a/b',
    'a\\b',
    '..',
    '.hidden',
    '_part',
    'a\u0000b',
    'a\nb',
    'con',
    'nul.x',
    'x.',
    '',
    'é',
    'a'.repeat(101)
  ]
  it.each(hostile)('nothing is written as %j', async (name) => {
    await expect(call('scenarios.save', { name, text: yaml('a') })).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(call('scenarios.delete', { name })).rejects.toMatchObject({ code: 'not-found' })
    await expect(call('scenarios.read', { name })).rejects.toMatchObject({ code: 'not-found' })
    expect(existsSync(join(home, 'scenarios')) ? readdirSync(join(home, 'scenarios')) : []).toEqual([])
  })

  it('a text under another name, a second file that differs in case and a large text are refused', async () => {
    await expect(call('scenarios.save', { name: 'a', text: yaml('b') })).rejects.toThrow('Save it as "b"')
    own('Upper.yaml', yaml('Upper'))
    await expect(call('scenarios.save', { name: 'upper', text: yaml('upper') })).rejects.toMatchObject({
      code: 'conflict'
    })
    const large = `${yaml('a')}# ${'é'.repeat(600_000)}`
    await expect(call('scenarios.save', { name: 'a', text: large })).rejects.toThrow('one is the most')
    expect(readdirSync(join(home, 'scenarios'))).toEqual(['Upper.yaml'])
  })

  it('links out of the folder, pipes, folders, large, deep and multiplied files are listed as broken', async () => {
    const before = await names()
    const secret = join(home, 'secret.yaml')
    writeFileSync(secret, 'password: hunter2')
    own('large.yaml', `${yaml('large')}# ${'x'.repeat(2 ** 20)}`)
    own('deep.json', `${'['.repeat(5000)}${']'.repeat(5000)}`)
    own(
      'bomb.yaml',
      Array.from({ length: 40 }, (_, n) => `a${n}: &a${n} [${n ? `*a${n - 1}, *a${n - 1}` : '1'}]`).join('\n')
    )
    own('binary.yaml', '\u0000\u0007\ufffd')
    symlinkSync(secret, join(home, 'scenarios', 'link.yaml'))
    symlinkSync('loop.yaml', join(home, 'scenarios', 'loop.yaml'))
    symlinkSync('nowhere', join(home, 'scenarios', 'gone.yaml'))
    mkdirSync(join(home, 'scenarios', 'folder.yaml'))
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(home, 'scenarios', 'pipe.yaml')])
    expect(await names()).toEqual(before)
    const broken = await call('scenarios.broken', {})
    const expected = ['binary', 'bomb', 'deep', 'folder', 'gone', 'large', 'link', 'loop']
    expect(broken.map(({ name }) => name)).toEqual(process.platform === 'win32' ? expected : [...expected, 'pipe'])
    expect(JSON.stringify(broken)).not.toContain('hunter2')
    await expect(call('scenarios.read', { name: 'link' })).rejects.toMatchObject({ code: 'forbidden' })
    // Saving over the link replaces it, and leaves what it led to.
    await call('scenarios.save', { name: 'link', text: yaml('link') })
    expect(readFileSync(secret, 'utf8')).toBe('password: hunter2')
    expect(await call('scenarios.read', { name: 'link' })).toMatchObject({ text: yaml('link') })
  })

  it('a list is whole while files come, change and go', async () => {
    const before = await names()
    for (let round = 0; round < 30; round++) {
      const saved = call('scenarios.save', { name: 'mine', text: yaml('mine', `round ${round}`) })
      const listed = await Promise.all([names(), saved, names()])
      expect(listed[2]).toEqual([...before, 'mine'])
      if (round % 3 === 0) await call('scenarios.delete', { name: 'mine' })
    }
    expect(readdirSync(join(home, 'scenarios')).filter((name) => name !== 'mine.yaml')).toEqual([])
  })
})

describe('31.14 a world as a scenario', () => {
  async function acted(setup: object, actions: unknown[], title: string, instruction = '') {
    const world = await call('worlds.create', { title, setup: setup as never })
    const { session, branch } = world
    const domain = findDomain(branch.setup.domain)
    for (const action of actions) {
      const input = {
        ...{ session: session.id, branch: branch.id, instruction, trace: false },
        action: checkAction(domain, action as never)
      }
      for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal }))
        if (event.type === 'failed') throw new Error(event.error.message)
    }
    const [now] = (await call('worlds.open', { session: session.id })).branches
    return { session: session.id, branch: must(now) }
  }
  async function run(scenario: unknown) {
    const input = calls['scenarios.check'].output.shape.scenario.parse(scenario)
    const options = { scenarios: [input] } as never
    let report: unknown = null
    const stream = host.streams['runs.start'](
      { kind: 'scenarios', name: 'again', options },
      { signal: new AbortController().signal }
    )
    const tips: (string | null)[] = []
    for await (const event of stream) {
      if (event.type === 'job' && event.kind === 'scenarios' && event.result) tips.push(String(event.result.tip))
      if (event.type === 'report') report = event.report
    }
    return { report, tips }
  }

  it('runs to the same step ids, and its checks hold', async () => {
    const { setup, actions } = recorded() as { setup: object; actions: unknown[] }
    const { session, branch } = await acted(setup, actions, 'Réparer: a "repo"/#1')
    const made = await call('scenarios.ofWorld', { session, branch: branch.id })
    expect(made.name).toBe('reparer-a-repo-1')
    const { scenario, problems } = readScenarioText(made.text)
    expect(problems).toEqual([])
    expect(scenario).toMatchObject({
      title: 'Réparer: a "repo"/#1',
      setup: { recording: 'git-repair' },
      actions,
      stop: { turns: 10 }
    })
    expect(scenario?.checks.length).toBeGreaterThan(0)
    const { report, tips } = await run(scenario)
    expect(tips).toEqual([branch.tip])
    expect(report).toMatchObject({ verdict: 'pass' })
  })

  it('keeps perturbations, hidden state, instructions and texts of any characters', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's
    const odd = 'a: [b\t\u001b[31m\u0007\r\n\u2028 "x" \ud83d\ude00\n  - ${HOME} #no\n\n'
    const perturbations = [{ name: 'flaky', id: 'mine', options: { instruction: odd, rate: 0 }, when: { every: 2 } }]
    const setup = {
      domain: 'terminal',
      recording: 'git-repair',
      initialState: odd,
      hidden: odd,
      perturbations,
      seed: 7
    }
    const { session, branch } = await acted(setup, [], 'Empty')
    const made = await call('scenarios.ofWorld', { session, branch: branch.id, name: 'mine', title: 'T' })
    const { scenario, problems } = readScenarioText(made.text)
    expect(problems).toEqual([])
    expect(scenario?.setup).toEqual({ ...branch.setup, sampling: scenario?.setup.sampling })
    expect(scenario).toMatchObject({ name: 'mine', title: 'T', actions: [], checks: [] })
  })

  it('writes instructions of single turns as turns, and refuses the branch of another world', async () => {
    const { setup, actions } = recorded() as { setup: object; actions: unknown[] }
    const { session, branch } = await acted(setup, actions.slice(0, 2), 'Told', 'be slow')
    const made = await call('scenarios.ofWorld', { session, branch: branch.id })
    expect(readScenarioText(made.text).scenario?.turns).toEqual([
      { turn: 1, instruction: 'be slow' },
      { turn: 2, instruction: 'be slow' }
    ])
    const other = await call('worlds.create', { setup: { domain: 'terminal' } })
    await expect(call('scenarios.ofWorld', { session: other.session.id, branch: branch.id })).rejects.toMatchObject({
      code: 'not-found'
    })
  })
})

describe('the schema of scenario files', () => {
  it('is as docs/scenario.schema.json has it', () => {
    const written: unknown = JSON.parse(readFileSync(join(resources, '../docs/scenario.schema.json'), 'utf8'))
    // Otherwise: npm run -s orrery scenario schema > docs/scenario.schema.json
    expect(written).toEqual(scenarioSchema())
  })

  it('refers to nothing that is not there', () => {
    const refs = [...JSON.stringify(scenarioSchema()).matchAll(/"\$ref":"(.*?)"/g)].map(([, ref]) => ref)
    expect([...new Set(refs)].sort()).toEqual(['#/$defs/condition', '#/$defs/perturbation'])
  })

  it('docs/scenarios.md has examples that are in order, and names every field and condition', () => {
    const text = readFileSync(join(resources, '../docs/scenarios.md'), 'utf8')
    const examples = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? '')
    const [first = ''] = examples
    const matrix = examples.find((code) => code.includes('matrix:')) ?? ''
    expect(readScenarioText(first).problems).toEqual([])
    expect(first.trim().split('\n').length).toBeLessThanOrEqual(16)
    const rest = matrix.replace(/^setup: .*$/m, '')
    expect(readScenarioText(yaml('m') + rest).problems).toEqual([])
    const missing: string[] = []
    const look = (node: unknown): void => {
      if (Array.isArray(node)) node.forEach(look)
      if (!isObject(node)) return
      for (const name of Object.keys(isObject(node.properties) ? node.properties : {}))
        if (!new RegExp(`\\b${name}\\b`).test(text)) missing.push(name)
      for (const [key, value] of Object.entries(node)) if (key !== 'allOf') look(value)
    }
    look(scenarioSchema())
    // Tools are MCP's.
    const mcp = ['inputSchema', 'outputSchema', 'annotations']
    expect([...new Set(missing)].filter((name) => !mcp.includes(name))).toEqual([])
  })

  it('describes every field', () => {
    const bare: string[] = []
    const look = (node: unknown, path: string): void => {
      if (Array.isArray(node)) for (const one of node) look(one, path)
      if (!isObject(node)) return
      for (const [key, value] of Object.entries(node)) {
        // Options are described by their perturbation.
        if (key === 'allOf') continue
        if (key === 'properties' && isObject(value))
          for (const [name, field] of Object.entries(value))
            if (!isObject(field) || !field.description || !field.title) bare.push(`${path}.${name}`)
        look(value, `${path}.${key}`)
      }
    }
    look(scenarioSchema(), '')
    expect(bare).toEqual([])
  })
})

// A machine that is Debian would contradict what it says of itself.
const OTHER_SYSTEM = ['cuda', 'mcp-stabletoolbench']

it('50.6 a scenario says who answers in its world, and a ground is used where one fits', async () => {
  process.env.ORRERY_GROUNDING = 'grounded'
  try {
    const rows = await call('scenarios.list', {})
    const fits = rows.filter(({ setup }) => !setup.recording)
    expect(fits.filter(({ answers }) => answers === 'model').map(({ name }) => name)).toEqual(
      image ? OTHER_SYSTEM : expect.arrayContaining(OTHER_SYSTEM)
    )
    expect(rows.find(({ setup }) => setup.recording)).toMatchObject({ answers: 'recorded' })
    expect(rows.find(({ name }) => name === 'helpdesk')).toMatchObject({ answers: 'executed' })
    expect(rows.find(({ name }) => name === 'mcp-fiction-helpdesk')).toMatchObject({ answers: 'both' })
  } finally {
    process.env.ORRERY_GROUNDING = 'model'
  }
})

it('50.6 a list of worlds says who answers in each, and so do the links of agents', async () => {
  const made = await call('worlds.create', { setup: { domain: 'mcp', grounding: 'grounded' } })
  await call('worlds.create', { setup: { domain: 'web' } })
  await call('worlds.create', { setup: { domain: 'swe', grounding: 'executed' } })
  await call('worlds.openSample', { name: 'os-note' })
  const all = await call('worlds.list', {})
  expect(all.map(({ domain, answers }) => [domain, answers]).sort()).toEqual([
    ['mcp', 'both'],
    ['os', 'recorded'],
    ['swe', 'executed'],
    ['web', 'model']
  ])
  await call('worlds.fork', {
    session: made.session.id,
    branch: made.branch.id,
    at: null,
    setup: { grounding: 'model' }
  })
  const again = await call('worlds.list', {})
  expect(again.find(({ id }) => id === made.session.id)).toMatchObject({ answers: 'both' })
})
