// A turn that fails in the words of its world, and what of earlier turns was a call of a server.
import type { Effect, Failure, Moment, Past } from '../plugins.ts'

/** The failure as this action's observation; `null` where it meets no server. */
export function failed(moment: Moment, failure: Failure, detail: string): Effect | null {
  const { domain, action, state, setup, before } = moment
  const text = domain.fail?.(failure, { action, state, setup, before }) ?? null
  return text === null ? null : { text, draw: null, detail }
}

/** Whether an earlier turn reached for a server. */
export const reached = ({ domain, state, setup, before }: Moment, { step }: Past): boolean =>
  (domain.fail?.({ status: 503, message: '' }, { action: step.action, state, setup, before }) ?? null) !== null

/** Whether this use took part in the turn, by this hook if one is named. */
export const did = ({ use }: Moment, { firings }: Past, effect?: string): boolean =>
  firings.some((firing) => (firing.id ?? firing.name) === use && (effect === undefined || firing.effect === effect))

/** The keystrokes of a terminal's action; `null` for other actions. */
export function typedIn({ domain, action }: Pick<Moment, 'domain' | 'action'>): string | null {
  if (domain.surface !== 'terminal' || !Array.isArray(action)) return null
  return action.map((one) => String(Object(one).keystrokes ?? '')).join('')
}
