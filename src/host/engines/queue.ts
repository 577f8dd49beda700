// One at a time, in order, and everybody knows how many are ahead.
import { defer, raceAbort, stopped } from './wait.ts'

export interface Queue {
  /**
   * Takes a place in the line. `turn` ends when it is this one's turn and until then yields how many are ahead whenever that changes
   * (never 0); it throws `cancelled`. `leave` must be called in the end, also after giving up.
   */
  join(): { turn(signal: AbortSignal): AsyncGenerator<number>; leave(): void }
}

export function createQueue(): Queue {
  const line: symbol[] = []
  let moved = defer()

  return {
    join() {
      const self = Symbol()
      line.push(self)
      return {
        async *turn(signal) {
          let told = 0
          for (let ahead = line.indexOf(self); ahead > 0; ahead = line.indexOf(self)) {
            if (ahead !== told) yield ahead
            told = ahead
            // While the listener looked at the number the line may have moved.
            if (line.indexOf(self) === ahead) await raceAbort(moved.promise, signal)
          }
          if (signal.aborted) throw stopped()
        },
        leave() {
          const at = line.indexOf(self)
          if (at < 0) return
          line.splice(at, 1)
          moved.resolve()
          moved = defer()
        }
      }
    }
  }
}
