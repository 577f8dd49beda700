// What sentences say is not installed.

const IS_NOT =
  /\b(?:not|isn't|aren't|never)\b[^,.]{0,12}\b(?:installed|available|there|present)\b|\b(?:is|are) (?:missing|absent)\b|\bnot installed:/i
export const partsOf = (sentence: string): string[] => sentence.split(/;|,? but |, while |, though /)

/** The part of a sentence that says that something is not installed; `null` where none does. */
export const gonePart = (sentence: string): string | null =>
  partsOf(sentence).find((part) => IS_NOT.test(part) || NONE.test(part)) ?? null

const NONE =
  /^(?:there (?:is|are) |(?:the|this) (?:machine|box|server|system|container|host) has )?no [\w.+-]{1,40}(?: (?:or|and)(?: no)? [\w.+-]{1,40})?(?: (?:is )?(?:installed|available|here|on it|on the (?:machine|box|server)))?$/i
