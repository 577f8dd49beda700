// What sentences say is not installed.

import { known } from './known.ts'

const IS_NOT =
  /\b(?:not|isn't|aren't|never)\b[^,.]{0,12}\b(?:installed|available|there|present|on (?:the|its) PATH)\b|\b(?:is|are) (?:missing|absent)\b|\b(?:is|are) not (?:on|in) (?:this|the|that) (?:machine|box|server|system|host|vm|image|container)\b|\b(?:isn['’]t|aren['’]t) (?:on|in) (?:this|the|that) (?:machine|box|server|system|host|vm|image|container)\b|\bnot installed:|^not (?:on|in) (?:this|the) (?:machine|box|server|system|host|image|container):|\bnicht (?:installiert|vorhanden|verfügbar)\b/i
// "gcc is installed; valgrind is not", "neither is Docker": what goes on with what the sentence says of others.
const IS_NOT_EITHER =
  /^(?:and )?[\w.+-]{1,40} (?:is not|are not|isn['’]t|aren['’]t)(?: either)?$|^(?:and )?(?:neither|nor) (?:is|are) [\w.+-]{1,40}$/i
const SAID_OF = /\b(?:installed|available|there|present|on (?:the|its) PATH)\b/i
// "(rust, cargo missing)"
const NOTED =
  /\((?:[^()]{0,80}[,;] )?([\w.+-]{1,40}(?: and [\w.+-]{1,40})?) (?:(?:is |are )?(?:missing|absent)|not (?:installed|available))\)/i
export const partsOf = (sentence: string): string[] =>
  sentence.split(
    /;|,? but |, while |, though |, (?:and )?(?=[\w.+-]{1,40} (?:is not|are not|isn['’]t|aren['’]t|is missing|are missing|is absent)\b)/
  )

/** The parts of a sentence that say that something is not installed. @param before the sentence before it */
export function goneParts(sentence: string, before = ''): string[] {
  const noted = NOTED.exec(sentence)?.[1]
  const ofOthers = SAID_OF.test(sentence) || SAID_OF.test(before)
  const isProgram = (part: string) => known(part.replace(/^and /, '').split(' ')[0] ?? '') !== undefined
  return [
    ...partsOf(sentence).filter((one) => {
      const part = one.trim()
      return IS_NOT.test(part) || NONE.test(part) || (IS_NOT_EITHER.test(part) && (ofOthers || isProgram(part)))
    }),
    ...(noted === undefined ? [] : [`${noted} is missing`])
  ]
}

// "There's no git, no curl and no python in it".
const NONE =
  /^(?:there(?:'s| is| are) |(?:the|this) (?:machine|box|server|system|container|host|image) has |it has |with )?no [\w.+-]{1,40}(?:(?:,| or| and|, and|, or)(?: no)? [\w.+-]{1,40}){0,8}(?: (?:is |are )?(?:installed|available|here|in it|on it|in (?:the|this) (?:image|container)|on the (?:machine|box|server)))?$/i
