// Work that tells how far it is, as a stream: what it says while it runs, then what it came to.

interface Progress {
  type: 'progress'
  characters: number
}

/** `withProgress` for a count of characters: if nobody has read a count yet, only the newest one is sent. */
export function reporting<Last>(
  work: (said: (characters: number) => void) => Promise<Last>
): AsyncGenerator<Last | Progress> {
  return withProgress<Progress, Last>(
    (tell) => work((characters) => tell({ type: 'progress', characters })),
    () => true
  )
}

/**
 * @param work is given what it tells its events to; what it resolves to is the last event, what it throws ends the stream
 * @param replaces whether an event that nobody has read yet is left out for the next one
 */
export async function* withProgress<Event, Last>(
  work: (tell: (event: Event) => void) => Promise<Last>,
  replaces: (before: Event, next: Event) => boolean
): AsyncGenerator<Event | Last> {
  const told: Event[] = []
  let wake = () => {}
  let ended = false
  const result = work((event) => {
    const before = told.at(-1)
    if (before !== undefined && replaces(before, event)) told.pop()
    told.push(event)
    wake()
  }).finally(() => {
    ended = true
    wake()
  })
  // Thrown where it is awaited, below.
  result.catch(() => {})
  while (!ended || told.length) {
    const event = told.shift()
    if (event !== undefined) yield event
    else
      await new Promise<void>((resolve) => {
        wake = resolve
        if (told.length || ended) resolve()
      })
  }
  yield await result
}
