// A turn that fails in the words of its world, and what of earlier turns was a call of a server.

import type { ProtocolFailure } from '../domains/capabilities.ts'
import type { HookEffect, Meeting, Moment, PastTurn } from './perturbation.ts'

/** The failure as this action's observation; `null` where it meets no server. */
export function failed(moment: Moment, failure: ProtocolFailure, detail: string): HookEffect | null {
  const { domain, action, state, setup, before } = moment
  const text = domain.fail?.(action, failure, { state, setup, before }) ?? null
  if (text === null) return null
  // A tool that runs commands also returns the output of a failed command, so its text says whether the call failed.
  const fails = domain.tools !== undefined && domain.shell === undefined
  return { text, draw: null, detail, ...(fails && { fails }) }
}

/** Whether an earlier turn reached for a server. */
export const reached = ({ domain, state, setup, before }: Moment, { step }: PastTurn): boolean =>
  (domain.fail?.(step.action, { status: 503, message: '' }, { state, setup, before }) ?? null) !== null

/** Whether an action reaches for a server, before anything was done. Of a screen that can be said of every action. */
export function meetsServer({ domain, action, state, setup }: Meeting): boolean {
  if (domain.surface === 'screen') return domain.fail !== undefined
  // At a prompt, whatever it is.
  const ready = { ...state, prompt: state.prompt || '$ ' }
  const asked = { state: ready, setup, before: setup.initialState }
  return (domain.fail?.(action, { status: 503, message: '' }, asked) ?? null) !== null
}

/** Whether this use took part in the turn, by this hook if one is named. */
export const did = ({ use }: Moment, { firings }: PastTurn, effect?: string): boolean =>
  firings.some((firing) => (firing.id ?? firing.name) === use && (effect === undefined || firing.effect === effect))

/** The keystrokes of a terminal's action; `null` for other actions. */
export function typedIn({ domain, action }: Pick<Moment, 'domain' | 'action'>): string | null {
  if (domain.surface !== 'terminal' || !Array.isArray(action)) return null
  return action.map((one) => String(Object(one).keystrokes ?? '')).join('')
}
