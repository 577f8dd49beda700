// Where the program of a world stands after a chain of steps: its state, which is its first one with what each step changed in it.

import { findDomain } from '../../../core/domains/index.ts'
import type { ProgramActions } from '../../../core/grounds/programs/program.ts'
import { createRecent } from '../../../core/text/recent.ts'
import type { Call, Setup, Step, StepId } from '../../../core/tree/model.ts'
import type { GroundAsked } from '../../../core/tree/ports.ts'
import type { ProgramUse } from '../../../core/tree/program.ts'
import { seenIn } from './browsing.ts'
import { type Running, type RunningState, stateAfter } from './running.ts'
import { hasShell } from './shells.ts'
import { programOf } from './use.ts'
import type { WorldPrograms } from './world-programs.ts'

/** The id of the ground, and the rule of what a program asked. */
export const GROUND = 'program'
export const ASK = 'ask'

export interface ProgramState {
  state: RunningState
  /** What can be done; absent where nobody asked the program yet. */
  actions?: ProgramActions
  turns: number
  /** The first turn whose answer a model gave. */
  over: number | null
  /** What a model answered, by the question. */
  kept: ReadonlyMap<string, string>
}

// States that rewinding and branching come back to; others are made again from what is kept with the calls. They share what did not change.
const STATES = 2048

/** Where worlds of every kind stand. The same program has another state in a browser or on a phone, which is part of it. */
export function createStandings(programs: WorldPrograms): (setup: Pick<Setup, 'domain'>) => Standings {
  const plain = standingsOf(programs)
  const browsed = new Map<string, Standings>()
  return ({ domain: id }) => {
    const domain = findDomain(id)
    if (!hasShell(domain)) return plain
    const known = browsed.get(id) ?? standingsOf({ of: (program) => seenIn(domain, programs, program, '') })
    browsed.set(id, known)
    return known
  }
}

type Standings = ReturnType<typeof standingsOf>

function standingsOf(programs: { of(program: ProgramUse): Running }) {
  const recent = createRecent<ProgramState>(STATES)

  /** Branches of another program share steps, and no state of before the first one. */
  const keyOf = (first: ProgramUse, seed: number, step: StepId | null) => `${first.hash} ${seed} ${step}`

  return {
    /** @throws OrreryError as `Running.init` */
    async after({ setup, chain, callOf }: GroundAsked, program: ProgramUse, signal: AbortSignal | undefined) {
      const [root] = chain
      const begun = root && callOf(root.id)?.setup
      const first = (begun && programOf(begun)) ?? program
      const seed = begun?.seed ?? setup.seed
      const key = (step: StepId | null) => keyOf(first, seed, step)
      let at = chain.length
      let found: ProgramState | undefined
      for (; at > 0 && !found; at--) found = recent.get(key(chain[at - 1]?.id ?? null))
      at = found ? at + 1 : 0
      let standing = found ?? recent.get(key(null))
      if (!standing) {
        const { state, actions } = await programs.of(first).init(String(seed), signal)
        standing = recent.set(key(null), { state, actions, turns: 0, over: null, kept: new Map() })
      }
      for (const step of chain.slice(at)) standing = recent.set(key(step.id), after(standing, step, callOf(step.id)))
      return { standing, keep: (step: StepId, next: ProgramState) => void recent.set(key(step), next) }
    }
  }
}

function after({ state, turns, over, kept }: ProgramState, _step: Step, call: Call | null): ProgramState {
  // A machine beside the program changes it too.
  const grounded = call?.grounded ?? null
  const changes = grounded?.changes ?? []
  const said = (grounded?.dreams ?? []).filter(({ rule }) => rule === ASK)
  return {
    state: changes.length ? stateAfter(state, changes) : state,
    turns: turns + 1,
    over: over ?? (grounded?.origin === 'executed' ? null : turns + 1),
    kept: said.length ? new Map([...kept, ...said.map(({ of, text }): [string, string] => [of, text])]) : kept
  }
}
