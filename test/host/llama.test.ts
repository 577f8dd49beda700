// The llama engine end to end with models whose answers are known in advance (fixtures/tiny-gguf.ts): real llama.cpp, real processes.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LoadOptions } from '../../src/core/contract/fit.ts'
import { OrreryError } from '../../src/core/errors.ts'
import type { Engine, EngineEvent, Request } from '../../src/core/tree/ports.ts'
import { createLlamaEngine, type LlamaOptions, type LlamaStatus } from '../../src/host/engines/llama.ts'
import { forkEngine } from '../../src/host/engines/spawn.ts'
import type { ChildPort } from '../../src/host/process/child.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { must } from '../must.ts'
import { PATIENCE, UNTIL_DONE } from '../patience.ts'

const HELLO = '§'
const FOREVER = '¶'
const TAGGED = '¤'
const EMOJI = ['<0xF0>', '<0x9F>', '<0x98>', '<0x80>']
const SCRIPTS = [
  { pieces: [HELLO, 'Hello ', 'wor', 'ld ', ...EMOJI, '!', ' STO', 'X ', 'ST', 'OP', 'never'], after: 'end' as const },
  { pieces: [FOREVER, 'la ', 'li ', 'lu\n'], after: 'again' as const },
  { pieces: [TAGGED, '<think>', 'hmm', '</think>', 'ok'], after: 'end' as const },
  { pieces: ['<0x0A>', 'deep'], after: 'end' as const }
]
// Every answer begins with an opened think block, and none of history has one: the shape of Qwen3.5's template.
const THINKING_TEMPLATE = `{% for message in messages %}{% if message['role'] == 'assistant' %}{% if loop.last %}{{ '<|im_start|>assistant\n<think>\n' + (message['reasoning_content'] or '') + '\n</think>\n\n' + message['content'] + '<|im_end|>\n' }}{% else %}{{ '<|im_start|>assistant\n' + message['content'] + '<|im_end|>\n' }}{% endif %}{% else %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}{% endif %}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n<think>\n' }}{% endif %}`

