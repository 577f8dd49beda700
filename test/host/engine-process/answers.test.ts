// What the engine process adds to an answer, with models whose answers are known or hang on all of history: real llama.cpp, real processes.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LoadOptions } from '../../../src/core/contract/fit.ts'
import type { Engine, EngineEvent, Request } from '../../../src/core/tree/ports.ts'
import { createLlamaEngine, type LlamaOptions } from '../../../src/host/engines/llama.ts'
import { forkEngine } from '../../../src/host/engines/spawn.ts'
import { writeTinyModel } from '../../fixtures/tiny-gguf.ts'
import { must } from '../../must.ts'
import { UNTIL_DONE } from '../../patience.ts'

const FOREVER = '¶'
const LIST = '§'
const COUNT = '¤'
const ITEMS = Array.from({ length: 64 }, (_, index) => `item${index} `)
const SHAPES = ['llama', 'qwen35moe'] as const

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-answers-'))
  const scripts = [
    { pieces: [FOREVER, 'la ', 'li ', 'lu\n'], after: 'again' as const },
    { pieces: [LIST, ...ITEMS], after: 'end' as const },
    { pieces: [COUNT, ...Array.from({ length: 60 }, (_, n) => `plum ${n}\n`)], after: 'end' as const }
  ]
  for (const architecture of SHAPES) {
    writeTinyModel(join(folder, `known-${architecture}.gguf`), { architecture, scripts })
    writeTinyModel(join(folder, `random-${architecture}.gguf`), { architecture, random: 3 })
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open: Engine[] = []
afterEach(() => Promise.all(open.splice(0).map((engine) => engine.dispose())))
function engineOf(name: string, options: Partial<LlamaOptions>, sequences = 1): Engine {
  const engine = start(name, options, sequences)
  open.push(engine)
  return engine
}

function start(name: string, options: Partial<LlamaOptions> = {}, sequences = 1): Engine {
  const load = LoadOptions.parse({ sequences, contextSize: 4096 })
  return createLlamaEngine({
    ...{ modelPath: join(folder, `${name}.gguf`), name, hash: name, template: 'small', load },
    ...options
  })
}

/** The process that serves every test which asks nothing more of it. */
const shared = new Map<string, Engine>()
function sharedOf(name: string): Engine {
  const engine = shared.get(name) ?? start(name)
  shared.set(name, engine)
  return engine
}
afterAll(() => Promise.all([...shared.values()].map((engine) => engine.dispose())))

function request(content: string, over: Partial<Request> & { maxTokens?: number; temperature?: number } = {}): Request {
  const { maxTokens = 20, temperature = 0, ...rest } = over
  return {
    messages: [{ role: 'user', content }],
    prefill: '',
    thinking: false,
    stop: [],
    sampling: { temperature, topK: 0, topP: 1, maxTokens },
    seed: 1,
    strict: false,
    owner: 'test',
    repeats: 0,
    shape: { tags: false, schema: null },
    trace: false,
    parent: null,
    action: [],
    ...rest
  }
}

async function answer(engine: Engine, asked: Request, answerNow?: AbortSignal) {
  const events: EngineEvent[] = []
  for await (const event of engine.generate(asked, { signal: UNTIL_DONE, answerNow })) events.push(event)
  const done = events.at(-1)
  if (done?.type !== 'done') throw new Error('The answer did not end in done.')
  return { ...done, text: events.map((event) => (event.type === 'text' ? event.text : '')).join('') }
}

/** Letters that no other prompt begins with. */
const letters = (length: number, from = 0) =>
  Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * 7 + (at >> 3) + from) % 26))).join('')

