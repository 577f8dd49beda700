// The one process that owns node-llama-cpp. It keeps nothing that cannot be made again: killing it loses no step.
import { performance } from 'node:perf_hooks'
import { OrreryError, toWire } from '../../core/errors.ts'
import { present } from '../../core/text/present.ts'
import { openPort } from '../process/parent.ts'
import { useOfFile } from './chat-form.ts'
import { measureCosts } from './copy.ts'
import { type Embedder, openEmbedder } from './embed.ts'
import { answerFit } from './fit-model.ts'
import { generate, type Ready, readAhead } from './generate.ts'
import { createLoader, type Loaded, type Loader } from './load.ts'
import { createPace } from './pace.ts'
import { type FromProcess, type ToEngine, ToProcess } from './protocol.ts'
import { createSequences } from './sequences.ts'
import { openStates } from './states.ts'
import { raceAbort } from './wait.ts'

// Text is passed on once per frame: faster repaints are invisible and double the traffic between the processes.
const FLUSH_MS = 16

// What this process writes, states of worlds above all, is its owner's alone.
process.umask(0o077)
const port = openPort<FromProcess>()
const running = new Map<string, { controller: AbortController; hurry: AbortController; ended: Promise<void> }>()
let what: Extract<ToProcess, { type: 'load' }> | null = null
let loader: Loader | null = null
let ready: Promise<Ready> | null = null
let embedder: Promise<Embedder> | null = null

port.listen((message) => {
  const event = ToProcess.parse(message)
  switch (event.type) {
    case 'load':
      what = event
      loader = createLoader(event, { onStatus: (status) => port.send({ type: 'status', ...status }) })
      break
    case 'generate':
      ahead?.abort()
      begin(event.id, (signal, answerNow) => answer(event.id, event.ask, { signal, answerNow }))
      break
    case 'read-ahead':
      ahead?.abort()
      begin(event.id, (signal) => lookAhead(event.id, event.ask, signal))
      break
    case 'ready':
      begin(event.id, async (signal) => {
        await prepared(event.id, signal)
        port.send({ type: 'ready', id: event.id })
      })
      break
    case 'count':
      count(event.id, event.texts).catch((error) => fail(event.id, error))
      break
    case 'embed':
      begin(event.id, (signal) => embed(event.id, event.texts, signal))
      break
    case 'fit':
      answerFit(event)
        .then((fit) => port.send({ type: 'fitted', id: event.id, fit }))
        .catch((error: unknown) => fail(event.id, error))
      break
    case 'chat':
      useOfFile(event.path)
        .then((chat) => port.send({ type: 'chat', id: event.id, chat }))
        .catch((error: unknown) => fail(event.id, error))
      break
    case 'cancel':
      running.get(event.id)?.controller.abort()
      break
    case 'answer-now':
      running.get(event.id)?.hurry.abort()
      break
    case 'close':
      void close()
      break
    default:
      event satisfies never
  }
})

function begin(id: string, work: (signal: AbortSignal, answerNow: AbortSignal) => Promise<void>): void {
  const controller = new AbortController()
  const hurry = new AbortController()
  const ended = work(controller.signal, hurry.signal)
    .catch((error: unknown) => fail(id, error))
    .finally(() => running.delete(id))
  running.set(id, { controller, hurry, ended })
}

let generating = 0
/** Answers that are asked for, those that wait for the model to load included. */
let asked = 0
/** Ends the reading ahead. There is one at a time, and whatever is asked comes before it. */
let ahead: AbortController | null = null
let aheadEnded: Promise<unknown> = Promise.resolve()

async function lookAhead(id: string, ask: ToEngine, cancelled: AbortSignal): Promise<void> {
  if (asked === 0) {
    ahead = new AbortController()
    const { signal: asking } = ahead
    const signal = AbortSignal.any([cancelled, asking])
    const reading = aheadEnded
      .then(() => prepared(id, signal))
      .then((model) => readAhead(model, ask, signal))
      .catch((error: unknown) => {
        if (!asking.aborted) throw error
      })
    aheadEnded = reading.catch(() => {})
    await reading
  }
  port.send({ type: 'ready', id })
}

