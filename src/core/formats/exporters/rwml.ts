// RWML triplets: a state, an action and the next state, without most of those that a model predicts well already.
//
// A sample is too easy when its mean reward over enough attempts reaches a threshold. Attempts are the
// predictions of the same action at the same point that the session holds. The paper's reward is a distance between embeddings;
// there is no embedding model here, so it is the same rule over word-level F1.
import { z } from 'zod'
import { wordF1 } from '../../control/evaluate/metrics.ts'
import { findDomain } from '../../domains/index.ts'
import { unmarked } from '../../tree/cut.ts'
import { canonical, draw } from '../../tree/history.ts'
import type { Call } from '../../tree/model.ts'
import type { ExportedTurn, Exporter, ExportSource, Writing } from '../exporting.ts'
import { lost } from './lost.ts'
import { isLearned, isSimulated, ViewOptions } from './view.ts'

const Options = ViewOptions.pick({ learn: true, minTurns: true }).extend({
  attempts: z.int().min(1).default(10).describe('Predictions needed before a turn counts as easy (K in the paper).'),
  // The paper leaves the threshold to the data.
  easy: z.number().min(0).max(1).default(0.8).describe('Mean reward from which a turn counts as easy.'),
  distance: z
    .number()
    .min(0)
    .max(1)
    .default(0.2)
    .describe('A prediction is correct below this distance from the truth: 1 - word-level F1.'),
  keep: z.number().min(0).max(1).default(0.1).describe('Fraction of easy turns to keep.'),
  seed: z.int().min(0).default(0).describe('Selects which easy turns are kept.')
})
type Options = z.output<typeof Options>

export const rwml: Exporter<typeof Options> = {
  name: 'rwml',
  title: 'State, action, next state (RWML)',
  description: 'Triplets for training a world model by reward, with few turns that are already predicted well.',
  purpose: 'train',
  extension: 'rwml.jsonl',
  mediaType: 'application/jsonl',
  lossless: false,
  layout: 'joined',
  options: Options,
  losses: (source) => [
    ...lost(source, []),
    'The history before each state.',
    'Most turns that count as easy under the options.'
  ],
  async *write(sources, options, writing) {
    for (const source of sources) yield* triplets(source, options, writing)
  }
}

async function* triplets(source: ExportSource, options: Options, { version }: Writing): AsyncGenerator<string> {
  const { session, branch } = source
  const chain = source.chain()
  if (chain.length < options.minTurns) return
  let state: string | null = null
  for await (const turn of chain) {
    const { step, number, setup } = turn
    const domain = findDomain(setup.domain)
    const text = unmarked(step.observation.text)
    state ??= setup.initialState
    const rewards = await rewardsOf(source, turn, options)
    const mean = rewards.length ? rewards.reduce((sum, one) => sum + one, 0) / rewards.length : null
    const easy = mean !== null && rewards.length >= options.attempts && mean >= options.easy
    const kept = !easy || (await draw(`rwml|${options.seed}|${step.id}`)) < options.keep
    if (kept && isLearned(turn, { view: 'world', learn: options.learn })) {
      yield `${JSON.stringify({
        state,
        action: domain.format(step.action),
        next_state: text,
        attempts: rewards.length,
        mean_reward: mean,
        metadata: {
          ...{ program: 'orrery', version, session: session.id, title: session.title, branch: branch.title },
          ...{ domain: domain.id, turn: number, simulated: isSimulated(turn), model: turn.call?.model.name ?? null }
        }
      })}\n`
    }
    state = text
  }
}

/** 1 for each prediction of this turn that was right, 0 for each that was not. */
async function rewardsOf(source: ExportSource, turn: ExportedTurn, { distance }: Options): Promise<number[]> {
  const truth = unmarked(turn.step.observation.text)
  const action = canonical(turn.step.action)
  // Its own prediction is no attempt at it.
  const rewards: number[] = turn.calls.filter((call) => call !== turn.call && isPrediction(call)).map(() => 1)
  for await (const other of source.siblings(turn)) {
    if (canonical(other.step.action) !== action) continue
    const right = 1 - wordF1(unmarked(other.step.observation.text), truth) < distance
    for (const call of other.calls) if (isPrediction(call)) rewards.push(right ? 1 : 0)
  }
  return rewards
}

const isPrediction = ({ engine }: Call): boolean =>
  !['recorded', 'authored', 'import', 'replay', 'perturbation', 'validation'].includes(engine)
