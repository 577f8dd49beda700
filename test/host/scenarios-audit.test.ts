// The checks of every scenario that comes with Orrery are tried with lazy agents.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CallOutput, StreamEvent } from '../../src/core/contract/index.ts'
import { type AuditReport, type AuditRow, holesIn } from '../../src/core/control/audit.ts'
import { lazyAgents } from '../../src/core/control/lazy/index.ts'
import type { Handlers } from '../../src/core/contract/index.ts'
import { createHost } from '../../src/host/host.ts'
import { must } from '../must.ts'
import { resources } from './control/runs/recorded.ts'
import { readAll } from './control/runs/shipped.ts'
import { image } from './grounds/emulator/image.ts'

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

async function audit(scenarios: readonly object[]): Promise<{ rows: AuditRow[]; report: AuditReport }> {
  const events: StreamEvent<'scenarios.audit'>[] = []
  const stream = host.streams['scenarios.audit']({ scenarios } as never, { signal: new AbortController().signal })
  let before = performance.now()
  for await (const event of stream) { events.push(event); if (event.type==='audited') console.log(event.scenario, Math.round(performance.now()-before)); before = performance.now() }
  const rows = events.flatMap((event) => (event.type === 'audited' ? event : []))
  return { rows, report: must(events.flatMap((event) => (event.type === 'done' ? event : []))[0]) }
}

it('x', async () => {
  const all = ['scenarios', 'scenarios/for-agents', 'scenarios/with-model'].flatMap(readAll).filter(({ checks }) => checks.length > 0)
  const { rows, report } = await audit(all)
  console.log(report, rows.length)
})
