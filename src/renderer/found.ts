// Whether a text is what somebody searches for, and how well. Case and accents do not count.

/** How well `text` fits: 1 where each word of `query` begins a word of it, less where one stands within a word, 0 where one is missing. No word fits everything. */
export function fit(text: string, query: string): number {
  const has = ` ${wordsOf(text).join(' ')}`
  const words = wordsOf(query)
  if (!words.every((word) => has.includes(word))) return 0
  return words.every((word) => has.includes(` ${word}`)) ? 1 : 0.5
}

export const isFound = (text: string, query: string): boolean => fit(text, query) > 0

/** Its words, in small letters without accents. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
