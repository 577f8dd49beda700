// Whether a text that the model wrote says of a stated fact something else: another number in the same unit, about the same things.
import { wordsIn } from '../fiction/words.ts'

const MEASURE =
  /\b(\d[\d,.]*)\s?(m|km|cm|metres?|meters?|feet|ft|kg|tonnes?|years?|lanes?|people|%|percent|kroner|euros?|dollars?|million|billion)(?=\W|$)/gi

/** The facts that the sentence gets wrong. */
function wrongIn(sentence: string, facts: readonly string[]): string[] {
  const said = measuresIn(sentence)
  if (!said.size) return []
  const words = new Set(wordsIn(sentence).filter((word) => /\p{L}{3}/u.test(word)))
  return facts.filter((fact) => {
    const stated = measuresIn(fact)
    const shared = wordsIn(fact).filter((word) => words.has(word)).length
    return (
      shared >= 2 &&
      [...said].some(([unit, values]) => stated.has(unit) && ![...values].some((value) => stated.get(unit)?.has(value)))
    )
  })
}

/** The text without the sentences that contradict a fact, and those facts. */
export function withoutContradictions(text: string, facts: readonly string[]): { text: string; wrong: string[] } {
  const wrong: string[] = []
  const lines = text.split('\n').map((line) =>
    line
      .split(/(?<=[.!?]) /)
      .filter((sentence) => {
        const found = wrongIn(sentence, facts)
        for (const fact of found) wrong.push(fact)
        return !found.length
      })
      .join(' ')
  )
  return wrong.length ? { text: lines.join('\n'), wrong } : { text, wrong }
}

const UNITS: Record<string, string> = { metre: 'm', meter: 'm', ft: 'feet', percent: '%' }

function measuresIn(text: string): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>()
  for (const [, number = '', word = ''] of text.matchAll(MEASURE)) {
    const one = word.toLowerCase()
    const single = one.length > 2 && one.endsWith('s') ? one.slice(0, -1) : one
    const unit = UNITS[single] ?? single
    found.set(unit, (found.get(unit) ?? new Set()).add(Number(number.replace(/[.,]$/, '').replaceAll(',', ''))))
  }
  return found
}
