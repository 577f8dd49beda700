// Who has the one emulator of this process: one work after the other, and where others wait none of them for long. To put a state away and another
// back takes as long as a short step, so works that are long wait longer for each other than a new one waits for them.

// Of the processor: where others have it, as on a busy computer, changes would take more than steps. With what a change takes it stays below half
// a second, and most steps end before.
const NEW_WAITS_MS = 300
const LONG_WAITS_MS = 2000
// New ones do not keep a long one waiting for ever.
const PATIENCE_MS = 1000

export interface MachineTurns {
  /** Waits until it is free. `again`: this work has had it before. */
  take(again?: boolean): Promise<void>
  leave(): void
  /** Others wait, and whoever has it had its time. */
  isOver(): boolean
}

interface Waiting {
  again: boolean
  since: number
  go(): void
}

/** Milliseconds that this process had the processor. */
function busy(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** @param clock milliseconds */
export function createTurns(clock = busy): MachineTurns {
  const waiting: Waiting[] = []
  /** Since when somebody has it. */
  let since: number | null = null

  function next(): Waiting | undefined {
    const now = clock()
    const one =
      waiting.find(({ again, since }) => again && now - since > PATIENCE_MS) ??
      waiting.find(({ again }) => !again) ??
      waiting[0]
    if (one) waiting.splice(waiting.indexOf(one), 1)
    return one
  }

  return {
    async take(again = false) {
      if (since === null) since = clock()
      else await new Promise<void>((go) => waiting.push({ again, since: clock(), go }))
    },
    leave() {
      const one = next()
      since = one ? clock() : null
      one?.go()
    },
    isOver() {
      const had = since === null ? 0 : clock() - since
      return waiting.some(({ again }) => had > (again ? LONG_WAITS_MS : NEW_WAITS_MS))
    }
  }
}
