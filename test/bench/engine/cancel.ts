// From Esc to an engine process that is free again, while it writes and while it reads.
import { performance } from 'node:perf_hooks'
import { OrreryError } from '../../../src/core/errors.ts'
import type { EngineEvent, Request } from '../../../src/core/tree/ports.ts'
import { type Bench, type Opened, withEngine } from './bench.ts'
import { median, repeat } from './middle.ts'
import { counting, unread } from './prompts.ts'
import { atMost, type Findings, ratio } from './report.ts'

// What a person may notice (issue 3).
const BAR_MS = 100
// More than any answer has come to by the time it is stopped.
const LONG_ANSWER = 512
// Some 2,000 tokens: several slices of reading.
const LINES = 30

export function cancel(bench: Bench): Promise<Findings> {
  const { sizes } = bench
  return withEngine(bench, {}, async (opened) => {
    const writing: number[] = []
    const reading: number[] = []
    for (const round of repeat(sizes.repeat)) {
      writing.push(await stop(bench, opened, counting(LONG_ANSWER), (event) => event.type === 'text'))
      const fresh = unread(LINES, 5000 + round)
      reading.push(await stop(bench, opened, fresh, (event) => event.type === 'progress' && event.phase === 'read'))
    }
    const of = (title: string, ms: number[]) =>
      ratio(title, median(ms), {
        unit: 'ms',
        needed: atMost(BAR_MS),
        samples: ms.length,
        note: `worst ${Math.round(Math.max(...ms))} ms`
      })
    return {
      ratios: {
        cancelWriting: of('Cancel to idle while writing', writing),
        cancelReading: of('Cancel to idle while reading', reading)
      },
      absolutes: {}
    }
  })
}

/** Stops an answer once it has begun; milliseconds until the process says that it has let go of it. */
async function stop(
  { signal }: Bench,
  { engine, next }: Opened,
  asked: Request,
  begun: (event: EngineEvent) => boolean
): Promise<number> {
  const controller = new AbortController()
  let at = 0
  let idle: Promise<unknown> | null = null
  try {
    for await (const event of engine.generate(asked, { signal: AbortSignal.any([signal, controller.signal]) })) {
      if (idle || !begun(event)) continue
      idle = next(({ type }) => type === 'error' || type === 'done')
      at = performance.now()
      controller.abort()
    }
  } catch (error) {
    if (!idle || signal.aborted || !(error instanceof OrreryError) || error.code !== 'cancelled') throw error
  }
  if (!idle) throw new OrreryError('engine-failed', 'The answer was over before it could be stopped.')
  await idle
  return performance.now() - at
}
