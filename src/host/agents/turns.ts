// Whose turn it is: calls of one branch are answered one after the other, and wait while a person has stopped their agent.
import { OrreryError } from '../../core/errors.ts'

export interface Turns {
  /** Resolves when it is this call's turn; the function it gives ends it. @throws OrreryError busy, cancelled */
  take(key: string, signal: AbortSignal): Promise<() => void>
  /** Calls wait from now on; `false` lets them go on. */
  pause(key: string, paused: boolean): void
  isPaused(key: string): boolean
  /** Lets one call through that waits, or the next one. */
  step(key: string): void
}

// An agent that sends more at once than it can read the answers of is in a loop.
const MOST_WAITING = 64

interface Line {
  waiting: (() => void)[]
  taken: boolean
  paused: boolean
  /** Calls that may pass while it is paused. */
  passes: number
}

export function createTurns(): Turns {
  const lines = new Map<string, Line>()
  const lineOf = (key: string): Line => {
    const line = lines.get(key) ?? { waiting: [], taken: false, paused: false, passes: 0 }
    lines.set(key, line)
    return line
  }

  function next(key: string, line: Line): void {
    if (line.taken || (line.paused && !line.passes)) return
    const first = line.waiting.shift()
    if (!first) {
      if (!line.paused) lines.delete(key)
      return
    }
    if (line.paused) line.passes--
    line.taken = true
    first()
  }

  return {
    take(key, signal) {
      const line = lineOf(key)
      if (line.waiting.length >= MOST_WAITING) {
        return Promise.reject(
          new OrreryError('busy', `${MOST_WAITING} calls wait for this world already. Send one after the other.`)
        )
      }
      return new Promise((resolve, reject) => {
        const go = () => {
          signal.removeEventListener('abort', leave)
          resolve(() => {
            line.taken = false
            next(key, line)
          })
        }
        const leave = () => {
          line.waiting = line.waiting.filter((one) => one !== go)
          reject(new OrreryError('cancelled', 'The call was cancelled before its turn came.'))
        }
        if (signal.aborted) return leave()
        signal.addEventListener('abort', leave, { once: true })
        line.waiting.push(go)
        next(key, line)
      })
    },
    pause(key, paused) {
      const line = lineOf(key)
      line.paused = paused
      line.passes = 0
      next(key, line)
    },
    isPaused: (key) => lines.get(key)?.paused ?? false,
    step(key) {
      const line = lineOf(key)
      if (!line.paused) return
      line.passes++
      next(key, line)
    }
  }
}
