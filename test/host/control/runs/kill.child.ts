// Squares numbers without end, in the data folder and the run named by its arguments, and prints each job once it is announced. What
// was begun is kept in a file beside.
import { appendFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { RunKindPlugin } from '../../../../src/host/control/runs/kind.ts'
import { runsOf } from './runs.ts'

const [home = '', count = ''] = process.argv.slice(2)

const squares: RunKindPlugin<{ count: number }, number, number> = {
  name: 'squares',
  options: z.strictObject({ count: z.int() }),
  result: z.number(),
  async prepare({ count }) {
    let sum = 0
    return {
      settings: {},
      problems: [],
      jobs: Array.from({ length: count }, (_, index) => ({
        key: `${index + 1}`,
        label: `${index + 1}`,
        async do({ signal }) {
          appendFileSync(join(home, 'begun'), `${index + 1}\n`)
          await setTimeout((index * 7) % 4, null, { signal })
          return { result: (index + 1) ** 2, error: null }
        }
      })),
      atOnce: 3,
      async count(_, { result }) {
        sum += result ?? 0
      },
      report: () => sum
    }
  }
}

const { streams } = runsOf({ home, kinds: [squares] })
const input = { kind: 'squares', name: 'killed', options: { count: Number(count) } }
for await (const event of streams['runs.start'](input, { signal: new AbortController().signal })) {
  if (event.type === 'job' && !event.resumed) writeSync(1, `${event.job}\n`)
  if (event.type === 'report') writeSync(1, `report ${event.report}\n`)
}
