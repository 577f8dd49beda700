// The one process that owns node-llama-cpp. It keeps nothing that cannot be made again: killing it loses no step.
import { performance } from 'node:perf_hooks'
import { OrreryError, toWire } from '../../core/errors.ts'
import { answerFit } from './fit.ts'
import { generate } from './generate.ts'
import { createLoader, type Loader } from './load.ts'
import { openPort } from './port.ts'
import { ToProcess } from './protocol.ts'

// Text is passed on once per frame: faster repaints are invisible and double the traffic between the processes.
const FLUSH_MS = 16

const port = openPort()
const running = new Map<string, AbortController>()
let loader: Loader | null = null
// Generations share one context, so they wait for each other; counting needs only the vocabulary and does not.
let last: Promise<void> = Promise.resolve()

port.listen((message) => {
  const event = ToProcess.parse(message)
  switch (event.type) {
    case 'load':
      loader = createLoader(event, { onStatus: (status) => port.send({ type: 'status', ...status }) })
      break
    case 'generate': {
      const { id, ask } = event
      const controller = new AbortController()
      running.set(id, controller)
      last = last.then(async () => {
        const text = createFlush((text) => port.send({ type: 'text', id, text }))
        try {
          const ready = requireLoader()
          const model = await ready.model({
            signal: controller.signal,
            onProgress: (done) => port.send({ type: 'progress', id, phase: 'load', done, total: 1 })
          })
          ready.status('generating')
          const end = await generate(model, ask, {
            signal: controller.signal,
            onRead: (done, total) => port.send({ type: 'progress', id, phase: 'read', done, total }),
            onText: text.push,
            onMeter: (tokens, tokensPerSecond) => port.send({ type: 'meter', id, tokens, tokensPerSecond })
          }).finally(() => ready.status('ready'))
          text.flush()
          port.send({ type: 'done', id, ...end })
        } catch (error) {
          text.flush()
          fail(id, error)
        } finally {
          running.delete(id)
        }
      })
      break
    }
    case 'count':
      count(event.id, event.texts).catch((error) => fail(event.id, error))
      break
    case 'fit':
      answerFit(event)
        .then((fit) => port.send({ type: 'fitted', id: event.id, fit }))
        .catch((error: unknown) => fail(event.id, error))
      break
    case 'cancel':
      running.get(event.id)?.abort()
      break
    default:
      event satisfies never
  }
})

async function count(id: string, texts: string[]): Promise<void> {
  const { model } = await requireLoader().model({})
  port.send({ type: 'counted', id, counts: texts.map((text) => model.tokenize(text).length) })
}

function requireLoader(): Loader {
  if (!loader)
    throw new OrreryError('internal', 'The engine process was asked to work before it was told what to load.')
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
