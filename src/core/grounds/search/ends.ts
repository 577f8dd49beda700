// Signs taken off the ends of a text, in one pass.

/** The text without the characters of `signs` that it ends in. */
export function withoutEnding(text: string, signs: string): string {
  let to = text.length
  while (to > 0 && signs.includes(text.charAt(to - 1))) to--
  return text.slice(0, to)
}

/** The same at both ends. */
export function withoutEnds(text: string, signs: string): string {
  const end = withoutEnding(text, signs)
  let from = 0
  while (from < end.length && signs.includes(end.charAt(from))) from++
  return end.slice(from)
}
