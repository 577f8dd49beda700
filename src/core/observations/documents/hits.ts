// Results of a web search: numbered entries of an address, a title, a snippet and a date.
import type { Document, Hit } from './document.ts'

const FIELDS = ['url', 'title', 'snippet', 'date'] as const
type Field = (typeof FIELDS)[number]

const LABEL = /^\**(url|link|title|snippet|date)\**:\**\s*/i

/**
 * The hits in the text, or `null` when there is none. With several queries the numbering starts anew for each, in their order.
 * @param queries what the call searched for
 */
export function readHits(text: string, queries: string[]): Extract<Document, { kind: 'hits' }> | null {
  const hits: Hit[] = []
  let field: Field | null = null
  let group = -1
  for (const row of text.split('\n')) {
    const line = row.trim()
    const opening = /^\[(\d{1,6})\](?:\s+(\S.*))?$/.exec(line)
    if (opening) {
      const rank = Number(opening[1])
      if (rank <= (hits.at(-1)?.rank ?? Number.POSITIVE_INFINITY)) group++
      const query = queries.length > 1 ? queries[group] : undefined
      hits.push({
        rank,
        url: '',
        title: '',
        snippet: '',
        date: '',
        ...(query !== undefined && { query }),
        ...linkOf(opening[2])
      })
      field = null
      continue
    }
    const hit = hits.at(-1)
    if (!hit) continue
    const [label = '', called = ''] = LABEL.exec(line) ?? []
    const value = line.slice(label.length)
    if (label && !/[\r\u2028\u2029]/.test(value)) {
      const name = called.toLowerCase()
      field = name === 'link' ? 'url' : (FIELDS.find((one) => one === name) ?? null)
      if (field) hit[field] = value
    } else if (line === '') field = null
    // A snippet may run over several lines; between entries there may be a heading for the next query.
    else if (field === 'snippet') hit.snippet += `\n${line}`
  }
  if (!hits.some(({ url, title }) => url || title)) return null
  return { kind: 'hits', text, query: queries.length === 1 ? (queries[0] ?? null) : null, hits }
}

/** What follows the number: an address, a Markdown link, or a title. */
function linkOf(rest: string | undefined): Partial<Hit> {
  if (!rest) return {}
  const link = /^\[([^\]]{1,500})\]\((\S{1,2000})\)$/.exec(rest)
  if (link) return { title: link[1] ?? '', url: link[2] ?? '' }
  return /^\S+$/.test(rest) ? { url: rest } : { title: rest }
}
