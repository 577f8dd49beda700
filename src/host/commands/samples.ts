// `orrery step --samples N`: the same step predicted N times at once, each on a branch and with a seed of its own.
import { OrreryError } from '../../core/errors.ts'
import type { Action, Branch, SetupChange, StepEvent } from '../../core/model.ts'
import type { Cli, Door } from './door.ts'
import { json, line, note, progress } from './print.ts'
import { showTrace } from './trace.ts'

export interface Sampling {
  samples: number
  /** The rules that the samples have and the branch has not. */
  setup: SetupChange
  /** The first sample's seed; the others follow it. Default: the branch's. */
  seed?: number | undefined
  turnInstruction?: string
  trace?: boolean
  json?: boolean
}

type Outcome = { branch: Branch } & (
  | Pick<Extract<StepEvent, { type: 'committed' }>, 'step' | 'call'>
  | { error: OrreryError }
)

/**
 * Predicts the step after `from`'s tip `samples` times and shows them in order. The branch itself stays where it is.
 * @throws OrreryError when none came to an end: what the first of them failed with
 */
export async function sample(cli: Cli, door: Door, from: Branch, action: Action, options: Sampling): Promise<void> {
  const { io } = cli
  const { samples, setup, seed = from.setup.seed, turnInstruction: instruction, trace } = options
  const branches: Branch[] = []
  for (let n = 0; n < samples; n++) {
    const rules = { session: from.session, branch: from.id, at: from.tip, setup: { ...setup, seed: seed + n } }
    branches.push(await door.call('branches.create', { ...rules, title: `sample ${n + 1}, seed ${seed + n}` }))
  }
  const bar = progress(io, { lines: false })
  let ended = 0
  const outcomes = await Promise.all(
    branches.map(async (branch): Promise<Outcome> => {
      const input = { session: branch.session, branch: branch.id, action, instruction, trace }
      const outcome = await predict(cli, door, branch, input)
      bar.show(`${++ended} of ${samples} predicted`, ended / samples)
      return outcome
    })
  )
  bar.clear()

  const failed = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []))
  if (failed.length === samples) throw failed[0]!
  if (failed.length) cli.exitCode = 1
  if (options.json) return json(io, { session: from.session, samples: outcomes.map(listed) })
  for (const outcome of outcomes) {
    const { branch } = outcome
    line(io, `--- ${branch.title}`)
    if ('error' in outcome) {
      note(io, `${branch.title}: ${outcome.error.message} (${outcome.error.code})`)
      continue
    }
    const { step, call } = outcome
    line(io, step.observation.text)
    for (const warning of call.warnings) note(io, `${branch.title}: ${warning}`)
    if (call.trace) showTrace(io, call.trace)
    note(io, `session ${branch.session}  branch ${branch.id}  step ${step.id.slice(0, 10)}`)
  }
}

async function predict(
  cli: Cli,
  door: Door,
  branch: Branch,
  input: Parameters<typeof door.stream<'step'>>[1]
): Promise<Outcome> {
  let last: StepEvent | null = null
  try {
    await door.stream('step', input, { signal: cli.signal, on: (event) => (last = event) })
  } catch (error) {
    // A cancelled step has said so in its last event already.
    if (!last && error instanceof OrreryError) return { branch, error }
    if (!last) throw error
  }
  // Assigned in `on`, which TypeScript does not follow.
  const end = last as StepEvent | null
  if (end?.type === 'committed') return { branch, step: end.step, call: end.call }
  const { code, message } = end?.type === 'failed' ? end.error : { code: 'cancelled' as const, message: 'Stopped.' }
  return { branch, error: new OrreryError(code, message) }
}

function listed(outcome: Outcome) {
  const { branch } = outcome
  const where = { branch: branch.id, seed: branch.setup.seed }
  if ('error' in outcome) return { ...where, error: { code: outcome.error.code, message: outcome.error.message } }
  return { ...where, step: outcome.step, call: outcome.call }
}
