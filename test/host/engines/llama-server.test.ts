// The llama-server engine over a stand-in that keeps llama-server's contract without a model: real processes, real HTTP.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { LoadOptions } from '../../../src/core/contract/fit.ts'
import { OrreryError } from '../../../src/core/errors.ts'
import type { Engine, EngineEvent, Request } from '../../../src/core/tree/ports.ts'
import {
  createLlamaServerEngine,
  type LlamaServerOptions,
  type LlamaServerStatus
} from '../../../src/host/engines/llama-server/index.ts'
import { writeTinyModel } from '../../fixtures/tiny-gguf.ts'
import { must } from '../../must.ts'
import { UNTIL_DONE } from '../../patience.ts'
import { folder } from '../folder.ts'

// Each test starts a few processes, and a machine may be busy with others.
vi.setConfig({ testTimeout: 60_000 })

const FAKE = join(import.meta.dirname, '..', '..', 'fixtures', 'fake-llama-server.mjs')
const GPU = { ram: 8e9, vram: 8e9 }

/** A stand-in with settings of its own, a tiny model, and what the stand-in noted down. */
async function setUp({ help = 'new', start = '', architecture = 'llama' as 'llama' | 'qwen35moe' } = {}) {
  const at = await folder()
  const [program, log, modelPath] = [join(at, 'llama-server'), join(at, 'log'), join(at, 'tiny.gguf')]
  const settings = `FAKE_LOG='${log}' FAKE_HELP='${help}' FAKE_START='${start}'`
  writeFileSync(program, `#!/bin/sh\n${settings} exec '${process.execPath}' '${FAKE}' "$@"\n`)
  chmodSync(program, 0o755)
  writeFileSync(log, '')
  writeTinyModel(modelPath, { scripts: [{ pieces: ['§', 'Hello'], after: 'end' }], architecture })
  const noted = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter(Boolean)
      // `as`: the lines the stand-in writes.
      .map((line) => JSON.parse(line) as { event: string; pid: number; args: string[]; [more: string]: unknown })
  return {
    program,
    modelPath,
    noted,
    pids: () => noted().flatMap(({ event, pid }) => (event === 'start' ? [pid] : []))
  }
}
type SetUp = Awaited<ReturnType<typeof setUp>>

const open: Engine[] = []
afterEach(() => Promise.all(open.splice(0).map((engine) => engine.dispose())))

function engineOf({ program, modelPath }: SetUp, options: Partial<LlamaServerOptions> = {}): Engine {
  const load = LoadOptions.parse({ contextSize: 4096 })
  const engine = createLlamaServerEngine({
    modelPath,
    name: 'tiny',
    hash: 'abc',
    template: 'small',
    load,
    program,
    free: { ram: 8e9, vram: 0 },
    ...options
  })
  open.push(engine)
  return engine
}

