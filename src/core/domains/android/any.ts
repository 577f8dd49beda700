// An action of any of the agents that act on phones: AndroidWorld's JSON, JSON with coordinates, DroidRun's XML, DroidBot's commands.

import { z } from 'zod'
import { parseJson } from '../../text/json.ts'
import { Action } from '../../tree/model.ts'
import { once } from '../once.ts'
import { AndroidAction } from './actions.ts'
import { CoordinateAction, hasAction } from './coordinates.ts'
import { type DroidbotAction, isDroidbot, readDroidbot } from './droidbot.ts'
import { isPhone, type PhoneAction, readPhone } from './phone.ts'

/** An action with the agent whose form it has. */
export type AndroidCall =
  | { by: 'androidworld'; action: AndroidAction }
  | { by: 'coordinates'; action: CoordinateAction }
  | { by: 'droidrun'; action: PhoneAction }
  | { by: 'droidbot'; action: DroidbotAction }

/** AndroidWorld's actions are put into one order; those of the other agents are kept as they came. */
export const AnyAction = z.unknown().transform((given, context): Action => {
  try {
    if (typeof given === 'string' && isPhone(given)) return kept(given.trim(), readPhone)
    if (typeof given === 'string' && isDroidbot(given)) return kept(given.trim(), readDroidbot)
    if (!hasAction(given)) return AndroidAction.parse(given)
    CoordinateAction.parse(given)
    return Action.parse(given)
  } catch (error) {
    if (error instanceof z.ZodError) for (const { message, path } of error.issues) issue(message, path)
    else if (error instanceof SyntaxError) issue(error.message, [])
    else throw error
    return z.NEVER
  }
  function issue(message: string, path: PropertyKey[]): void {
    context.addIssue({ code: 'custom', message, path })
  }
})

function kept(text: string, check: (text: string) => unknown): string {
  check(text)
  return text
}

/** What the action says. */
export const told = once((action: Action): AndroidCall => {
  if (typeof action === 'string') {
    return isPhone(action)
      ? { by: 'droidrun', action: readPhone(action) }
      : { by: 'droidbot', action: readDroidbot(action) }
  }
  return hasAction(action)
    ? { by: 'coordinates', action: CoordinateAction.parse(action) }
    : { by: 'androidworld', action: AndroidAction.parse(action) }
})

/** @throws ZodError or SyntaxError for what is no action */
export function readAny(text: string): Action {
  return AnyAction.parse(isPhone(text) || isDroidbot(text) ? text : parseJson(text))
}
