// The loop of roles that writes a world, with a scripted engine: what is asked, what is kept, what a kill leaves, and what is written.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AuthorReport } from '../../src/core/control/authoring/report.ts'
import { OrreryError } from '../../src/core/errors.ts'
import { type Action, Setup, type Step } from '../../src/core/tree/model.ts'
import type { Engine, Request } from '../../src/core/tree/ports.ts'
import { readDataProgram } from '../../src/host/grounds/programs/data-program.ts'
import { withRule } from '../../src/host/grounds/programs/patch.ts'
import { programUse } from '../../src/host/grounds/programs/use.ts'
import { orrery, ownHome } from './command-line.ts'

let home: ReturnType<typeof ownHome>
beforeEach(() => {
  home = ownHome()
})
afterEach(() => home.remove())

const file = (name: string) => join(home.folder, name)

/** An engine that answers in this order, and dies in the place of an answer that is `null`. */
function scripted(answers: readonly (string | null)[]): Engine & { heard: Request[] } {
  const heard: Request[] = []
  const model = { name: 'scripted', hash: null }
  return {
    heard,
    info: () => ({ engine: 'scripted', model, contextSize: 8192, template: 'standard' }),
    async *generate(request) {
      const answer = answers[heard.length]
      heard.push(request)
      if (answer == null) throw new OrreryError('engine-crashed', 'The engine died.')
      yield { type: 'text', text: answer }
      const tokens = { prompt: 10, cached: 0, generated: 5 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'scripted', model }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
}

const author = (engine: Engine, argv: string[]) => orrery(['author', ...argv], '', engine)

const fenced = (name: string, text: string) => `I think so.\n\`\`\`${name}\n${text}\n\`\`\``

const WORLD = `export const init = () => ({ key: false })
export const views = { text: () => 'A box, and a key on the floor.' }
export function step(state, { text }) {
  if (text === 'look') return { answer: state.key ? 'A box.' : 'A box, and a key on the floor.' }
  if (text === 'take key') return { state: { key: true }, answer: 'Taken.' }
  if (text === 'open box') return { answer: 'It opens.', reward: 1, done: true }
  return undefined
}`

const TESTS = JSON.stringify([
  { name: 'a key is taken once', actions: ['take key', 'take key'], expect: { observation: { contains: 'already' } } },
  { name: 'a taken key is gone', actions: ['take key', 'look'], expect: { observation: { is: 'A box.' } } },
  { name: 'a box needs its key', actions: ['open box'], expect: { observation: { contains: 'locked' } } }
])

const EDIT = `  if (text === 'take key') return { state: { key: true }, answer: 'Taken.' }
====
  if (text === 'take key' && state.key) return { error: 'You have it already.' }
  if (text === 'take key') return { state: { key: true }, answer: 'Taken.' }`

const SCRIPT = [
  fenced('notes', 'There is a box and a key.\n? What is in the box.'),
  fenced('js', 'export const init = () => (('),
  fenced('js', WORLD),
  fenced('play', 'look\nopen box'),
  fenced('done', ''),
  fenced('tests', TESTS),
  fenced('play', 'open box'),
  fenced('verdict', 'FAIL\nThe box opens without its key.'),
  'No block here.',
  fenced('edit', EDIT),
  fenced('done', ''),
  // Small models leave the fences out.
  'FAIL\nThe box still opens without its key.'
]

const GIVEN = ['A box that a key opens.', '--domain', 'textenv', '--name', 'box', '--by', 'model', '--refinements', '1']

test('roles write, test and play a world, and what fails is told as that', async () => {
  const engine = scripted(SCRIPT)
  const [out, rows, pairs] = ['box', 'rows.jsonl', 'pairs.jsonl'].map(file)
  const made = await author(engine, [
    ...GIVEN,
    '--out',
    out ?? '',
    '--rows',
    rows ?? '',
    '--pairs',
    pairs ?? '',
    '--json'
  ])
  expect(made.err).toContain('scripted is asked at most')
  expect(made.code).toBe(0)
  const report = AuthorReport.parse(JSON.parse(made.out))
  expect(report.label).toBe('passes 2 of 3 of its own tests')
  expect(report.unknown).toEqual(['What is in the box.'])
  expect(report.tested).toMatchObject({ passed: 2, failed: [{ name: 'a box needs its key' }] })
  expect(report.spent.map(({ role, turns }) => [role, turns])).toEqual([
    ['researcher', 1],
    ['developer', 7],
    ['unit', 1],
    ['play', 3]
  ])
  // Beside the model, little time goes by: what is done with an answer is told apart from waiting for it.
  for (const { ms, modelMs } of report.spent) expect(modelMs).toBeLessThanOrEqual(ms)
  expect(engine.heard.map(({ sampling }) => sampling.temperature)).toEqual(SCRIPT.map(() => 0))
  // What is wrong comes back to whoever wrote it.
  const told = (at: number) => engine.heard[at]?.messages.at(-1)?.content ?? ''
  expect(told(2)).toContain('The program cannot begin:')
  expect(told(4)).toBe(
    '> look\nA box, and a key on the floor.\n> open box\nIt opens.\n\nReward: 1\nDone: true\nAdmissible actions:'
  )
  expect(told(8)).toContain(
    '1 of 3 tests pass.\n- a key is taken once: observation: contains "already", but it shows: Taken.'
  )
  expect(told(8)).toContain('The play tester says:\n')
  expect(told(9)).toContain('Your answer has no block.')
  expect(readFileSync(join(out ?? '', 'programs/box.js'), 'utf8')).toContain('You have it already.')
  expect(readFileSync(join(out ?? '', 'report.md'), 'utf8')).toContain(
    '- a box needs its key: observation: contains "locked"'
  )
  const row = readFileSync(rows ?? '', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(row.map(({ metadata }) => metadata)).toEqual([
    { role: 'developer', round: 0, kept: 'improves' },
    { role: 'developer', round: 1, kept: 'improves' }
  ])
  const [pair] = readFileSync(pairs ?? '', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(pair.chosen[0].content).toContain('You have it already.')
  expect(pair.rejected[0].content).not.toContain('You have it already.')
})

test('a death in the middle loses no turn: what was answered is not asked again, and the bytes are the same', async () => {
  const whole = await author(scripted(SCRIPT), [...GIVEN, '--out', file('whole'), '--run', 'whole', '--json'])
  expect(whole.code).toBe(0)
  const dying = scripted([...SCRIPT.slice(0, 7), null])
  const died = await author(dying, [...GIVEN, '--out', file('again')])
  expect(died).toMatchObject({ code: 1, out: '' })
  expect(died.err).toContain('The engine died.')
  const rest = scripted(SCRIPT.slice(7))
  const resumed = await author(rest, [...GIVEN, '--out', file('again')])
  expect(resumed.code).toBe(0)
  expect(rest.heard).toHaveLength(SCRIPT.length - 7)
  for (const path of ['box.yaml', 'programs/box.js'])
    expect(readFileSync(join(file('again'), path), 'utf8'), path).toBe(readFileSync(join(file('whole'), path), 'utf8'))
})

test('the paper’s controls: one answer, one agent, the best of several, and roles that are left out', async () => {
  const run = async (answers: string[], argv: string[]) => {
    const engine = scripted(answers)
    const { out } = await author(engine, [...GIVEN, ...argv, '--json'])
    return { report: AuthorReport.parse(JSON.parse(out)), heard: engine.heard }
  }
  const direct = await run([fenced('js', WORLD)], ['--mode', 'direct'])
  expect([direct.heard.length, direct.report.label]).toEqual([
    1,
    'was held against nothing: there is no recording and no test'
  ])
  const single = await run([fenced('js', WORLD), fenced('play', 'look'), fenced('done', '')], ['--mode', 'single'])
  expect([single.heard.length, single.report.chosen]).toEqual([3, 'single 1'])
  const best = await run([fenced('js', WORLD), 'nothing', fenced('js', 'x')], ['--mode', 'best-of=3'])
  expect([best.heard.length, best.report.chosen]).toEqual([3, 'developer 1'])
  expect(new Set(best.heard.map(({ seed }) => seed)).size).toBe(3)
  const without = await run(
    [fenced('js', WORLD), fenced('done', ''), fenced('verdict', 'PASS')],
    ['--without', 'researcher', 'unit', '--run', 'without']
  )
  expect(without.report.spent.map(({ role }) => role)).toEqual(['developer', 'play'])
})

test('who answers without a block is told its form, and is over when the same is said three times', async () => {
  const engine = scripted(['notes', 'notes', 'notes', fenced('js', WORLD), null])
  await author(engine, GIVEN)
  const told = engine.heard[1]?.messages.at(-1)?.content
  expect(told).toContain('A block is a line ```notes, then')
  const asked = engine.heard.map(({ messages }) => messages[0]?.content.slice(0, 30))
  expect(asked[3]).not.toBe(asked[2])
  expect(new Set(asked.slice(0, 3)).size).toBe(1)
})

test('notes without a block are notes', async () => {
  const engine = scripted(['The box is locked.\n? What is in it.', null])
  await author(engine, GIVEN)
  expect(engine.heard[1]?.messages.map(({ content }) => content).join()).toContain('The box is locked.')
})

test('turns are kept as they come, each in a line of the run', async () => {
  await author(scripted([...SCRIPT.slice(0, 3), null]), GIVEN)
  const folder = join(home.home, 'runs/authoring')
  const [lines] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const kept = readFileSync(join(folder, lines ?? ''), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).result)
  expect(kept.map(({ did, role }) => role ?? did)).toEqual(['induced', 'researcher', 'developer', 'developer'])
})

test('a step that the model answered becomes a rule with a test; old steps keep their version', async () => {
  const program = file('box.js')
  writeFileSync(program, `${WORLD}\n`)
  const engine = scripted(['The lid is made of oak.'])
  expect(await orrery(['step', '--domain', 'textenv', '--program', program], 'look\n', engine)).toMatchObject({
    code: 0
  })
  const [world] = JSON.parse((await orrery(['sessions', 'list', '--json'])).out)
  expect(await orrery(['step', '--session', world.id], 'examine lid\n', engine)).toMatchObject({ code: 0 })
  const patch = (...more: string[]) => orrery(['author', 'patch', world.id, '2', ...more])
  const shown = await patch()
  expect(shown.out).toContain('+ const taken = {"examine lid":{"answer":"The lid is made of oak."')
  expect(shown.err).toContain('The test "taken over: examine lid" passes: 2 actions.\nNothing is changed.')
  expect((await orrery(['author', 'patch', world.id, '1'])).err).toContain('did not leave this step to the model')
  const { branch } = JSON.parse((await patch('--accept', '--json')).out)
  const silent = scripted([])
  const again = await orrery(['step', '--session', world.id, '--branch', branch], 'examine lid\n', silent)
  expect([again.code, silent.heard.length]).toEqual([0, 0])
  expect(again.out).toContain('The lid is made of oak.')
  const { branches } = JSON.parse((await orrery(['sessions', 'show', world.id, '--json'])).out)
  const hashes = new Set(branches.map(({ setup }: { setup: { program: { hash: string } } }) => setup.program.hash))
  expect(hashes.size).toBe(2)
})

test('the model writes a rule that looks at the state; one that changes a step before is told why, and another is asked for', async () => {
  const program = file('box.js')
  writeFileSync(program, `${WORLD}\n`)
  await orrery(['step', '--domain', 'textenv', '--program', program], 'look\n', scripted([]))
  const [world] = JSON.parse((await orrery(['sessions', 'list', '--json'])).out)
  await orrery(['step', '--session', world.id], 'lift lid\n', scripted(['It is locked.']))
  const rule = `if (text === 'lift lid') return { answer: state.key ? 'It lifts.' : 'It is locked.' }`
  const right = `  return undefined\n====\n  ${rule}\n  return undefined`
  const look = `  if (text === 'look') return { answer: state.key ? 'A box.' : 'A box, and a key on the floor.' }`
  const writer = scripted([
    fenced('edit', `${look}\n====\n  ${rule}\n  if (text === 'look') return { answer: 'Dark.' }`),
    fenced('edit', right)
  ])
  const made = await orrery(['author', 'patch', world.id, '2', '--by-model', '--json'], '', writer)
  expect(JSON.parse(made.out)).toMatchObject({
    by: 'model',
    note: null,
    test: { observation: 'It is locked.' },
    branch: null
  })
  expect(JSON.stringify(writer.heard[1]?.messages)).toContain('turn 1 comes out otherwise: Dark.')
  // A model that writes nothing that holds leaves the rule to the step alone, and the reason is told.
  const poor = await orrery(
    ['author', 'patch', world.id, '2', '--by-model', '--json'],
    '',
    scripted(['No.', fenced('edit', 'x')])
  )
  const told = JSON.parse(poor.out)
  expect([told.by, told.program.text.includes('const taken')]).toEqual(['rules', true])
  expect(told.note).toContain('The model’s rule was not taken')
})

test('a call that data leaves open becomes a verb of it', () => {
  const program = programUse({
    language: 'data',
    version: 1,
    text: '# Boats.\nversion: 1\ntables: { boats: { columns: { id: id, name: text } } }\n'
  })
  const setup = { ...Setup.parse({ domain: 'mcp' }), program }
  const step = (action: Action, text: string): Step => ({ id: 'x', parent: null, action, observation: { text } })
  const { text } = withRule(setup, step({ name: 'hail', arguments: { boat: 'Ida' } }, 'Ida answers.'))
  expect(text).toContain('# Boats.')
  expect(text).toContain('{{boat}} answers.')
  expect(readDataProgram({ text }).wrong).toEqual([])
  expect(() =>
    withRule({ ...setup, program: programUse({ ...program, text }) }, step({ name: 'hail', arguments: {} }, 'No.'))
  ).toThrow('has a verb "hail" already')
})

test('the model itself answers the held-back turns, each after the true turns before it', async () => {
  const sample = join(import.meta.dirname, '../../resources/samples/textenv-nest.jsonl')
  const lines = readFileSync(sample, 'utf8').trim().split('\n')
  const texts = lines.flatMap((line): string[] => JSON.parse(line).step?.observation.text ?? [])
  const tagged = (text: string) => `<predicted_observation>${text}</predicted_observation>`
  const engine = scripted([tagged(texts[6] ?? ''), tagged('Nothing of the kind.')])
  const { out } = await orrery(['author', '--from', sample, '--model-score', '--json'], '', engine)
  const { held, mode } = AuthorReport.parse(JSON.parse(out))
  expect(mode).toBe('induction')
  expect(held.model).toMatchObject({ turns: 2, right: 1, answered: 2 })
  expect(engine.heard).toHaveLength(2)
  expect(JSON.stringify(engine.heard[1]?.messages)).toContain(
    JSON.stringify(texts[6]?.split('\n')[0] ?? '').slice(1, -1)
  )
})
