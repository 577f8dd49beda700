// One state for another: words, numbers and ids are replaced wherever they stand, so that a world, its script and its checks stay of one piece.

/** Lower-case words and numbers by what replaces them, and for each prefix of ids (`T` of `T-101`) what is added to its numbers. */
export interface Renaming {
  words: ReadonlyMap<string, string>
  ids: ReadonlyMap<string, number>
}

/** A word or number as it stands in texts: between anything that is neither letter nor digit. */
export const WORD = /[\p{L}\p{N}]+/gu

const ID = /\b([A-Z]{1,5})-(\d{1,9})\b/g

export function renamed(text: string, { words, ids }: Renaming): string {
  const shifted = ids.size
    ? text.replace(ID, (whole, prefix: string, number: string) => {
        const by = ids.get(prefix)
        return by === undefined ? whole : `${prefix}-${String(Number(number) + by).padStart(number.length, '0')}`
      })
    : text
  if (!words.size) return shifted
  return shifted.replace(WORD, (word) => {
    const other = words.get(word.toLowerCase())
    return other === undefined ? word : inCaseOf(word, other)
  })
}

/** Every text in a JSON value; names of fields stay. Whole numbers that are replaced as words are replaced here too. */
export function renamedIn<Value>(value: Value, renaming: Renaming): Value {
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') return renamed(inner, renaming)
    if (Number.isSafeInteger(inner)) {
      const other = renaming.words.get(String(inner))
      return other === undefined ? inner : Number(other)
    }
    if (Array.isArray(inner)) return inner.map(walk)
    if (typeof inner === 'object' && inner !== null)
      return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, walk(one)]))
    return inner
  }
  // Texts stay texts and numbers numbers: the shape is the same.
  return walk(value) as Value
}

/** Every text and whole number in a JSON value. */
export function textsIn(value: unknown): string[] {
  if (Number.isSafeInteger(value)) return [String(value)]
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Whether the word stands in the text, in whatever case. */
export function hasWord(text: string, word: string): boolean {
  const words: string[] = text.toLowerCase().match(WORD) ?? []
  return words.includes(word)
}

/** `other`, written as `word` is: in lower case, in capitals, or with one in front. */
export function inCaseOf(word: string, other: string): string {
  if (word === word.toLowerCase()) return other
  if (word.length > 1 && word === word.toUpperCase()) return other.toUpperCase()
  return word[0] === word[0]?.toUpperCase() ? other.slice(0, 1).toUpperCase() + other.slice(1) : other
}
