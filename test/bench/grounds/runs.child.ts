// Runs a recorded scenario of ten steps so many times in the data folder named by its arguments, and says after each tenth what it holds.
// Needs --expose-gc.
import { writeSync } from 'node:fs'
import { createHost } from '../../../src/host/host.ts'
import { recorded, resources } from '../../host/control/runs/recorded.ts'

const [home = '', count = ''] = process.argv.slice(2)
const repeat = Number(count)
const host = await createHost({ home, resources, tempo: 0 })
const input = { kind: 'scenarios', name: 'bench', options: { scenarios: [recorded()], repeat } }
let done = 0
// `as`: the scenario is JSON.
for await (const event of host.streams['runs.start'](input as never, { signal: new AbortController().signal })) {
  if (event.type !== 'job' || ++done % Math.ceil(repeat / 10)) continue
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  writeSync(1, `${JSON.stringify({ done, heapUsed, rss, busy: (user + system) / 1e6 })}\n`)
}
await host.dispose()
