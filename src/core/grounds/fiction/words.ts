// The words of a query by which facts are looked for.

// Words of questions and addresses, which say nothing of what is looked for.
const EMPTY = new Set(
  'a an and are as at be by did do does example for from give has have how http https in is it its list me of on or tell than that the their there these they this to was were what when where which who whose why with www'.split(
    ' '
  )
)

// A longer query is a text, and its first words say what it is about.
const MOST = 40

/** Lower-case words, each once, in their order. */
export function wordsIn(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .slice(0, 20_000)
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return [...new Set(words)].filter((word) => !EMPTY.has(word)).slice(0, MOST)
}
