// The ground for tools that work on records: rules answer what the store determines, the model the rest, and the store keeps both.

import { callOf } from '../../domains/tool-call.ts'
import { labelCall } from '../../domains/tool-line.ts'
import { readJson, readValue } from '../../observations/documents/value.ts'
import { isObject } from '../../text/json.ts'
import type { Ground, GroundAsked } from '../../tree/ports.ts'
import type { StepResult } from '../../tree/result.ts'
import { createPlainGround } from '../plain.ts'
import { type Book, readBook, recordTools } from './book.ts'
import { contextOf } from './context.ts'
import { decide } from './decide.ts'
import { isPlan } from './plan.ts'
import type { RecordsState } from './record.ts'
import { begin, executed, foldStep, GROUND, predicted, same } from './state.ts'
import { takeIn } from './take-in.ts'

/** @param hash SHA-256 of what the rules are */
export const createRecords = ({ hash }: { hash: string }): Ground =>
  createPlainGround<Book, RecordsState>({
    ...{ id: GROUND, title: 'Records', hash, usual: () => false, begin, apply: foldStep, showed: same },
    world(setup) {
      const tools = recordTools(setup)
      // Branches of other tools or another initial state share steps, and no state.
      const key = JSON.stringify([tools, setup.initialState])
      return tools && { key, read: () => readBook(tools, setup.initialState) }
    },
    serves({ plans, initial }) {
      const readable = [...plans.values()].flatMap((plan) => (isPlan(plan) ? plan : []))
      return readable.some(({ verb, kind }) => verb === 'create' || (initial.get(kind)?.records.size ?? 0) > 0)
    },
    initial: ({ effects }) => [...effects],
    route(book, state, asked) {
      const { by, rule, why } = decide(book, state, asked.action, instructionOf(asked))
      return { by, rule, why }
    },
    async answer(book, state, asked, { askModel }) {
      const { action } = asked
      const call = callOf(action)
      const outcome = decide(book, state, action, instructionOf(asked))
      const { by, rule, why } = outcome
      const route = { by, rule, why }
      if (outcome.by === 'ground') {
        const { text, effects } = outcome
        const result = resultOf(outcome, book.plans.get(call.name))
        return { text, route, dreams: [], state: executed(state, effects), result }
      }
      const text = await askModel({ rule, action, context: contextOf(book, state, action) })
      const document = readValue(text)
      const effects = 'error' in document && document.error ? [] : takeIn(book, state, action, text)
      const dreams = [{ of: labelCall(call), rule, text, effects }]
      return { text, route, dreams, state: predicted(book, state, action, text, effects) }
    }
  })

const instructionOf = ({ setup, instruction }: GroundAsked): string =>
  [setup.instruction, instruction].filter(Boolean).join('\n')

/** Whether the call was refused; and what it returned, where its tool declares that. */
function resultOf(
  { text, fails }: Extract<ReturnType<typeof decide>, { by: 'ground' }>,
  plan: ReturnType<Book['plans']['get']>
): StepResult {
  if (fails) return { isError: true }
  const promised = plan && isPlan(plan) && plan.tool.outputSchema !== undefined
  const value = promised ? readJson(text)?.value : undefined
  // `as`: JSON that was read is JSON.
  const structuredContent = value as NonNullable<StepResult['structuredContent']>
  return { isError: false, ...(isObject(value) && { structuredContent }) }
}
