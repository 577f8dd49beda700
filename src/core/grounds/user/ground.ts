// The ground of what is said to the user of a world: they answer, and may do something with a tool of their own first.

import { OrreryError } from '../../errors.ts'
import type { Route } from '../../tree/ground.ts'
import { hashOf } from '../../tree/history.ts'
import type { Ground, GroundAnswer, GroundAsked, TurnOptions } from '../../tree/ports.ts'
import type { UserRule, UserUse } from '../../tree/user.ts'
import { turnOf, withResult } from './script.ts'
import { talkIn, USER } from './talk.ts'

/** @param serving what computes the world that the user's own tools act on; `null`: the model answers them */
export function userGround(user: UserUse, message: string, serving: Ground | null): Ground {
  const turnIn = (asked: GroundAsked) => turnOf(user, [...talkIn(asked).map((one) => one.message), message])

  return {
    id: USER,
    title: 'User',
    serves: () => true,
    usual: () => false,
    route: async (asked) => ({ by: 'ground', ...ruleOf(user, turnIn(asked)) }),
    async turn(asked, options) {
      const turn = turnIn(asked)
      const hash = await hashOf(user)
      const told = { ground: USER, hash, ...ruleOf(user, turn) }
      const by = { name: USER, hash }
      if (!turn) {
        const grounded = { ...told, origin: 'executed' as const, dreams: [] }
        return { text: user.stop, by, result: { isError: true }, grounded, keep: async () => {} }
      }
      // A recording may hold the mark itself.
      const ending = turn.ends && !turn.say.endsWith(user.stop) ? ` ${user.stop}` : ''
      if (!turn.does) {
        const grounded = { ...told, origin: 'executed' as const, dreams: [] }
        return { text: turn.say + ending, by, result: { isError: false }, grounded, keep: async () => {} }
      }
      const { answer, action } = await act(asked, turn.does, options)
      const { ground, hash: ran, ...rest } = answer.grounded
      const acted = { action, text: answer.text, ground, hash: ran }
      return {
        text: withResult(turn.say, answer.text) + ending,
        by,
        result: { isError: false },
        grounded: { ...rest, ...told, acted },
        keep: answer.keep
      }
    },
    dispose: async () => {}
  }

  /** What the user's own tool answers. */
  async function act(
    asked: GroundAsked,
    { tool, arguments: given }: NonNullable<UserRule['does']>,
    options: TurnOptions
  ): Promise<{ answer: GroundAnswer; action: GroundAsked['action'] }> {
    const action = { name: tool, arguments: given }
    // The world's own rules know nothing of whose tool it is.
    const { user: _, ...setup } = asked.setup
    if (serving) return { answer: await serving.turn({ ...asked, setup, action }, options), action }
    if (asked.alone) throw new OrreryError('no-model', `Nothing here can compute what the user's tool "${tool}" does.`)
    const text = await options.askModel({ rule: ACTS.rule, action, context: '' })
    const dream = { of: tool, rule: ACTS.rule, text, effects: [] }
    const grounded = { ground: 'model', hash: '', ...ACTS, origin: 'predicted' as const, dreams: [dream] }
    return { answer: { text, by: { name: USER, hash: null }, grounded, keep: async () => {} }, action }
  }
}

function ruleOf({ answers }: UserUse, turn: ReturnType<typeof turnOf>): Pick<Route, 'rule' | 'why'> {
  if (!turn) return LEFT
  if (answers === 'recorded') return RECORDED
  return turn.does ? ACTS : SAYS
}

const SAYS = { rule: 'user', why: 'It is said to the user, and the user’s script answers.' }
const ACTS = { rule: 'user-acts', why: 'It is said to the user, whose script uses a tool of their own and answers.' }
const RECORDED = { rule: 'user-recorded', why: 'It is said to the user, and what was recorded of them answers.' }
const LEFT = { rule: 'user-left', why: 'It is said to the user, who has left.' }