describe.each(SHAPES)('a %s', (shape) => {
  test('copies from the prompt what it says again, and says the same without', async () => {
    const asked = request(`${LIST}${ITEMS.join('')}`, { prefill: LIST, maxTokens: 200 })
    const copied = await answer(sharedOf(`known-${shape}`), asked)
    const plain = await answer(engineOf(`known-${shape}`, { copying: false }), asked)
    expect(copied.text).toBe(`${LIST}${ITEMS.join('')}`)
    expect(plain.text).toBe(copied.text)
    expect(plain.tokens.copied).toBeUndefined()
    expect(copied.tokens).toMatchObject({ generated: 64 })
  })

  test('ends an answer that only repeats itself, when it is told to', async () => {
    const engine = sharedOf(`known-${shape}`)
    const { cut, tokens } = await answer(engine, request('x', { prefill: FOREVER, repeats: 6, maxTokens: 300 }))
    expect([cut, tokens.generated]).toEqual(['repetition', 48])
    const endless = await answer(engine, request('x', { prefill: FOREVER, maxTokens: 300 }))
    expect([endless.cut, endless.tokens.generated]).toEqual(['length', 300])
  })

  test('ends an answer that only counts on, unless its action may count', async () => {
    const engine = sharedOf(`known-${shape}`)
    const asked = { prefill: COUNT, repeats: 6, maxTokens: 300 }
    const { cut, text, tokens } = await answer(engine, request('x', { ...asked, counts: false }))
    expect([cut, text.split('\n').length - 1, tokens.generated]).toEqual(['counting', 25, 25])
    const whole = await answer(engine, request('x', { ...asked, counts: true }))
    expect([whole.cut, whole.tokens.generated]).toEqual([null, 60])
  })

  test('closes a thought at its budget, or when an answer is wanted now, and draws on from there', async () => {
    const engine = sharedOf(`known-${shape}`)
    const asked = request('x', { prefill: FOREVER, maxTokens: 24, thinking: true, tagged: true, budget: 7 })
    const opened = '\n<predicted_observation>\n'
    const free = await answer(engine, { ...asked, budget: null })
    expect([free.thoughtEnded, free.text.includes(opened)]).toEqual([undefined, false])
    for (const more of [{}, { trace: true }, { strict: true }]) {
      const ended = await answer(engine, { ...asked, ...more })
      expect(ended.thoughtEnded).toBe('budget')
      const [thought = '', rest = ''] = ended.text.split(opened)
      expect(free.text.startsWith(thought)).toBe(true)
      expect(ended.tokens.generated).toBeGreaterThan(7)
      expect(rest).not.toBe('')
    }
    // What a stop text could still have become comes before the words that close the thought.
    const held = await answer(engine, { ...asked, stop: ['la li XX'] })
    expect(held.text.split(opened)[0]).toBe(`${FOREVER}la li lu\nla li lu\nla `)
    const now = new AbortController()
    now.abort()
    const hurried = await answer(engine, { ...asked, budget: null }, now.signal)
    expect(hurried.thoughtEnded).toBe('asked')
    expect(hurried.text.indexOf(opened)).toBeGreaterThan(0)
    // Nothing of it is left over: the same prompt is answered as before.
    expect((await answer(engine, { ...asked, budget: null })).text).toBe(free.text)
  })

  test('tells of each token how probable it was and what else could have come, without another answer', async () => {
    const engine = sharedOf(`random-${shape}`)
    const plain = await answer(engine, request('hello', { strict: true }))
    const traced = await answer(engine, request('hello', { strict: true, trace: true }))
    expect([traced.text, plain.trace]).toEqual([plain.text, null])
    const trace = must(traced.trace)
    expect(trace.map(({ text }) => text).join('')).toBe(plain.text)
    for (const { text, probability, top } of trace) {
      expect(top[0]).toEqual({ text, probability })
      expect(top.length).toBe(5)
      expect(top.reduce((sum, one) => sum + one.probability, 0)).toBeLessThanOrEqual(1.0001)
      expect(probability).toBeGreaterThan(0)
    }
  })

  test('is held to a JSON schema', async () => {
    const schema = { type: 'object', properties: { ok: { type: 'boolean' }, kind: { enum: ['a', 'b'] } } }
    const { text, cut } = await answer(
      sharedOf(`random-${shape}`),
      request('hello', { shape: { tags: false, schema }, maxTokens: 60 })
    )
    expect(cut).toBeNull()
    expect(JSON.parse(text)).toEqual({ ok: expect.any(Boolean), kind: expect.stringMatching(/^[ab]$/) })
  })

  test('is held to the tags, and JSON inside them', async () => {
    const engine = sharedOf(`random-${shape}`)
    const tagged = await answer(
      engine,
      request('hello', { thinking: true, shape: { tags: true, schema: { type: 'boolean' } }, maxTokens: 120 })
    )
    expect(tagged.text).toMatch(
      /^(<think>[\s\S]*<\/think>)?\n?\n?<predicted_observation>\n?(true|false)\n?<\/predicted_observation>$/
    )
    const open = await answer(
      engine,
      request('hello', { thinking: true, shape: { tags: true, schema: null }, maxTokens: 200, temperature: 5 })
    )
    const inside = open.text.replace(/^<think>[\s\S]*?<\/think>/, '')
    expect(inside.match(/<predicted_observation>/g)?.length ?? 0).toBeLessThanOrEqual(1)
  })

  test('keeps what it has read when it is put away, and reads no more of it than what is new', async () => {
    const states = join(folder, `states-${shape}`)
    const content = letters(1500)
    const first = engineOf(`random-${shape}`, { states })
    const before = await answer(first, request(content))
    const messages: Request['messages'] = [
      { role: 'user', content },
      { role: 'assistant', content: before.text },
      { role: 'user', content: 'more' }
    ]
    await first.dispose()
    expect(
      readdirSync(states)
        .map((name) => name.replace(/.*\./, ''))
        .sort()
    ).toEqual(['answers', 'json', 'state'])

    const second = engineOf(`random-${shape}`, { states })
    const after = await answer(second, request('', { messages }))
    expect(after.tokens.cached).toBeGreaterThan(1500)
    const anew = await answer(sharedOf(`random-${shape}`), request('', { messages, strict: true }))
    expect([anew.tokens.cached, after.text]).toEqual([0, anew.text])
  })

  test('reads a long prompt once for several who ask the same at the same moment', async () => {
    let pid = 0
    const spawn = () => {
      const child = forkEngine()
      pid = must(child.pid)
      return child
    }
    const engine = engineOf(`random-${shape}`, { states: join(folder, `together-${shape}`), spawn }, 3)
    const content = letters(1800, 5)
    // Loaded first: three requests at once are three only when there is room for them.
    await answer(engine, request('x'))
    // The process stands still until all three have reached it: on a busy machine the first could else be read before the others are sent.
    process.kill(pid, 'SIGSTOP')
    const asked = [1, 2, 3].map((seed) => answer(engine, request(content, { seed })))
    await new Promise(setImmediate)
    process.kill(pid, 'SIGCONT')
    const all = await Promise.all(asked)
    const cached = all.map(({ tokens }) => tokens.cached).sort((a, b) => a - b)
    expect(cached[0]).toBeLessThan(100)
    expect(cached.slice(1).every((count) => count > 1800)).toBe(true)
    expect(new Set(all.map(({ text }) => text)).size).toBe(1)
  })
})

