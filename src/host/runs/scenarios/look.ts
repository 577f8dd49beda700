// What checks and conditions look at: a branch from its first step to its tip.
import type { Seen } from '../../../core/control/holds.ts'
import { labelOf } from '../../../core/label.ts'
import type { Branch, Call, Step } from '../../../core/model.ts'
import type { Domain } from '../../../core/plugins.ts'
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
  { session, setup, tip }: Branch
): Looked {
  const chain = store.chain(tip)
  const calls = chain.map(({ id }) => store.calls(session, id).at(-1) ?? null)
  const before = (index: number) => chain[index - 1]?.observation.text ?? setup.initialState
  const past = chain.map((step, index) => ({
    step,
    label: labelOf(domain, step.action, before(index)),
    firings: calls[index]?.firings ?? []
  }))
  const callOf = (step: string) => calls[chain.findIndex(({ id }) => id === step)] ?? null
  const computing = setup.grounding && setup.grounding !== 'model' ? ground(setup) : null
  const file = computing?.file
  return {
    ...{ chain, calls },
    seen: {
      ...{ domain, setup, chain, script },
      past: () => past,
      ...(file && { file: (turn, path) => file({ setup, chain: chain.slice(0, turn), callOf }, path) })
    }
  }
}
