// What sentences say is not installed.

import { known } from './known.ts'

const IS_NOT =
  /\b(?:not|isn't|aren't|never)\b[^,.]{0,12}\b(?:installed|available|there|present)\b|\b(?:is|are) (?:missing|absent)\b|\bnot installed:|^not (?:on|in) (?:this|the) (?:machine|box|server|system|host|image|container):/i
export const partsOf = (sentence: string): string[] =>
  sentence.split(
    /;|,? but |, while |, though |, (?:and )?(?=[\w.+-]{1,40} (?:is not|are not|isn['’]t|aren['’]t|is missing|are missing|is absent)\b)/
  )

/** The part of a sentence that says that something is not installed; `null` where none does. */
export const gonePart = (sentence: string): string | null =>
  partsOf(sentence).find(
    (part) =>
      IS_NOT.test(part) ||
      NONE.test(part) ||
      (SHORT.test(part) && (THERE.test(sentence) || known(part.replace(/^and /, '').split(' ')[0] ?? '') !== undefined))
  ) ?? null

// "nano is installed, vim is not"
const SHORT = /^(?:and )?[\w.+-]{1,40} (?:is not|are not|isn['’]t|aren['’]t)(?: either)?$/
const THERE = /\b(?:installed|available|there|present)\b/i

// "There's no git, no curl and no python in it".
const NONE =
  /^(?:there(?:'s| is| are) |(?:the|this) (?:machine|box|server|system|container|host|image) has |it has |with )?no [\w.+-]{1,40}(?:(?:,| or| and|, and|, or)(?: no)? [\w.+-]{1,40}){0,8}(?: (?:is |are )?(?:installed|available|here|in it|on it|in (?:the|this) (?:image|container)|on the (?:machine|box|server)))?$/i
