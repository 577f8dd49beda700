// Watches a thought while it is written, and says when and how it is to be closed in the model's place.
import { createLoops, isCircling } from './loops.ts'

const OPEN = '<think>'
const CLOSE = '</think>'
const TAG = '<predicted_observation>'

export interface Thought {
  /** Takes the next piece of the answer. */
  push(text: string): void
  /** Whether the model is still before its observation. */
  open(): boolean
  /** Whether it only repeats itself. */
  circles(): boolean
  /** What closes the thought so that the observation follows; `''` when nothing is open. `held`: a grammar opens the observation. */
  closing(options: { held: boolean }): string
}

/**
 * `begun`: what the prompt has begun of the answer. `tagged`: the observation is expected inside `<predicted_observation>`; a model that thinks
 * without think tags thinks until that.
 */
export function watchThought(begun: string, { tagged }: { tagged: boolean }): Thought {
  let inside = begun.includes(OPEN) && !begun.includes(CLOSE)
  let answered = begun.includes(TAG)
  const loops = createLoops()
  let circles = false
  // A tag may come in pieces.
  let tail = begun.slice(-TAG.length)
  const open = () => inside || (tagged && !answered)
  return {
    push(text) {
      const read = tail + text
      const [opened, closed] = [read.lastIndexOf(OPEN), read.lastIndexOf(CLOSE)]
      if (opened >= 0 || closed >= 0) inside = opened > closed
      if (!inside && read.includes(TAG)) answered = true
      tail = read.slice(-TAG.length)
      const loop = open() ? loops.push(text) : null
      circles ||= loop !== null && isCircling(loop)
    },
    open,
    circles: () => circles && open(),
    closing({ held }) {
      const tag = tagged && !held ? `${TAG}\n` : ''
      if (inside) return held ? `\n${CLOSE}` : `\n${CLOSE}\n\n${tag}`
      return answered ? '' : tag && `\n${tag}`
    }
  }
}
