// Plays the walks of the shipped worlds that rules compute, without a model, and prints a row for each: node test/host/grounds/programs/walks.child.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDomain } from '../../../../src/core/domains/index.ts'
import type { Action } from '../../../../src/core/tree/model.ts'
import { createHost } from '../../../../src/host/host.ts'
import { must } from '../../../must.ts'
import { readAll } from '../../control/runs/shipped.ts'

export interface WalkRow {
  name: string
  domain: string
  turns: number
  executed: number
  /** Checks of single turns and of the end. */
  judged: number
  /** Time of the processor, in milliseconds. */
  ms: number
  /** Characters of the largest change of a state. */
  largest: number
  /** The last step: a hash of all that was done and said. */
  tip: string
}

const home = mkdtempSync(join(tmpdir(), 'orrery-walks-'))
const host = await createHost({ home, resources: 'resources', tempo: 0 })
const rows: WalkRow[] = []
const worlds = readAll('scenarios').filter(
  ({ setup, actions = [] }) =>
    actions.length >= 20 && setup.perturbations.length === 0 && (setup.program || setup.domain !== 'terminal')
)
for (const { name, setup, actions = [], checks } of worlds) {
  const domain = findDomain(setup.domain)
  const asked = { setup: { ...setup, grounding: 'executed', seed: 7 } } as never
  const { session, branch } = await host.calls['worlds.create'](asked)
  const row: WalkRow = { name, domain: domain.id, turns: 0, executed: 0, judged: 0, ms: 0, largest: 0, tip: '' }
  row.judged = checks.filter(({ at }) => at !== 'every').length
  for (const written of actions) {
    const action: Action = typeof written === 'string' ? domain.fromText(written, branch.setup) : written
    const input = { session: session.id, branch: branch.id, action } as never
    const began = process.cpuUsage()
    for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal })) {
      if (event.type === 'failed') throw new Error(`${name}: ${event.error.message}`)
      if (event.type !== 'committed') continue
      row.turns++
      // A call that no tool takes is refused before it comes to the program.
      const refused = domain.tools?.certain(action, branch.setup) === event.step.observation.text
      row.executed += refused || event.call.grounded?.origin === 'executed' ? 1 : 0
      row.largest = Math.max(row.largest, JSON.stringify(event.call.grounded?.changes ?? []).length)
      row.tip = event.step.id
    }
    const { user, system } = process.cpuUsage(began)
    row.ms += (user + system) / 1000
  }
  rows.push(row)
}
must(rows[0])
process.stdout.write(`${JSON.stringify(rows)}\n`)
await host.dispose()
rmSync(home, { recursive: true, force: true })
