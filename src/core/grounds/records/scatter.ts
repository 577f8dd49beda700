// Ids that look drawn and are computed: UUIDs and hexadecimal ids of new records.

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

/** Hexadecimal digits in the layout of `sample`, which depend on `key` alone. A version digit of a UUID stays. */
export function scattered(sample: string, key: string): string {
  let state = 0x811c9dc5
  // FNV-1a, then the multiplier of Numerical Recipes: even enough to look drawn, and nothing depends on it being more.
  for (const char of key) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  const kept = isUuid(sample) ? new Set([14, 19]) : new Set<number>()
  return [...sample]
    .map((char, at) => {
      if (char === '-' || kept.has(at)) return char
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return (state >>> 28).toString(16)
    })
    .join('')
}
