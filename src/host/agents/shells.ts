// Commands of a shell for agents: what they printed and how they ended, from the observation, else from a turn that is not kept.
import type { CallOutput, Handlers, Link, Observed, StreamEvent } from '../../core/api.ts'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Action, Setup, StepId } from '../../core/model.ts'
import { originOf } from '../../core/origin.ts'
import type { Printed, Shell } from '../../core/plugins.ts'
import type { Store } from '../../core/ports.ts'
import type { Folds } from '../database/folds.ts'
import type { Grounds } from '../grounds/index.ts'
import type { Acting, Asked } from './acting.ts'

type Ran = Extract<StreamEvent<'agent.run'>, { type: 'ran' }>
interface Command {
  command: string
  /** Whether the exit code is wanted. */
  code: boolean
  seconds?: number | undefined
  /** For the command, which runs already. */
  keys?: string | undefined
}

export interface Shells {
  /** What shell worlds of this setup have; `null`: none. */
  of(setup: Setup): CallOutput<'agent.world'>['shell']
  /** @throws OrreryError invalid-input in worlds without a shell, and as a step does */
  run(asked: Asked, command: Command): Promise<Ran>
  /** @throws OrreryError invalid-input where the shell takes no keystrokes, and as a step does */
  keys(asked: Asked, keys: readonly string[], seconds: number): Promise<Observed>
}

/** @param aside runs a step that is not kept */
export function createShells(
  { store, folds, grounds }: { store: Store; folds: Folds; grounds: Grounds },
  { acting, aside }: { acting: Acting; aside: Handlers['streams']['step'] }
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

  /** What `action` would come to after `from`; nothing is kept. */
  function tried(asked: Asked, action: Action, from: StepId | null) {
    const { made } = acting.beyond(asked.link.id, (own) =>
      trying({ ...asked, signal: AbortSignal.any([asked.signal, own]) }, action, from)
    )
    return made
  }

  async function trying({ link, signal }: Asked, action: Action, from: StepId | null) {
    const { session, setup } = store.branch(link.branch)
    const { shell } = shellOf(link)
    const before = folds.after(setup, from)
    const input = { session, branch: link.branch, from, action, instruction: '', trace: false }
    for await (const event of aside(input, { signal })) {
      if (event.type !== 'committed') continue
      const by = originOf(event.call) === 'executed' ? ('executed' as const) : ('predicted' as const)
      return { ...shell.read(action, event.step.observation.text, before), by }
    }
    return null
  }

  /** The exit code of a command that did not tell it: `$?` after it, or, where that is gone with its shell, of the command once more. */
  async function codeOf(asked: Asked, command: string, step: { id: StepId; parent: StepId | null }) {
    const { shell, setup } = shellOf(asked.link)
    const ask = shell.keeps ? 'echo $?' : `(\n${command}\n); echo "$?"`
    const told = await tried(asked, shell.action(ask, setup), shell.keeps ? step.id : step.parent)
    const number = told && lastNumber(told)
    return number === null ? { exitCode: null, by: null } : { exitCode: number, by: told?.by ?? null }
  }

  return {
    of(setup) {
      const { shell } = findDomain(setup.domain)
      if (!shell) return null
      const computed = setup.grounding !== undefined && setup.grounding !== 'model' && grounds.of(setup) !== null
      return { keeps: shell.keeps, keys: shell.keys !== undefined, computed, shows: shell.shows }
    },
    async run(asked, { command, code, seconds, keys }) {
      const { shell, setup } = shellOf(asked.link)
      const typed = shell.action(command, setup, { seconds })
      const { step } = await acting.step(asked, keys === undefined ? typed : pressed(shell, [keys], seconds))
      const before = folds.after(setup, step.parent)
      const { output, streams, exitCode, running } = shell.read(typed, step.observation.text, before)
      const known = { type: 'ran' as const, output, streams, running, step: step.id }
      if (exitCode !== null) return { ...known, exitCode, by: 'observation' }
      if (!code || running) return { ...known, exitCode: null, by: null }
      return { ...known, ...(await codeOf(asked, command, step)) }
    },
    async keys(asked, keys, seconds) {
      const { shell } = shellOf(asked.link)
      return acting.observed(asked.link, await acting.step(asked, pressed(shell, keys, seconds)))
    }
  }
}

/** @throws OrreryError invalid-input where the shell takes no keystrokes */
function pressed(shell: Shell, keys: readonly string[], seconds = 1): Action {
  if (shell.keys) return shell.keys(keys, seconds)
  throw new OrreryError('invalid-input', 'The shell of this world takes no keystrokes. A terminal world does.')
}

/** The number on the last line of what was printed: a shell's exit codes go from 0 to 255. */
function lastNumber({ output }: Printed): number | null {
  const last = output.trim().split('\n').at(-1)?.trim() ?? ''
  return /^\d{1,3}$/.test(last) && Number(last) < 256 ? Number(last) : null
}