function request(said: string, over: Partial<Request> & { maxTokens?: number; temperature?: number } = {}): Request {
  const { maxTokens = 50, temperature = 0, ...rest } = over
  return {
    messages: [
      { role: 'system', content: 'You are a terminal.' },
      { role: 'user', content: said }
    ],
    prefill: '',
    thinking: false,
    stop: ['STOP'],
    sampling: { temperature, topK: 20, topP: 0.9, maxTokens },
    seed: 7,
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

async function answer(engine: Engine, asked: Request, signal = UNTIL_DONE) {
  const events: EngineEvent[] = []
  for await (const event of engine.generate(asked, { signal })) events.push(event)
  const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
  const done = events.at(-1)
  if (done?.type !== 'done') throw new Error('The answer did not end in done.')
  return { text, done, events }
}

async function failure(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown
  )
  if (error instanceof OrreryError) return { code: error.code, message: error.message }
  throw new Error(`An OrreryError was expected, not ${error}.`)
}

/** Starts an endless answer and waits for its first text. */
async function begin(engine: Engine, asked: Request, signal = UNTIL_DONE) {
  const events = engine.generate(asked, { signal })
  for (let next = await events.next(); !next.done; next = await events.next()) {
    if (next.value.type === 'text') return events
  }
  throw new Error('No text came.')
}

/** Waits until `done` says so; the last answer when it never does. */
async function eventually<T>(look: () => T, done: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 200 && !done(look()); tries++) await sleep(25)
  return look()
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('an answer', () => {
  test('is asked for with what the setup says and told as it comes', async () => {
    const here = await setUp()
    const { text, done, events } = await answer(engineOf(here), request('hello', { temperature: 0.5 }))

    expect(text).toBe('Hello world!')
    expect(done).toEqual({
      type: 'done',
      tokens: { prompt: 6, cached: 5, generated: 2 },
      cut: null,
      trace: null,
      engine: 'llama-server',
      model: { name: 'tiny', hash: 'abc' }
    })
    expect(events.filter(({ type }) => type !== 'text' && type !== 'meter')).toEqual([
      { type: 'progress', phase: 'load', done: 1, total: 1 },
      { type: 'progress', phase: 'read', done: 5, total: 6 },
      { type: 'progress', phase: 'read', done: 6, total: 6 },
      done
    ])
    expect(here.noted().find(({ event }) => event === '/completion')?.body).toEqual({
      prompt: '<system>You are a terminal.\n<user>hello\n<assistant>',
      stream: true,
      return_progress: true,
      timings_per_token: true,
      cache_prompt: true,
      n_predict: 50,
      temperature: 0.5,
      top_k: 20,
      top_p: 0.9,
      samplers: ['top_k', 'top_p', 'temperature'],
      seed: 7,
      preserved_tokens: ['<think>', '</think>', '<predicted_observation>', '</predicted_observation>'],
      message_delimiters: [{ role: 'user', delimiter: '\n<user>' }],
      stop: ['STOP']
    })
  })

  test('goes on from the prefill, which is its first text', async () => {
    const here = await setUp()
    const { text } = await answer(engineOf(here), request('hello', { prefill: '$ ls\n', thinking: true }))
    expect(text).toBe('$ ls\nHello world!')
    // A thought must not be open when the answer has begun.
    expect(here.noted().find(({ event }) => event === '/completion')?.body).toMatchObject({
      prompt: '<system>You are a terminal.\n<user>hello\n<assistant>$ ls\n'
    })
  })

  test('keeps the think tag that the template opened', async () => {
    const { text } = await answer(engineOf(await setUp()), request('think', { thinking: true }))
    expect(text).toBe('<think>\nhmm</think>ok')
  })

  test('is held to its shape after a thought that is free', async () => {
    const here = await setUp()
    const schema = { type: 'object' }
    const asked = request('think', { thinking: true, shape: { tags: true, schema } })
    const { text, done } = await answer(engineOf(here), asked)

    expect(text).toBe('<think>\nhmm</think>\n\n<predicted_observation>\nok</predicted_observation>')
    expect(done.tokens).toEqual({ prompt: 6, cached: 5, generated: 2 })
    const bodies = here.noted().flatMap(({ event, body }) => (event === '/completion' ? [body] : []))
    const prompt = '<system>You are a terminal.\n<user>think\n<assistant><think>\n'
    expect(bodies).toEqual([
      expect.objectContaining({ prompt, stop: ['STOP', '</think>'], n_predict: 50 }),
      expect.objectContaining({
        prompt: `${prompt}hmm</think>\n\n<predicted_observation>\n`,
        stop: ['STOP', '</predicted_observation>'],
        n_predict: 49,
        json_schema: schema
      })
    ])
    expect(bodies[0]).not.toHaveProperty('json_schema')
  })

  test('has its thought closed at the budget, and goes on behind it', async () => {
    const here = await setUp()
    const asked = request('forever', { thinking: true, tagged: true, budget: 3, maxTokens: 12 })
    const { text, done } = await answer(engineOf(here), asked)
    expect(done).toMatchObject({ thoughtEnded: 'budget' })
    expect(text).toContain('\n<predicted_observation>\n')
    const bodies = here.noted().flatMap(({ event, body }) => (event === '/completion' ? [body] : []))
    expect(bodies).toHaveLength(2)
    const [first, second] = bodies as { prompt: string; n_predict: number }[]
    expect(must(second).prompt.startsWith(must(first).prompt)).toBe(true)
    expect(must(second).prompt.endsWith('\n<predicted_observation>\n')).toBe(true)
    expect(must(second).n_predict).toBeLessThanOrEqual(9)
  })

  test('is drawn anew with the next seed while it is empty, and then given up', async () => {
    const here = await setUp()
    const engine = engineOf(here)
    expect((await answer(engine, request('late'))).text).toBe('seed 9')
    expect(await failure(answer(engine, request('nothing')))).toMatchObject({ code: 'no-output' })
    expect(here.noted().filter(({ event }) => event === '/completion')).toHaveLength(3 + 4)
  })

  test('ends at its token limit, or where it only repeats itself or counts on', async () => {
    const here = await setUp()
    const engine = engineOf(here)
    const long = await answer(engine, request('forever', { maxTokens: 5 }))
    expect([long.done.cut, long.done.tokens.generated]).toEqual(['length', 5])
    const stuck = await answer(engine, request('stutter', { maxTokens: 4000, repeats: 6 }))
    expect([stuck.done.cut, stuck.text]).toEqual(['repetition', 'no such file\n'.repeat(16)])
    const counting = await answer(engine, request('count', { maxTokens: 4000, repeats: 6, counts: false }))
    expect([counting.done.cut, counting.text.split('\n').length - 1]).toEqual(['counting', 25])
    const counted = await answer(engine, request('count', { maxTokens: 4000, repeats: 6 }))
    expect([counted.done.cut, counted.text.split('\n').length - 1]).toEqual([null, 60])
    // The server is told to stop.
    const left = await eventually(here.noted, (seen) => seen.some(({ event }) => event === 'left'))
    expect(left.filter(({ event }) => event === 'left').map(({ asked }) => asked)).toContain('stutter')
  })

  test('10.5 reuses nothing in strict mode', async () => {
    const here = await setUp()
    const { done } = await answer(engineOf(here), request('hello', { strict: true }))
    expect(done.tokens).toEqual({ prompt: 6, cached: 0, generated: 2 })
  })

  test('tells how likely each token was when asked', async () => {
    const engine = engineOf(await setUp())
    const traced = (probability: number) =>
      ['Hello ', 'world!'].map((text) => ({ text, probability, top: [{ text, probability }] }))
    expect((await answer(engine, request('hello', { trace: true, temperature: 1 }))).done.trace).toEqual(traced(0.5))
    // Where nothing is left to chance the model's own probabilities are told, not 1 for the token that was certain to be drawn.
    expect((await answer(engine, request('hello', { trace: true }))).done.trace).toEqual(traced(1))
  })

  test('is refused with the numbers when the prompt leaves no room for it', async () => {
    const engine = engineOf(await setUp())
    const full = (tokens: number) => ({
      code: 'context-full',
      message: `The prompt has ${tokens} tokens and the context holds 4096. The answer needs at least 64. Branch from an earlier step, shorten the instructions, or load the model with a larger context.`
    })
    expect(await failure(answer(engine, request('long 5000')))).toEqual(full(5000))
    expect(await failure(answer(engine, request('long 4080')))).toEqual(full(4080))
  })

  test.each([
    ['refused', 'llama-server answered /completion with 400: Failed to initialize samplers: failed to parse grammar.'],
    ['fails', 'llama-server failed while answering: slot lost. Try the step again.'],
    ['garbled', 'llama-server sent an event that Orrery does not recognize: {"content": '],
    ['short', 'llama-server ended its answer early: the stream ended without a final event. Try the step again.']
  ])('that is %s fails with words, and the next one is answered', async (said, message) => {
    const engine = engineOf(await setUp())
    expect(await failure(answer(engine, request(said)))).toEqual({ code: 'engine-failed', message })
    expect((await answer(engine, request('hello'))).text).toBe('Hello world!')
  })

  test('10.5 that is cancelled, or that nobody listens to any more, frees its slot', async () => {
    const here = await setUp()
    const engine = engineOf(here)
    const left = (count: number) =>
      eventually(
        () => here.noted().filter(({ event }) => event === 'left').length,
        (seen) => seen >= count
      )
    const abort = new AbortController()
    const events = await begin(engine, request('forever', { maxTokens: 5000 }), abort.signal)
    abort.abort()
    const rest = (async () => {
      for await (const _ of events);
    })()
    expect(await failure(rest)).toMatchObject({ code: 'cancelled' })
    expect(await left(1)).toBe(1)

    await (await begin(engine, request('forever', { maxTokens: 5000 }))).return(undefined)
    expect(await left(2)).toBe(2)
    expect((await answer(engine, request('hello'))).text).toBe('Hello world!')
  })

  test('waits for a slot, and worlds run side by side where there are more', async () => {
    const endless = request('forever', { maxTokens: 5000 })
    const engine = engineOf(await setUp(), { load: LoadOptions.parse({ contextSize: 4096, sequences: 2 }) })
    const first = await begin(engine, endless)
    const second = await begin(engine, endless)
    const third = engine.generate(request('hello'), { signal: UNTIL_DONE })
    expect((await third.next()).value).toEqual({ type: 'queued', ahead: 1 })
    await first.return(undefined)
    expect((await third.next()).value).toMatchObject({ type: 'progress' })
    await Promise.all([second.return(undefined), third.return(undefined)])
  })
})

test('counts tokens', async () => {
  expect(await engineOf(await setUp()).countTokens(['one two', '', 'three'])).toEqual([2, 0, 1])
})

describe('the program', () => {
  test('10.1 listens on 127.0.0.1 only, with a key of its own that no command line shows', async () => {
    const here = await setUp()
    // What a person set for their own use of llama-server does not change Orrery's.
    process.env.LLAMA_ARG_HOST = '0.0.0.0'
    onTestFinished(() => {
      delete process.env.LLAMA_ARG_HOST
    })
    await answer(engineOf(here), request('hello'))
    const { args, key, env } = must(here.noted()[0])
    expect(args.slice(args.indexOf('--host'), args.indexOf('--host') + 2)).toEqual(['--host', '127.0.0.1'])
    expect(key).toMatch(/^[0-9a-f]{48}$/)
    expect(args).not.toContain('--api-key')
    expect(env).toEqual(['LLAMA_API_KEY'])
    const port = args[args.indexOf('--port') + 1]
    expect((await fetch(`http://127.0.0.1:${port}/props`)).status).toBe(401)
  })

  test('is given what its help lists, with a mixture placed to fit', async () => {
    const here = await setUp({ architecture: 'qwen35moe' })
    const load = LoadOptions.parse({ contextSize: 2048, sequences: 2, kvType: 'q8_0', cpuExperts: 3 })
    await answer(engineOf(here, { load, free: GPU }), request('hello'))
    const { args } = must(here.noted()[0])
    expect(args.map((arg) => (/^\d{5}$/.test(arg) ? 'PORT' : arg))).toEqual([
      ...['--model', here.modelPath, '--host', '127.0.0.1', '--port', 'PORT'],
      ...['--ctx-size', '4096', '--parallel', '2', '--n-gpu-layers', '5', '--fit', 'off'],
      ...['--jinja', '--offline', '--no-webui', '--no-context-shift', '--cache-ram', expect.stringMatching(/^\d+$/)],
      ...['--n-cpu-moe', '3', '--cache-type-k', 'q8_0', '--cache-type-v', 'q8_0'],
      ...['--ctx-checkpoints', '32', '--checkpoint-min-step', '0']
    ])
  })

  test('10.1 is given less when it is older; its key is in a file then, which is its owner’s alone and gone when it was read', async () => {
    const here = await setUp({ help: 'old' })
    expect((await answer(engineOf(here), request('hello'))).text).toBe('Hello world!')
    const { args, key, keyMode } = must(here.noted()[0])
    expect(args.filter((arg) => arg.startsWith('--'))).toEqual([
      '--model',
      '--host',
      '--port',
      '--ctx-size',
      '--parallel',
      '--api-key-file'
    ])
    expect(key).toMatch(/^[0-9a-f]{48}$/)
    expect(args.join(' ')).not.toContain(key)
    if (process.platform !== 'win32') expect(keyMode).toBe(0o600)
    expect(existsSync(must(args[args.indexOf('--api-key-file') + 1]))).toBe(false)
  })

  test('10.1 that can take its key nowhere but on the command line is refused', async () => {
    const here = await setUp({ help: 'oldest' })
    expect(await failure(answer(engineOf(here), request('hello')))).toMatchObject({
      code: 'engine-failed',
      message: expect.stringMatching(/is too old: it accepts its key only on the command line, .* Update llama\.cpp\.$/)
    })
    expect(here.noted()).toEqual([])
  })

  test('is found by ORRERY_LLAMA_SERVER and on the PATH, and missed in words', async () => {
    const here = await setUp()
    const { PATH } = process.env
    onTestFinished(() => {
      process.env.PATH = PATH
      delete process.env.ORRERY_LLAMA_SERVER
    })
    process.env.ORRERY_LLAMA_SERVER = here.program
    expect((await answer(engineOf(here, { program: null }), request('hello'))).text).toBe('Hello world!')
    delete process.env.ORRERY_LLAMA_SERVER
    process.env.PATH = `${join(here.program, '..')}:${PATH}`
    expect((await answer(engineOf(here, { program: null }), request('hello'))).text).toBe('Hello world!')
    const missing = join(here.program, '..', 'none')
    expect(await failure(answer(engineOf(here, { program: missing }), request('hello')))).toEqual({
      code: 'not-found',
      message: `"${missing}" is not an executable program. Give the path of llama-server itself, or leave it out to search the PATH.`
    })
  })

  test('must be a llama-server', async () => {
    const here = await setUp({ help: 'none' })
    expect(await failure(answer(engineOf(here), request('hello')))).toEqual({
      code: 'engine-failed',
      message: `"${here.program}" does not answer --help like llama-server; it says: I bake bread. Check that it is llama-server and runs in a terminal.`
    })
  })

  test.each([
    ['memory', 'model-too-big', 'exit code 1; alloc_tensor_range: failed to allocate CUDA0 buffer of size 18000000000'],
    [
      'broken',
      'model-broken',
      "exit code 1; llama_model_load: error loading model: unknown model architecture: 'qwen99'"
    ]
  ])('that ends while loading for %s says so', async (start, code, reason) => {
    const { code: given, message } = await failure(answer(engineOf(await setUp({ start })), request('hello')))
    expect(given).toBe(code)
    expect(message).toContain(`(${reason})`)
  })

  const OTHER_PROCESSOR =
    "this build of llama-server needs instructions that this machine's processor lacks (signal SIGILL). Install a build for this processor, or one that chooses when it starts."

  test('that is built for another processor is told of in words, when it is asked what it can do', async () => {
    const here = await setUp({ help: 'illegal' })
    expect(await failure(answer(engineOf(here), request('hello')))).toEqual({
      code: 'engine-failed',
      message: `"${here.program}" does not run here: ${OTHER_PROCESSOR}`
    })
  })

  test('and when it loads the model', async () => {
    expect(await failure(answer(engineOf(await setUp({ start: 'illegal' })), request('hello')))).toEqual({
      code: 'engine-crashed',
      message: `llama-server did not start with tiny: ${OTHER_PROCESSOR}`
    })
  })

  test('and when it computes', async () => {
    expect(await failure(answer(engineOf(await setUp()), request('illegal')))).toEqual({
      code: 'engine-crashed',
      message: `llama-server exited while it was running tiny: ${OTHER_PROCESSOR}`
    })
  })

  test('is not started for a model that does not fit', async () => {
    const here = await setUp()
    const refused = await failure(answer(engineOf(here, { free: { ram: 1e6, vram: 0 } }), request('hello')))
    expect(refused).toMatchObject({ code: 'model-too-big' })
    expect(here.pids()).toEqual([])
  })

  test('tells how far it is where its version prints it, and how it is doing', async () => {
    const told: LlamaServerStatus[] = []
    const engine = engineOf(await setUp({ start: 'dots' }), { free: GPU, onStatus: (status) => told.push(status) })
    const seen: number[] = []
    for await (const done of must(engine.load).call(engine, { signal: UNTIL_DONE })) seen.push(done)
    expect(seen.at(-1)).toBe(1)
    expect(seen).toContain(0.4)
    await answer(engine, request('hello'))
    await engine.dispose()
    const opened = { device: 'cuda', contextSize: 4096 }
    expect(told).toEqual([
      { state: 'loading', device: null, contextSize: 4096 },
      { state: 'ready', ...opened },
      { state: 'generating', ...opened },
      { state: 'ready', ...opened },
      { state: 'idle', ...opened }
    ])
    expect(engine.info()).toEqual({
      engine: 'llama-server',
      model: { name: 'tiny', hash: 'abc' },
      contextSize: 4096,
      template: 'small'
    })
  })
})

describe('the process', () => {
  test('10.2 that crashes fails the answer in flight, and the next one starts it again', async () => {
    const here = await setUp()
    const told: string[] = []
    const engine = engineOf(here, { onStatus: ({ state }) => told.push(state) })
    expect(await failure(answer(engine, request('crash')))).toEqual({
      code: 'engine-crashed',
      message:
        'llama-server exited while it was running tiny (signal SIGABRT; GGML_ASSERT(n > 0) failed). No committed step is lost, and it restarts automatically: try the step again.'
    })
    expect((await answer(engine, request('hello'))).text).toBe('Hello world!')
    expect(told).toEqual(['loading', 'ready', 'generating', 'crashed', 'loading', 'ready', 'generating', 'ready'])
    expect(here.pids()).toHaveLength(2)
  })

  test('that is killed while nobody asks anything is started again by the next request', async () => {
    const here = await setUp()
    const engine = engineOf(here)
    await answer(engine, request('hello'))
    const [pid] = here.pids()
    process.kill(must(pid), 'SIGKILL')
    expect(
      await eventually(
        () => engine.status?.().state,
        (state) => state === 'crashed'
      )
    ).toBe('crashed')
    expect((await answer(engine, request('hello'))).text).toBe('Hello world!')
  })

  test('ends when the engine is put away, while it answers and while it loads', async () => {
    const here = await setUp()
    const busy = engineOf(here)
    const events = await begin(busy, request('forever', { maxTokens: 5000 }))
    const told = failure(
      (async () => {
        for await (const _ of events);
      })()
    )
    await busy.dispose()
    expect(await told).toMatchObject({ code: 'cancelled' })
    expect(here.pids().map(runs)).toEqual([false])

    const loading = engineOf(here)
    const asked = failure(answer(loading, request('hello')))
    await eventually(here.pids, (pids) => pids.length === 2)
    await loading.dispose()
    expect(await asked).toMatchObject({ code: 'cancelled' })
    expect(here.pids().map(runs)).toEqual([false, false])
    expect(await failure(answer(loading, request('hello')))).toMatchObject({ code: 'no-model' })
  })

  test('10.2 ends when Orrery is killed, however that happens', async () => {
    const here = await setUp()
    const child = fork(join(import.meta.dirname, 'llama-server.child.ts'), [here.program, here.modelPath], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc']
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'message')
    const [pid] = here.pids()
    expect(runs(must(pid))).toBe(true)
    child.kill('SIGKILL')
    expect(
      await eventually(
        () => runs(must(pid)),
        (alive) => !alive
      )
    ).toBe(false)
  })
})
