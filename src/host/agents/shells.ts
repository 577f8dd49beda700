// Commands of a shell for agents: what they printed and how they ended, by what executed them; where nothing did, from the observation, else from
// a turn that is not kept.
import type { Observed } from '../../core/contract/agents.ts'
import type { CallOutput, Handlers, StreamEvent } from '../../core/contract/index.ts'
import type { Link } from '../../core/contract/links.ts'
import { HeldBack } from '../../core/control/agents/held-back.ts'
import type { CommandOutput, Shell, ShellWay } from '../../core/domains/capabilities.ts'
import { findDomain } from '../../core/domains/index.ts'
import { checking, isPlain } from '../../core/domains/shell/checking.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Action, Setup, StepId } from '../../core/tree/model.ts'
import { originOf } from '../../core/tree/origin.ts'
import { MOST_STREAM, type StepResult } from '../../core/tree/result.ts'
import type { Store } from '../../core/tree/store.ts'
import type { StateFolds } from '../database/folds.ts'
import type { Grounds } from '../grounds/index.ts'
import type { AgentCallContext, AgentCalls } from './acting.ts'

type Ran = Extract<StreamEvent<'agent.run'>, { type: 'ran' }>
interface Command {
  command: string
  /** Whether the exit code is wanted. */
  code: boolean
  seconds?: number | undefined
  /** For the command, which runs already. */
  keys?: string | undefined
  /** Where commands are computed. */
  session?: string | undefined
  fresh?: true | undefined
  beside?: true | undefined
  checked?: true | undefined
}

export interface Shells {
  /** What shell worlds of this setup have; `null`: none. */
  of(setup: Setup): CallOutput<'agent.world'>['shell']
  /** @throws OrreryError invalid-input in worlds without a shell, and as a step does */
  run(asked: AgentCallContext, command: Command): Promise<Ran>
  /** @throws OrreryError invalid-input where the shell takes no keystrokes, and as a step does */
  keys(asked: AgentCallContext, keys: readonly string[], seconds: number): Promise<Observed>
}

