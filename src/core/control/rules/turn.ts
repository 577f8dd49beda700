// A turn as rules look at it: what was true before it, its action, and what is known of an answer to it.
import type { DerivedState } from '../../domains/capabilities.ts'
import type { Domain } from '../../domains/domain.ts'
import { pastTurns, type Seen } from '../../faults/holds.ts'
import type { Action, Call, Setup, Step } from '../../tree/model.ts'
import type { StepResult } from '../../tree/result.ts'

/** A turn of a recording. */
export interface RuledTurn {
  step: Step
  /** What is known of how it came about. */
  call: Pick<Call, 'instruction' | 'firings' | 'result'> | null
  /** State before it. */
  state: DerivedState
  /** What was seen before it. */
  before: string
}

export interface RuledWorld {
  domain: Domain
  setup: Setup
}

/** An answer, with its exit code where that is known beside the text. */
export interface RuledAnswer {
  text: string
  exitCode?: number | null | undefined
}

/** A world in which the answer was given after these steps. */
export function answered(
  { domain, setup }: RuledWorld,
  { past, action, state }: { past: readonly Step[]; action: Action; state: DerivedState },
  { text, exitCode }: RuledAnswer
): Seen {
  const chain = [...past, { id: '', parent: null, action, observation: { text } }]
  const code = exitCode ?? domain.shell?.read(action, text, state).exitCode ?? null
  // Known once, so that no condition folds the whole chain again.
  const result: StepResult = {
    ...(domain.shell && { output: domain.shell.printed(action, text, state) }),
    ...(code !== null && { exitCode: code })
  }
  return {
    ...{ domain, setup, chain, turn: chain.length },
    past: () => pastTurns({ domain, setup, chain }, []),
    resultOf: (turn) => (turn === chain.length ? result : null)
  }
}
