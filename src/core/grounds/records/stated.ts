// Rules that are told in words: where a sentence says more than that records are read and changed, only a model can follow it.

import { trimEndOf } from '../../text/plain.ts'
import type { Tool } from '../../tree/model.ts'
import { plural, singular, wordsOf } from './names.ts'

const MORE = new Set(
  'sends send emails notifies notify charges charge refunds refund bills pays triggers tells computes calculates recalculates estimates generates summarizes summarises analyzes predicts suggests recommends deploys executes runs syncs imports exports uploads downloads translates converts optimizes merges'.split(
    ' '
  )
)
// A report that adds up is no record.
const ADDS_UP = new Set(
  'computes calculates estimates average averages sums statistics aggregates aggregated forecast trend summarizes summarises suggests recommends predicts'.split(
    ' '
  )
)

/** The word by which a tool's description says that it does more than reading or changing records. */
export function sideEffect({ description = '' }: Tool, writes: boolean): string | null {
  return wordsOf(description).find((word) => (writes ? MORE : ADDS_UP).has(word)) ?? null
}

const RULE =
  /\b(?:only|never|must|cannot|can't|can not|may not|may|refused?|refuses|rejected|rejects|fails|forbidden|unless|requires?|required|allowed|twice|unique|at most|automatically|when|whenever|if)\b/i
// What every store does: it fails for what is not there, and changes what it is given.
const USUAL =
  /\b(?:no such|not exist|exists|not found|unknown|missing|given|provided|passed|specified|supplied|omitted|left out|set)\b/i
const SEES = /\b(?:sees?|visible|hidden|private|shown|hides?|reads?)\b/i
const NARROWS = /\b(?:unless|except|excluding|excludes)\b/i

/** The sentences of a text. Linear in it. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/[.!?;]\s/g, (end) => `${end.charAt(0)}\n`)
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)
}

/**
 * The sentence that tells a rule about a call, of the initial state's prose and the tool's description; `null` for none.
 * @param about the kind, the verb and the arguments of the call
 */
export function statedRule(
  prose: readonly string[],
  { description = '' }: Tool,
  { writes, about }: { writes: boolean; about: readonly string[] }
): string | null {
  const own = sentencesOf(description).find((one) => (writes ? RULE : NARROWS).test(one) && !USUAL.test(one))
  if (own) return own
  const words = new Set(about.flatMap((one) => wordsOf(one).flatMap((word) => [word, singular(word), plural(word)])))
  const told = (one: string) => wordsOf(one).some((word) => words.has(word) || words.has(stem(word)))
  const rule = prose.find((one) => RULE.test(one) && (writes || SEES.test(one)) && !isError(one) && told(one))
  return rule ?? null
}

const stem = (word: string): string => word.replace(/(?:ing|ed|d|s)$/, '')

/** `A missing issue: Error: issue NUMBER was not found`: how an error is worded, which is no rule against anything. */
const isError = (sentence: string): boolean => /\berror:/i.test(sentence) && MISSING.test(sentence)

const MISSING = /not found|not exist|no such|unknown|there is no/i

/** How the initial state words the error for a record that is not there: `Error: issue NUMBER was not found`; `null` where it does not say. */
export function missingError(text: string, kind: string): string | null {
  for (const sentence of sentencesOf(text)) {
    const at = sentence.search(/\bError: /)
    if (
      at < 0 ||
      !MISSING.test(sentence) ||
      !wordsOf(sentence)
        .map(singular)
        .includes(kind.split('_').at(-1) ?? kind)
    )
      continue
    const worded = trimEndOf(sentence.slice(at), '"”.')
    if (/\b(?:NUMBER|ID|KEY|CODE|NAME|N|X)\b/.test(worded)) return worded
  }
  return null
}
