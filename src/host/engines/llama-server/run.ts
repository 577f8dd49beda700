// The llama-server of one model: started when something is asked, started again after it died, and ended with this process.
import { setTimeout as sleep } from 'node:timers/promises'
import { chatWarning, noTemplate } from '../../../core/contract/chat-use.ts'
import type { LoadOptions } from '../../../core/contract/fit.ts'
import { OrreryError } from '../../../core/errors.ts'
import type { EngineState } from '../../../core/tree/ports.ts'
import { defer, raceAbort, stopped } from '../../engine-process/wait.ts'
import { reasonOf } from '../openai-request.ts'
import { readFacts } from './facts.ts'
import { place } from './fit.ts'
import { isForOtherProcessor, type LlamaServer, startServer } from './process.ts'
import { deviceOf, findProgram, lookAt, measureFree, OTHER_PROCESSOR } from './program.ts'

/** How the engine is doing. */
export interface LlamaServerStatus extends EngineState {
  /** Tokens; before loading those that were asked for, if any. */
  contextSize: number | null
}

export interface ServerRun {
  status(): LlamaServerStatus
  /** The server, started if need be. @throws OrreryError no-model once it is closed, not-found, engine-failed, engine-crashed */
  connect(signal: AbortSignal | undefined): Promise<LlamaServer>
  /** Waits for the server and tells how far it is. */
  ready(signal: AbortSignal): AsyncGenerator<number, LlamaServer>
  /** An answer is being generated until the returned function is called. */
  generating(): () => void
  /** Why a request failed: a connection that broke says nothing of the server that died at its other end. */
  reasonFor(cause: unknown, server: LlamaServer, signal: AbortSignal | undefined): Promise<OrreryError>
  close(): Promise<void>
}

/** What stands in for a template that llama-server does not take. */
export const FORM = 'the form that llama-server chooses (mostly ChatML)'

// A dying server closes its connections a moment before it is gone.
const EXIT_MS = 2000

export function createServerRun({
  modelPath,
  name,
  load,
  contextSize: preferred,
  program = null,
  free,
  onStatus
}: {
  modelPath: string
  name: string
  load: LoadOptions
  contextSize?: number | undefined
  program?: string | null
  free?: { ram: number; vram: number }
  onStatus?: (status: LlamaServerStatus) => void
}): ServerRun {
  const life = new AbortController()
  let status: LlamaServerStatus = { state: 'idle', device: null, contextSize: load.contextSize }
  let running: Promise<LlamaServer> | null = null
  let answering = 0
  let loaded = 0
  let moved = defer()

  function tell(change: Partial<LlamaServerStatus>): void {
    status = { ...status, ...change }
    onStatus?.(status)
  }

  function progress(done: number): void {
    loaded = done
    moved.resolve()
    moved = defer()
  }

  function connect(): Promise<LlamaServer> {
    if (life.signal.aborted) throw new OrreryError('no-model', `The model ${name} was unloaded. Select a model again.`)
    if (running) return running
    const starting = start()
    running = starting
    const over = (state: LlamaServerStatus['state']) => {
      if (running === starting) running = null
      if (!life.signal.aborted) tell({ state })
    }
    starting.then(
      ({ exited }) => exited.then(() => over('crashed')),
      (error) => over(error instanceof OrreryError && error.code === 'engine-crashed' ? 'crashed' : 'idle')
    )
    return starting
  }

  async function start(): Promise<LlamaServer> {
    loaded = 0
    tell({ state: 'loading' })
    const [known, facts] = await Promise.all([lookAt(findProgram(program)), readFacts(modelPath)])
    const placement = place(facts, free ?? measureFree(known), load, { name, preferred })
    const server = await startServer(known, { modelPath, name, placement, life: life.signal, onProgress: progress })
    progress(1)
    const why = untold(facts.chatTemplate, server.chatTemplate)
    server.warning = why && chatWarning({ form: FORM, problem: noTemplate(why) })
    tell({
      state: 'ready',
      device: deviceOf(known, placement),
      contextSize: server.contextSize ?? placement.contextSize
    })
    return server
  }

  return {
    status: () => status,
    connect: async (signal) => raceAbort(connect(), signal),

    async *ready(signal) {
      const starting = connect()
      while (true) {
        const step = await raceAbort(Promise.race([starting, moved.promise]), signal)
        if (step) return step
        yield loaded
      }
    },

    generating() {
      if (answering++ === 0) tell({ state: 'generating' })
      return () => {
        if (--answering === 0 && status.state === 'generating') tell({ state: 'ready' })
      }
    },

    async reasonFor(cause, server, signal) {
      if (signal?.aborted) return stopped()
      if (cause instanceof OrreryError) return cause
      const how = await Promise.race([server.exited, sleep(EXIT_MS, null)])
      if (life.signal.aborted) return stopped()
      if (how !== null) return crashed(name, how, cause)
      const message = `llama-server ended its answer early: ${reasonOf(cause)}. Try the step again.`
      return new OrreryError('engine-failed', message, { cause })
    },

    async close() {
      life.abort()
      const server = await running?.catch(() => null)
      await server?.exited
      tell({ state: 'idle' })
    }
  }
}

/** Why the server does not tell the model its turns by the template of its file; `null` where it does, or does not say. */
function untold(own: string | null, used: string | null): string | null {
  if (own === null) return 'the file has none'
  return used === null || beginning(used) === beginning(own) ? null : 'llama-server does not take it'
}

// It mends the middle of some known templates, which are still the model's own.
const beginning = (template: string) => template.trim().slice(0, 40)

function crashed(name: string, how: string, cause: unknown): OrreryError {
  const ended = `llama-server exited while it was running ${name}`
  if (isForOtherProcessor(how)) return new OrreryError('engine-crashed', `${ended}: ${OTHER_PROCESSOR}`, { cause })
  return new OrreryError(
    'engine-crashed',
    `${ended} (${how}). No committed step is lost, and it restarts automatically: try the step again.`,
    { cause }
  )
}
