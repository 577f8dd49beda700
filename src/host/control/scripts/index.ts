// JavaScript of checks, in a thread of its own that is started when one is needed.
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { jsonIn, type Seen, Undecided } from '../../../core/faults/holds.ts'
import type { FromScript, ToScript } from './protocol.ts'

// Ends what hangs. The script's work is counted, but between operations, and one of them may take long on a busy machine.
const STUCK_MS = 30_000
// What a thread is given: a run of a thousand long turns.
const MOST_INPUT = 16 * 2 ** 20

export interface Scripts {
  /** @throws Undecided, saying why, for a script that fails, takes too long or too much, or returns no boolean */
  run(source: string, seen: Seen): Promise<boolean>
  dispose(): Promise<void>
}

export function createScripts(): Scripts {
  let worker: Worker | null = null
  let count = 0
  const waiting = new Map<number, { resolve(holds: boolean): void; reject(error: Error): void }>()

  function drop(why: string): void {
    const old = worker
    worker = null
    void old?.terminate()
    for (const { reject } of waiting.values()) reject(new Undecided(why))
    waiting.clear()
  }

  function started(): Worker {
    if (worker) return worker
    const made = new Worker(fileOfWorker(), { resourceLimits: { maxOldGenerationSizeMb: 128 } })
    made.unref()
    made.on('message', (told: FromScript) => {
      const asked = waiting.get(told.id)
      waiting.delete(told.id)
      if ('holds' in told) asked?.resolve(told.holds)
      else asked?.reject(new Undecided(told.problem))
    })
    made.on('error', (error) => worker === made && drop(`The sandbox for scripts failed: ${error.message}.`))
    worker = made
    return made
  }

  return {
    async run(source, seen) {
      const input = inputOf(seen)
      if (input.length > MOST_INPUT) throw new Undecided('The run is too long for a script to look at.')
      const id = ++count
      const stuck = setTimeout(() => drop('The script took too much time or memory and was stopped.'), STUCK_MS)
      try {
        return await new Promise<boolean>((resolve, reject) => {
          waiting.set(id, { resolve, reject })
          started().postMessage({ id, source, input } satisfies ToScript)
        })
      } finally {
        clearTimeout(stuck)
      }
    },
    async dispose() {
      const old = worker
      drop('Orrery is closing.')
      await old?.terminate()
    }
  }
}

/** What a script sees: the turns as JSON, `turn` being the one that is looked at. */
function inputOf({ domain, past, turn }: Seen): string {
  const turns = past().map(({ step, label, firings }, index) => {
    const { text } = step.observation
    const tool = domain.toolOf(step.action)
    const fired = firings.map(({ id, name }) => id ?? name)
    return { number: index + 1, action: step.action, label, tool, observation: text, json: jsonIn(text) ?? null, fired }
  })
  return JSON.stringify({ turn: turns[turn - 1], turns })
}

/** Beside this file, or beside the bundle that this file became part of. */
function fileOfWorker(): string {
  return join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'worker.ts' : 'scripts.js')
}
