// One-step fidelity: how close a predicted observation is to the true one, as numbers from 0 to 1.

import { trimEndOf } from '../../text/plain.ts'
import { commonLength, done, editDistance, type SteppedWork } from './distance.ts'
import type { Scores } from './report.ts'

/** What one prediction scored. */
export type Measures = Pick<Scores, 'exactRaw' | 'exactNormalised' | 'wordF1' | 'rougeL' | 'levenshtein'>

/**
 * All measures of one prediction, in turns (`distance.ts`). Exactness is asked of the text as it stands and of the text as `normalise` leaves it; the
 * graded measures see the text as it stands. Blank lines at the ends count nowhere: parsing takes them from every prediction,
 * so a truth that has them could not be met.
 * @param normalise the domain's own (`Domain.normalise`)
 */
export function* measuring(
  predicted: string,
  actual: string,
  { normalise }: { normalise: (text: string) => string }
): SteppedWork<Measures> {
  const [prediction, truth] = [withoutBlankEnds(predicted), withoutBlankEnds(actual)]
  return {
    exactRaw: exactMatch(prediction, truth),
    exactNormalised: exactMatch(normalise(prediction), normalise(truth)),
    wordF1: wordF1(prediction, truth),
    rougeL: yield* measuringRougeL(prediction, truth),
    levenshtein: yield* measuringLevenshtein(prediction, truth)
  }
}

/** The same at once, for short texts. */
export function measure(...texts: Parameters<typeof measuring>): Measures {
  return done(measuring(...texts))
}

/**
 * 1 when both texts are the same but for white space at their ends, else 0. The ends are ignored as in the script published
 * with Word2World: parsing has taken them from the prediction already.
 */
export function exactMatch(prediction: string, truth: string): 0 | 1 {
  return prediction.trim() === truth.trim() ? 1 : 0
}

/**
 * Harmonic mean of precision and recall over bags of words, a word counting as often as it occurs in both (the formula is SQuAD's).
 * Words are runs without white space, in lower case. Punctuation and articles stay, unlike in SQuAD: `-rw-r--r--` and `./a` mean something in an observation. Two texts without words score 1.
 */
export function wordF1(prediction: string, truth: string): number {
  return bagF1(words(prediction), words(truth))
}

/** Harmonic mean of precision and recall of two bags: order does not count, and each thing counts as often as it is in both. Two empty bags score 1. */
export function bagF1(predicted: readonly string[], actual: readonly string[]): number {
  const left = new Map<string, number>()
  for (const one of actual) left.set(one, (left.get(one) ?? 0) + 1)
  let common = 0
  for (const one of predicted) {
    const count = left.get(one) ?? 0
    if (count === 0) continue
    left.set(one, count - 1)
    common++
  }
  return f1(common, predicted.length, actual.length)
}

/**
 * ROUGE-L F-measure: the longest common subsequence of words against both lengths (RWML C.1; Lin 2004). Words are runs of letters
 * and digits in lower case, as in the rouge-score package, of any script. Two texts without words score 1.
 */
export function rougeL(prediction: string, truth: string): number {
  return done(measuringRougeL(prediction, truth))
}

/** The same in pieces. */
export function* measuringRougeL(prediction: string, truth: string): SteppedWork<number> {
  return yield* measuringSequence(terms(prediction), terms(truth))
}

/** The longest common subsequence of two lists against both lengths, as an F-measure. Two empty lists score 1. */
export function* measuringSequence(prediction: readonly string[], truth: readonly string[]): SteppedWork<number> {
  const numbers = new Map<string, number>()
  const number = (one: string): number => {
    const known = numbers.get(one) ?? numbers.size
    numbers.set(one, known)
    return known
  }
  const predicted = Int32Array.from(prediction, number)
  const actual = Int32Array.from(truth, number)
  return f1(yield* commonLength(predicted, actual), predicted.length, actual.length)
}

/** 1 - distance / length of the longer text, in Unicode code points (Agent2World C.2). Two empty texts score 1. */
export function levenshteinSimilarity(prediction: string, truth: string): number {
  return done(measuringLevenshtein(prediction, truth))
}

/** The same in pieces. */
export function* measuringLevenshtein(prediction: string, truth: string): SteppedWork<number> {
  const a = Int32Array.from(prediction, codePoint)
  const b = Int32Array.from(truth, codePoint)
  const longer = Math.max(a.length, b.length)
  return longer === 0 ? 1 : 1 - (yield* editDistance(a, b)) / longer
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
