// What work on a machine is done with.

import type { Simple } from '../../../core/domains/shell/commands.ts'
import type { Claim } from '../../../core/grounds/effects/claims.ts'
import type { Difference, Fault, ModelAnswer, StateChange } from '../../../core/tree/ground.ts'
import type { StepResult } from '../../../core/tree/result.ts'
import type { EmulatorJob, EmulatorResult, MachineClient } from '../emulator-client.ts'
import type { Owner } from './apply.ts'
import { jobsBefore } from './faults.ts'
import type { MachineRuleName } from './rules.ts'
import type { Seed } from './seed.ts'

/** What is known of a state without asking the machine. */
export interface MachineStatus {
  cwd: string
  atPrompt: boolean
  claims: Claim[]
  /** What was shown otherwise when earlier turns were done again. Absent: nothing. */
  differences?: readonly Difference[]
}

/** Asks the model to show what `command` shows, and gives the screen. */
export type AskModel = (asked: {
  rule: MachineRuleName
  /** As a person would type it. */
  command: string
  context: string
  json?: boolean
  begins?: string
}) => Promise<string>

/** What the model lists as changed by its answer; `null` where it is not asked. */
export type AskList = (asked: { command: string; text: string; context: string }) => Promise<string | null>

export interface Playing {
  /** What is done to the machine before the turn. */
  faults?: readonly Fault[] | undefined
  /** The machine is seeded before the turn; `shell`: its shell waits at the prompt. */
  seed?: (Seed & { shell: boolean }) | undefined
  /** Files that are written to the machine before the turn. */
  brought?: readonly StateChange[] | undefined
  /** The host feeds shells that live on (`Grounded.fed`). */
  feeds?: boolean | undefined
  client: MachineClient
  owner: Owner
  signal: AbortSignal
  askModel: AskModel
  askList: AskList
}

export interface MachineAnswer {
  text: string
  facts: MachineStatus
  dreams: ModelAnswer[]
  /** What is known of it beside the text. */
  result?: StepResult
  /** The host fed it to a shell that lives on. */
  fed?: true
  /** Why the state may differ from what the text tells; goes on after "In turn N". */
  uncertain?: string
}

/** Work within one turn. */
export interface Working extends Playing {
  /** Does jobs from the state that the ones before left. */
  work(jobs: EmulatorJob[]): Promise<EmulatorResult>
  /** What the model was asked so far. */
  dreams: ModelAnswer[]
  /** What the action runs, as far as its text shows it. */
  commands: readonly Simple[]
}

/** The jobs of one turn lead from the state `from`, by way of states that nobody else sees, to `to`. */
export function workingFrom(
  { from, to, commands = [] }: { from: string; to: string; commands?: readonly Simple[] },
  playing: Playing
): Working {
  const { client, signal, owner } = playing
  let at = from
  const work = async (jobs: EmulatorJob[]): Promise<EmulatorResult> => {
    const before = at === from ? jobsBefore(playing, owner) : []
    const done = await client.work({ from: at, to, jobs: [...before, ...jobs], passing: true }, { signal })
    at = to
    return { ...done, results: done.results.slice(before.length) }
  }
  return { ...playing, work, dreams: [], commands }
}

let doing = 0

/** `run` leads to a state that nobody else sees, which is then known as `to`: all that it does is there, or nothing. */
export async function atOnce<T>(client: Playing['client'], to: string, run: (to: string) => Promise<T>): Promise<T> {
  const own = `doing ${process.pid} ${++doing}`
  const done = await run(own)
  await client.rename(own, to)
  return done
}
