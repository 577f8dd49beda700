// What a judge wrote, read defensively: nothing is guessed, and what cannot be read is missing.
import { z } from 'zod'
import { readJsonAt } from '../../observations/documents/value.ts'
import { isObject } from '../../text/json.ts'
import { DIMENSIONS, type Letter, type RubricScores } from './report.ts'

const THOUGHT = '</think>'
const [OPEN, CLOSE] = ['<final_evaluation>', '</final_evaluation>']
// Objects that may hold the scores, from the last one back.
const MOST_LOOKS = 40

/** `[0, 5]`, whole; judges also write `"4"`, `4.0` and `{"score": 4, ...}`. */
const Mark = z.preprocess((value) => {
  const given = isObject(value) ? value.score : value
  return typeof given === 'string' && /^\s*\d\s*$/.test(given) ? Number(given) : given
}, z.int().min(0).max(5))

/**
 * The scores of the last object with "scores" in the last `<final_evaluation>`, or in the whole answer where it has none. A dimension that
 * is 0 was left out by the judge. `null` where a dimension is absent or is no whole number up to 5, or where all are 0.
 */
export function readEvaluation(text: string): RubricScores | null {
  const said = spoken(text)
  const from = said.lastIndexOf(OPEN)
  const body = from < 0 ? said : (said.slice(from + OPEN.length).split(CLOSE)[0] ?? '')
  const plain = body.replace(/,\s*(?=[}\]])/g, '')
  let looks = 0
  for (let at = plain.lastIndexOf('{'); at >= 0 && looks < MOST_LOOKS; looks++) {
    const value = readJsonAt(plain, at)?.value
    if (isObject(value) && isObject(value.scores)) return scoresIn(value.scores)
    at = at === 0 ? -1 : plain.lastIndexOf('{', at - 1)
  }
  return null
}

function scoresIn(given: Record<string, unknown>): RubricScores | null {
  const named = new Map(Object.entries(given).map(([name, value]) => [name.trim().toLowerCase(), value]))
  const scores: RubricScores = { format: 0, factuality: 0, consistency: 0, realism: 0, quality: 0 }
  for (const name of DIMENSIONS) {
    const mark = Mark.safeParse(named.get(name))
    if (!mark.success) return null
    scores[name] = mark.data
  }
  return DIMENSIONS.some((name) => scores[name] > 0) ? scores : null
}

/** The last `\boxed{A}` or `\boxed{B}`. */
export function readLetter(text: string): Letter | null {
  const found = [...spoken(text).matchAll(/\\boxed\s{0,4}\{\s{0,4}(?:\\text\{)?\s{0,4}([ABab])\s{0,4}\}/g)].at(-1)?.[1]
  return found === undefined ? null : found.toUpperCase() === 'A' ? 'A' : 'B'
}

/** Without what the judge thought. */
const spoken = (text: string): string => text.split(THOUGHT).at(-1) ?? ''
