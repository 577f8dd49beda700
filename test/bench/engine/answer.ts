// One timed answer of an engine.
import { performance } from 'node:perf_hooks'
import { OrreryError } from '../../../src/core/errors.ts'
import type { Tokens } from '../../../src/core/tree/model.ts'
import type { Engine, EngineEvent, Request } from '../../../src/core/tree/ports.ts'

/** Times are milliseconds from the moment it was asked. */
export interface Answer {
  text: string
  tokens: Tokens
  /** To the first text. */
  first: number
  total: number
  /** Tokens per second after the first. */
  rate: number
}

/** Asks, and times what comes. `onEvent` sees every event with the milliseconds passed. */
export async function ask(
  engine: Pick<Engine, 'generate'>,
  request: Request,
  { signal, onEvent }: { signal: AbortSignal; onEvent?: ((event: EngineEvent, ms: number) => void) | undefined }
): Promise<Answer> {
  const from = performance.now()
  let text = ''
  let first = Number.NaN
  // From where the rate is counted: a meter tells exactly how many tokens there were when it was sent.
  let anchor: { at: number; generated: number } | null = null
  for await (const event of engine.generate(request, { signal })) {
    const at = performance.now() - from
    onEvent?.(event, at)
    if (event.type === 'text') {
      text += event.text
      if (Number.isNaN(first)) first = at
    } else if (event.type === 'meter') {
      anchor ??= { at, generated: event.tokens.generated }
    } else if (event.type === 'done') {
      const { at: since, generated } = anchor ?? { at: first, generated: 1 }
      const rate = ((event.tokens.generated - generated) * 1000) / (at - since)
      return { text, tokens: event.tokens, first, total: at, rate }
    }
  }
  throw new OrreryError('engine-failed', 'The answer ended without saying that it is done.')
}

// An answer shorter than this is timed in clock ticks and scheduling, not in tokens.
const FEW = 8
// How many seeds are tried for an answer that lasts.
const SEEDS = 6

/**
 * `request` with a seed that makes the model write at least half of what it may: an answer that ends early is too short to time.
 * @throws OrreryError engine-failed when the model ends every answer after a few tokens
 */
export async function lasting(
  engine: Pick<Engine, 'generate'>,
  request: Request,
  { signal }: { signal: AbortSignal }
): Promise<Request> {
  let best = { request, generated: 0 }
  for (let seed = request.seed; seed < request.seed + SEEDS; seed++) {
    const tried = { ...request, seed }
    const { generated } = (await ask(engine, tried, { signal })).tokens
    if (generated > best.generated) best = { request: tried, generated }
    if (generated >= request.sampling.maxTokens / 2) return tried
    // Greedy answers are the same for every seed.
    if (request.sampling.temperature === 0) break
  }
  if (best.generated >= FEW) return best.request
  throw new OrreryError(
    'engine-failed',
    `The model ended its answer after ${best.generated} tokens; at least ${FEW} are needed to time one.`
  )
}
