// What becomes of a world of any kind where it has a user.

import { unmarked } from '../tree/cut.ts'
import type { Action, Setup, Step, StepId } from '../tree/model.ts'
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

/** What the user of a world did with a tool of their own before they answered, by the step that asked. */
export type UserActs = Readonly<Record<StepId, UserActed>>

/** `before`: other calls before that one. */
interface UserActed {
  action: Action
  text: string
  before?: readonly { action: Action; text: string }[]
}

/** One part of a conversation as it is shown. `step`: `null` before the first. `left`: the user says nothing after this. */
export type TalkPart = { step: StepId | null } & (
  | { by: 'agent' | 'user'; words: string; left?: true }
  | { by: 'agent-tool'; action: Action }
  | { by: 'user-tool'; action: Action; result: string }
)

/** What was said and done up to the last of these steps, in its order. */
export function talkParts(
  setup: Pick<Setup, 'domain' | 'user'>,
  steps: readonly Pick<Step, 'id' | 'action' | 'observation'>[],
  acts: UserActs = {}
): TalkPart[] {
  const { says } = findDomain(setup.domain)
  const stop = setup.user?.stop ?? USER_STOP
  const spoken = (step: StepId | null, text: string): TalkPart =>
    text.endsWith(stop)
      ? { step, by: 'user', words: text.slice(0, -stop.length).trimEnd(), left: true }
      : { step, by: 'user', words: text }
  const opens = setup.user?.opens
  const first = opens === undefined ? [] : [spoken(null, opens)]
  return [
    ...first,
    ...steps.flatMap(({ id, action, observation }): TalkPart[] => {
      const message = says?.(action) ?? null
      if (message === null) return [{ step: id, by: 'agent-tool', action }]
      const act = acts[id]
      return [
        { step: id, by: 'agent', words: message },
        ...[...(act?.before ?? []), ...(act ? [act] : [])].map(
          ({ action, text }): TalkPart => ({ step: id, by: 'user-tool', action, result: text })
        ),
        spoken(id, answerIn(setup, unmarked(observation.text)))
      ]
    })
  ]
}
