// Names with `*` and `?` in them, matched in time linear in the text for each star.

/** Whether `text` fits `pattern`: `?` is one character, `*` any number of them. */
export function fits(pattern: string, text: string): boolean {
  let [at, index] = [0, 0]
  let star = -1
  let from = 0
  while (index < text.length) {
    const [wanted, found] = [pattern[at], text[index]]
    if (wanted === '*') {
      star = at++
      from = index
    } else if (wanted === found || wanted === '?') {
      at++
      index++
    } else if (star >= 0) {
      at = star + 1
      index = ++from
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
