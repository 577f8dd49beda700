// What an agent sees before its first turn.
import { findDomain } from '../../domains/index.ts'
import { guard } from '../../grounds/fiction/leak.ts'
import type { Setup } from '../../tree/model.ts'
import { referenceOf } from '../../tree/search.ts'

/** The part of the initial state that is shown, without the answer that the world guards: no page was opened yet. */
export function beginningOf(setup: Setup): string {
  const { initialState, domain } = setup
  const shown = findDomain(domain).initialState.shown?.(initialState) ?? initialState
  const reference = referenceOf(setup)
  return reference ? guard(shown, reference, null).text : shown
}
