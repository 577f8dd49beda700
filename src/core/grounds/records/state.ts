// The state of a world of records after some of its steps, and what a step does to it.

import { callOf } from '../../domains/tool-call.ts'
import { readJson, readValue } from '../../observations/documents/value.ts'
import { unmarked } from '../../tree/cut.ts'
import type { Grounded } from '../../tree/ground.ts'
import type { Step } from '../../tree/model.ts'
import type { PastStep } from '../plain.ts'
import type { Applied } from '../replay.ts'
import type { Book } from './book.ts'
import { decide, turnOf } from './decide.ts'
import { asksForAll } from './reads.ts'
import { applyAll, type EntityEffect, isFields, newKind, type RecordsState } from './record.ts'
import { recordNamed, takeIn } from './take-in.ts'
import { WRITES } from './verbs.ts'

/** The id of the ground that these rules are. */
export const GROUND = 'records'

export const begin = (book: Book): RecordsState => ({
  ...{ kinds: book.initial, turns: 0, over: null, uncertain: null, diverged: [], examples: new Map() }
})

/** The state after a step, and what the rules answer to it today where they answered it then. */
export function foldStep(book: Book, state: RecordsState, { step, call, altered }: PastStep): Applied<RecordsState> {
  const text = unmarked(step.observation.text)
  const grounded = call?.grounded?.ground === GROUND ? call.grounded : null
  if (grounded?.origin !== 'executed') {
    const effects = grounded ? effectsOf(grounded) : undefined
    return { state: predicted(book, state, step.action, text, effects), shown: null }
  }
  const outcome = decide(book, state, step.action, '')
  return outcome.by === 'ground'
    ? { state: executed(state, outcome.effects), shown: altered ? null : outcome.text }
    : { state: predicted(book, state, step.action, text), shown: '' }
}

/** Whether the step shows what the rules answer. A cut answer is the beginning of the whole one. */
export function same({ step, call }: PastStep, shown: string): boolean {
  const text = unmarked(step.observation.text)
  const limit = call?.setup.observationLimit ?? Number.POSITIVE_INFINITY
  return shown === text || (shown.length > limit && shown.startsWith(text))
}

/** The state after an answer that a rule gave. */
export function executed(state: RecordsState, effects: readonly EntityEffect[]): RecordsState {
  return { ...state, kinds: applyAll(state.kinds, effects), turns: state.turns + 1 }
}

/** The state after an answer that no rule gave; without `effects` they are read off the text. */
export function predicted(
  book: Book,
  state: RecordsState,
  action: Step['action'],
  text: string,
  effects?: readonly EntityEffect[]
): RecordsState {
  const turns = state.turns + 1
  const turn = turnOf(book, state, action)
  const document = readValue(text)
  const failed = 'error' in document && document.error
  const taken = effects ?? (failed ? [] : takeIn(book, state, action, text))
  if ('rule' in turn) {
    const kinds = applyAll(state.kinds, taken)
    const over = taken.length ? (state.over ?? turns) : state.over
    return {
      ...state,
      kinds,
      turns,
      over,
      uncertain: failed || taken.length ? state.uncertain : unsure(book, state, action, turns)
    }
  }
  let kinds = applyAll(state.kinds, taken)
  const { plan } = turn
  const all = !failed && asksForAll(turn, countIn(readJson(text)?.value))
  if (all)
    kinds = new Map(kinds).set(plan.kind, {
      ...(kinds.get(plan.kind) ?? newKind(plan.kind, book.known(plan.kind).idField)),
      complete: true
    })
  const lost = !failed && WRITES.has(plan.verb) && !taken.length
  return {
    ...{ kinds, turns, diverged: state.diverged },
    over: taken.length || all ? (state.over ?? turns) : state.over,
    uncertain: state.uncertain ?? (lost ? nothingFrom(plan.tool.name, turns) : null),
    examples: failed || isOdd(book, state, action) ? state.examples : new Map(state.examples).set(plan.tool.name, text)
  }
}

/** Whether the call asks for more than rules understand, such as some fields alone: its answer is no example of other answers. */
const isOdd = (book: Book, state: RecordsState, action: Step['action']): boolean =>
  ['unknown-argument', 'query-syntax'].includes(decide(book, state, action, '').rule)

const nothingFrom = (tool: string, turn: number): string =>
  `No record could be read from the answer to ${tool} in turn ${turn}.`

/** A tool that no rule reads may have changed the record that it names, unless it is annotated otherwise. */
function unsure(book: Book, state: RecordsState, action: Step['action'], turn: number): string | null {
  const { name, arguments: given } = callOf(action)
  const reads = book.tools.get(name)?.annotations?.readOnlyHint === true
  const each = Object.entries(given).flatMap(([arg, value]) =>
    Array.isArray(value) ? value.map((one) => ({ [arg.replace(/s$/, '')]: one })) : []
  )
  const concerned = !reads && [given, ...each].some((one) => recordNamed(book, state, name, one).record !== null)
  return state.uncertain ?? (concerned ? nothingFrom(name, turn) : null)
}

const effectsOf = ({ dreams }: Grounded): EntityEffect[] =>
  dreams.flatMap(({ effects }) => effects.flatMap((effect) => (effect.do === 'entity' ? effect : [])))

/** How many items the first list of an answer has. */
function countIn(value: unknown): number {
  if (Array.isArray(value)) return value.length
  const list = isFields(value) ? Object.values(value).find(Array.isArray) : undefined
  return list?.length ?? 0
}
