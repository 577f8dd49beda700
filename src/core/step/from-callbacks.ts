// Makes a generator of events, as a step is one, from a function that reports its events by a callback.
import { OrreryError } from '../errors.ts'

/** Resolves when the reader of the generator has taken the event. @throws OrreryError cancelled when the reader has stopped */
export type Tell<Event> = (event: Event) => Promise<void>

export async function* fromCallbacks<Event, Result>(
  work: (tell: Tell<Event>) => Promise<Result>
): AsyncGenerator<Event, Result> {
  const told: { event: Event; taken(): void; refuse(error: OrreryError): void }[] = []
  let wake = (): void => {}
  let open = true
  const tell: Tell<Event> = (event) =>
    new Promise((taken, refuse) => {
      if (!open) return refuse(stopped())
      told.push({ event, taken, refuse })
      wake()
    })
  let ended = false
  const result = work(tell).finally(() => {
    ended = true
    wake()
  })
  // A failure is thrown where it is awaited below. Without this line the runtime would report it as unhandled before.
  result.catch(() => {})
  try {
    for (;;) {
      const [next] = told
      if (next) {
        yield next.event
        told.shift()
        next.taken()
      } else if (ended) return await result
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    open = false
    for (const { refuse } of told) refuse(stopped())
  }
}

/** Tells what comes of `events`. @returns their result; where nobody takes them any more, they end */
export async function passOn<Event, Result>(events: AsyncGenerator<Event, Result>, tell: Tell<Event>): Promise<Result> {
  let next = await events.next()
  try {
    for (; !next.done; next = await events.next()) await tell(next.value)
    return next.value
  } finally {
    // `as`: what a generator that ends early gives is read by nobody.
    if (!next.done) await events.return(undefined as never)
  }
}

const stopped = (): OrreryError => new OrreryError('cancelled', 'The step was stopped.')
