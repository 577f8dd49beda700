// A run of a scenario that leaves no world behind: in a store of its own, over given answers or over what its world gives.
import type { ScenarioResult } from '../../../../core/control/result.ts'
import { isRubric } from '../../../../core/control/rubric.ts'
import type { OriginalTurn, VariantTake } from '../../../../core/control/vary/original.ts'
import { OrreryError } from '../../../../core/errors.ts'
import type { SessionTree } from '../../../../core/formats/importing.ts'
import { callOn } from '../../../../core/tree/calls.ts'
import { makeStep } from '../../../../core/tree/history.ts'
import type { Call, Step } from '../../../../core/tree/model.ts'
import type { Engine } from '../../../../core/tree/ports.ts'
import type { Scenario, Variant } from '../../../../core/tree/scenario.ts'
import { openStore } from '../../../database/store.ts'
import { createReplayEngine } from '../../../engines/replay.ts'
import type { JobResult, RunContext } from '../kind.ts'
import type { AgentChoice } from './actors.ts'
import { play } from './play.ts'

export interface Rehearsed extends JobResult<ScenarioResult> {
  chain: Step[]
  /** As `chain`. */
  calls: (Call | null)[]
}

/**
 * @param options.answers what the world answers, in this order; `null`: its recording, ground or model does
 * @param options.agent who acts; default: the scenario's own actions
 * @throws OrreryError cancelled; what every run would meet
 */
export async function rehearse(
  context: RunContext,
  variant: Pick<Variant, 'scenario' | 'baseline' | 'reference'>,
  {
    answers,
    agent = { kind: 'script' },
    signal
  }: { answers: readonly OriginalTurn[] | null; agent?: AgentChoice; signal: AbortSignal }
): Promise<Rehearsed> {
  const store = openStore(':memory:', { clock: context.clock })
  try {
    const engine = answers ? await engineOf(answers) : await ownEngine(context, variant.scenario)
    const apart: RunContext = {
      ...context,
      store,
      engine,
      step: context.stepIn({ store, engine }),
      // What is replayed is not computed anew.
      ...(answers && { ground: () => null })
    }
    // A judge may say another thing the next time: what is rehearsed is held to the rules alone.
    const checks = variant.scenario.checks.filter((check) => !isRubric(check))
    const planned = {
      variant: { ...variant, scenario: { ...variant.scenario, checks }, of: {} },
      repeat: 0,
      agent,
      id: 'rehearsal'
    }
    const { result, error } = await play(apart, planned, { signal })
    signal.throwIfAborted()
    const chain = store.chain(result.tip)
    const callOf = callOn(store, store.branch(result.branch))
    return { result, error, chain, calls: chain.map(({ id }) => callOf(id)) }
  } finally {
    await store.close()
  }
}

/** What the world itself answered: not what perturbations did, and what they altered as it was before. */
export function takeOf({ chain, calls }: Pick<Rehearsed, 'chain' | 'calls'>): VariantTake {
  const answers = chain.flatMap(({ action, observation }, index): OriginalTurn[] => {
    const firings = calls[index]?.firings ?? []
    if (firings.some(({ effect }) => effect === 'answer')) return []
    return [{ action, observation: firings.find(({ before }) => before !== undefined)?.before ?? observation.text }]
  })
  return { answers, turns: chain.length, last: chain.at(-1)?.observation.text ?? '' }
}

async function engineOf(answers: readonly OriginalTurn[]): Promise<Engine> {
  const steps: Step[] = []
  for (const { action, observation } of answers)
    steps.push(await makeStep(steps.at(-1)?.id ?? null, action, { text: observation }))
  return createReplayEngine({ trees: [treeOf(steps)], otherwise: null, tempo: 0 })
}

const treeOf = (steps: Step[]): SessionTree => ({
  session: { id: 'rehearsal', title: '', notes: '', domain: '', createdAt: 0, updatedAt: 0 },
  ...{ branches: [], steps, calls: [] }
})

async function ownEngine({ engine, recording }: RunContext, { setup }: Scenario): Promise<Engine> {
  if (setup.recording === null) return engine
  const trees = [await recording(setup.recording)]
  return createReplayEngine({ trees, otherwise: engine.absent ? null : engine, tempo: 0 })
}

/** @throws OrreryError not-found */
export function mainChain({ branches, steps }: SessionTree): Step[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const [branch] = branches
  if (!branch) throw new OrreryError('not-found', 'The recording has no branch.')
  const chain: Step[] = []
  for (let step = byId.get(branch.tip ?? ''); step; step = byId.get(step.parent ?? '')) chain.unshift(step)
  return chain
}
