// Who is next: as many at a time as there is room for, nobody crowded out, and everybody knows how many are ahead.
import { type Deferred, defer, raceAbort, stopped } from '../engine-process/wait.ts'

export interface Queue {
  /**
   * Takes a place in the line. Among those that wait, the owner with the fewest running goes first, then who came first; one that must run
   * `alone` waits until nothing else does, and who comes later does not pass it. `turn` ends when it is this one's turn and until then yields how many are
   * ahead whenever that changes (never 0); it throws `cancelled`. `leave` must be called in the end, also after giving up.
   */
  join(who?: { owner?: string; alone?: boolean }): { turn(signal: AbortSignal): AsyncGenerator<number>; leave(): void }
  /** Something changed outside: there may be more room now. */
  look(): void
}

interface Place {
  owner: string
  alone: boolean
  running: boolean
}

/** `room`: how many may run at the same time, asked each time. */
export function createQueue(room: () => number = () => 1): Queue {
  const line: Place[] = []
  let moved: Deferred<void> = defer()
  const running = () => line.filter((place) => place.running)
  const waiting = () => line.filter((place) => !place.running)

  function next(): Place | undefined {
    const now = running()
    const count = ({ owner }: Place) => now.filter((place) => place.owner === owner).length
    if (now.length >= room() || now.some(({ alone }) => alone)) return undefined
    const all = waiting()
    const alone = all.findIndex((place) => place.alone)
    const [first] = (alone < 0 ? all : all.slice(0, Math.max(1, alone))).sort((a, b) => count(a) - count(b))
    return first?.alone && now.length > 0 ? undefined : first
  }

  function look(): void {
    for (let place = next(); place; place = next()) place.running = true
    moved.resolve()
    moved = defer()
  }

  return {
    look,
    join({ owner = '', alone = false } = {}) {
      const self: Place = { owner, alone, running: false }
      line.push(self)
      look()
      return {
        async *turn(signal) {
          let told = 0
          while (!self.running) {
            const here = moved.promise
            const ahead = waiting().indexOf(self) + Math.max(1, running().length - room() + 1)
            if (ahead !== told) yield ahead
            told = ahead
            // While the listener looked at the number the line may have moved.
            if (!self.running && here === moved.promise) await raceAbort(here, signal)
          }
          if (signal.aborted) throw stopped()
        },
        leave() {
          const at = line.indexOf(self)
          if (at < 0) return
          line.splice(at, 1)
          look()
        }
      }
    }
  }
}
