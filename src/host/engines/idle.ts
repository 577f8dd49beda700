// A local engine that leaves memory when nothing was asked of it for a while, and is back at the next request.
import { OrreryError } from '../../core/errors.ts'
import type { Engine, EngineState } from '../../core/tree/ports.ts'

/** How an engine is doing that does not say: it can always answer. */
export const READY: EngineState = { state: 'ready', device: null }

export interface IdleEngine extends Engine {
  status(): EngineState
  /** Counts the time without work anew: what `after` says has changed. */
  rearm(): void
}

/**
 * The engine that `make` gives, made anew whenever it was put away. Nothing is lost by that: engines keep no state that a caller
 * can see. `after`: milliseconds without work until it is put away, `null` for never; asked after each request.
 */
export function unloading(make: () => Engine, { after }: { after: () => number | null }): IdleEngine {
  let engine = make()
  let gone = Promise.resolve()
  /** One that was put away and has not given its memory back yet. */
  let leaving: Engine | null = null
  let working = 0
  let timer: NodeJS.Timeout | undefined
  // Before the first request there is nothing to put away.
  let used = false

  function rearm(): void {
    clearTimeout(timer)
    const wait = after()
    if (!used || working > 0 || wait === null) return
    timer = setTimeout(unload, wait)
    // A process that has nothing else to do may end.
    timer.unref()
  }

  function unload(): void {
    used = false
    const last = engine
    leaving = last
    gone = last.dispose().finally(() => {
      if (leaving === last) leaving = null
    })
    engine = make()
  }

  /** The engine to ask, once the one before it has given its memory back. */
  async function begin(): Promise<Engine> {
    used = true
    working++
    clearTimeout(timer)
    await gone
    return engine
  }

  function end(): void {
    working--
    rearm()
  }

  return {
    rearm,
    info: () => engine.info(),
    status() {
      const now = engine.status?.() ?? READY
      return leaving ? { ...now, memory: leaving.status?.().memory ?? null } : now
    },
    async *generate(request, options) {
      try {
        yield* (await begin()).generate(request, options)
      } finally {
        end()
      }
    },
    async countTokens(texts, options) {
      try {
        return await (await begin()).countTokens(texts, options)
      } finally {
        end()
      }
    },
    ...(engine.embed && {
      async embed(texts: string[], options: { signal: AbortSignal }) {
        try {
          const now = await begin()
          if (!now.embed) throw new OrreryError('engine-failed', 'The engine gives no vectors.')
          return await now.embed(texts, options)
        } finally {
          end()
        }
      }
    }),
    async readAhead(request) {
      try {
        await (await begin()).readAhead?.(request)
      } finally {
        end()
      }
    },
    async *load(options) {
      try {
        const now = await begin()
        if (now.load) yield* now.load(options)
        // An engine that cannot tell how far it is loads before it counts.
        else await now.countTokens([], options)
      } finally {
        end()
      }
    },
    async dispose() {
      used = false
      clearTimeout(timer)
      await Promise.all([gone, engine.dispose()])
    }
  }
}
