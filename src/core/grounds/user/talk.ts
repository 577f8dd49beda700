// What was said to the user of a world, and a world's past without it: what computes a world knows of no talk.

import { findDomain } from '../../domains/index.ts'
import { answerIn } from '../../domains/talk.ts'
import { unmarked } from '../../tree/cut.ts'
import type { Grounded } from '../../tree/ground.ts'
import type { Call, Step } from '../../tree/model.ts'
import type { Ground, GroundAnswer, GroundAsked } from '../../tree/ports.ts'

/** Stands in calls as the ground that answered. */
export const USER = 'user'

type Past = Pick<GroundAsked, 'setup' | 'chain' | 'callOf'>

/** What the step said to the user; `null` for other steps. */
function saidIn({ setup, callOf }: Past, { id, action }: Step): { message: string; call: Call | null } | null {
  const message = findDomain(setup.domain).says?.(action) ?? null
  if (message === null) return null
  const call = callOf(id)
  // A world without a user may have a tool of that name.
  const isTalk = call?.grounded ? call.grounded.ground === USER : setup.user !== undefined
  return isTalk ? { message, call } : null
}

/** A message that the user heard, and what they answered. */
export interface UserExchange {
  message: string
  answer: string
}

/** What was said so far, oldest first. What a perturbation answered in the user's place they never heard. */
export function talkIn(past: Past): UserExchange[] {
  return past.chain.flatMap((step) => {
    const said = saidIn(past, step)
    if (!said || said.call?.firings.some(({ effect }) => effect === 'answer')) return []
    return [{ message: said.message, answer: answerIn(past.setup, unmarked(step.observation.text)) }]
  })
}

/** What was seen before the last things that were said. */
export function seenBefore(past: Past): string {
  const step = past.chain.findLast((one) => saidIn(past, one) === null)
  return step ? unmarked(step.observation.text) : past.setup.initialState
}

/** The same ground for worlds in which there is talk: it sees what was done, by the user too, and nothing that was said. */
export function deafToTalk(ground: Ground): Ground {
  const { file, inside, kept } = ground
  return {
    ...ground,
    route: (asked) => ground.route(withoutTalk(asked).asked),
    async turn(given, options) {
      const { asked, places } = withoutTalk(given)
      const answer = await ground.turn(asked, options)
      return places ? { ...answer, grounded: inPlaces(answer.grounded, places) } : answer
    },
    ...(file && { file: (asked, path) => file(withoutTalk(asked).asked, path) }),
    ...(kept && { kept: (asked) => kept(withoutTalk(asked).asked) }),
    ...(inside && { inside: (asked) => inside(withoutTalk(asked).asked) })
  }
}

/**
 * The past with what the user did in the place of what was said, and without the rest of the talk; a setup without the user.
 * `places`: of each turn that is left its number among all; `null` where none is another one.
 */
export function withoutTalk<Asked extends Past>(asked: Asked): { asked: Asked; places: number[] | null } {
  const acts = new Map<string, Call>()
  const places: number[] = []
  const chain = asked.chain.flatMap((step, index): Step[] => {
    const said = saidIn(asked, step)
    const { acted, ...grounded } = said?.call?.grounded ?? {}
    if (said && !acted) return []
    places.push(index + 1)
    if (!said?.call || !acted) return [step]
    const { action, text, ground, hash } = acted
    // `as`: only `acted` was taken out of it.
    const all = { ...(grounded as Grounded), ground, hash }
    // What a person said is their own; what their tool did was computed, unless the model was asked for it.
    const origin = all.origin === 'authored' ? (all.dreams.length ? 'predicted' : 'executed') : all.origin
    acts.set(step.id, { ...said.call, grounded: { ...all, origin } })
    return [{ ...step, action, observation: { text } }]
  })
  const isWhole = chain.length === asked.chain.length && !acts.size
  if (isWhole && !asked.setup.user) return { asked, places: null }
  const { user: _, ...setup } = asked.setup
  if (isWhole) return { asked: { ...asked, setup }, places: null }
  return { asked: { ...asked, setup, chain, callOf: (step) => acts.get(step) ?? asked.callOf(step) }, places }
}

/** The numbers of turns as the world counts them, of which the ground saw only some. @param places of each turn that it saw, the number among all. @param next that of this one */
export function inPlaces(
  grounded: GroundAnswer['grounded'],
  places: readonly number[],
  next = (places.at(-1) ?? 0) + 1
): GroundAnswer['grounded'] {
  const placed = (turn: number) => places[turn - 1] ?? next
  const { over, diverged, differences } = grounded
  return {
    ...grounded,
    ...(over !== undefined && { over: placed(over) }),
    ...(diverged && { diverged: diverged.map(placed) }),
    ...(differences && { differences: differences.map((one) => ({ ...one, turn: placed(one.turn) })) })
  }
}