/** @param dryRun runs a step that is not kept */
export function createShells(
  { store, folds, grounds }: { store: Store; folds: StateFolds; grounds: Grounds },
  { acting, dryRun }: { acting: AgentCalls; dryRun: Handlers['streams']['steps.run'] }
): Shells {
  const shellOf = (link: Link): { setup: Setup; shell: Shell } => {
    const { setup } = store.branch(link.branch)
    const { shell } = findDomain(setup.domain)
    if (shell) return { setup, shell }
    throw new OrreryError(
      'invalid-input',
      'This world has no shell. Use the tools that it has, or a terminal or code world.'
    )
  }

  /** A name that no shell of this world has had: what a step says of its shell stays with it. */
  function unused(name: string, { branch }: Link): string {
    const known = new Set(store.chain(store.branch(branch).tip).map(({ action }) => Object(action).session))
    for (let count = 1; ; count++) {
      const tried = count === 1 ? name : `${name} ${count}`
      if (!known.has(tried)) return tried
    }
  }

  const isComputed = (setup: Setup): boolean =>
    setup.grounding !== undefined && setup.grounding !== 'model' && grounds.of(setup) !== null

  /** What `action` would come to after `from`; nothing is kept. */
  function tried(asked: AgentCallContext, action: Action, from: StepId | null) {
    const { made } = acting.beyond(asked.link.id, (own) =>
      trying({ ...asked, signal: AbortSignal.any([asked.signal, own]) }, action, from)
    )
    return made
  }

  async function trying({ link, signal }: AgentCallContext, action: Action, from: StepId | null) {
    const { session, setup } = store.branch(link.branch)
    const { shell } = shellOf(link)
    const before = folds.after(setup, from)
    const input = { session, branch: link.branch, from, action, instruction: '', trace: false }
    for await (const event of dryRun(input, { signal })) {
      if (event.type !== 'committed') continue
      const by = originOf(event.call) === 'executed' ? ('executed' as const) : ('predicted' as const)
      const read = shell.read(action, event.step.observation.text, before)
      return { ...(known(event.call.result) ?? read), by }
    }
    return null
  }

  /** The exit code of a command that did not tell it: `$?` after it, or, where that is gone with its shell, of the command once more. */
  async function codeOf(
    asked: AgentCallContext,
    command: string,
    step: { id: StepId; parent: StepId | null },
    apart: boolean
  ) {
    const { shell, setup } = shellOf(asked.link)
    const ask = apart ? `(\n${command}\n); echo "$?"` : 'echo $?'
    const told = await tried(asked, shell.action(ask, setup), apart ? step.parent : step.id)
    const number = told && lastNumber(told)
    return number === null ? { exitCode: null, by: null } : { exitCode: number, by: told?.by ?? null }
  }

  /** What bash says against a command that is none; `null` where it takes it. */
  async function misspelling(asked: AgentCallContext, command: string): Promise<string | null> {
    if (isPlain(command)) return null
    const { shell, setup } = shellOf(asked.link)
    const action = shell.action(checking(command), setup, { way: 'beside' })
    const told = await tried(asked, action, store.branch(asked.link.branch).tip)
    return told?.exitCode && !told.running ? told.output : null
  }

  return {
    of(setup) {
      const { shell } = findDomain(setup.domain)
      if (!shell) return null
      const computed = isComputed(setup)
      // All that a command wrote is known where it is executed.
      const shows = computed ? MOST_STREAM : shell.shows
      return { keeps: shell.keeps, keys: shell.keys !== undefined, computed, shows }
    },
    async run(asked, { command, code, seconds, keys, session: named, fresh, beside, checked }) {
      const { shell, setup } = shellOf(asked.link)
      const computed = isComputed(setup)
      const session = named !== undefined && fresh ? unused(named, asked.link) : named
      const way: ShellWay | undefined = !computed
        ? undefined
        : beside
          ? 'beside'
          : session !== undefined
            ? { session }
            : undefined
      const misspelt = checked && computed && keys === undefined ? await misspelling(asked, command) : null
      if (misspelt !== null) return { ...NOTHING_DONE, misspelt }
      const typed = shell.action(command, setup, { seconds, way })
      const action = keys === undefined ? typed : pressed(shell, [keys], { seconds, way })
      const taken = await acting.step(asked, action).catch(heldBack)
      if (taken instanceof HeldBack) {
        const output = `${taken.message}\n`
        const streams = computed ? { stdout: '', stderr: output } : null
        const named = computed ? (session ?? null) : null
        return { ...NOTHING_DONE, output, streams, exitCode: CANNOT_EXECUTE, by: 'known', ready: true, session: named }
      }
      const { step, call } = taken
      const read = shell.read(typed, step.observation.text, folds.after(setup, step.parent))
      const { result } = call
      const told = known(result)
      const { output, streams, running } = told ?? read
      const ran = {
        ...NOTHING_DONE,
        ...{
          output,
          streams,
          running,
          guessed: told === null,
          step: step.id,
          session: computed ? (session ?? null) : null
        },
        ...{ ready: result?.ready ?? null, restarted: result?.restarted ?? false, note: result?.note ?? '' }
      }
      if (result?.exitCode !== undefined)
        return { ...ran, exitCode: result.exitCode, by: result.exitCode === null ? null : 'known' }
      // Nobody knows how a shell ended that is gone.
      if (told) return ran
      if (read.exitCode !== null) return { ...ran, exitCode: read.exitCode, by: 'observation' }
      if (!code || running) return ran
      return { ...ran, ...(await codeOf(asked, command, step, !shell.keeps || way === 'beside')) }
    },
    async keys(asked, keys, seconds) {
      const { shell } = shellOf(asked.link)
      return acting.observed(asked.link, await acting.step(asked, pressed(shell, keys, { seconds })))
    }
  }
}

// As shells end a command that they may not run.
const CANNOT_EXECUTE = 126

/** What a gate holds back is an answer to a shell's agent, which knows no other. */
function heldBack(error: unknown): HeldBack {
  if (error instanceof HeldBack) return error
  throw error
}

const NOTHING_DONE = {
  type: 'ran' as const,
  ...{ output: '', streams: null, exitCode: null, by: null, running: false, guessed: false },
  ...{ ready: null, restarted: false, session: null, note: '', misspelt: null, step: null }
}

/** What was executed, by what is known of it; `null` where only its text is. */
function known(result: StepResult | undefined): CommandOutput | null {
  const { output, stdout, stderr, exitCode, ready } = result ?? {}
  const all = output ?? (stdout === undefined && stderr === undefined ? undefined : (stdout ?? '') + (stderr ?? ''))
  if (all === undefined) return null
  const streams = stdout === undefined || stderr === undefined ? null : { stdout, stderr }
  return { output: all, streams, exitCode: exitCode ?? null, running: exitCode === null && ready !== true }
}

/** @throws OrreryError invalid-input where the shell takes no keystrokes, and for a key that there is not */
function pressed(
  shell: Shell,
  keys: readonly string[],
  { seconds = 1, way }: { seconds?: number | undefined; way?: ShellWay | undefined }
): Action {
  if (shell.keys) return shell.keys(keys, seconds, { way })
  throw new OrreryError('invalid-input', 'The shell of this world takes no keystrokes. A terminal world does.')
}

/** The number on the last line of what was printed: a shell's exit codes go from 0 to 255. */
function lastNumber({ output }: CommandOutput): number | null {
  const last = output.trim().split('\n').at(-1)?.trim() ?? ''
  return /^\d{1,3}$/.test(last) && Number(last) < 256 ? Number(last) : null
}
