// What becomes of a world of any kind where it has a user.

import type { Action, Setup } from '../tree/model.ts'
import { USER_STOP, type UserUse } from '../tree/user.ts'
import { findDomain } from './index.ts'

/** The initial state with what the user says first, which stands in it once. */
export function withOpening({
  domain,
  initialState,
  user
}: Pick<Setup, 'domain' | 'initialState'> & { user?: UserUse }): string {
  if (user?.opens === undefined) return initialState
  const { hears } = findDomain(domain)
  if (hears) return hears.answerIn(initialState) === null ? hears.shown(user.opens, initialState) : initialState
  const said = `The user says: ${user.opens}`
  return initialState.endsWith(said) ? initialState : [initialState, said].filter(Boolean).join('\n\n')
}

/** What the user said in an observation of this world. */
export const answerIn = ({ domain }: Pick<Setup, 'domain'>, text: string): string =>
  findDomain(domain).hears?.answerIn(text) ?? text

/**
 * What the action says of the whole task: that it is done (`true`), that it cannot be done, or nothing (`null`). Where there is a user, a
 * message to them ends nothing, until they have left.
 * @param text the observation, where there is one
 */
export function concludes(setup: Pick<Setup, 'domain' | 'user'>, action: Action, text?: string): boolean | null {
  const domain = findDomain(setup.domain)
  const isTalk = setup.user !== undefined && (domain.says?.(action) ?? null) !== null
  if (!isTalk) return domain.task?.concludes?.(action) ?? null
  return text !== undefined && answerIn(setup, text).endsWith(setup.user?.stop ?? USER_STOP) ? true : null
}
