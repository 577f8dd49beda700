// How fast a recorded scenario is run many times, and whether memory grows with it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { OrreryError } from '../../../src/core/errors.ts'
import { must } from '../../must.ts'
import type { Plain } from '../engine/bench.ts'
import { median } from '../engine/middle.ts'
import { atMost, type Findings, ratio } from '../engine/report.ts'

// Issue 17: 1,000 runs of ten steps in 60 s, memory flat.
const [COUNT, BAR_S, FLAT] = [1000, 60, 1.2]
const SYNCS = 100

/** `busy`: seconds of the processor. */
const Said = z.strictObject({ done: z.int(), heapUsed: z.number(), rss: z.number(), busy: z.number() })

export async function runs({ sizes, folder, signal }: Plain): Promise<Findings> {
  const count = sizes.grounds.runs
  const script = join(import.meta.dirname, 'runs.child.ts')
  const from = performance.now()
  const child = spawn(process.execPath, ['--expose-gc', script, join(folder, 'runs'), String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal
  })
  // An abort is an error of the child too; its end says so below.
  child.on('error', () => {})
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk
  })
  await once(child, 'close')
  signal.throwIfAborted()
  if (child.exitCode !== 0) throw new OrreryError('internal', `The runs ended with exit code ${child.exitCode}.`)
  const seconds = (performance.now() - from) / 1000
  const said = text.split('\n').flatMap((line) => (line ? [Said.parse(JSON.parse(line))] : []))
  const [second, last] = [must(said[1]), must(said.at(-1))]
  const full = count >= COUNT
  return {
    ratios: {
      runs: ratio(`${count} runs of a recorded scenario of 10 steps`, seconds, {
        ...{ unit: 's', needed: full ? atMost(BAR_S) : null, samples: 1 },
        note: `the process included; ${((count * 10) / seconds).toFixed(0)} steps a second`
      }),
      runsMemory: ratio('What it holds at the end, over after a fifth of the runs', last.heapUsed / second.heapUsed, {
        ...{ needed: full ? atMost(FLAT) : null, samples: 1 },
        note: 'reachable memory'
      })
    },
    absolutes: {
      runsBusy: { title: 'Runs: processor time', value: last.busy, unit: 's' },
      runsResident: { title: 'Runs: the process at the end', value: last.rss, unit: 'bytes' },
      runsSync: { title: 'One synced write of 4 kB, as each step makes one, median', value: sync(folder), unit: 'ms' }
    }
  }
}

/** Milliseconds that the disk takes to keep a page for good. */
function sync(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w')
  const page = Buffer.alloc(4096)
  try {
    return median(
      Array.from({ length: SYNCS }, () => {
        writeSync(file, page)
        const from = performance.now()
        fdatasyncSync(file)
        return performance.now() - from
      })
    )
  } finally {
    closeSync(file)
  }
}
