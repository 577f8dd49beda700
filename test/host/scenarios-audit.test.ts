// The checks of every scenario that comes with Orrery are tried with lazy agents.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handlers, StreamEvent } from '../../src/core/contract/index.ts'
import { type AuditReport, type AuditRow, holesIn } from '../../src/core/control/audit.ts'
import { createHost } from '../../src/host/host.ts'
import { must } from '../must.ts'
import { resources } from './control/runs/recorded.ts'
import { byName, readAll } from './control/runs/shipped.ts'

let home = ''
let host: Handlers
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-audit-'))
  host = await createHost({ home, resources, tempo: 0 })
})
afterAll(async () => {
  await host.dispose()
  await rm(home, { recursive: true, force: true })
})

async function audit(
  scenarios: readonly object[],
  { signal = new AbortController().signal, on = () => {} }: { signal?: AbortSignal; on?: () => void } = {}
): Promise<{ rows: AuditRow[]; report: AuditReport }> {
  const rows: AuditRow[] = []
  let report: AuditReport | null = null
  for await (const event of host.streams['scenarios.audit']({ scenarios } as never, { signal })) {
    const { type, ...rest }: StreamEvent<'scenarios.audit'> = event
    if (type === 'audited') rows.push(rest as AuditRow)
    if (type === 'done') report = rest as AuditReport
    on()
  }
  return { rows, report: must(report) }
}

const shipped = ['scenarios', 'scenarios/for-agents', 'scenarios/with-model', 'scenarios/judged']
  .flatMap(readAll)
  .filter(({ checks }) => checks.length > 0)
const named = (name: string) => byName(shipped, name)
const holes = async (scenario: object) => must((await audit([scenario])).rows.map(holesIn)[0])

// Skipping is said loudly in test/grounds, where an image of the machine is missing.
it('31.6 each scenario that comes with Orrery passes with its own actions, and no lazy agent passes but those that it names', async () => {
  const { rows, report } = await audit(shipped)
  expect(rows).toHaveLength(shipped.length)
  expect(rows.flatMap((row) => holesIn(row).map((hole) => `${row.scenario}: ${hole}`))).toEqual([])
  const model = readAll('scenarios/with-model').map(({ name }) => name)
  expect(rows.flatMap(({ scenario, witness }) => (witness.outcome === 'model' ? scenario : [])).sort()).toEqual(model)
  const open = shipped.filter((one) => one.audit).length
  expect(report).toEqual({ sound: shipped.length - model.length, holes: 0, open, model: model.length })
  // Every lazy agent that is named passes: no excuse stands for nothing.
  const passing = rows.flatMap(({ scenario, lazy }) =>
    lazy.flatMap(({ agent, passes }) => (passes ? `${scenario} ${agent}` : []))
  )
  const excused = shipped.flatMap(({ name, audit = {} }) => Object.keys(audit).map((agent) => `${name} ${agent}`))
  expect(passing.sort()).toEqual(excused.sort())
})

describe('31.6 an audit finds', () => {
  it('a check that the first action satisfies', async () => {
    const scenario = { ...named('helpdesk'), checks: [{ name: 'four', expect: { json: '$.total', is: 4 } }] }
    expect(await holes(scenario)).toEqual([
      expect.stringContaining('"repeats" passes'),
      expect.stringContaining('"direct" passes')
    ])
  })

  it('a check that says nothing, by an agent that only claims', async () => {
    const checks = [{ name: 'no error', at: 'every', expect: { not: { observation: 'Traceback' } } }]
    const found = await holes({ ...named('count-errors'), audit: {}, checks })
    expect(found.map((hole) => hole.split('"')[1])).toEqual(['claims', 'repeats', 'direct'])
  })

  it('actions that do not pass, and an excuse for an agent that fails', async () => {
    const scenario = named('inventory')
    expect(await holes({ ...scenario, actions: ['list_items'] })).toEqual([
      expect.stringMatching(/^Its own actions do not pass\. /)
    ])
    expect(await holes({ ...scenario, audit: { direct: 'It is like that.' } })).toEqual([
      expect.stringContaining('remove it there')
    ])
  })

  it('a walk that comes out otherwise than its file says', async () => {
    const scenario = named('assistant-lunch')
    const [hasty] = scenario.walks ?? []
    const walks = [
      { ...hasty, name: 'called right', fails: [] },
      { name: 'called wrong', actions: scenario.actions, fails: ['lunch is on Friday'] }
    ]
    expect(await holes({ ...scenario, walks })).toEqual([
      expect.stringMatching(/^The walk "called right" comes out otherwise. It fails: lunch is on Friday; /),
      'The walk "called wrong" comes out otherwise. It passes every check.'
    ])
  })

  it('nothing to look at in a scenario without checks', async () => {
    await expect(audit([{ ...named('inventory'), checks: [] }])).rejects.toThrow('"inventory" has no checks')
  })
})

it('31.6 an audit can be cancelled, and keeps neither worlds nor a run', async () => {
  const stop = new AbortController()
  const asked = audit(
    shipped.filter(({ setup }) => setup.program),
    { signal: stop.signal, on: () => stop.abort() }
  )
  await expect(asked).rejects.toThrow()
  await audit([named('inventory')])
  expect(await host.calls['worlds.list']({} as never)).toEqual([])
  expect(await host.calls['runs.list']({})).toEqual([])
  expect(await readdir(join(home, 'runs', 'audit'))).toEqual([])
})
