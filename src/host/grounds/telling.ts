// Work that tells of events and waits for what it is answered, as the generator that core reads.
import { OrreryError } from '../../core/errors.ts'

/** @param work `tell` resolves to what the reader answers; it rejects once nobody reads any more */
export async function* telling<Event, Result>(
  work: (tell: (event: Event) => Promise<string | undefined>) => Promise<Result>
): AsyncGenerator<Event, Result, string | undefined> {
  const told: { event: Event; answer: PromiseWithResolvers<string | undefined> }[] = []
  let wake = Promise.withResolvers<void>()
  let open = true
  const tell = (event: Event): Promise<string | undefined> => {
    if (!open) return Promise.reject(new OrreryError('cancelled', 'The step was stopped.'))
    const answer = Promise.withResolvers<string | undefined>()
    told.push({ event, answer })
    wake.resolve()
    return answer.promise
  }
  let ended = false
  const result = work(tell).finally(() => {
    ended = true
    wake.resolve()
  })
  // It is awaited below; until then its failure is nobody's business.
  result.catch(() => {})
  try {
    for (;;) {
      const next = told.shift()
      if (next) next.answer.resolve(yield next.event)
      else if (ended) return await result
      else {
        await wake.promise
        wake = Promise.withResolvers<void>()
      }
    }
  } finally {
    open = false
    for (const { answer } of told) answer.reject(new OrreryError('cancelled', 'The step was stopped.'))
  }
}
