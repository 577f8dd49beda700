// Runs a scenario over a recording so many times, in the data folder named by its arguments, and prints each job once it is announced.
import { writeSync } from 'node:fs'
import { Scenario } from '../../../../src/core/tree/scenario.ts'
import { createHost } from '../../../../src/host/host.ts'
import { recorded, resources } from './recorded.ts'

const [home = '', count = ''] = process.argv.slice(2)

const host = await createHost({ home, resources, tempo: 0 })
// The same ten steps, three of them as a reaction: a run that is resumed has to know where that left it.
const { actions } = Scenario.parse(recorded())
const all = actions ?? []
const reactions = [{ when: { observation: 'def divide' }, actions: all.slice(4, 7), times: 1 }]
const scenario = recorded({ actions: [...all.slice(0, 4), ...all.slice(7)], reactions })
const options = { scenarios: [scenario], repeat: Number(count) }
const input = { kind: 'scenarios', name: 'killed', options, atOnce: 3 }
for await (const event of host.streams['runs.start'](input as never, { signal: new AbortController().signal })) {
  if (event.type === 'job') writeSync(1, `${event.job}${event.resumed ? ' again' : ''}\n`)
  if (event.type === 'report') writeSync(1, 'report\n')
}
await host.dispose()
