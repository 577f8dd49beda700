// The scenarios for a model, against the one that comes with Orrery: by the command of docs/scenarios.md, and once more in another data folder.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ScenarioResult } from '../../src/core/control/result.ts'
import { perturbations } from '../../src/core/faults/perturbations/index.ts'
import { nameOf, readAll, resultsIn, running, WITH_MODEL } from '../host/control/runs/shipped.ts'

const all = readAll('scenarios/with-model')
const isTold = (name: string) => perturbations.some((one) => one.name === name && one.instruct && !one.answer)
const told = new Set(
  all.filter(({ setup }) => setup.perturbations.some(({ name }) => isTold(name))).map((one) => one.name)
)

let home = ''
let results: ScenarioResult[] = []
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-shipped-model-'))
  // As a user has it: new worlds are grounded where that fits. It exits with 0 or throws.
  const env = { ...process.env, ORRERY_HOME: home, ORRERY_GROUNDING: '' }
  await promisify(execFile)('bash', ['-c', WITH_MODEL], { env })
  results = resultsIn(home)
})
afterAll(() => rm(home, { recursive: true, force: true }))

it('five scenarios run against the bundled model, each with its fault and without', () => {
  expect(results).toHaveLength(2 * all.length)
  expect(results.filter(({ baseline }) => baseline).map(({ verdict }) => verdict)).toEqual(all.map(() => 'pass'))
  for (const result of results.filter(({ baseline }) => !baseline)) {
    expect([nameOf(result), result.determinism]).toEqual([nameOf(result), 'strict'])
    const [{ count, missed } = { count: 0, missed: 0 }] = result.fired
    expect([nameOf(result), count + missed]).toEqual([nameOf(result), 1])
    // A model may not do what it is told: that is no pass, and it is counted.
    if (told.has(result.scenario))
      expect([nameOf(result), result.verdict]).toEqual([nameOf(result), missed ? 'fail' : 'pass'])
    else expect([nameOf(result), result.verdict]).toEqual([nameOf(result), 'pass'])
  }
})

it('the same model comes to the same steps a second time', async () => {
  const other = await running({ model: 'orrery-lwm-135m' })
  try {
    const tips = (list: ScenarioResult[]) => list.map((result) => [nameOf(result), result.tip])
    expect(tips(await other.run(all))).toEqual(tips(results))
  } finally {
    await other.close()
  }
})