let folder: string
const model = (name: string) => join(folder, `${name}.gguf`)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-llama-'))
  writeTinyModel(model('tiny'), { scripts: SCRIPTS })
  writeTinyModel(model('short'), { scripts: SCRIPTS, contextLength: 512 })
  writeTinyModel(model('hybrid'), { scripts: SCRIPTS, architecture: 'qwen35moe' })
  writeTinyModel(model('thinking'), { scripts: SCRIPTS, chatTemplate: THINKING_TEMPLATE })
  writeTinyModel(model('hybrid-thinking'), {
    scripts: SCRIPTS,
    architecture: 'qwen35moe',
    chatTemplate: THINKING_TEMPLATE
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open: Engine[] = []
function engineOf(name: string, options: Partial<LlamaOptions> = {}): Engine {
  // One answer at a time, where a test does not ask for more.
  const load = LoadOptions.parse({ sequences: 1 })
  const engine = createLlamaEngine({ modelPath: model(name), name, hash: 'abc', template: 'small', load, ...options })
  open.push(engine)
  return engine
}
afterEach(() => Promise.all(open.splice(0).map((engine) => engine.dispose())))

function request(prefill: string, over: Partial<Request> & { maxTokens?: number; temperature?: number } = {}): Request {
  const { maxTokens = 50, temperature = 0, ...rest } = over
  return {
    messages: [
      { role: 'system', content: 'You are a terminal.' },
      { role: 'user', content: 'Go on.' }
    ],
    prefill,
    thinking: false,
    stop: ['STOP'],
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

/** Runs a request to its end. */
async function answer(engine: Engine, asked: Request, signal = UNTIL_DONE) {
  const events: EngineEvent[] = []
  for await (const event of engine.generate(asked, { signal })) events.push(event)
  return { ...read(events), events }
}

function read(events: EngineEvent[]) {
  const pieces = events.flatMap((event) => (event.type === 'text' ? [event.text] : []))
  const done = events.at(-1)
  if (done?.type !== 'done') throw new Error('The answer did not end in done.')
  return { pieces, text: pieces.join(''), done }
}

/** Starts a request and waits for its first text. */
async function begin(engine: Engine, asked: Request, signal = UNTIL_DONE) {
  const events = engine.generate(asked, { signal })
  for (let next = await events.next(); !next.done; next = await events.next()) {
    if (next.value.type === 'text') return events
  }
  throw new Error('No text came.')
}

async function drain(events: AsyncGenerator<EngineEvent>): Promise<OrreryError> {
  try {
    while (!(await events.next()).done);
  } catch (error) {
    if (error instanceof OrreryError) return error
    throw error
  }
  throw new Error('The answer was expected to fail.')
}

const failure = (engine: Engine, asked: Request) => drain(engine.generate(asked, { signal: UNTIL_DONE }))

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    await sleep(50)
  }
  return false
}

describe('an answer', () => {
  test('begins with the prefill, ends before the stop text, and says what it took', async () => {
    const engine = engineOf('tiny')
    const { text, done, pieces } = await answer(engine, request(HELLO))
    expect(text).toBe(`${HELLO}Hello world 😀! STOX `)
    expect(pieces.join('|')).not.toContain('\ufffd')
    expect(done).toEqual({
      type: 'done',
      tokens: { prompt: 56, cached: 0, generated: 12 },
      cut: null,
      trace: null,
      engine: 'llama',
      model: { name: 'tiny', hash: 'abc' }
    })
  })

  test('that adds nothing to the prefill is no output', async () => {
    const nothing = answer(engineOf('tiny'), request(HELLO, { stop: ['Hello'] }))
    await expect(nothing).rejects.toMatchObject({ code: 'no-output' })
  })

  test('comes after the load and the reading of the prompt are told', async () => {
    const { events } = await answer(engineOf('tiny'), request(HELLO))
    const told = events.flatMap((event) => (event.type === 'progress' ? [event] : []))
    expect(told.filter(({ phase }) => phase === 'load').at(-1)).toMatchObject({ done: 1, total: 1 })
    const read = told.filter(({ phase }) => phase === 'read')
    expect(read.every(({ total }) => total === 56)).toBe(true)
    const done = read.map((event) => event.done)
    expect([done[0], done.at(-1)]).toEqual([0, 56])
    expect(done).toEqual([...new Set(done)].sort((a, b) => a - b))
    expect(events.findIndex(({ type }) => type === 'text')).toBeGreaterThan(
      events.findLastIndex(({ type }) => type === 'progress')
    )
  })

  test('is cut off at maxTokens and says so; half a character is not shown', async () => {
    const { text, done } = await answer(engineOf('tiny'), request(HELLO, { maxTokens: 5 }))
    expect(text).toBe(`${HELLO}Hello world `)
    expect(done).toMatchObject({ cut: 'length', tokens: { generated: 5 } })
  })

  test('shows think tags even when the model has them as control tokens', async () => {
    const { text } = await answer(engineOf('tiny'), request(TAGGED))
    expect(text).toBe(`${TAGGED}<think>hmm</think>ok`)
  })

  test('begins with the think tag that the chat template opens, when thinking is wanted', async () => {
    const engine = engineOf('thinking')
    const thinking = await answer(engine, request('', { thinking: true }))
    expect(thinking.text).toBe('<think>\ndeep')
    const plain = await answer(engine, request('', { thinking: false }))
    expect(plain.text).not.toContain('<think>')
  })

  test('streams in pieces of at least a frame, with a meter at most ten times a second', async () => {
    const started = performance.now()
    const { events, text } = await answer(engineOf('tiny'), request(FOREVER, { maxTokens: 3000 }))
    const seconds = (performance.now() - started) / 1000
    expect(text).toBe(`${FOREVER}${'la li lu\n'.repeat(1000)}`)
    const pieces = events.filter(({ type }) => type === 'text').length
    expect(pieces).toBeGreaterThan(2)
    expect(pieces).toBeLessThan(seconds * 62.5 + 2)
    const meters = events.flatMap((event) => (event.type === 'meter' ? [event] : []))
    expect(meters.length).toBeGreaterThan(0)
    expect(meters.length).toBeLessThan(seconds * 10 + 2)
    expect(meters[0]).toMatchObject({ tokens: { prompt: 56, cached: 0 } })
    expect(must(meters[0]).tokensPerSecond).toBeGreaterThan(0)
  })
})

describe('the context', () => {
  const turns = (answer: string): Request['messages'] => [
    ...request('').messages,
    { role: 'assistant', content: answer },
    { role: 'user', content: 'And now?' }
  ]

  test('keeps what the next turn begins with', async () => {
    const engine = engineOf('tiny')
    const first = await answer(engine, request(FOREVER, { maxTokens: 30 }))
    const second = await answer(engine, request(HELLO, { messages: turns(first.text) }))
    expect(second.text).toBe(`${HELLO}Hello world 😀! STOX `)
    // The same prompt up to and with the prefill; the answer's own tokens are spelled anew.
    expect(second.done.tokens.cached).toBeGreaterThanOrEqual(56)
  })

  test('is read only where it is new when the same prompt is answered again', async () => {
    const engine = engineOf('tiny')
    await answer(engine, request(HELLO))
    const again = await answer(engine, request(HELLO))
    expect(again.done.tokens).toEqual({ prompt: 56, cached: 55, generated: 12 })
  })

  test('of a hybrid model goes back to the checkpoint of the turn', async () => {
    const engine = engineOf('hybrid')
    const first = await answer(engine, request(FOREVER, { maxTokens: 30 }))
    expect(first.done.tokens.cached).toBe(0)
    const again = await answer(engine, request(HELLO))
    expect(again.done.tokens).toEqual({ prompt: 56, cached: 55, generated: 12 })
    const next = await answer(engine, request(HELLO, { messages: turns('something else') }))
    expect(next.done.tokens.cached).toBe(55)
    expect(next.text).toBe(`${HELLO}Hello world 😀! STOX `)
  })

  test('of a hybrid model has its checkpoint before the think tag, which history does not keep', async () => {
    const engine = engineOf('hybrid-thinking')
    const first = await answer(engine, request('', { thinking: true }))
    expect(first.text).toBe('<think>\ndeep')
    const next = await answer(engine, request('', { thinking: true, messages: turns('seen') }))
    // All of the first prompt but the tag and its line break, a token each.
    expect(next.done.tokens.cached).toBe(first.done.tokens.prompt - 2)
  })

  test('is read from the start in strict mode, and the same seed draws the same tokens', async () => {
    const engine = engineOf('tiny')
    const drawn = (seed: number) => answer(engine, request(HELLO, { strict: true, temperature: 5, seed, stop: [] }))
    const [one, other, two] = [await drawn(7), await drawn(8), await drawn(7)]
    expect(two).toMatchObject({ text: one.text, done: one.done })
    expect(two.done.tokens.cached).toBe(0)
    expect(other.text).not.toBe(one.text)
  })

  test('8.3 refuses a prompt that leaves no room, with the numbers', async () => {
    const engine = engineOf('short')
    const error = await failure(engine, request(HELLO, { messages: [{ role: 'user', content: 'x'.repeat(480) }] }))
    expect(error.code).toBe('context-full')
    expect(error.message).toMatch(
      /^The prompt has \d+ tokens and the context holds 512\. That leaves \d+ for the answer/
    )
    expect(engine.info().contextSize).toBe(512)
    expect((await answer(engine, request(HELLO))).text).toContain('Hello')
  })

  test('answers in the room that is left, and says that the answer was cut', async () => {
    const { done } = await answer(engineOf('short'), request(FOREVER, { maxTokens: 2048 }))
    expect(done).toMatchObject({ cut: 'length', tokens: { prompt: 56, generated: 512 - 56 - 1 } })
  })
})

describe('requests', () => {
  test('wait for each other in order and know how many are ahead', async () => {
    const engine = engineOf('tiny')
    const order: string[] = []
    const run = async (name: string, asked: Request) => {
      const { events } = await answer(engine, asked)
      order.push(name)
      return events.flatMap((event) => (event.type === 'queued' ? [event.ahead] : []))
    }
    const ahead = await Promise.all([
      run('first', request(FOREVER, { maxTokens: 300 })),
      run('second', request(FOREVER, { maxTokens: 300 })),
      run('third', request(HELLO))
    ])
    expect(order).toEqual(['first', 'second', 'third'])
    expect(ahead).toEqual([[], [1], [2, 1]])
  })

  test('are cancelled in mid-stream, and the context is good for the next', async () => {
    const engine = engineOf('tiny')
    const controller = new AbortController()
    const events = await begin(engine, request(FOREVER, { maxTokens: 30_000 }), controller.signal)
    controller.abort()
    expect(await drain(events)).toMatchObject({ code: 'cancelled' })
    const next = await answer(engine, request(HELLO))
    expect(next.text).toBe(`${HELLO}Hello world 😀! STOX `)
    expect(next.done.tokens.cached).toBe(55)
  })

  test('are cancelled while a long prompt is read, within a slice', async () => {
    const engine = engineOf('tiny')
    await answer(engine, request(HELLO))
    const controller = new AbortController()
    const long = request(HELLO, { messages: [{ role: 'user', content: 'x'.repeat(8000) }] })
    const seen: number[] = []
    const run = async () => {
      for await (const event of engine.generate(long, { signal: controller.signal })) {
        if (event.type !== 'progress') continue
        seen.push(event.done)
        if (event.done >= 1024) controller.abort()
      }
    }
    await expect(run()).rejects.toMatchObject({ code: 'cancelled' })
    expect(seen.at(-1)).toBeLessThan(7000)
    const next = await answer(engine, long)
    expect(next.done.tokens.cached).toBeGreaterThanOrEqual(1024)
    expect(next.done.tokens.cached).toBeLessThan(8000)
  })

  test('are cancelled while they wait, without disturbing the others', async () => {
    const engine = engineOf('tiny')
    const running = await begin(engine, request(FOREVER, { maxTokens: 2000 }))
    const controller = new AbortController()
    const waiting = engine.generate(request(HELLO), { signal: controller.signal })
    expect((await waiting.next()).value).toEqual({ type: 'queued', ahead: 1 })
    controller.abort()
    expect(await drain(waiting)).toMatchObject({ code: 'cancelled' })
    const rest: EngineEvent[] = []
    for await (const event of running) rest.push(event)
    expect(read(rest).done.tokens.generated).toBe(2000)
  })

  test('end when nobody listens on', async () => {
    const engine = engineOf('tiny')
    const events = await begin(engine, request(FOREVER, { maxTokens: 30_000 }))
    await events.return(undefined)
    expect((await answer(engine, request(HELLO))).text).toContain('Hello')
  })
})

describe('the engine process', () => {
  /** Starts forked engines and keeps their process ids. */
  function watched() {
    const pids: number[] = []
    const spawn = () => {
      const port = forkEngine()
      pids.push(must(port.pid))
      return port
    }
    return { pids, spawn }
  }

  test('starts with the first request, and tells how it is doing', async () => {
    const { pids, spawn } = watched()
    const seen: LlamaStatus[] = []
    const engine = engineOf('tiny', { spawn, onStatus: (status) => seen.push(status) })
    expect(engine.info()).toEqual({
      engine: 'llama',
      model: { name: 'tiny', hash: 'abc' },
      contextSize: null,
      template: 'small'
    })
    expect(pids).toEqual([])
    expect(await engine.countTokens(['ab', '', 'a b c'])).toEqual([2, 0, 5])
    await answer(engine, request(HELLO))
    expect(pids).toHaveLength(1)
    expect(seen.map(({ state }) => state)).toEqual(['loading', 'ready', 'generating', 'ready'])
    expect(seen.at(-1)).toMatchObject({
      contextSize: 32_768,
      device: expect.stringMatching(/^(cpu|cuda|vulkan|metal)$/)
    })
    expect(engine.info().contextSize).toBe(32_768)
  })

  test('says that it is ready as soon as an answer was cancelled', async () => {
    const seen: LlamaStatus[] = []
    const engine = engineOf('tiny', { onStatus: (status) => seen.push(status) })
    const stop = new AbortController()
    const events = await begin(engine, request(FOREVER, { maxTokens: 30_000 }), stop.signal)
    stop.abort()
    await drain(events)
    expect(seen.at(-1)).toMatchObject({ state: 'ready' })
  })

  test('counts tokens while an answer streams', async () => {
    const engine = engineOf('tiny')
    const events = await begin(engine, request(FOREVER, { maxTokens: 30_000 }))
    expect(await engine.countTokens(['abc'])).toEqual([3])
    await events.return(undefined)
  })

  test('killed in mid-stream fails the answer in clear words, and the next request has a new one', async () => {
    const { pids, spawn } = watched()
    const seen: LlamaStatus[] = []
    const engine = engineOf('tiny', { spawn, onStatus: (status) => seen.push(status) })
    const events = await begin(engine, request(FOREVER, { maxTokens: 30_000 }))
    const waiting = answer(engine, request(HELLO))
    process.kill(must(pids[0]), 'SIGKILL')
    const error = await drain(events)
    expect(error.code).toBe('engine-crashed')
    expect(error.message).toMatch(
      /^The engine process ended while it was working \(signal SIGKILL.*\)\. No committed step is lost, and the engine restarts automatically: try the step again\.$/
    )
    // The request that waited behind it never notices.
    expect((await waiting).text).toBe(`${HELLO}Hello world 😀! STOX `)
    expect(pids).toHaveLength(2)
    expect(seen.map(({ state }) => state)).toContain('crashed')
    expect(seen.at(-1)).toMatchObject({ state: 'ready' })
  })

  test('killed after one of two answers ended fails the other, which is not begun a second time', async () => {
    const { pids, spawn } = watched()
    const engine = engineOf('tiny', { spawn, load: LoadOptions.parse({ sequences: 2 }) })
    const events = await begin(engine, request(FOREVER, { maxTokens: 30_000, owner: 'one' }))
    await answer(engine, request(HELLO, { owner: 'two' }))
    expect(engine.status?.()).toMatchObject({ state: 'generating' })
    process.kill(must(pids[0]), 'SIGKILL')
    expect((await drain(events)).code).toBe('engine-crashed')
    expect(pids).toHaveLength(1)
  })

  test('killed while it counts fails the count', async () => {
    const { pids, spawn } = watched()
    const engine = engineOf('tiny', { spawn })
    const counting = engine.countTokens(['abc'])
    process.kill(must(pids[0]), 'SIGKILL')
    await expect(counting).rejects.toMatchObject({ code: 'engine-crashed' })
  })

  test('ends promptly on dispose, and what was running is cancelled', async () => {
    const { pids, spawn } = watched()
    const engine = engineOf('tiny', { spawn })
    const events = await begin(engine, request(FOREVER, { maxTokens: 30_000 }))
    const started = performance.now()
    await engine.dispose()
    expect(performance.now() - started).toBeLessThan(PATIENCE.timeout)
    expect(await drain(events)).toMatchObject({ code: 'cancelled' })
    expect(await gone(must(pids[0]))).toBe(true)
    expect(await failure(engine, request(HELLO))).toMatchObject({ code: 'no-model' })
  })

  test('that talks nonsense is ended, not believed', async () => {
    const spawn = (): ChildPort => {
      const port = forkEngine()
      return { ...port, onMessage: (listener) => port.onMessage(() => listener({ type: 'gossip' })) }
    }
    expect(await failure(engineOf('tiny', { spawn }), request(HELLO))).toMatchObject({ code: 'engine-crashed' })
  })

  test('does not outlive the process that started it, even when that is killed', async () => {
    const source = `
      const { createLlamaEngine } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/host/engines/llama.ts'))})
      const { forkEngine } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/host/engines/spawn.ts'))})
      const spawn = () => { const port = forkEngine(); process.stdout.write(port.pid + '\\n'); return port }
      const engine = createLlamaEngine({ modelPath: ${JSON.stringify(model('tiny'))}, name: 'tiny', hash: null, template: 'small', spawn })
      for await (const event of engine.generate(${JSON.stringify(request(FOREVER, { maxTokens: 30_000 }))}, { signal: new AbortController().signal })) {
        if (event.type === 'text') process.stdout.write('text\\n')
      }`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit']
    })
    let said = ''
    parent.stdout.on('data', (data) => {
      said += data
    })
    while (!said.includes('text')) await once(parent.stdout, 'data')
    const pid = Number.parseInt(said, 10)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    expect(await gone(pid)).toBe(true)
  })

  test("speaks over Electron's parent port as over Node's IPC", async () => {
    // What a utility process has, made of what a fork has.
    const shim = `
      const send = process.send.bind(process)
      const on = (name, listener) => name === 'message' && process.on('message', (data) => listener({ data }))
      process.parentPort = { postMessage: (message) => send(message), on }
      process.send = () => { throw new Error('A utility process has no IPC channel.') }
      process.on('disconnect', () => process.exit())`
    const spawn = (): ChildPort => {
      const entry = join(import.meta.dirname, '../../src/host/engine-process/index.ts')
      const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(shim)}`]
      const child = fork(entry, [], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      return {
        postMessage: (message) => child.send(JSON.parse(JSON.stringify(message)), () => {}),
        onMessage: (listener) => child.on('message', listener),
        onExit: (listener) => child.on('exit', (code) => listener(code)),
        kill: () => child.kill('SIGKILL')
      }
    }
    const { text } = await answer(engineOf('tiny', { spawn }), request(HELLO))
    expect(text).toBe(`${HELLO}Hello world 😀! STOX `)
  })
})

describe('a model that cannot be used', () => {
  test('is not there', async () => {
    const error = await failure(engineOf('nowhere'), request(HELLO))
    expect(error.code).toBe('not-found')
    expect(error.message).toBe(
      `The model file "${model('nowhere')}" is gone: it was moved, renamed or deleted, or its disk is not connected. Select it where it is now, or select another model, under Models or with: orrery model use PATH`
    )
  })

  test('is no GGUF file', async () => {
    writeFileSync(model('junk'), Buffer.alloc(4096, 'not a model'))
    const engine = engineOf('junk')
    const error = await failure(engine, request(HELLO))
    expect(error.code).toBe('model-broken')
    expect(error.message).toContain('Model "junk.gguf" cannot be read as a GGUF model')
    expect(error.message).toContain('Pull it again, or choose another one')
    await expect(engine.countTokens(['a'])).rejects.toMatchObject({ code: 'model-broken' })
  })

  test.each([0, 3, 100, 5_000, 200_000])('was cut off after %i bytes', async (bytes) => {
    writeFileSync(model('cut'), readFileSync(model('tiny')).subarray(0, bytes))
    const error = await failure(engineOf('cut'), request(HELLO))
    expect(error.code).toBe('model-broken')
    expect(error.message).toContain('Model "cut.gguf"')
  })

  test('8.5 is too big for the memory, known before it is loaded', async () => {
    const seen: string[] = []
    const engine = engineOf('tiny', {
      freeMemory: 200_000,
      load: LoadOptions.parse({}),
      onStatus: ({ state }) => seen.push(state)
    })
    const error = await failure(engine, request(HELLO))
    expect(error.code).toBe('model-too-big')
    expect(error.message).toMatch(
      /^Model "tiny.gguf" needs [\d.]+ MB of memory \([\d.]+ MB of weights, [\d.]+ MB for a context of 4096 tokens, [\d.]+ MB of buffers\) and [\d.]+ MB is free; .*smaller/
    )
    expect(seen).toEqual(['loading', 'idle'])
  })
})
