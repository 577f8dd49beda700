// The scenarios that come with Orrery, and what a run of them comes to.
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ScenarioResult } from '../../../../src/core/control/result.ts'
import type { HostOptions } from '../../../../src/host/host.ts'
import { createHost } from '../../../../src/host/host.ts'
import { readScenarioFile } from '../../../../src/host/library/scenario-file.ts'
import { isScenarioName } from '../../../../src/host/library/scenarios.ts'
import { must } from '../../../must.ts'
import { resources } from './recorded.ts'

type Read = ReturnType<typeof readAll>[number]

/** Of docs/scenarios.md. It takes minutes: one test runs it for all. */
export const WITH_MODEL = 'npm run -s orrery -- run resources/scenarios/with-model'

/** Those of a folder under `resources`, in the order of their names. */
export function readAll(folder: string) {
  const path = join(resources, folder)
  return readdirSync(path)
    .filter(isScenarioName)
    .sort()
    .map((file) => {
      const { scenario, problems } = readScenarioFile(join(path, file))
      if (!scenario) throw new Error(`${file}: ${problems.map(({ message }) => message).join(' ')}`)
      return scenario
    })
}

/** Runs scenarios as `orrery run` does, in a data folder of their own. */
export async function running(options: Partial<HostOptions> = {}) {
  const home = await mkdtemp(join(tmpdir(), 'orrery-shipped-'))
  const host = await createHost({ home, resources, tempo: 0, ...options })
  let runs = 0
  return {
    async run(scenarios: readonly object[]): Promise<ScenarioResult[]> {
      const input = { kind: 'scenarios', name: `run-${++runs}`, options: { scenarios } }
      const results: ScenarioResult[] = []
      for await (const event of host.streams['runs.start'](input as never, { signal: new AbortController().signal }))
        if (event.type === 'job') results.push(ScenarioResult.parse(event.result))
      return results.sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
    },
    async close() {
      await host.dispose()
      await rm(home, { recursive: true, force: true })
    }
  }
}

/** Results of all runs of scenarios in a data folder, as `running` sorts them. */
export function resultsIn(home: string): ScenarioResult[] {
  const folder = join(home, 'runs', 'scenarios')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => ScenarioResult.parse(JSON.parse(line).result))
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
}

export const nameOf = ({ scenario, variant }: ScenarioResult): string => [scenario, variant].filter(Boolean).join(', ')

/** The same world without its faults, held to the same checks. */
export const healthy = ({ setup, ...scenario }: Read) => ({ ...scenario, setup: { ...setup, perturbations: [] } })

export const byName = (all: readonly Read[], name: string): Read => must(all.find((one) => one.name === name))
