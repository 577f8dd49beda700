// `orrery eval --suite` as a person types it, on small files of our own in the benchmarks' published layouts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SuiteReport } from '../../src/core/control/suites/report.ts'
import type { Engine, Request } from '../../src/core/tree/ports.ts'
import { bytesized32 } from '../../src/host/control/suites/bytesized32.ts'
import { playedBy } from '../../src/host/control/suites/bytesized32-playing.ts'
import { SuiteOptions } from '../../src/host/control/suites/suite.ts'
import { orrery, ownHome } from './command-line.ts'
import { image, WHY } from './grounds/emulator/image.ts'

let home: ReturnType<typeof ownHome>
beforeEach(() => {
  home = ownHome()
})
afterEach(() => home.remove())

/** @returns the folder of the files */
function files(given: Record<string, string | Uint8Array>): string {
  const folder = join(home.folder, 'given')
  for (const [name, content] of Object.entries(given)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

const DOMAIN = `(define (domain lamp)
  (:predicates (lit ?x) (plugged ?x))
  (:action switch-on :parameters (?x) :precondition (and (plugged ?x) (not (lit ?x))) :effect (lit ?x)))`

/** The benchmark's fields. */
const item = (file_name: string) => ({
  ...{ file_name, pddl_domain: DOMAIN, batch_id: 1, id: file_name, tokens: 60 },
  ...{ corrected_description: 'A lamp is switched on.', pddl_domain_processed: DOMAIN }
})

const reportOf = async (args: string[]) => {
  const { out, err, code } = await orrery(['eval', ...args, '--json'])
  expect({ code, err: code ? err : '' }).toEqual({ code: 0, err: '' })
  return SuiteReport.parse(JSON.parse(out))
}

test('an option that says nothing to what is scored is refused by name, before anything is opened', async () => {
  const refused = async (...argv: string[]) => {
    const { code, err } = await orrery(['eval', 'nowhere.json', ...argv])
    expect(code).toBe(2)
    return err
  }
  for (const given of [
    ['--template', 'small'],
    ['--thinking', 'off'],
    ['--engine', 'grounded']
  ])
    expect(await refused('--suite', 'text2world', ...given)).toContain(
      `${given[0] === '--engine' ? given.join(' ') : given[0]} is for the samples of AgentWorldBench, not for --suite text2world`
    )
  for (const given of [['--episodes', '3'], ['--effort', 'small'], ['--play'], ['--markdown']])
    expect(await refused(...given)).toContain(`${given[0]} is for --suite`)
  // What was not given is not refused.
  expect((await orrery(['eval', 'nowhere.json', '--suite', 'text2world', '--greedy'])).err).toContain('nowhere.json')
})

test('Text2World: results are scored as they are, and what nobody wrote is missing, not zero', async () => {
  const results = {
    task_0: { id: 'good', gt_domain_without_comment: DOMAIN, pred_domain: DOMAIN },
    task_1: { id: 'broken', gt_domain_without_comment: DOMAIN, pred_domain: DOMAIN.slice(0, -1) },
    task_2: { id: 'unwritten', gt_domain_without_comment: DOMAIN, pred_domain: null }
  }
  const path = join(files({ 'results.json': JSON.stringify(results) }), 'results.json')
  const { means, rows } = await reportOf([path, '--suite', 'text2world'])
  const mean = (name: string) => means.find(({ score }) => score === name)
  expect(mean('executability')).toEqual({ score: 'executability', mean: 50, of: 2, missing: 1 })
  expect(mean('action_f1_effect')).toMatchObject({ mean: 100, of: 1, missing: 2, published: 50 })
  expect(rows[1]).toMatchObject({ id: 'broken', problem: expect.stringMatching(/^line \d, column \d+: The list/) })
  expect(rows[2]?.scores.executability).toBeNull()
  expect(rows[2]?.missing.executability).toBe('nothing was written, and no description says what to write')
  const again = await orrery(['eval', path, '--suite', 'text2world', '--markdown'])
  expect(again.err).toContain('3 of 3 items are from an earlier run with this name.')
  expect(again.out).toContain('| predicate_f1 | 100 | 1 | 2 | 50 |')
})

test('Text2World: an item that is none is told with its line, and so is a file that is none', async () => {
  const broken = `[\n${JSON.stringify(item('a'))},\n{"id": 2}\n]`
  const folder = files({ 'bench.json': broken, 'none.json': '[\n{"id": 1,}\n]' })
  const some = await orrery(['eval', join(folder, 'bench.json'), '--suite', 'text2world'])
  expect(some.err).toMatch(/bench\.json:3: Item 1: .*the true domain is missing/)
  const none = await orrery(['eval', join(folder, 'none.json'), '--suite', 'text2world'])
  expect(none.code).toBe(1)
  expect(none.err).toMatch(/There is no item of text2world to score\. line 2: Not JSON/)
  const absent = await orrery(['eval', join(folder, 'absent.json'), '--suite', 'text2world'])
  expect(absent.err).toContain('There is no file')
})

/** An engine that answers in this order. */
function scripted(answers: readonly string[]): Engine & { heard: Request[] } {
  const heard: Request[] = []
  const model = { name: 'scripted', hash: null }
  return {
    heard,
    info: () => ({ engine: 'scripted', model, contextSize: 8192, template: 'standard' }),
    async *generate(request) {
      yield { type: 'text', text: answers[heard.length] ?? '' }
      heard.push(request)
      const tokens = { prompt: 10, cached: 0, generated: 5 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'scripted', model }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
}

test('Text2World: the model in use writes what nobody wrote, once, and its longest block of PDDL counts', async () => {
  const path = join(files({ 'bench.json': JSON.stringify([item('lamp')]) }), 'bench.json')
  const engine = scripted([`First \`\`\`pddl\n(define)\n\`\`\` then\n\`\`\`pddl\n${DOMAIN}\n\`\`\`\nThat is all.`])
  const run = () => orrery(['eval', path, '--suite', 'text2world', '--json'], '', engine)
  const { rows } = SuiteReport.parse(JSON.parse((await run()).out))
  expect(rows).toMatchObject([
    { id: 'lamp', scores: { executability: 100, action_f1_effect: 100 }, tokens: { prompt: 10, generated: 5 } }
  ])
  expect(engine.heard[0]?.messages.at(-1)?.content).toBe('A lamp is switched on.')
  await run()
  expect(engine.heard).toHaveLength(1)
})

test('ByteSized32: who plays may think, ends by "done", and loses a game that fails', async () => {
  const game = { task: 'Open it.', actions: ['open box'], observation: 'A box.', score: 0, over: false, won: false }
  const play = async (answers: string[], last: typeof game | string) => {
    const engine = scripted(answers)
    const done: string[][] = []
    const turn = async (actions: string[]) => {
      done.push([...actions])
      return actions.length ? last : game
    }
    const { signal } = new AbortController()
    return { ...(await playedBy(engine, turn, { seed: 0, maxTokens: 60, signal })), done }
  }
  const won = await play(['think: it is closed', '> open box'], { ...game, over: true, won: true })
  expect(won).toEqual({ won: true, why: '', done: [[], ['open box']] })
  expect(await play(['done'], game)).toMatchObject({ won: false, done: [[]] })
  expect(await play(['open box'], 'the game fails: KeyError')).toMatchObject({
    won: false,
    why: 'the game fails: KeyError'
  })
})

test('ByteSized32: what a game is judged by is the cell of its row, quotes and commas as they are meant', () => {
  const text = 'test,object,action,distractor\n1,"a ""big"", red box",open,""\n'
  const files = [
    { name: 'games/0512_object_test_1_p_own_box_generation.py', text: '' },
    { name: 'test_eval.csv', text },
    { name: 'test_prompts/test_1.py', text: '# A box.' }
  ]
  const judge = async () => scripted([])
  const { items } = bytesized32(SuiteOptions.parse({ suite: 'bytesized32', files }), {
    ...{ engine: scripted([]), python: null, judge }
  })
  expect(items).toMatchObject([
    { content: { asked: { question: 'Does the simulation have the object "a "big", red box"?' } } }
  ])
})

test('what a judge in use said is not taken for that of another one', () => {
  const files = [{ name: 'games/box.py', text: '' }]
  const options = SuiteOptions.parse({ suite: 'bytesized32', files, judge: { model: 'in-use', votes: 3 } })
  const by = (name: string) => {
    const engine = { ...scripted([]), info: () => ({ ...scripted([]).info(), model: { name, hash: null } }) }
    return bytesized32(options, { engine, python: null, judge: async () => engine }).items.map(({ content }) => content)
  }
  expect([by('one'), by('other')]).toMatchObject([[{ judge: { model: 'one' } }], [{ judge: { model: 'other' } }]])
})

// A counter that is at 3 after three steps to the right is worth 1.
const WORLD = `class Environment:
    def __init__(self):
        self.action_space = 2
        self.max_episode_steps = 6
        self.at = 0

    def reset(self, seed=None):
        self.at = 0
        return [self.at, 0.5]

    def set_state(self, obs):
        self.at = int(obs[0])

    def step(self, action):
        self.at += 1 if action == 1 else -1
        return [self.at, 0.5], (1.0 if self.at == 3 else 0.0), self.at == 3
`

const transitions = [0, 1, 2].map((at) => ({
  obs: [at, 0.5],
  action: 1,
  next: [at + 1, 0.5],
  reward: at === 2 ? 1 : 0
}))
const BUFFER = {
  obs: transitions.map(({ obs }) => obs),
  next_obs: transitions.map(({ next }) => next),
  actions: transitions.map(({ action }) => action),
  rewards: transitions.map(({ reward }) => reward),
  dones: transitions.map(({ reward }) => reward === 1),
  traj_starts: [0, 0, 0]
}

test('CWMB: accuracy by thirds and a normalised return, in the machine; what needs more than it has is missing', {
  timeout: 600_000
}, async (context) => {
  if (!image) context.skip(WHY)
  const folder = files({
    'Right/best_code_rollout.py': WORLD,
    'Right/train_buffer.json': JSON.stringify(BUFFER),
    'Right/environment.py': WORLD,
    // Never worth anything, and fails at the last transition.
    'Wrong/best_code_rollout.py': WORLD.replace('(1.0 if self.at == 3 else 0.0)', '1.0 / (self.at - 3)'),
    'Wrong/train_buffer.npz': npz(BUFFER),
    'Numbers/best_code_rollout.py': `import numpy as np\n${WORLD}`,
    'Numbers/train_buffer.json': JSON.stringify(BUFFER),
    'Pickled/best_code_rollout.py': WORLD,
    'Pickled/train_buffer.pkl': new Uint8Array([0x80, 0x04, 0x4e, 0x2e]),
    'Typing/best_code_rollout.py': 'class Environment\n',
    'Typing/train_buffer.json': JSON.stringify(BUFFER)
  })
  const { rows } = await reportOf([folder, '--suite', 'cwmb', '--episodes', '3'])
  const row = (id: string) => rows.find((one) => one.id === id)
  expect(row('Right')?.scores).toMatchObject({ accuracy: 1, state: 1, reward: 1, done: 1, normalised_return: 1 })
  expect(row('Wrong')?.problem).toContain('transition 3: ZeroDivisionError')
  expect(row('Wrong')?.scores).toMatchObject({ state: 2 / 3, reward: 0, done: 2 / 3, normalised_return: null })
  expect(row('Wrong')?.missing.normalised_return).toContain('environment.py')
  expect(row('Numbers')?.missing.accuracy).toContain('needs the module "numpy"')
  expect(row('Pickled')?.missing.accuracy).toContain('is a pickle, which runs code')
  expect(row('Typing')).toMatchObject({ scores: { accuracy: 0 }, problem: expect.stringContaining('SyntaxError') })
})

const GAME = `class TextGame:
    def __init__(self, randomSeed):
        self.open = self.gameOver = self.gameWon = False
        self.score = self.numSteps = 0
        self.observationStr = 'A closed box.'

    def getTaskDescription(self):
        return 'Take the key out of the box.'

    def generatePossibleActions(self):
        return {one: [one] for one in ('look', 'open box', 'take key')}

    def calculateScore(self):
        self.score = int(self.gameWon)

    def step(self, action):
        self.numSteps += 1
        if action == 'open box':
            self.open = True
        elif action == 'take key' and self.open:
            self.gameOver = self.gameWon = True
        self.observationStr = 'It is open.' if self.open else 'It is closed.'
        self.calculateScore()
        return self.observationStr, self.score, 0, self.gameOver, self.gameWon
`

test('ByteSized32: a crawl in the machine; compliance and alignment are missing without a judge', {
  timeout: 600_000
}, async (context) => {
  if (!image) context.skip(WHY)
  const name = (test: string) => `0512_object_test_${test}_p_own_box_generation.py`
  const folder = files({
    [name('1')]: GAME,
    [name('2')]: GAME.replace(
      "self.observationStr = 'It is open.'",
      "self.observationStr = self.lid if action == 'look' else 'It is open.'"
    ),
    [name('3')]: GAME.replace('self.open = self', 'self.open = nothing = self.lid = self').replace(
      '(self, randomSeed)',
      '(self)'
    ),
    'test_eval.csv': 'test,object,action,distractor\n1,box,open,yes\n2,"key, small",take,no\n3,lid,lift,no\n',
    'test_prompts/test_1.py': '# A box and a key.'
  })
  const { rows } = await reportOf([folder, '--suite', 'bytesized32'])
  const [good, fails, other] = rows
  expect(good?.scores).toMatchObject({ initialised: 1, actions: 1, runnable: 1, winnable_crawl: 1 })
  expect(good?.missing).toMatchObject({ compliance: 'nobody was named to judge it: --judge-model' })
  expect(good?.missing.winnable).toBe('nobody was asked to play it: --play')
  expect(fails?.scores).toMatchObject({ initialised: 1, runnable: 0 })
  expect(fails?.problem).toMatch(/AttributeError: .*lid.* \(line 22\)/)
  expect(fails?.missing.compliance).toBe('test_prompts/test_2.py is missing')
  expect(other?.scores).toMatchObject({ initialised: 0, actions: 0, runnable: 0 })
})

/** Arrays of numbers as numpy's `savez` writes them: npy files in a zip without compression. */
function npz(arrays: Record<string, readonly (number | boolean | readonly number[])[]>): Uint8Array {
  const parts: Buffer[] = []
  const names: Buffer[] = []
  let at = 0
  for (const [name, rows] of Object.entries(arrays)) {
    const flat = rows.flat().map(Number)
    const width = flat.length / rows.length
    const shape = width > 1 ? `(${rows.length}, ${width})` : `(${rows.length},)`
    const header = `${`{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117)}\n`
    const size = Buffer.alloc(2)
    size.writeUInt16LE(header.length)
    const npy = Buffer.concat([
      Buffer.from('\x93NUMPY\x01\x00', 'latin1'),
      size,
      Buffer.from(header),
      Buffer.from(new Float64Array(flat).buffer)
    ])
    const file = Buffer.from(`${name}.npy`)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt32LE(crc32(npy), 10)
    about.writeUInt32LE(npy.length, 14)
    about.writeUInt32LE(npy.length, 18)
    about.writeUInt16LE(file.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, file, npy])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    names.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, tail, file]))
    parts.push(local)
    at += local.length
  }
  const directory = Buffer.concat(names)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(names.length, 4)
  end.writeUInt16LE(names.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}