async function answer(
  id: string,
  ask: ToEngine,
  { signal, answerNow }: { signal: AbortSignal; answerNow: AbortSignal }
): Promise<void> {
  const text = createFlush((piece) => port.send({ type: 'text', id, text: piece }))
  asked++
  try {
    // What was read ahead is in its sequence once the reading has ended.
    await aheadEnded
    const model = await prepared(id, signal)
    if (generating++ === 0) loader?.status('generating')
    const end = await generate(model, ask, {
      signal,
      answerNow,
      onRead: (done, total) => port.send({ type: 'progress', id, phase: 'read', done, total }),
      onText: text.push,
      onMeter: (tokens, tokensPerSecond) => port.send({ type: 'meter', id, tokens, tokensPerSecond })
    }).finally(() => {
      if (--generating === 0) loader?.status('ready')
    })
    text.flush()
    port.send({ type: 'done', id, ...end, warning: model.prompter.warning })
  } finally {
    asked--
    text.flush()
  }
}

/** The loaded model with its sequences. @throws what the load ended in; cancelled */
async function prepared(id: string, signal: AbortSignal): Promise<Ready> {
  const loaded = await requireLoader().model({
    signal,
    onProgress: (done) => port.send({ type: 'progress', id, phase: 'load', done, total: 1 })
  })
  ready ??= prepare(loaded)
  return raceAbort(ready, signal)
}

async function prepare({ model, contexts, prompter }: Loaded): Promise<Ready> {
  const { context } = present(contexts.first[0])
  // Without flash attention, values are kept the other way round.
  const kvType = `${context.kvCacheKeyType}${context.flashAttention ? '' : ', plain'}`
  const states = what?.states ? await openStates(what.states.folder, { model: what.states.model, kvType }) : null
  const pace = createPace({ batchSize: context.batchSize, gpu: model.llama.gpu !== false })
  const sequences = createSequences(contexts, { states, pace })
  const costs = what?.copying ? await sequences.measure(measureCosts) : null
  prompter.ready(states?.answers ?? [])
  return { model, prompter, sequences, pace, contextSize: contexts.contextSize, costs }
}

async function close(): Promise<void> {
  for (const { controller } of running.values()) controller.abort()
  await Promise.all([...running.values()].map(({ ended }) => ended))
  // Whatever goes wrong with a cache, the process is to end.
  await ready?.then(({ sequences, prompter }) => sequences.save(prompter.answers())).catch(() => {})
  process.exit(0)
}

async function count(id: string, texts: string[]): Promise<void> {
  const { model } = await requireLoader().model({})
  port.send({ type: 'counted', id, counts: texts.map((text) => model.tokenize(text).length) })
}

async function embed(id: string, texts: string[], signal: AbortSignal): Promise<void> {
  const { path, options } = present(what)
  embedder ??= openEmbedder(path, { loaded: loader?.loaded()?.model ?? null, gpuLayers: options.gpuLayers })
  const opened = embedder
  try {
    const { embed } = await raceAbort(opened, signal)
    port.send({ type: 'embedded', id, ...(await embed(texts, { signal })) })
  } catch (error) {
    // The next question opens it anew.
    await opened.catch(() => {
      embedder = null
    })
    throw error
  }
}

function requireLoader(): Loader {
  if (!loader) throw new OrreryError('internal', 'The engine process received work before a model to load.')
  return loader
}

function fail(id: string, error: unknown): void {
  const { code, message } = toWire(error)
  // What llama.cpp throws is no bug of Orrery's until shown: it is the engine that failed.
  const failed = {
    code: 'engine-failed' as const,
    message: `The engine failed: ${describe(error)} Try the step again.`
  }
  port.send({ type: 'error', id, ...(error instanceof OrreryError ? { code, message } : failed) })
}

function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** Joins text until a frame has passed since it was last sent. The first piece goes out at once. */
function createFlush(send: (text: string) => void): { push(text: string): void; flush(): void } {
  let held = ''
  let sent = -FLUSH_MS
  let timer: NodeJS.Timeout | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (!held) return
    sent = performance.now()
    send(held)
    held = ''
  }
  return {
    push(text) {
      held += text
      const wait = sent + FLUSH_MS - performance.now()
      if (wait <= 0) flush()
      else timer ??= setTimeout(flush, wait)
    },
    flush
  }
}
