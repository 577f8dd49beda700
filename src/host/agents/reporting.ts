// Work that tells how far it is, as a stream: its progress while it runs, then what it came to.

interface Progress {
  type: 'progress'
  characters: number
}

/** @param work is given what it says its progress to; what it resolves to is the last event, what it throws ends the stream */
export async function* reporting<Event>(
  work: (said: (characters: number) => void) => Promise<Event>
): AsyncGenerator<Event | Progress> {
  let told: number | null = null
  let wake = () => {}
  let ended = false
  const result = work((characters) => {
    told = characters
    wake()
  }).finally(() => {
    ended = true
    wake()
  })
  // Thrown where it is awaited, below.
  result.catch(() => {})
  while (!ended) {
    await new Promise<void>((resolve) => {
      wake = resolve
      if (told !== null || ended) resolve()
    })
    if (told !== null && !ended) {
      const characters: number = told
      told = null
      yield { type: 'progress', characters }
    }
  }
  yield await result
}
