// Words and phrases in a text, as a listener notices them.

/** Whether the text has the words one after the other, whatever case, blanks and punctuation; the last may go on: "refund" is in "refunded". */
export function hasWords(text: string, words: string): boolean {
  const wanted = plainWords(words)
  return wanted !== '' && plainWords(text).includes(wanted)
}

/** The words in lower case, each after a blank. */
const plainWords = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => ` ${word}`).join('')
