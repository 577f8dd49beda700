// What an agent is shown of a world before it acts: the initial state without what only the world's model reads.
import { findDomain } from '../../domains/index.ts'
import type { Setup } from '../../tree/model.ts'

export function shownOf({ domain, initialState }: Pick<Setup, 'domain' | 'initialState'>): string {
  return (findDomain(domain).initialState.shown?.(initialState) ?? initialState).trim()
}
