// Does the jobs of a run. The only place that decides how many are done at once.
import { OrreryError } from '../../../core/errors.ts'
import { GIVE_UP_AFTER, isEngines } from './failures.ts'
import type { Job, JobResult, KindEvent, RunJobs } from './kind.ts'
import type { Results } from './results.ts'

interface Ended<Result> {
  index: number
  job: Job<Result>
  entry: JobResult<Result | null>
  resumed: boolean
}

/**
 * Does the jobs of `batch` that have no result yet, `atOnce` at a time, and yields each as it ends.
 * @throws OrreryError cancelled; whatever a job throws; the engine's failure when it fails too often in a row
 */
export async function* perform<Result>(
  kind: string,
  batch: RunJobs<Result>,
  results: Results<Result>,
  { atOnce, signal }: { atOnce: number; signal: AbortSignal }
): AsyncGenerator<KindEvent<Result, never>> {
  const { jobs } = batch
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const waiting = jobs.entries()
  const running = new Map<number, Promise<Ended<Result>>>()
  let [done, failures] = [0, 0]
  try {
    for (;;) {
      signal.throwIfAborted()
      while (running.size < atOnce) {
        const { value: next, done: none } = waiting.next()
        if (none) break
        const [index, job] = next
        running.set(index, one(index, job, results, either))
      }
      if (!running.size) return
      const { index, job, entry, resumed } = await Promise.race(running.values())
      running.delete(index)
      done++
      await batch.count(index, entry, { signal })
      const { error, result } = entry
      const about = { job: index + 1, label: job.label, resumed, done, total: jobs.length }
      yield { type: 'job', kind, ...about, error, result }
      failures = error && isEngines(error.code) ? failures + 1 : 0
      if (error && failures >= GIVE_UP_AFTER) {
        const message = `Stopped after ${failures} failures in a row, the last: ${error.message} Start the run again to resume it.`
        throw new OrreryError(error.code, message)
      }
    }
  } finally {
    // Whatever ended this, no job outlives it: the next start must find every result written.
    stop.abort(new OrreryError('cancelled', 'The run was stopped.'))
    await Promise.allSettled(running.values())
  }
}

async function one<Result>(
  index: number,
  job: Job<Result>,
  results: Results<Result>,
  signal: AbortSignal
): Promise<Ended<Result>> {
  const known = results.find(job.key)
  if (known) return { index, job, entry: known, resumed: true }
  const entry = await job.do({ signal })
  await results.add(job.key, entry)
  return { index, job, entry, resumed: false }
}
