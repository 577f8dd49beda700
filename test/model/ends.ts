// Measures how long answers of the bundled model take in the ready worlds that may ask it: the `tries` of each, then the ten further actions
// that `ends.json` has for it, in one world each and in this order. The actions were written down before anything was measured.
//
//     node test/model/ends.ts [--only boat-timetable,cuda] [--busy] [--show]
//
// `--busy` keeps every core busy meanwhile. `--show` prints what was observed. It exits with 1 where an answer took longer than a minute.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Handlers } from '../../src/core/contract/index.ts'
import { findDomain } from '../../src/core/domains/index.ts'
import { endingOf } from '../../src/core/tree/cut.ts'
import { Setup, type StepEvent } from '../../src/core/tree/model.ts'
import { isReadyWorld, type ScenarioRow } from '../../src/core/tree/scenario.ts'
import { createHost } from '../../src/host/host.ts'

const MODEL = 'orrery-lwm-135m'
const MOST_SECONDS = 60
// What takes longer than this says nothing more by going on.
const GIVE_UP_SECONDS = 240

const { values } = parseArgs({
  options: { only: { type: 'string' }, busy: { type: 'boolean' }, show: { type: 'boolean' } }
})
/** Actions by the name of the world. */
const further = z
  .record(z.string(), z.array(z.string()).length(10))
  .parse(JSON.parse(await readFile(join(import.meta.dirname, 'ends.json'), 'utf8')))

interface Measured {
  action: string
  seconds: number
  tokens: number
  /** Seconds to the first token. */
  first: number
  /** How it ended: as the model wanted, how it was cut, or why there is none. */
  end: string
  text: string
}

const home = await mkdtemp(join(tmpdir(), 'orrery-ends-'))
const host = await createHost({ home, resources: 'resources', model: MODEL })
const load = values.busy ? cpus().map(() => new Worker('for (;;) {}', { eval: true })) : []
let late = 0
try {
  for (const scenario of chosen(await host.calls['scenarios.list']({}))) {
    const measured = await play(host, scenario)
    late += measured.filter(({ seconds }) => seconds > MOST_SECONDS).length
    print(scenario, measured)
  }
} finally {
  await Promise.all(load.map((worker) => worker.terminate()))
  await host.dispose()
  await rm(home, { recursive: true, force: true })
}
process.exitCode = late ? 1 : 0

function chosen(all: ScenarioRow[]): ScenarioRow[] {
  // In the others no model is ever asked.
  const asking = all.filter((one) => isReadyWorld(one) && one.setup.grounding !== 'executed')
  const names = asking.map(({ name }) => name)
  const same = names.toSorted().join() === Object.keys(further).toSorted().join()
  if (!same) throw new Error(`ends.json should have further actions for exactly these worlds: ${names.join(', ')}.`)
  const only = values.only?.split(',') ?? names
  const unknown = only.filter((name) => !names.includes(name))
  if (unknown.length) throw new Error(`No model is asked in ${unknown.join(', ')}. Name some of: ${names.join(', ')}.`)
  return asking.filter(({ name }) => only.includes(name))
}

async function play({ calls, streams }: Handlers, { name, setup, tries }: ScenarioRow): Promise<Measured[]> {
  const { session, branch } = await calls['worlds.create']({ title: name, setup })
  const domain = findDomain(setup.domain)
  const measured: Measured[] = []
  for (const line of [...tries, ...(further[name] ?? [])]) {
    const action = domain.fromText(line, Setup.parse({ ...branch.setup }))
    const started = performance.now()
    const input = { session: session.id, branch: branch.id, action, instruction: '', trace: false }
    let last: StepEvent | undefined
    for await (const event of streams['steps.run'](input, { signal: AbortSignal.timeout(GIVE_UP_SECONDS * 1000) }))
      last = event
    const one = { action: line, seconds: (performance.now() - started) / 1000, ...told(last) }
    printOne(one)
    measured.push(one)
  }
  return measured
}

function told(last: StepEvent | undefined): Pick<Measured, 'tokens' | 'first' | 'end' | 'text'> {
  if (last?.type !== 'committed')
    return { tokens: 0, first: 0, end: last?.type === 'failed' ? last.error.code : 'none', text: '' }
  const { step, call } = last
  const { text } = step.observation
  return {
    tokens: call.tokens.generated,
    first: call.ms.first / 1000,
    end: endingOf(text) ?? call.grounded?.origin ?? 'whole',
    text
  }
}

function print({ name }: ScenarioRow, measured: Measured[]): void {
  const sorted = measured.map(({ seconds }) => seconds).sort((a, b) => a - b)
  const most = sorted.at(-1) ?? 0
  const almost = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
  process.stdout.write(`${name}: ${measured.length} actions, max ${most.toFixed(1)} s, 95 % ${almost.toFixed(1)} s\n`)
}

function printOne({ action, seconds, first, tokens, end, text }: Measured): void {
  const time = `${seconds.toFixed(1).padStart(6)} s (first token ${first.toFixed(1).padStart(5)} s)`
  process.stdout.write(`  ${time} ${String(tokens).padStart(5)} tokens  ${end.padEnd(10)} ${JSON.stringify(action)}\n`)
  if (values.show) process.stdout.write(`${text.replace(/^/gm, '      | ')}\n`)
}