describe('saved states', () => {
  const content = letters(900, 11)

  const kept = () => join(folder, 'kept')
  beforeAll(async () => {
    const engine = engineOf('random-llama', { states: kept() })
    await answer(engine, request(content))
    await engine.dispose()
  })
  /** The file of a state, copied to `states`. */
  function saved(states: string): string {
    cpSync(kept(), states, { recursive: true })
    return join(states, must(readdirSync(states).find((name) => name.endsWith('.state'))))
  }
  const cachedBy = async (options: Partial<LlamaOptions>) =>
    (await answer(engineOf('random-llama', options), request(content))).tokens.cached

  test('are of no use to another model, and are left to it', async () => {
    const states = join(folder, 'another')
    const file = saved(states)
    expect(await cachedBy({ states, hash: 'another model' })).toBe(0)
    expect(readFileSync(file).length).toBeGreaterThan(0)
    expect(await cachedBy({ states })).toBeGreaterThan(900)
  })

  test('that were cut off are not loaded, and go', async () => {
    const states = join(folder, 'cut')
    const file = saved(states)
    truncateSync(file, 1000)
    expect(await cachedBy({ states })).toBe(0)
    expect(readdirSync(states)).not.toContain(file.split('/').at(-1))
  })

  test('8.11 whose content was damaged are not used, and go', async () => {
    const states = join(folder, 'damaged')
    const file = saved(states)
    const content = readFileSync(file)
    const middle = content.length >> 1
    content.writeUInt8(content.readUInt8(middle) ^ 0x40, middle)
    writeFileSync(file, content)
    expect(await cachedBy({ states })).toBe(0)
    expect(readdirSync(states)).not.toContain(file.split('/').at(-1))
  })

  test('of another version of the library are not loaded, and go', async () => {
    const states = join(folder, 'version')
    const file = saved(states)
    const header = file.replace(/state$/, 'json')
    writeFileSync(header, readFileSync(header, 'utf8').replace(/"library":"[^"]*"/, '"library":"0.0.0"'))
    expect(await cachedBy({ states })).toBe(0)
    expect(readdirSync(states)).not.toContain(file.split('/').at(-1))
  })

  test('are not kept of a model whose hash is not known', async () => {
    const states = join(folder, 'unknown')
    const engine = engineOf('random-llama', { states, hash: null })
    await answer(engine, request(content))
    await engine.dispose()
    expect(() => readdirSync(states)).toThrow('ENOENT')
  })
})
