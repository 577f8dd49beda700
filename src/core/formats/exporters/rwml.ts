// RWML triplets: a state, an action and the next state, without most of those that a model predicts well already.
//
// A sample is too easy when its mean reward over enough attempts reaches a threshold. Attempts are the
// predictions of the same action at the same point that the session holds.
import { z } from 'zod'
import { wordF1 } from '../../control/evaluate/metrics.ts'
import { dataReward, gapReward, maskedJson, THRESHOLDS } from '../../control/rewards.ts'
import { findDomain } from '../../domains/index.ts'
import { unmarked } from '../../tree/cut.ts'
import { canonical, draw } from '../../tree/history.ts'
import type { ExportedTurn, Exporter, ExportSource, Writing } from '../exporting.ts'
import { isPrediction } from './candidates.ts'
import { isFit } from './fit.ts'
import { lost } from './lost.ts'
import { kindOf, type RwmlContext, type RwmlTriplet, rwmlLabel, rwmlPrompt, userIn } from './rwml-rows.ts'
import { choiceLosses, isLearned, isSimulated, taskOf, ViewOptions, viewLosses } from './view.ts'

const Options = ViewOptions.pick({ learn: true, minTurns: true, outcome: true, failures: true }).extend({
  form: z
    .enum(['triplet', 'context', 'rl', 'sft'])
    .default('triplet')
    .describe(
      'The triplet alone; with history, task, policy, tools and user; or as a prompt: for reinforcement learning with a thought, for fine-tuning with an empty one.'
    ),
  history: z.int().min(0).default(8).describe('Earlier turns in each row (H in the paper), unless it is a triplet.'),
  task: ViewOptions.shape.task.describe("The task. Empty: the world's own, else its title. Not in triplets."),
  policy: z
    .string()
    .default('')
    .describe("The agent's policy. Empty: the system prompt that an imported conversation had. Not in triplets."),
  attempts: z.int().min(1).default(10).describe('Predictions needed before a turn counts as easy (K in the paper).'),
  // The paper leaves the threshold to the data.
  easy: z.number().min(0).max(1).default(0.8).describe('Mean reward from which a turn counts as easy.'),
  share: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe(
      'Instead: the share of turns with enough predictions that is to come out easy, about 0.3 in the paper. 0: by the mean reward above.'
    ),
  reward: z
    .enum(['words', 'rwml'])
    .default('words')
    .describe(
      "Words: right or wrong by the distance below. RWML: by the paper's distances, and a tool's answer by ROUGE-L in steps of 0.2, of JSON only its schema."
    ),
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
  losses: (source, { form, history, reward, outcome, failures }) => [
    ...(form === 'triplet'
      ? [...lost(source, []), 'The history before each state.']
      : viewLosses(source, { view: 'agent', rows: 'turn' })),
    ...(form !== 'triplet' ? [`The history of a turn before its last ${history} turns.`] : []),
    ...(form !== 'triplet' && source.branches.some(({ setup }) => setup.user)
      ? ['What the user wants, and how they answer.']
      : []),
    ...(reward === 'rwml' && (form === 'rl' || form === 'sft')
      ? ["The values in a tool's answer that is JSON: its schema is what is learned."]
      : []),
    ...choiceLosses({ outcome, failures }),
    'Most turns that count as easy under the options.'
  ],
  async *write(sources, options, writing) {
    const all = [...sources]
    const easy = options.share > 0 ? await thresholdFor(all, options) : options.easy
    for (const source of all) yield* triplets(source, { ...options, easy }, writing)
  }
}

async function* triplets(source: ExportSource, options: Options, { version }: Writing): AsyncGenerator<string> {
  const { session, branch } = source
  const past: RwmlContext['history'] = []
  // It begins with what an agent is shown: what only the world knows is to be found out, and no state that was observed.
  let state: string | null = null
  for await (const { turn, mean, attempts } of measured(source, options)) {
    const { step, number, setup } = turn
    const domain = findDomain(setup.domain)
    const text = unmarked(step.observation.text)
    state ??= domain.initialState.shown?.(setup.initialState) ?? setup.initialState
    const kept = !isEasy({ mean, attempts }, options) || (await draw(`rwml|${options.seed}|${step.id}`)) < options.keep
    const triplet: RwmlTriplet = { state, action: domain.format(step.action), next_state: text }
    if (kept && isLearned(turn, { view: 'world', learn: options.learn })) {
      yield `${JSON.stringify({
        ...rowOf(source, turn, { triplet, history: past, options }),
        attempts,
        mean_reward: mean,
        metadata: {
          ...{ program: 'orrery', version, session: session.id, title: session.title, branch: branch.title },
          ...{ domain: domain.id, turn: number, simulated: isSimulated(turn), model: turn.call?.model.name ?? null }
        }
      })}\n`
    }
    past.push({ state, action: triplet.action })
    if (past.length > options.history) past.shift()
    state = text
  }
}

/** What stands before the attempts in a row. */
function rowOf(
  source: ExportSource,
  turn: ExportedTurn,
  { triplet, history, options }: { triplet: RwmlTriplet; history: RwmlContext['history']; options: Options }
): object {
  const { form, reward, distance } = options
  if (form === 'triplet') return triplet
  const domain = findDomain(turn.setup.domain)
  const context: RwmlContext = {
    task: taskOf(source, options),
    policy: options.policy.trim() || policyIn(source.session.notes),
    tools: domain.tools?.of(turn.setup) ?? [],
    user: userIn(turn.setup),
    history
  }
  if (form === 'context') return { ...context, ...triplet }
  const kind = kindOf(turn)
  const masked = reward === 'rwml' && domain.tools !== undefined
  const truth = reward === 'rwml' && kind === 'tool' ? maskedJson(triplet.next_state) : triplet.next_state
  const asked = { role: 'user', content: rwmlPrompt(domain, context, triplet, { thinks: form === 'rl', masked }) }
  if (form === 'sft') return { messages: [asked, { role: 'assistant', content: rwmlLabel(truth) }] }
  const measure =
    reward === 'rwml' && kind === 'tool'
      ? { measure: 'rouge-l', step: 0.2 }
      : {
          measure: 'distance',
          below: reward === 'words' ? distance : THRESHOLDS.training[kind === 'user' ? kind : 'state']
        }
  return { prompt: [asked], ground_truth: truth, reward: { answer: kind, ...measure } }
}

/** The system prompt of an imported conversation, which is in its notes. */
function policyIn(notes: string): string {
  const [, policy = ''] = notes.split(/^System prompt:\n\n/)
  return policy.split('\n\nTask:\n\n')[0] ?? ''
}

/** A turn with the mean reward of the predictions that were made of it. */
interface MeasuredTurn {
  turn: ExportedTurn
  attempts: number
  /** `null` where there are none. */
  mean: number | null
}

async function* measured(source: ExportSource, options: Options): AsyncGenerator<MeasuredTurn> {
  const chain = source.chain()
  if (chain.length < options.minTurns || !(await isFit(source, options))) return
  for await (const turn of chain) {
    const rewards = await rewardsOf(source, turn, options)
    const mean = rewards.length ? rewards.reduce((sum, one) => sum + one, 0) / rewards.length : null
    yield { turn, attempts: rewards.length, mean }
  }
}

const isEasy = ({ mean, attempts }: Omit<MeasuredTurn, 'turn'>, options: Options): boolean =>
  mean !== null && attempts >= options.attempts && mean >= options.easy

/** The mean reward at which the share of easy turns comes nearest to the one that is wanted: several turns may have the same mean. */
async function thresholdFor(sources: ExportSource[], options: Options): Promise<number> {
  const means: number[] = []
  for (const source of sources) {
    for await (const { turn, mean, attempts } of measured(source, options)) {
      const counts = mean !== null && attempts >= options.attempts
      if (counts && isLearned(turn, { view: 'world', learn: options.learn })) means.push(mean)
    }
  }
  means.sort((one, two) => two - one)
  // At this threshold none is easy.
  let best = { threshold: Number.POSITIVE_INFINITY, off: options.share }
  for (const [index, mean] of means.entries()) {
    if (means[index + 1] === mean) continue
    const off = Math.abs((index + 1) / means.length - options.share)
    if (off < best.off) best = { threshold: mean, off }
  }
  return best.threshold
}

/** From 0 to 1 for each prediction of this turn. */
async function rewardsOf(source: ExportSource, turn: ExportedTurn, { reward, distance }: Options): Promise<number[]> {
  const truth = unmarked(turn.step.observation.text)
  const action = canonical(turn.step.action)
  const kind = kindOf(turn)
  // Its own prediction is no attempt at it.
  const rewards: number[] = turn.calls.filter((call) => call !== turn.call && isPrediction(call)).map(() => 1)
  for await (const other of source.siblings(turn)) {
    if (canonical(other.step.action) !== action) continue
    const predicted = unmarked(other.step.observation.text)
    const one =
      reward === 'words' ? gapReward(1 - wordF1(predicted, truth), distance) : dataReward(predicted, truth, kind)
    for (const call of other.calls) if (isPrediction(call)) rewards.push(one)
  }
  return rewards
}
