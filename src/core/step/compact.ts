// The rule "compact": which of the oldest turns a prompt goes without once the context is full.

import { OrreryError } from '../errors.ts'
import { present } from '../text/present.ts'
import { amount } from '../tree/cut.ts'
import type { StepEvent } from '../tree/model.ts'
import type { Engine } from '../tree/ports.ts'
import { answerLimit } from './limits.ts'
import { askedTurn, pastTurn, systemPrompt } from './prompt.ts'
import type { RequestedTurn } from './request.ts'

/** Tokens of a turn: what was asked, what was answered. */
export interface TurnTokens {
  ask: number
  answer: number
}

/**
 * How many of the oldest of `turns` are left out when `ask` comes next and all of them may take `room` tokens. Replays the world from
 * its first turn: whenever the next question did not fit, turns went until half of the room was free. So the answer hangs on nothing but
 * the past, is the same on every machine, and stays as it is for many turns, for which the beginning of the prompt can be reused.
 */
export function countLeftOut(turns: TurnTokens[], ask: number, room: number): number {
  let first = 0
  let kept = 0
  for (let at = 0; at <= turns.length; at++) {
    const next = turns[at]?.ask ?? ask
    if (kept + next > room) {
      // The last turn goes only if it must: a world without any past has forgotten where it is.
      const tooMuch = () => kept + next > room || (kept > room / 2 && first < at - 1)
      for (let turn = turns[first]; turn && first < at && tooMuch(); turn = turns[++first]) kept -= sizeOf(turn)
    }
    kept += next + (turns[at]?.answer ?? 0)
  }
  return first
}

const sizeOf = ({ ask, answer }: TurnTokens): number => ask + answer

// The answer's cap, but never more than this share of the context: a cap as large as the context would leave no turn at all.
const ANSWER_SHARE = 1 / 4
// What chat templates put around a message: ChatML and Llama 3 spend five tokens, and a token may split where texts meet.
const MESSAGE_TOKENS = 8
// For engines that cannot count. Terminal text was measured at 2.6 characters a token on average and 2.0 in the worst tenth of turns (SmolLM2,
// 69 recorded screens). Taking too few for one token leaves a turn out early; taking too many has the engine refuse the step.
const CHARACTERS_PER_TOKEN = 2
// Texts sent to be counted at once: a long world is counted in pieces that a cancel can come between.
const BATCH = 256

/**
 * How many of the oldest turns of `chain` the prompt goes without, and the sentence that says so. Nothing is left out unless the setup says
 * `compact` and the engine says how large its context is. Counting loads the model where that is not done yet.
 * @throws OrreryError cancelled, or what loading failed with
 */
export async function leaveOut(
  engine: Engine,
  turn: RequestedTurn,
  { signal }: { signal?: AbortSignal } = {}
): Promise<{ turns: number; warning: string | null }> {
  const { template, setup, domain, chain, action, instruction } = turn
  const nothing = { turns: 0, warning: null }
  if (!setup.compact || !chain.length) return nothing
  const system = systemPrompt(domain, template, setup)
  const now = askedTurn(domain, template, setup, chain.length + 1, action, { instruction })
  const counted = await engine.countTokens([system, now], { signal })
  const { contextSize } = engine.info()
  if (contextSize === null) return nothing

  const [first, ask] = (counted ?? [system, now].map(estimate)).map((tokens) => tokens + MESSAGE_TOKENS)
  const answer = Math.min(answerLimit(domain, template, setup), Math.floor(contextSize * ANSWER_SHARE))
  const turns = counted
    ? await countTurns(engine, turn, { signal })
    : chain.map((_, at) => estimated(turnText(turn, at)))
  const count = countLeftOut(turns, present(ask), contextSize - answer - present(first))
  if (!count) return nothing
  const which = count === 1 ? 'Turn 1 was' : `Turns 1 to ${count.toLocaleString('en-US')} were`
  const how = counted ? '' : ` This engine cannot count tokens: ${CHARACTERS_PER_TOKEN} characters were taken for one.`
  const context = `the context of ${amount(contextSize, 'token')}`
  return { turns: count, warning: `${which} left out of the prompt, which would not have fit ${context}.${how}` }
}

/** Makes the engine ready to count, telling how far it is; one that knows its context is ready. */
export async function* load(engine: Engine, options: { signal: AbortSignal }): AsyncGenerator<StepEvent> {
  if (!engine.load || engine.info().contextSize !== null) return
  for await (const done of engine.load(options)) yield { type: 'progress', phase: 'load', done, total: 1 }
}

/** The engine names the numbers of a full context and what to do about it; the rule that helps is a world's own. */
export function withWayOut(
  error: unknown,
  { compact, engine, turns }: { compact: boolean; engine: Engine; turns: number }
): unknown {
  if (!(error instanceof OrreryError) || error.code !== 'context-full' || turns === 0) return error
  const way = compact
    ? 'The rule "compact" left out nothing: this engine does not say how large its context is.'
    : 'Or turn on the rule "compact", which leaves the oldest turns out of the prompt.'
  if (compact && engine.info().contextSize !== null) return error
  return new OrreryError('context-full', `${error.message} ${way}`, { cause: error })
}

// Counts by domain and step id, for as long as the engine lives: a turn's text follows from these, and its tokens from the engine.
const known = new WeakMap<Engine, Map<string, TurnTokens>>()
// Two numbers a step: ten megabytes at most.
const KNOWN_LIMIT = 100_000

async function countTurns(
  engine: Engine,
  turn: RequestedTurn,
  { signal }: { signal?: AbortSignal | undefined }
): Promise<TurnTokens[]> {
  const counts = known.get(engine) ?? new Map<string, TurnTokens>()
  known.set(engine, counts)
  const { domain, template, setup, chain } = turn
  // Turn 1 may carry the task and the initial state, which are no part of the step; a template may write actions in its own form.
  const first = [
    setup.task ?? '',
    domain.prediction.stateInFirstTurn ? setup.initialState : (template.currentState?.(setup) ?? '')
  ]
  const keys = chain.map(({ id }, at) => [domain.id, template.name, id, ...(at === 0 ? first : [])].join(' '))
  const turns = keys.map((key) => (key === null ? undefined : counts.get(key)))
  const missing = [...turns.keys()].filter((at) => !turns[at])
  for (let from = 0; from < missing.length; from += BATCH) {
    const batch = missing.slice(from, from + BATCH)
    const texts = batch.flatMap((at) => turnText(turn, at))
    const tokens = (await engine.countTokens(texts, { signal })) ?? texts.map(estimate)
    batch.forEach((at, index) => {
      const turn = {
        ask: present(tokens[index * 2]) + MESSAGE_TOKENS,
        answer: present(tokens[index * 2 + 1]) + MESSAGE_TOKENS
      }
      turns[at] = turn
      const key = keys[at]
      if (key) counts.set(key, turn)
    })
  }
  for (const key of counts.keys()) {
    if (counts.size <= KNOWN_LIMIT) break
    counts.delete(key)
  }
  return turns.map(present)
}

/** A turn's two messages as they are sent. */
function turnText({ domain, template, setup, chain }: RequestedTurn, at: number): [ask: string, answer: string] {
  const [asked, answer] = pastTurn(domain, template, setup, at + 1, present(chain[at]))
  return [asked.content, answer.content]
}

const estimate = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)
const estimated = ([ask, answer]: [string, string]): TurnTokens => ({
  ask: estimate(ask) + MESSAGE_TOKENS,
  answer: estimate(answer) + MESSAGE_TOKENS
})
