// A search result that suggests something wrong; the page behind it still says what is right.
import { z } from 'zod'
import { alterData, otherNumber, pick, sample } from '../data-alter.ts'
import { itemsIn } from '../data-items.ts'
import type { Perturbation } from '../perturbation.ts'
import { exampleOf } from '../samples.ts'

const Options = z.strictObject({
  /** Two hits have each other's numbers or dates, or one has a wrong number; `auto` swaps where it can. `text` below counts before it. */
  how: z.enum(['auto', 'swap', 'change']).default('auto'),
  /** What the first hit's snippet says instead. */
  text: z.string().min(1).exactOptional()
})
type Options = z.infer<typeof Options>

const HITS = exampleOf('search', [
  'length of the Sundvik bridge',
  '[1] https://bridge.example/facts\nTitle: Facts and figures\nSnippet: It is 1,204 metres long.\nDate: 2026-04-20\n\n[2] https://wiki.example/bridge\nTitle: Sundvik Bridge\nSnippet: Planned length 1,180 m.\nDate: 2025-11-02'
])

export const misleadingSnippet: Perturbation<Options> = {
  name: 'misleading-snippet',
  title: 'Misleading snippet',
  description: 'The snippets of search results suggest a wrong answer: a wrong number, or that of another hit.',
  weakness: 'Answers from a snippet without opening the page.',
  kind: 'implicit',
  options: Options,
  serves: ({ document }) => document?.follow !== undefined,
  examples: [
    HITS,
    { ...HITS, options: { how: 'change' } },
    { ...HITS, options: { text: 'The bridge is 1,310 metres long.' } }
  ],
  alter: (moment, text, { how, text: told }) =>
    alterData(moment, text, ({ body }) => {
      const found = itemsIn(body)
      if (found?.form !== 'hits') return null
      const hits = found.items.map(readHit)
      const made =
        told === undefined
          ? ((how === 'change' ? null : swapped(hits, moment.random)) ??
            (how === 'swap' ? null : changed(hits, moment.random)))
          : hits.map((hit, index) => (index === 0 ? { ...hit, snippet: told } : hit))
      if (!made) return null
      return {
        body: found.write(made.map(({ before, snippet, after }) => before + snippet + after)),
        detail: told ?? 'A snippet shows a number or date that is not its own.',
        ...(told === undefined && { draw: moment.draw })
      }
    })
}

/** A hit before, in and after its snippet. */
interface Hit {
  before: string
  snippet: string
  after: string
}

function readHit(item: string): Hit {
  const label = /^[ \t]{0,8}Snippet:[ \t]{0,8}/m.exec(item)
  if (!label) return { before: item, snippet: '', after: '' }
  const start = label.index + label[0].length
  const next = item.slice(start).search(/\n[ \t]{0,8}(?:Date|Title|URL):/)
  const end = next < 0 ? item.length : start + next
  return { before: item.slice(0, start), snippet: item.slice(start, end), after: item.slice(end) }
}

// Dates first: their parts are no numbers of their own.
const FIGURE = /\d{4}-\d\d-\d\d(?!\d)|\d+(?:[.,]\d+)*/

function swapped(hits: readonly Hit[], random: () => number): Hit[] | null {
  const able = hits.flatMap(({ snippet }, index) => (FIGURE.test(snippet) ? [index] : []))
  if (able.length < 2) return null
  const [one, two] = sample(2, able.length, random).map((index) => able[index])
  const [first, second] = [one, two].map((index) => FIGURE.exec(hits[index ?? 0]?.snippet ?? '')?.[0] ?? '')
  if (first === undefined || second === undefined || first === second) return null
  const withOther = (hit: Hit, other: string) => ({ ...hit, snippet: hit.snippet.replace(FIGURE, () => other) })
  return hits.map((hit, index) =>
    index === one ? withOther(hit, second) : index === two ? withOther(hit, first) : hit
  )
}

function changed(hits: readonly Hit[], random: () => number): Hit[] | null {
  const able = hits.flatMap(({ snippet }, index) => (FIGURE.test(snippet) ? [index] : []))
  if (!able.length) return null
  const chosen = pick(able, random)
  return hits.map((hit, index) =>
    index === chosen ? { ...hit, snippet: hit.snippet.replace(FIGURE, (number) => otherNumber(number, random)) } : hit
  )
}
