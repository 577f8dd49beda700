// What checks and conditions look at: a branch from its first step to its tip.

import type { Domain } from '../../../../core/domains/domain.ts'
import { pastTurns, type Seen } from '../../../../core/faults/holds.ts'
import { callOn } from '../../../../core/tree/calls.ts'
import type { Branch, Call, Step } from '../../../../core/tree/model.ts'
import type { RunContext } from '../kind.ts'

export interface Looked {
  chain: Step[]
  calls: (Call | null)[]
  seen: Omit<Seen, 'turn'>
}

/** A branch as checks look at it. */
export function lookAt(
  { store, script, ground }: Pick<RunContext, 'store' | 'script' | 'ground'>,
  domain: Domain,
  branch: Branch
): Looked {
  const { setup, tip } = branch
  const chain = store.chain(tip)
  const called = callOn(store, branch)
  const calls = chain.map(({ id }) => called(id))
  const past = pastTurns({ domain, setup, chain }, calls)
  const callOf = (step: string) => calls[chain.findIndex(({ id }) => id === step)] ?? null
  const computing = setup.grounding && setup.grounding !== 'model' ? ground(setup) : null
  const { file, kept } = computing ?? {}
  return {
    ...{ chain, calls },
    seen: {
      ...{ domain, setup, chain, script },
      resultOf: (turn) => calls[turn - 1]?.result ?? null,
      past: () => past,
      ...(kept && { kept: (turn) => kept({ setup, chain: chain.slice(0, turn), callOf }) }),
      ...(file && { file: (turn, path) => file({ setup, chain: chain.slice(0, turn), callOf }, path) })
    }
  }
}
