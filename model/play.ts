// Worlds that are programs, played: a line {"family", "seed"} comes in, the recorded trajectory (lwm/trajectory.py) goes out. What is done is a
// walk of one of the app's own scenarios, varied by the seed; what it comes to is computed by the program.
//
//   node play.ts < asked.jsonl > trajectories.jsonl    (lwm/record/programs.py runs it)
//   node play.ts --families
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chanceOf } from '../src/core/control/lab/terminal.ts'
import { variedWalk } from '../src/core/control/lab/varied.ts'
import { walkOf } from '../src/core/control/lazy/index.ts'
import { findDomain } from '../src/core/domains/index.ts'
import type { Action, StepEvent } from '../src/core/tree/model.ts'
import type { Scenario } from '../src/core/tree/scenario.ts'
import { createHost } from '../src/host/host.ts'
import { readScenarioFile } from '../src/host/library/scenario-file.ts'
import { isScenarioName } from '../src/host/library/scenarios.ts'

const RESOURCES = join(import.meta.dirname, '../resources')
// As long as the other recorders' sessions.
const MOST_TURNS = 24
const NOISE = 0.15
// Of a hundred turns in a world that lists what can be done.
const WANDERING = 25

/** Scenarios without a machine by their program; the shortest name among them is the family's. */
function families(): Map<string, Scenario[]> {
  const byProgram = new Map<string, Scenario[]>()
  const folder = join(RESOURCES, 'scenarios')
  for (const file of readdirSync(folder).filter(isScenarioName).sort()) {
    const { scenario } = readScenarioFile(join(folder, file))
    const text = scenario?.setup.program?.text
    if (!scenario || text === undefined || isLeftOut(scenario)) continue
    if (!(scenario.actions ?? scenario.tries).length) continue
    byProgram.set(text, [...(byProgram.get(text) ?? []), scenario])
  }
  const shortest = (names: string[]) => names.reduce((one, other) => (other.length < one.length ? other : one))
  return new Map([...byProgram.values()].map((group) => [shortest(group.map(({ name }) => name)), group]))
}

/** Machines have a recorder of their own; a phone or a desktop is not computed whole without a model. */
function isLeftOut({ setup }: Scenario): boolean {
  const { shell, door } = findDomain(setup.domain)
  return shell !== undefined || door === 'phone' || door === 'desktop'
}

const all = families()
if (process.argv[2] === '--families') {
  console.log(JSON.stringify([...all.keys()].sort()))
  process.exit(0)
}

const home = await mkdtemp(join(tmpdir(), 'orrery-play-'))
const host = await createHost({ home, resources: RESOURCES, tempo: 0 })
const signal = new AbortController().signal
try {
  for await (const line of createInterface({ input: process.stdin })) {
    const { family, seed } = JSON.parse(line)
    try {
      console.log(JSON.stringify(await played(family, seed)))
    } catch (cause) {
      console.log(JSON.stringify({ error: cause instanceof Error ? cause.message : String(cause) }))
    }
  }
} finally {
  await host.dispose()
  await rm(home, { recursive: true, force: true })
}

async function played(family: string, seed: number) {
  const chance = chanceOf(seed)
  const choice = all.get(family)
  const scenario = choice?.[chance(choice.length)]
  if (!scenario) throw new Error(`There is no family "${family}".`)
  const { gate: _gate, check: _check, user: _user, ...setup } = scenario.setup
  const rules = { ...setup, perturbations: [], recording: null, grounding: 'executed' as const, seed }
  const { session, branch } = await host.calls['worlds.create']({ setup: rules })
  try {
    const domain = findDomain(branch.setup.domain)
    const known = JSON.stringify([
      branch.setup.initialState,
      branch.setup.task,
      branch.setup.tools,
      branch.setup.program
    ])
    const walk = variedWalk(domain, walkOf(scenario, branch.setup), { known, seed: chance(2 ** 31), noise: NOISE })
    const turns: { action: Action; observation: string }[] = []
    let state = domain.initial(branch.setup)
    while (walk.length && turns.length < MOST_TURNS && state.done !== true) {
      const open = Array.isArray(state.admissible) ? state.admissible : []
      const wanders = open.length > 0 && chance(100) < WANDERING
      const action = wanders ? domain.fromText(String(open[chance(open.length)]), branch.setup) : walk.shift()
      if (action === undefined) break
      const step = await taken({ session: session.id, branch: branch.id, action })
      // What only a model could say is no truth, and changes nothing.
      if (!step) continue
      turns.push({ action, observation: step.observation.text })
      state = domain.fold(state, step)
    }
    return {
      ...{ recorder: 'programs', family, seed, program: `orrery ${family}`, domain: domain.id },
      ...{ initial_state: branch.setup.initialState, turns },
      tools: domain.tools ? domain.tools.of(branch.setup) : null
    }
  } finally {
    await host.calls['worlds.delete']({ session: session.id })
  }
}

async function taken(input: { session: string; branch: string; action: Action }) {
  let end: StepEvent | null = null
  for await (const event of host.streams['steps.run']({ ...input, instruction: '', trace: false }, { signal }))
    end = event
  return end?.type === 'committed' ? end.step : null
}
