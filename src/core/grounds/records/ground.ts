// The ground for tools that work on records: rules answer what the store determines, the model the rest, and the store keeps both.

import { callOf } from '../../domains/tool-call.ts'
import { labelCall } from '../../domains/tool-line.ts'
import { OrreryError } from '../../errors.ts'
import { readJson, readValue } from '../../observations/documents/value.ts'
import { isObject } from '../../text/json.ts'
import type { Grounded } from '../../tree/ground.ts'
import type { Setup } from '../../tree/model.ts'
import type { Ground, GroundAnswer, GroundAsked } from '../../tree/ports.ts'
import type { StepResult } from '../../tree/result.ts'
import { type Book, readBook, recordTools } from './book.ts'
import { contextOf } from './context.ts'
import { decide } from './decide.ts'
import { isPlan } from './plan.ts'
import { createRecent } from './recent.ts'
import type { State } from './record.ts'
import { begin, executed, foldStep, GROUND, predicted } from './state.ts'
import { takeIn } from './take-in.ts'

// Worlds that are open at the same time, and states that rewinding and branching come back to; both are made again by reading.
const BOOKS = 16
const STATES = 512

interface World {
  book: Book
  /** By step id: the state after it. */
  states: ReturnType<typeof createRecent<State>>
}

/** @param hash SHA-256 of what the rules are */
export function createRecords({ hash }: { hash: string }): Ground {
  const worlds = createRecent<World>(BOOKS)
  const by = { name: GROUND, hash }

  function worldOf(setup: Setup): World | null {
    const tools = recordTools(setup)
    if (!tools) return null
    // Branches of other tools or another initial state share steps, and no state.
    const key = JSON.stringify([tools, setup.initialState])
    return (
      worlds.get(key) ?? worlds.set(key, { book: readBook(tools, setup.initialState), states: createRecent(STATES) })
    )
  }

  function open({ setup, chain, callOf: called }: GroundAsked): World & { state: State } {
    const world = worldOf(setup)
    if (!world) throw new OrreryError('engine-failed', `The ${setup.domain} domain has no tools that work on records.`)
    let from = chain.length
    let state: State | null = null
    for (; from > 0 && !state; from--) state = world.states.get(chain[from - 1]?.id ?? '') ?? null
    let at = state ? from + 1 : 0
    let made = state ?? begin(world.book)
    for (; at < chain.length; at++) {
      const step = chain[at]
      if (!step) break
      made = world.states.set(step.id, foldStep(world.book, made, step, called(step.id)))
    }
    return { ...world, state: made }
  }

  const instructionOf = ({ setup, instruction }: GroundAsked) =>
    [setup.instruction, instruction].filter(Boolean).join('\n')

  return {
    id: GROUND,
    title: 'Records',
    usual: () => false,
    serves(setup) {
      const book = worldOf(setup)?.book
      const plans = [...(book?.plans.values() ?? [])].flatMap((plan) => (isPlan(plan) ? plan : []))
      return plans.some(({ verb, kind }) => verb === 'create' || (book?.initial.get(kind)?.records.size ?? 0) > 0)
    },
    initial: (setup) => [...(worldOf(setup)?.book.effects ?? [])],
    async route(asked) {
      const { book, state } = open(asked)
      const { by, rule, why } = decide(book, state, asked.action, instructionOf(asked))
      return { by, rule, why }
    },
    async turn(asked, { askModel }) {
      const { book, state, states } = open(asked)
      const outcome = decide(book, state, asked.action, instructionOf(asked))
      const { rule, why } = outcome
      const answer = (
        text: string,
        next: State,
        { result, ...part }: Pick<Grounded, 'origin' | 'dreams'> & Pick<GroundAnswer, 'result'>
      ): GroundAnswer => ({
        text,
        by,
        ...(result && { result }),
        grounded: { ground: GROUND, hash, rule, why, ...part, ...standing(part.origin === 'executed' ? state : next) },
        async keep(step) {
          states.set(step, next)
        }
      })
      if (outcome.by === 'ground')
        return answer(outcome.text, executed(state, outcome.effects), {
          ...{ origin: 'executed', dreams: [], result: resultOf(outcome, book.plans.get(callOf(asked.action).name)) }
        })
      const text = await askModel({ rule, action: asked.action, context: contextOf(book, state, asked.action) })
      const document = readValue(text)
      const effects = 'error' in document && document.error ? [] : takeIn(book, state, asked.action, text)
      const of = labelCall(callOf(asked.action))
      return answer(text, predicted(book, state, asked.action, text, effects), {
        origin: 'predicted',
        dreams: [{ of, rule, text, effects }]
      })
    },
    dispose: async () => {}
  }
}

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

/** What a reader should know of the state that an answer stands on. */
function standing({ over, uncertain, diverged }: State): Pick<Grounded, 'over' | 'uncertain' | 'diverged'> {
  return {
    ...(over !== null && { over }),
    ...(uncertain !== null && { uncertain }),
    ...(diverged.length > 0 && { diverged: [...diverged] })
  }
}
