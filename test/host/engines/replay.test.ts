import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SessionTree } from '../../../src/core/formats/importing.ts'
import { readText } from '../../../src/core/formats/importing-text.ts'
import { MARKER, parse } from '../../../src/core/step/parse.ts'
import { makeStep } from '../../../src/core/tree/history.ts'
import { Call, type Step } from '../../../src/core/tree/model.ts'
import type { Engine, EngineEvent, Request } from '../../../src/core/tree/ports.ts'
import { createReplayEngine } from '../../../src/host/engines/replay.ts'
import { PATIENCE } from '../../patience.ts'

const REQUEST: Request = {
  messages: [],
  prefill: '',
  thinking: false,
  stop: [],
  sampling: { temperature: 0.6, topK: 20, topP: 0.95, maxTokens: 100 },
  seed: 0,
  strict: false,
  owner: 'test',
  repeats: 0,
  shape: { tags: false, schema: null },
  trace: false,
  parent: null,
  action: []
}
const MODEL = { name: 'recorded', hash: 'f'.repeat(64) }
const LS = [{ keystrokes: 'ls\n', duration: 1 }]
const PWD = [{ keystrokes: 'pwd\n', duration: 1 }]

function callOf(step: Step, change: Partial<Call> = {}): Call {
  return Call.parse({
    id: `${step.id}-${change.seed ?? 0}`,
    step: step.id,
    session: 's',
    branch: 'b',
    engine: 'llama',
    model: MODEL,
    seed: 0,
    setup: { domain: 'terminal' },
    template: 'small',
    instruction: '',
    firings: [],
    raw: '',
    thinking: '',
    warnings: [],
    tokens: { prompt: 10, cached: 0, generated: 4 },
    ms: { first: 0, total: 0 },
    createdAt: 0,
    ...change
  })
}

function treeOf(steps: Step[], calls: Call[]): SessionTree {
  const session = { id: 's', title: 'S', notes: '', domain: 'terminal', createdAt: 0, updatedAt: 0 }
  return { session, branches: [], steps, calls }
}

async function answer(engine: Engine, change: Partial<Request> = {}, signal = new AbortController().signal) {
  const events: EngineEvent[] = []
  for await (const event of engine.generate({ ...REQUEST, ...change }, { signal })) events.push(event)
  const pieces = events.flatMap((event) => (event.type === 'text' ? [event.text] : []))
  return { text: pieces.join(''), pieces, done: events.at(-1) }
}

const first = await makeStep(null, LS, { text: '$ ls\na b' })
const again = await makeStep(null, LS, { text: '$ ls\nc' })
const second = await makeStep(first.id, PWD, { text: '$ pwd\n/' })

it('a recorded action is answered word for word, by the model that said it then', async () => {
  const raw = `<think>hm</think>${MARKER}\n$ ls\na b`
  const engine = createReplayEngine({ trees: [treeOf([first], [callOf(first, { raw })])], otherwise: null, tempo: 0 })
  const { text, done } = await answer(engine, { action: LS })
  expect(text).toBe(raw)
  expect(done).toEqual({
    type: 'done',
    tokens: { prompt: 10, cached: 0, generated: 4 },
    cut: null,
    trace: null,
    engine: 'replay',
    model: MODEL
  })
})

it('a step whose model text was not kept is answered with its observation', async () => {
  const engine = createReplayEngine({ trees: [treeOf([first], [])], otherwise: null, tempo: 0 })
  const { text, done } = await answer(engine, { action: LS })
  expect(text).toBe(`${MARKER}\n$ ls\na b`)
  expect(done).toEqual({
    type: 'done',
    tokens: { prompt: 0, cached: 0, generated: 0 },
    cut: null,
    trace: null,
    engine: 'replay',
    model: { name: 'recording', hash: null }
  })
})

it('what was known of a recorded answer is known of it again, also where no model said it', async () => {
  const result = { exitCode: 2, ready: true, output: 'a b' }
  const trees = [treeOf([first], [callOf(first, { raw: '', result })])]
  const { text, done } = await answer(createReplayEngine({ trees, otherwise: null, tempo: 0 }), { action: LS })
  expect(text).toBe(`${MARKER}\n$ ls\na b`)
  expect(done).toMatchObject({ result })
})

