// `orrery step --samples N`: the same step predicted N times at once, as a run that an interrupted command resumes.
import type { RunEvent, SampleResult } from '../../core/contract/runs.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import { contentId } from '../../core/tree/history.ts'
import type { Action, Branch, Call, SetupChange, Step } from '../../core/tree/model.ts'
import { originOf } from '../../core/tree/origin.ts'
import type { Json } from '../../core/tree/ports.ts'
import type { Cli, Door } from './door.ts'
import { json, line, note, progress } from './print.ts'
import { runName } from './run-name.ts'
import { showTrace } from './trace.ts'

export interface SamplesOptions {
  samples: number
  /** The rules that the samples have and the branch has not. */
  setup: SetupChange
  /** The first sample's seed; the others follow it. Default: the branch's. */
  seed?: number | undefined
  turnInstruction?: string
  trace?: boolean
  json?: boolean
}

type Ended = Extract<RunEvent, { type: 'job'; kind: 'samples' }>
type Outcome = { label: string; seed: number; branch?: string } & ({ step: Step; call: Call } | { error: OrreryError })

/**
 * Predicts the step after `from`'s tip `samples` times and shows them in order. The branch itself stays where it is.
 * @throws OrreryError when none came to an end: what the first of them failed with
 */
export async function sample(
  cli: Cli,
  door: Door,
  from: Branch,
  action: Action,
  options: SamplesOptions
): Promise<void> {
  const { io } = cli
  const { samples, setup, seed = from.setup.seed, turnInstruction: instruction = '', trace = false } = options
  const { id: branch, tip: at, session } = from
  const given = { branch, at, action, samples, seed, instruction, trace, setup: setup as { [name: string]: Json } }
  const id = await contentId({ ...given, setup: { ...from.setup, ...setup, seed } })
  const name = await runName(door, 'samples', `step-${id.replaceAll('-', '').slice(0, 16)}`)
  const ended: Ended[] = []
  const bar = progress(io, { lines: false })
  let stopped: OrreryError | null = null
  const on = (event: RunEvent) => {
    if (event.type !== 'job' || event.kind !== 'samples') return
    ended.push(event)
    bar.show(`${event.done} of ${samples} predicted`, event.done / samples)
  }
  try {
    await door.stream('runs.start', { kind: 'samples', name, options: given }, { signal: cli.signal, on })
  } catch (error) {
    const { code, message } = toWire(error)
    stopped = new OrreryError(code, message, { cause: error })
  }
  bar.clear()

  const outcomes: Outcome[] = []
  for (let number = 1; number <= samples; number++) {
    const job = ended.find((one) => one.job === number)
    const sampled = { label: `sample ${number}, seed ${seed + number - 1}`, seed: seed + number - 1 }
    outcomes.push(
      job?.result ? await outcomeOf(door, session, job, job.result) : { ...sampled, error: stopped ?? lost(number) }
    )
  }
  // What was predicted is in the world's branches. An unfinished run is kept, to be resumed.
  const none = outcomes.every((outcome) => 'error' in outcome)
  if (!stopped || none) await forget(door, name)
  const failed = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []))
  if (none && (stopped ?? failed[0])) throw stopped ?? failed[0]
  if (failed.length) cli.exitCode = 1
  if (options.json) json(io, { session, samples: outcomes.map(listed) })
  else for (const outcome of outcomes) show(cli, session, outcome)
  const computed = outcomes.flatMap((outcome) =>
    'error' in outcome || originOf(outcome.call) !== 'executed' ? [] : outcome.step.id
  )
  if (computed.length === samples && samples > 1) {
    const how = new Set(computed).size === 1 ? 'every sample is the same' : 'samples differ by their seeds alone'
    note(io, `Executed: ${how}. With --by-model the model answers them.`)
  }
  if (stopped)
    note(io, `${ended.length} of ${samples} predicted. The same command with --session ${session} resumes it.`)
}

async function forget(door: Door, name: string): Promise<void> {
  const runs = await door.call('runs.list', { kind: 'samples' })
  if (runs.some((run) => run.name === name)) await door.call('runs.delete', { kind: 'samples', name })
}

async function outcomeOf(
  door: Door,
  session: string,
  { label, error }: Ended,
  { branch, seed, step: id }: SampleResult
): Promise<Outcome> {
  const about = { label, seed, branch }
  if (error) return { ...about, error: new OrreryError(error.code, error.message) }
  const { step, calls } = await door.call('steps.get', { session, step: id ?? '' })
  // Samples that came out the same share a step; each has a call of its own.
  const call = calls.find((one) => one.branch === branch)
  if (!call) throw new OrreryError('internal', `The step of ${label} has no record of how it was predicted.`)
  return { ...about, step, call }
}

function lost(number: number): OrreryError {
  return new OrreryError('internal', `The run ended without sample ${number}.`)
}

function show({ io }: Cli, session: string, outcome: Outcome): void {
  const { label, branch } = outcome
  line(io, `--- ${label}`)
  if ('error' in outcome) {
    note(io, `${label}: ${outcome.error.message} (${outcome.error.code})`)
    return
  }
  const { step, call } = outcome
  line(io, step.observation.text)
  for (const warning of call.warnings) note(io, `${label}: ${warning}`)
  if (call.trace) showTrace(io, call.trace)
  note(io, `session ${session}  branch ${branch}  step ${step.id.slice(0, 10)}`)
}

function listed({ label: _, ...outcome }: Outcome) {
  if (!('error' in outcome)) return outcome
  return { ...outcome, error: { code: outcome.error.code, message: outcome.error.message } }
}
