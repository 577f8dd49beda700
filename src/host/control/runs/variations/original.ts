// What is to be varied, made ready: a scenario, a world or a recording as a scenario with the answers that its run was given.
import { instructed, scenarioOfWorld } from '../../../../core/control/of-world.ts'
import { variantsOf } from '../../../../core/control/variants.ts'
import type { VariationSource } from '../../../../core/control/variation.ts'
import type { Original, OriginalTurn, VariantTake } from '../../../../core/control/vary/original.ts'
import { OrreryError } from '../../../../core/errors.ts'
import { presetsOf } from '../../../../core/faults/presets.ts'
import { undisturbed } from '../../../../core/step/recorded.ts'
import { branchWithCalls } from '../../../../core/tree/calls.ts'
import { makeStep } from '../../../../core/tree/history.ts'
import type { Branch, Call, Session, Step } from '../../../../core/tree/model.ts'
import { originOf } from '../../../../core/tree/origin.ts'
import { ScenarioFile } from '../../../../core/tree/scenario.ts'
import type { RunContext } from '../kind.ts'
import { mainChain, type Rehearsed, rehearse, takeOf } from '../scenarios/rehearse.ts'

interface Options {
  signal: AbortSignal
}

/** @throws OrreryError not-found; invalid-input for what does not pass its own checks, or has no steps */
export async function originalOf(context: RunContext, from: VariationSource, options: Options): Promise<Original> {
  if ('scenario' in from) return ofScenario(context, from.scenario, options)
  if ('recording' in from) {
    const tree = await context.recording(from.recording)
    const [branch] = tree.branches
    if (!branch) throw new OrreryError('not-found', `The recording "${from.recording}" has no branch.`)
    const chain = mainChain(tree)
    const calls = chain.map(({ id }) => tree.calls.find(({ step }) => step === id) ?? null)
    const world = {
      session: tree.session,
      branch: { ...branch, setup: { ...branch.setup, recording: from.recording } }
    }
    return ofWorld(context, { ...world, chain, calls }, options)
  }
  return ofWorld(context, branchWithCalls(context.store, from), options)
}

/** Without its matrix, and with parameters as they are where nobody says otherwise. */
async function ofScenario(context: RunContext, written: ScenarioFile, { signal }: Options): Promise<Original> {
  const { matrix: _, params: __, include: ___, ...rest } = written
  const filled = variantsOf({ ...rest, ...(written.params && { params: written.params }) }, { presets: presetsOf }).at(
    -1
  )
  if (!filled) throw new OrreryError('internal', `The scenario "${written.name}" has no variant.`)
  const { setup, ...scenario } = filled.scenario
  const started = await context.initialState(setup)
  const { grounding } = started
  const file = ScenarioFile.parse({
    ...scenario,
    // Variants have instructions of single turns as perturbations.
    turns: setup.perturbations.flatMap((use) => instructed(use) ?? []),
    setup: {
      ...setup,
      ...{ initialState: started.initialState, tools: started.tools, ...(grounding && { grounding }) },
      perturbations: setup.perturbations.filter((use) => !instructed(use))
    }
  })
  const runs = await runsOf(context, file, null, signal)
  const computed = setup.recording === null && runs.every(({ result }) => result.determinism === 'exact')
  return { file, takes: takesOf(runs), computed, beyond: await beyond(context, file, runs) }
}

interface World {
  session: Session
  branch: Branch
  chain: Step[]
  calls: (Call | null)[]
}

/** Without the faults that it had: they can be added again. */
async function ofWorld(context: RunContext, world: World, { signal }: Options): Promise<Original> {
  const { session, branch } = world
  const { answers } = takeOf(world)
  if (!answers.length) {
    throw new OrreryError('invalid-input', `The world "${session.title}" has no steps to vary. Act in it first.`)
  }
  const chain: Step[] = []
  for (const { action, observation } of answers)
    chain.push(await makeStep(chain.at(-1)?.id ?? null, action, { text: observation }))
  const reached = world.calls.filter((call) => !call?.firings.some(({ effect }) => effect === 'answer'))
  const perturbations = branch.setup.perturbations.filter((use) => instructed(use))
  const clean = { ...branch, setup: { ...branch.setup, perturbations } }
  const file = ScenarioFile.parse(await scenarioOfWorld({ session, branch: clean, chain, calls: reached }))
  const runs = await runsOf(context, file, answers, signal)
  const executed = reached.every((call) => originOf(call) === 'executed')
  const computed = branch.setup.recording === null && executed
  return { file, takes: takesOf(runs), computed, beyond: await beyond(context, file, runs) }
}

async function runsOf(
  context: RunContext,
  file: ScenarioFile,
  answers: readonly OriginalTurn[] | null,
  signal: AbortSignal
): Promise<Rehearsed[]> {
  const runs: Rehearsed[] = []
  for (const variant of variantsOf(file, { presets: presetsOf })) {
    const run = await rehearse(context, variant, { answers, signal })
    const { verdict, why, stopped } = run.result
    const ended = file.checks.length === 0 && stopped !== 'failed' && run.chain.length > 0
    if (verdict !== 'pass' && !ended) {
      const which = variant.baseline ? 'without faults' : 'with its faults'
      throw new OrreryError(
        'invalid-input',
        `"${file.name}" cannot be varied: its own run ${which} does not pass. ${why} Vary one that passes.`
      )
    }
    runs.push(run)
  }
  return runs
}

function takesOf(runs: readonly Rehearsed[]): [VariantTake, ...VariantTake[]] {
  const [first, ...rest] = runs.map(takeOf)
  if (!first) throw new OrreryError('internal', 'A scenario has no variant.')
  return [first, ...rest]
}

// More than a variation takes on.
const MOST_BEYOND = 5

/** What the recording holds after the last step of the run without faults. */
async function beyond(
  context: RunContext,
  { setup }: ScenarioFile,
  [clean]: readonly Rehearsed[]
): Promise<OriginalTurn[]> {
  if (setup.recording === null || !clean) return []
  const { steps } = await context.recording(setup.recording)
  const callOf = (step: string) => clean.calls[clean.chain.findIndex(({ id }) => id === step)] ?? null
  const found: OriginalTurn[] = []
  let place = await undisturbed(clean.chain, callOf)
  while (found.length < MOST_BEYOND) {
    const next = steps.find(({ parent }) => parent === place)
    if (!next) break
    found.push({ action: next.action, observation: next.observation.text })
    place = next.id
  }
  return found
}