it('what was cut off is told to have been, so that playing it makes the same step; a limit is met again by itself', async () => {
  const ends = [
    'after 4 tokens',
    'where it repeated itself',
    'where only the numbers kept changing',
    'after 200 characters'
  ]
  const cuts = []
  for (const end of ends) {
    const step = await makeStep(null, LS, { text: `$ ls\n[Orrery cut this off ${end}]` })
    const raw = `${MARKER}\n$ ls`
    const engine = createReplayEngine({ trees: [treeOf([step], [callOf(step, { raw })])], otherwise: null, tempo: 0 })
    const { text, done } = await answer(engine, { action: LS })
    cuts.push([text, done?.type === 'done' && done.cut])
  }
  expect(cuts).toEqual(['length', 'repetition', 'counting', null].map((cut) => [`${MARKER}\n$ ls`, cut]))
})

it('a recorded trace is told when it is asked for', async () => {
  const trace = [{ text: 'a', probability: 1, top: [] }]
  const trees = [treeOf([first], [callOf(first, { raw: 'a', trace })])]
  const engine = createReplayEngine({ trees, otherwise: null, tempo: 0 })
  expect((await answer(engine, { action: LS, trace: true })).done).toMatchObject({ trace })
  expect((await answer(engine, { action: LS })).done).toMatchObject({ trace: null })
})

it('where the action happens counts, how its JSON is written does not', async () => {
  const engine = createReplayEngine({ trees: [treeOf([first, second], [])], otherwise: null, tempo: 0 })
  const rewritten = [{ duration: 1, keystrokes: 'pwd\n' }]
  expect((await answer(engine, { parent: first.id, action: rewritten })).text).toBe(`${MARKER}\n$ pwd\n/`)
  await expect(answer(engine, { parent: null, action: rewritten })).rejects.toMatchObject({ code: 'not-recorded' })
})

it('another answer than the recorded ones is not made up: a model draws it, or it is said that none can', async () => {
  const step = await makeStep(null, LS, { text: 'one' })
  const trees = [treeOf([step], [callOf(step, { raw: 'one', seed: 1 })])]
  const alone = createReplayEngine({ trees, otherwise: null, tempo: 0 })
  await expect(answer(alone, { action: LS, seed: 9, fresh: true })).rejects.toMatchObject({
    code: 'not-recorded',
    message: 'The recording has no other answer here. Load a model to generate one.'
  })
  expect((await answer(alone, { action: LS, seed: 1, fresh: true })).text).toBe('one')
  const model = createReplayEngine({
    trees: [treeOf([step], [callOf(step, { raw: 'drawn', seed: 9 })])],
    otherwise: null,
    tempo: 0
  })
  const both = createReplayEngine({ trees, otherwise: model, tempo: 0 })
  expect((await answer(both, { action: LS, seed: 9, fresh: true })).text).toBe('drawn')
})

it('of several recorded draws the one with the seed is played, else the first', async () => {
  const trees = [
    treeOf([first, again], [callOf(first, { raw: 'one', seed: 1 }), callOf(again, { raw: 'two', seed: 2 })])
  ]
  const engine = createReplayEngine({ trees, otherwise: null, tempo: 0 })
  expect((await answer(engine, { action: LS, seed: 2 })).text).toBe('two')
  expect((await answer(engine, { action: LS, seed: 9 })).text).toBe('one')
})

it('what can be played from here is listed once, in the order of the recording', async () => {
  const other = await makeStep(null, PWD, { text: '$ pwd\n/root' })
  const engine = createReplayEngine({ trees: [treeOf([first, again, other, second], [])], otherwise: null })
  expect(engine.recorded(null)).toEqual([LS, PWD])
  expect(engine.recorded(first.id)).toEqual([PWD])
  expect(engine.recorded(second.id)).toEqual([])
})

it('an action without a recorded answer names up to three that have one', async () => {
  const steps = await Promise.all(['a', 'b', 'c', 'd'].map((key) => makeStep(null, [key], { text: key })))
  const engine = createReplayEngine({ trees: [treeOf(steps, [])], otherwise: null })
  await expect(answer(engine, { action: ['x'] })).rejects.toMatchObject({
    code: 'not-recorded',
    message:
      'The recording has no answer for ["x"] at this point. Load a model to take other actions. Recorded here:\n["a"]\n["b"]\n["c"]'
  })
  await expect(answer(engine, { action: ['x'], parent: steps[0]?.id ?? null })).rejects.toThrow(
    'The recording ends here.'
  )
})

