// The ground of what is said to the user of a world: they answer, and may do something with a tool of their own first.

import { findDomain } from '../../domains/index.ts'
import { OrreryError } from '../../errors.ts'
import type { Grounded, Route } from '../../tree/ground.ts'
import { hashOf } from '../../tree/history.ts'
import type { Ground, GroundAnswer, GroundAsked, TurnOptions } from '../../tree/ports.ts'
import type { UserRule, UserUse } from '../../tree/user.ts'
import { partFor } from './part.ts'
import { turnOf, type UserTurn, withResult } from './script.ts'
import { seenBefore, talkIn, USER, type UserExchange } from './talk.ts'

/** @param serving what computes the world that the user's own tools act on; `null`: the model answers them */
export function userGround(user: UserUse, message: string, serving: Ground | null): Ground {
  return {
    id: USER,
    title: 'User',
    serves: () => true,
    usual: () => false,
    async route(asked) {
      const next = nextIn(asked)
      return { by: next === 'model' ? 'model' : 'ground', ...ruleOf(user, next) }
    },
    async turn(asked, options) {
      const { hears } = findDomain(asked.setup.domain)
      const shown = (words: string) => hears?.shown(words, seenBefore(asked)) ?? words
      const next = nextIn(asked)
      const hash = await hashOf(user)
      const told = { ground: USER, hash, ...ruleOf(user, next) }
      const by = { name: USER, hash }
      const answered = { by, result: { isError: next === null }, keep: async () => {} }
      if (next === 'model') {
        const text = await play(asked, options)
        const dreams = [{ of: USER, rule: PLAYED.rule, text, effects: [] }]
        return { ...answered, text: shown(text), grounded: { ...told, origin: 'predicted', dreams } }
      }
      const executed = { ...told, origin: 'executed' as const, dreams: [] }
      if (!next) return { ...answered, text: shown(user.stop), grounded: executed }
      if (next === 'person') return askPerson(asked, options, { ...answered, shown, told })
      // A recording may hold the mark itself.
      const ending = next.ends && !next.say.endsWith(user.stop) ? ` ${user.stop}` : ''
      if (!next.does) return { ...answered, text: shown(next.say + ending), grounded: executed }
      const { answer, action } = await act(asked, next.does, options)
      const { ground, hash: ran, ...rest } = answer.grounded
      return {
        ...answered,
        text: shown(withResult(next.say, answer.text) + ending),
        grounded: { ...rest, ...told, acted: { action, text: answer.text, ground, hash: ran } },
        keep: answer.keep
      }
    },
    dispose: async () => {}
  }

  /** What the user does now; `null` where they have left. The model plays them where it is to, and where an instruction says how. */
  function nextIn(asked: GroundAsked): NextTurn {
    const talk = talkIn(asked)
    if (hasLeft(talk)) return null
    if (user.answers === 'person') return 'person'
    if (user.answers === 'model' || asked.instruction.trim()) return 'model'
    return turnOf(user, [...talk.map((one) => one.message), message])
  }

  function hasLeft(talk: readonly UserExchange[]): boolean {
    return talk.some(({ answer }) => answer.endsWith(user.stop))
  }

  /** @throws OrreryError no-model, no-output; as `TurnOptions.askModel` */
  async function play(asked: GroundAsked, { askModel }: TurnOptions): Promise<string> {
    if (asked.alone && user.answers === 'model')
      throw new OrreryError(
        'no-model',
        'The user of this world is played by the model, and none can be asked here. Choose a model, or let a script answer for the user.'
      )
    const context = partFor(user, talkIn(asked))
    const text = (await askModel({ rule: PLAYED.rule, action: asked.action, context })).trim()
    if (!text) throw new OrreryError('no-output', 'The model that plays the user said nothing. Try again.')
    return text
  }

  /** The words of the person who plays the user, who may use a tool of their own before. */
  async function askPerson(
    asked: GroundAsked,
    options: TurnOptions,
    { shown, told, ...answered }: PersonAnswer
  ): Promise<GroundAnswer> {
    if (!options.askPerson) throw new OrreryError('engine-failed', NOBODY)
    let done: Awaited<ReturnType<typeof act>> | null = null
    const said = await options.askPerson({
      message,
      async act(call) {
        if (done) throw new OrreryError('invalid-input', 'One tool is used before each answer. Answer first.')
        if (!user.tools.includes(call.tool)) {
          const own = user.tools.join(', ') || 'none'
          throw new OrreryError('invalid-input', `The user has no tool "${call.tool}". Their own tools are: ${own}.`)
        }
        done = await act(asked, call, options)
        return done.answer.text
      }
    })
    const grounded = { ...told, origin: 'authored' as const, dreams: [] }
    const text = shown(said)
    // `as`: the compiler does not see that `act` was called meanwhile.
    const acted = done as Awaited<ReturnType<typeof act>> | null
    if (!acted) return { ...answered, text, grounded }
    const { answer, action } = acted
    const { ground, hash, ...rest } = answer.grounded
    return {
      ...answered,
      text,
      grounded: { ...rest, ...grounded, dreams: rest.dreams, acted: { action, text: answer.text, ground, hash } },
      keep: answer.keep
    }
  }

  /** What the user's own tool answers. */
  async function act(
    asked: GroundAsked,
    { tool, arguments: given }: NonNullable<UserRule['does']>,
    options: TurnOptions
  ): Promise<{ answer: GroundAnswer; action: GroundAsked['action'] }> {
    const action = { name: tool, arguments: given }
    if (serving) return { answer: await serving.turn({ ...asked, action }, options), action }
    if (asked.alone) throw new OrreryError('no-model', `Nothing here can compute what the user's tool "${tool}" does.`)
    const text = await options.askModel({ rule: ACTS.rule, action, context: '' })
    const dream = { of: tool, rule: ACTS.rule, text, effects: [] }
    const grounded = { ground: 'model', hash: '', ...ACTS, origin: 'predicted' as const, dreams: [dream] }
    return { answer: { text, by: { name: USER, hash: null }, grounded, keep: async () => {} }, action }
  }
}

/** What the user does; `null` where they have left. */
type NextTurn = UserTurn | 'model' | 'person' | null

/** What of an answer is known before a person gives it. `shown`: what is seen where these words are said. */
type PersonAnswer = Pick<GroundAnswer, 'by' | 'result' | 'keep'> & {
  shown(words: string): string
  told: Pick<Grounded, 'ground' | 'hash' | 'rule' | 'why'>
}

function ruleOf({ answers }: UserUse, next: NextTurn): Pick<Route, 'rule' | 'why'> {
  if (!next) return LEFT
  if (next === 'model') return PLAYED
  if (next === 'person') return BY_PERSON
  if (answers === 'recorded') return RECORDED
  return next.does ? ACTS : SAYS
}

const SAYS = { rule: 'user', why: 'It is said to the user, and the user’s script answers.' }
const ACTS = { rule: 'user-acts', why: 'It is said to the user, whose script uses a tool of their own and answers.' }
const RECORDED = { rule: 'user-recorded', why: 'It is said to the user, and what was recorded of them answers.' }
const PLAYED = { rule: 'user-played', why: 'It is said to the user, whom the model plays.' }
const BY_PERSON = { rule: 'user-person', why: 'It is said to the user, whom a person plays.' }
const LEFT = { rule: 'user-left', why: 'It is said to the user, who has left.' }

const NOBODY =
  'The user of this world is played by a person, and nobody can be asked here. Open the world in the window and let the agent act in it there, take the step with `orrery step`, or let a script, a recording or the model answer for the user.'
