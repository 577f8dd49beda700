// Text2World: domains of PDDL that were written already, or that the model in use writes from their descriptions.
import { scoringDomain } from '../../../core/control/suites/text2world.ts'
import { toWire } from '../../../core/errors.ts'
import { patiently } from '../evaluate/patiently.ts'
import { endsOnlyItsJob } from '../runs/failures.ts'
import { askFor } from './ask.ts'
import { placeOfFile, type Suite, textOf } from './suite.ts'
import { domainInAnswer, readText2World, type Text2WorldItem } from './text2world-file.ts'

const SYSTEM =
  'You write domains of PDDL. Declare types, predicates and actions; each action has :parameters, :precondition and :effect in this order. Answer with one block of code that begins with ```pddl and holds the whole domain.'

const UNKNOWN = {
  ...{ executability: null, levenshtein_ratio_cleaned: null, similarity: null, predicate_f1: null },
  ...{ action_f1_params: null, action_f1_preconds: null, action_f1_effect: null }
}

export const text2world: Suite = ({ files, maxTokens, seed }, { engine }) => {
  const read = files.flatMap((file) => {
    const { items, problems } = readText2World(textOf(file))
    const { base } = placeOfFile(file.name)
    return [
      {
        items,
        problems: files.length > 1 ? problems.map((one) => ({ ...one, reason: `${base}: ${one.reason}` })) : problems
      }
    ]
  })
  return {
    problems: read.flatMap(({ problems }) => problems),
    items: read
      .flatMap(({ items }) => items)
      .map((item) => ({
        id: item.id,
        content: { ...item, ...(item.predicted === null && { asked: [engine.info().model.name, maxTokens, seed] }) },
        score: ({ signal }) => score(item, signal)
      }))
  }

  async function score(item: Text2WorldItem, signal: AbortSignal) {
    let { predicted } = item
    let wrote: { wrote: string; tokens: { prompt: number; generated: number } } | null = null
    if (predicted === null) {
      const without = whyNot(item)
      if (without) return missing(without)
      try {
        const messages = [
          { role: 'system' as const, content: SYSTEM },
          { role: 'user' as const, content: item.description ?? '' }
        ]
        const { said, tokens } = await askFor(engine, messages, { maxTokens, seed, signal })
        wrote = { wrote: said, tokens }
        predicted = domainInAnswer(said)
      } catch (cause) {
        const error = toWire(cause)
        if (!endsOnlyItsJob(error.code)) throw cause
        return missing(error.message)
      }
    }
    const { scores, why } = await patiently(scoringDomain(predicted, item.truth), { signal })
    const unknown = Object.entries(scores).flatMap(([name, one]) => (one === null ? [name] : []))
    return {
      ...{ scores, problem: why, ...wrote },
      missing: Object.fromEntries(unknown.map((name) => [name, 'it is known only of a domain that can be executed']))
    }
  }

  function whyNot({ description }: Text2WorldItem): string | null {
    if (description === null) return 'nothing was written, and no description says what to write'
    if (engine.absent) return `nothing was written, and no model is there to write it: ${engine.absent.message}`
    return null
  }

  function missing(why: string) {
    const names = Object.keys(UNKNOWN)
    return { scores: { ...UNKNOWN }, problem: null, missing: Object.fromEntries(names.map((name) => [name, why])) }
  }
}
