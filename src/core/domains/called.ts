// The name of what an action calls, for rules that tell actions apart by it.

// Longer than any name of a function.
const LONGEST = 100

/** The name before the first bracket (`page.click(...)` is `page.click`), else the first word; `null` for none. */
export function calledIn(text: string): string | null {
  const at = text.indexOf('(')
  const head = at < 0 ? (text.trim().split(/\s/, 1)[0] ?? '') : text.slice(Math.max(0, at - LONGEST), at).trimEnd()
  const name = head.split(/[^\w.]/).at(-1) ?? ''
  return name || null
}
