// A contestant at work: the rules its worlds have, the engine behind it, and one turn of it through the one path that every step takes.
import type { ContestantKind, Pass, TurnPrediction } from '../../../core/control/compare/report.ts'
import type { SteppedWork } from '../../../core/control/evaluate/distance.ts'
import { type ErrorCode, OrreryError } from '../../../core/errors.ts'
import { contentId } from '../../../core/tree/history.ts'
import { type Branch, type Call, Setup, type Step, type StepEvent } from '../../../core/tree/model.ts'
import type { Engine } from '../../../core/tree/ports.ts'
import type { Store } from '../../../core/tree/store.ts'
import { patiently } from '../evaluate/patiently.ts'
import { endsOnlyItsJob } from '../runs/failures.ts'
import type { JobResult, RunContext } from '../runs/kind.ts'
import { type Baseline, lookingUp, repeating } from './baselines.ts'
import type { CompareOptions } from './options.ts'
import { isOwnBranch, ownBranchId, type TrueRecording, type TrueTurn } from './recordings.ts'

type Answer = JobResult<TurnPrediction>

export interface Contestant {
  /** Its branch in the world of a recording, whether anything is on it yet or not. */
  branchIn(recording: TrueRecording): Branch
  /** Answers the turn at this place. @throws OrreryError for what every turn would meet */
  answer(asked: { recording: TrueRecording; at: number; pass: Pass }, options: { signal: AbortSignal }): Promise<Answer>
}

export async function contestantOf(
  context: RunContext,
  options: CompareOptions,
  {
    run,
    recordings,
    examplesFor
  }: {
    run: string
    recordings: readonly TrueRecording[]
    /** What is told with a turn, `''` for nothing. */
    examplesFor?: (recording: TrueRecording, turn: TrueTurn) => SteppedWork<string>
  }
): Promise<Contestant> {
  const { by } = options
  const branches = new Map<string, Branch>()
  for (const { session, branch } of recordings) {
    const setup = await setupFor(context, branch.setup, options)
    const id = ownBranchId(await contentId([run, session.id]))
    // Never older than the truth, which stays the world's first branch.
    const createdAt = Math.max(context.clock.now(), branch.createdAt + 1)
    const made = { id, session: session.id, title: options.contestant, tip: null, fork: null, createdAt }
    branches.set(session.id, { ...made, setup: context.checked(setup) })
  }
  const branchIn = ({ session }: TrueRecording): Branch => {
    const branch = branches.get(session.id)
    if (!branch) throw new OrreryError('internal', 'A recording came later than its contestant.')
    return branch
  }
  const initials = new Map(recordings.map(({ session, initial }) => [session.id, initial]))
  const around = { store: context.store, initialOf: (session: string) => initials.get(session) ?? '' }
  const engine = engineOf(context, by, around)
  const store = seenBy(context.store, [...branches.values()])
  const kept = context.stepIn({ store, engine })
  const dry = context.stepIn({ store, engine, kept: false })

  return {
    branchIn,
    async answer({ recording, at, pass }, { signal }) {
      const { session, turns } = recording
      const turn = turns[at]
      if (!turn) throw new OrreryError('internal', 'There is no such turn.')
      const { id } = branchIn(recording)
      const examples = examplesFor ? await patiently(examplesFor(recording, turn), { signal }) : ''
      const instruction = [turn.call?.instruction, examples].filter(Boolean).join('\n\n')
      const input = { session: session.id, branch: id, instruction, trace: false }
      const asked = { ...input, action: turn.step.action }
      if (pass === 'true') return told(await last(dry({ ...asked, from: turn.step.parent }, { signal })))
      const done = await grown(context.store, branchIn(recording), at)
      return done ?? told(await last(kept(asked, { signal })), true)
    }
  }

  function told(end: StepEvent | null, keeps = false): Answer {
    if (end?.type === 'committed') return { result: predictionOf(end.step, end.call, keeps), error: null }
    const error: { code: ErrorCode; message: string } =
      end?.type === 'failed' ? end.error : { code: 'cancelled', message: 'The step was stopped.' }
    // Without a model only what needs one fails, unless the model is what is compared.
    const lacking = by !== 'model' && (error.code === 'no-model' || error.code === engine.absent?.code)
    if (!lacking && !endsOnlyItsJob(error.code)) throw new OrreryError(error.code, error.message)
    return { result: NOTHING, error: { code: error.code, message: error.message } }
  }
}

