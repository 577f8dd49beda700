// One-step fidelity: how close a predicted observation is to the true one, as numbers from 0 to 1.
import type { Scores } from '../api.ts'
import { trimEndOf } from '../plain.ts'

/** What one prediction scored. */
export type Measures = Pick<Scores, 'exactRaw' | 'exactNormalised' | 'wordF1' | 'rougeL' | 'levenshtein'>

/**
 * All measures of one prediction. Exactness is asked of the text as it stands and of the text as `normalise` leaves it; the
 * graded measures see the text as it stands. Blank lines at the ends count nowhere: parsing takes them from every prediction,
 * so a truth that has them could not be met.
 * @param normalise the domain's own (`Domain.normalise`)
 */
export function measure(
  predicted: string,
  actual: string,
  { normalise }: { normalise: (text: string) => string }
): Measures {
  const [prediction, truth] = [withoutBlankEnds(predicted), withoutBlankEnds(actual)]
  return {
    exactRaw: exactMatch(prediction, truth),
    exactNormalised: exactMatch(normalise(prediction), normalise(truth)),
    wordF1: wordF1(prediction, truth),
    rougeL: rougeL(prediction, truth),
    levenshtein: levenshteinSimilarity(prediction, truth)
  }
}

/**
 * 1 when both texts are the same but for white space at their ends, else 0. The ends are ignored as in the script published
 * with Word2World (spec/evaluation, One-step fidelity, EM): parsing has taken them from the prediction already.
 */
export function exactMatch(prediction: string, truth: string): 0 | 1 {
  return prediction.trim() === truth.trim() ? 1 : 0
}

/**
 * Harmonic mean of precision and recall over bags of words, a word counting as often as it occurs in both (spec/evaluation,
 * One-step fidelity, word-level F1; the formula is SQuAD's). Words are runs without white space, in lower case. Punctuation and
 * articles stay, unlike in SQuAD: `-rw-r--r--` and `./a` mean something in an observation. Two texts without words score 1.
 */
export function wordF1(prediction: string, truth: string): number {
  const predicted = words(prediction)
  const actual = words(truth)
  const left = new Map<string, number>()
  for (const word of actual) left.set(word, (left.get(word) ?? 0) + 1)
  let common = 0
  for (const word of predicted) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    common++
  }
  return f1(common, predicted.length, actual.length)
}

/**
 * ROUGE-L F-measure: the longest common subsequence of words against both lengths (spec/evaluation, One-step fidelity, from
 * RWML C.1; Lin 2004). Words are runs of letters and digits in lower case, as in the rouge-score package, of any script. Two
 * texts without words score 1.
 */
export function rougeL(prediction: string, truth: string): number {
  const numbers = new Map<string, number>()
  const number = (word: string): number => {
    const known = numbers.get(word) ?? numbers.size
    numbers.set(word, known)
    return known
  }
  const predicted = Int32Array.from(terms(prediction), number)
  const actual = Int32Array.from(terms(truth), number)
  return f1(longestCommonSubsequence(predicted, actual), predicted.length, actual.length)
}

/**
 * 1 - distance / length of the longer text, in Unicode code points (spec/evaluation, One-step fidelity, from Agent2World C.2). Two
 * empty texts score 1.
 */
export function levenshteinSimilarity(prediction: string, truth: string): number {
  const a = Int32Array.from(prediction, codePoint)
  const b = Int32Array.from(truth, codePoint)
  const longer = Math.max(a.length, b.length)
  return longer === 0 ? 1 : 1 - levenshtein(a, b) / longer
}

function withoutBlankEnds(text: string): string {
  return trimEndOf(text.replace(/^\s*\n/, ''), '\r\n')
}

function words(text: string): string[] {
  return text.toLowerCase().match(/\S+/g) ?? []
}

function terms(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0
}

function f1(common: number, predicted: number, actual: number): number {
  return predicted + actual === 0 ? 1 : (2 * common) / (predicted + actual)
}

/** Length of the longest common subsequence: two rows of the usual table, so memory grows with the shorter text only. */
function longestCommonSubsequence(a: Int32Array, b: Int32Array): number {
  if (a.length < b.length) return longestCommonSubsequence(b, a)
  const row = new Int32Array(b.length + 1)
  for (const item of a) {
    let diagonal = 0
    for (let j = 1; j < row.length; j++) {
      const above = row[j]!
      row[j] = item === b[j - 1] ? diagonal + 1 : Math.max(above, row[j - 1]!)
      diagonal = above
    }
  }
  return row[b.length]!
}

/** Edit distance, counting insertions, deletions and substitutions as one each. One row of the table is kept. */
function levenshtein(a: Int32Array, b: Int32Array): number {
  // Good predictions differ in a few places only, and equal ends cost nothing.
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const from = a.subarray(start, endA)
  const to = b.subarray(start, endB)
  const row = Int32Array.from({ length: to.length + 1 }, (_, j) => j)
  for (let i = 0; i < from.length; i++) {
    let diagonal = i
    row[0] = i + 1
    for (let j = 1; j < row.length; j++) {
      const above = row[j]!
      const swap = diagonal + (from[i] === to[j - 1] ? 0 : 1)
      row[j] = Math.min(swap, above + 1, row[j - 1]! + 1)
      diagonal = above
    }
  }
  return row[to.length]!
}