describe('with a model behind it', () => {
  const model: Engine & { disposed: boolean } = {
    disposed: false,
    info: () => ({ engine: 'llama', model: { name: 'live', hash: null }, contextSize: 4096, template: 'small' }),
    async *generate() {
      yield { type: 'text', text: 'live' }
    },
    countTokens: async (texts) => texts.map((text) => text.length),
    async dispose() {
      this.disposed = true
    }
  }
  const engine = createReplayEngine({ trees: [treeOf([first], [])], otherwise: model, tempo: 0 })

  it('what is recorded is played and the rest is predicted', async () => {
    expect((await answer(engine, { action: LS })).text).toBe(`${MARKER}\n$ ls\na b`)
    expect((await answer(engine, { action: PWD })).text).toBe('live')
  })

  it('prompts are built and counted for the model that may have to answer', async () => {
    expect(engine.info()).toEqual({
      engine: 'replay',
      model: { name: 'recording', hash: null },
      contextSize: 4096,
      template: 'small'
    })
    expect(await engine.countTokens(['abc'])).toEqual([3])
  })

  it('the model stays its owner’s to dispose of', async () => {
    await engine.dispose()
    expect(model.disposed).toBe(false)
  })
})

it('alone it cannot count, and suits the standard template', async () => {
  const engine = createReplayEngine({ trees: [], otherwise: null })
  expect(await engine.countTokens(['abc'])).toBe(null)
  expect(engine.info()).toMatchObject({ contextSize: null, template: 'standard' })
})

describe('tempo', () => {
  const raw = 'abcdefgh \u{1F30D} ij'
  const ms = { first: 200, total: 400 }
  const trees = [treeOf([first], [callOf(first, { raw, ms })])]

  it('pieces come at the recorded speed, as many as tokens were generated', async () => {
    const engine = createReplayEngine({ trees, otherwise: null })
    const started = performance.now()
    const { pieces } = await answer(engine, { action: LS })
    const took = performance.now() - started
    expect(pieces).toEqual(['abcd', 'efgh', ' \u{1F30D} ', 'ij'])
    // The last of four pieces begins three quarters of the way.
    expect(took).toBeGreaterThan(345)
    expect(took).toBeLessThan(PATIENCE.timeout)
  })

  it('no character is cut in two', async () => {
    const engine = createReplayEngine({
      trees: [
        treeOf([first], [callOf(first, { raw: '\u{1F30D}\u{1F30D}', tokens: { prompt: 0, cached: 0, generated: 4 } })])
      ],
      otherwise: null
    })
    expect((await answer(engine, { action: LS })).pieces).toEqual(['\u{1F30D}', '\u{1F30D}'])
  })

  it('at tempo 0 everything comes at once', async () => {
    // An hour as it was recorded.
    const slow = [treeOf([first], [callOf(first, { raw, ms: { first: 1_800_000, total: 3_600_000 } })])]
    const engine = createReplayEngine({ trees: slow, otherwise: null, tempo: 0 })
    expect((await answer(engine, { action: LS })).pieces).toEqual([raw])
  })

  it('cancelling stops in the middle', async () => {
    const engine = createReplayEngine({ trees, otherwise: null, tempo: 100 })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    await expect(answer(engine, { action: LS }, stop.signal)).rejects.toMatchObject({
      code: 'cancelled',
      message: 'The step was stopped.'
    })
  })
})

describe('every recording that ships or is kept for tests plays to its end', () => {
  const folders = ['test/fixtures', 'resources/samples'].map((name) => join(import.meta.dirname, '../../..', name))
  const files = folders.filter(existsSync).flatMap((folder) => list(folder).map((name) => join(folder, name)))

  it('there are some', () => expect(files).not.toEqual([]))

  it.each(files)('%s', async (file) => {
    const text = readFileSync(file, 'utf8')
    const { trees } = await readText(text, { now: 0 })
    const engine = createReplayEngine({ trees, otherwise: null, tempo: 0 })
    for (const { steps, calls } of trees) {
      for (const step of steps) {
        const call = calls.find((one) => one.step === step.id && one.raw)
        const { text } = await answer(engine, { parent: step.parent, action: step.action, seed: call?.seed ?? 0 })
        expect(text).toBe(call?.raw ?? `${MARKER}\n${step.observation.text}`)
        // A sample goes on only from the very step that was recorded.
        if (file.includes(join('resources', 'samples'))) expect(parse(text).observation).toBe(step.observation.text)
      }
    }
  })
})

/** The recordings in a folder; the fixtures are also of other formats. */
function list(folder: string): string[] {
  return readdirSync(folder).filter((name) => {
    const path = join(folder, name)
    if (folder.endsWith('samples')) return name.endsWith('.jsonl')
    return name.endsWith('.jsonl') && /"format":\s*"orrery"/.test(readFileSync(path, 'utf8').slice(0, 200))
  })
}