/** What is written of a turn without an answer. */
export const NOTHING: TurnPrediction = { gen: '', warnings: [], ms: 0, step: null }

/** The rules of the recorded world, without what stands in the way of this contestant's own answers. */
async function setupFor(
  { sampling, initialState }: RunContext,
  truth: Setup,
  { by, program, template, seed, greedy, thinking, maxTokens }: CompareOptions
): Promise<Setup> {
  const { check: _check, gate: _gate, grounding: _grounding, thinking: _thinking, ...rest } = truth
  const rules: Setup = {
    ...rest,
    ...{ recording: null, perturbations: [], template, seed },
    sampling: { ...sampling, ...(greedy && { temperature: 0 }), ...(maxTokens !== undefined && { maxTokens }) },
    ...(thinking !== undefined && { thinking }),
    grounding: by === 'grounded' || by === 'executed' ? by : 'model'
  }
  if (!program) return rules
  // The program begins its own world; what was recorded of the beginning stays.
  const begun = await initialState({ ...rules, program })
  return Setup.parse({ ...begun, sampling: rules.sampling, grounding: rules.grounding })
}

const NOWHERE = { store: { chain: () => [] }, initialOf: () => '' }

/** What a contestant asks. */
export function engineOf(
  { engine }: Pick<RunContext, 'engine'>,
  by: ContestantKind,
  around: Baseline = NOWHERE
): Engine {
  if (by === 'repeat') return repeating(around)
  return by === 'lookup' ? lookingUp(around) : engine
}

/** The store as a contestant sees it: its branches are there before anything is on them, and what others answered is not. */
function seenBy(store: Store, own: readonly Branch[]): Store {
  const branches = new Map(own.map((branch) => [branch.id, branch]))
  const held = (id: string) => store.branches(branches.get(id)?.session ?? '').some((branch) => branch.id === id)
  const seen = Object.create(store) as Store // Reads what it does not say otherwise below.
  seen.branch = (id) => {
    const branch = branches.get(id)
    return branch && !held(id) ? branch : store.branch(id)
  }
  seen.calls = (session, step) =>
    store.calls(session, step).filter(({ branch }) => !isOwnBranch(branch) || branches.has(branch))
  return seen
}

/**
 * Makes sure that the contestant's branch ends before this turn. @returns the turn's answer where it is there already: it was committed, and
 * the process died before its result was written. @throws OrreryError conflict when the turns before it are gone
 */
async function grown(store: Store, branch: Branch, at: number): Promise<Answer | null> {
  const known = store.branches(branch.session).find(({ id }) => id === branch.id)
  if (!known) await store.createBranch(branch)
  const path = store.pathIds(known?.tip ?? null)
  if (path.length < at) {
    const world = store.session(branch.session).title
    throw new OrreryError(
      'conflict',
      `What "${branch.title}" answered before in the world "${world}" was deleted. Start the run under another name (--run).`
    )
  }
  const id = path[at]
  if (id === undefined) return null
  const call = store.calls(branch.session, id).findLast((one) => one.branch === branch.id)
  return call ? { result: predictionOf(store.step(id), call, true), error: null } : null
}

function predictionOf({ id, observation }: Step, call: Call, kept: boolean): TurnPrediction {
  const { exitCode } = call.result ?? {}
  return {
    gen: observation.text,
    warnings: call.warnings,
    ms: call.ms.total,
    tokens: call.tokens.generated,
    ...(call.grounded && { origin: call.grounded.origin, rule: call.grounded.rule }),
    ...(exitCode !== undefined && { exitCode }),
    step: kept ? id : null
  }
}

async function last(events: AsyncIterable<StepEvent>): Promise<StepEvent | null> {
  let end: StepEvent | null = null
  for await (const event of events) end = event
  return end
}
