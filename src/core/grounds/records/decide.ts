// Who answers a call on records: a rule, or the model, and why.
import { callOf } from '../../domains/tool-call.ts'
import type { Action } from '../../tree/model.ts'
import type { Book } from './book.ts'
import { update } from './changes.ts'
import { plural, spoken } from './names.ts'
import { isPlan, propertiesOf } from './plan.ts'
import { readMany, readOne } from './reads.ts'
import type { Fields, RecordsState } from './record.ts'
import { statedRule } from './stated.ts'
import { assign, setStatus } from './states.ts'
import { isAmbiguous, isMarked, type RecordOutcome, type RecordTurn, toModel } from './turn.ts'
import { type RecordVerb, WRITES } from './verbs.ts'
import { create, remove } from './writes.ts'

const HANDLERS: Record<RecordVerb, (turn: RecordTurn) => RecordOutcome> = {
  ...{ list: readMany, search: readMany, count: readMany, get: readOne },
  ...{ create, update, delete: remove, status: setStatus, assign }
}

/** What comes of a call in this state. Nothing is changed; a pure function. `instruction`: `''` for none. */
export function decide(book: Book, state: RecordsState, action: Action, instruction: string): RecordOutcome {
  if (instruction.trim()) return toModel('instruction', 'An instruction says how the world is to behave in this turn.')
  const read = turnOf(book, state, action)
  if ('rule' in read) return toModel(read.rule, read.why)
  const { plan, given } = read
  const writes = WRITES.has(plan.verb)
  const about = [spoken(plan.kind), plan.word, ...Object.keys(given)]
  const stated = statedRule(book.prose, plan.tool, { writes, about })
  if (stated) return toModel('stated-rule', `A rule is told in words: "${stated}"`)
  if (isAmbiguous(read))
    return toModel('unclear-kind', `Several ${plural(spoken(plan.kind))} fit what ${plan.tool.name} is given.`)
  if (isMarked(read))
    return toModel('soft-deleted', `Records of ${plural(spoken(plan.kind))} are marked as deleted and still there.`)
  return HANDLERS[plan.verb](read)
}

/** The call as the rules read it; or why they cannot. */
export function turnOf(book: Book, state: RecordsState, action: Action): RecordTurn | { rule: string; why: string } {
  const { name, arguments: args } = callOf(action)
  const plan = book.plans.get(name)
  if (!plan) return { rule: 'unclear-verb', why: `There is no tool ${name}.` }
  if (!isPlan(plan)) return plan
  // A change changes what it is given; everything else takes what the schema says for what is left out.
  const defaults = ['update', 'status', 'assign'].includes(plan.verb) ? [] : propertiesOf(plan.tool.inputSchema)
  const preset = defaults.flatMap(([arg, { default: value }]): [string, Fields[string]][] =>
    value === undefined ? [] : [[arg, value]]
  )
  const given: Fields = { ...Object.fromEntries(preset), ...args }
  for (const arg of book.scope) {
    const value = given[arg]
    if (value === undefined) continue
    if (!book.text.includes(String(value))) {
      return { rule: 'unknown-argument', why: `The initial state says nothing of "${String(value)}" (${arg}).` }
    }
    delete given[arg]
  }
  const { kinds, turns, examples } = state
  return { book, kinds, plan, given, number: turns + 1, example: examples.get(name) }
}
