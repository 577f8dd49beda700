// Far more than anybody asked for.
import { z } from 'zod'
import { MOST_OBSERVATION } from '../../tree/model.ts'
import { alterData, hasData, isFailure, keepsSchema } from '../data-alter.ts'
import type { Framed } from '../data-frame.ts'
import { type Items, identityOf, itemsIn } from '../data-items.ts'
import { partsOf, sourceOf, spliced } from '../data-json.ts'
import { slipped } from '../data-slip.ts'
import type { Perturbation } from '../perturbation.ts'
import { BRIDGE_PAGES, exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({
  /** So many characters, about; the branch's limit on an observation holds all the same. */
  characters: z.int().min(200).max(MOST_OBSERVATION).default(20_000),
  /** More records like those that are there, or lines of a log; `auto` takes records where there is a list. */
  how: z.enum(['auto', 'records', 'log']).default('auto')
})
type Options = z.infer<typeof Options>

export const oversized: Perturbation<Options> = {
  name: 'oversized',
  title: 'Oversized',
  description: 'The answer is padded with plausible records or log lines until it is very long.',
  weakness: 'Loses its task or its context in a long answer, or takes padding for data.',
  kind: 'implicit',
  options: Options,
  serves: hasData,
  examples: [
    {
      ...exampleOf('mcp', ['list_issues', '[{"id": 44, "title": "Crash"}, {"id": 43, "title": "Dark mode"}]']),
      options: { characters: 600 }
    },
    { ...BRIDGE_PAGES, options: { characters: 900 } },
    { ...typed(['make', 'cc -o app app.c']), options: { characters: 800 } },
    { ...exampleOf('swe', ['glob pattern=**/*.ts', 'src/app.ts\nsrc/count.ts']), options: { characters: 300 } }
  ],
  alter(moment, text, { characters, how }) {
    if (isFailure(moment, text)) return null
    const most = Math.min(characters, moment.setup.observationLimit)
    return alterData(moment, text, (framed) => {
      const { body } = framed
      const found = how === 'log' ? null : itemsIn(body)
      // The text around the data may escape the padding (MCP's block writes a quote as two characters), so less is tried until all fits.
      for (let missing = most - text.length; missing > 0; missing = Math.floor(missing / 2)) {
        const made = found
          ? withRecords(found, missing)
          : how === 'records'
            ? null
            : withLog(framed, missing, moment.random)
        if (made === null || !keepsSchema(moment, body, made)) return null
        if (framed.wrap(made).length > most) continue
        return { body: made, detail: `${made.length - body.length} characters of padding were added.` }
      }
      return null
    })
  }
}

/** Copies of the items with ids and numbers of their own, as many as fit. */
function withRecords(found: Items, missing: number): string | null {
  const { items } = found
  const copies: string[] = []
  let left = missing
  for (let nth = 1; ; nth++) {
    const item = items[(nth - 1) % items.length] ?? ''
    const copy = copyOf(found, item, Math.ceil(nth / items.length))
    left -= copy.length + LONGEST_GAP
    if (left < 0) break
    copies.push(copy)
  }
  return copies.length ? found.write([...items, ...copies]) : null
}

// What stands between two items: a blank line, or a comma, a line end and what it is indented by.
const LONGEST_GAP = 12

function copyOf(found: Items, item: string, round: number): string {
  const identity = identityOf(found, item)
  const root = found.form === 'json' ? partsOf(item) : null
  if (root?.kind === 'object') {
    const own = root.entries.find(({ part }) => sourceOf(item, part) === identity)?.part
    if (!own) return item
    const next =
      own.kind === 'number' ? String(Number(identity) + 1000 * round) : `${identity.slice(0, -1)}-${round + 1}"`
    return own.kind === 'number' || own.kind === 'string' ? spliced(item, [{ ...own, text: next }]) : item
  }
  if (found.form === 'json')
    return /^-?\d{1,12}$/.test(item) ? String(Number(item) + round) : item.replace(/"$/, `-${round + 1}"`)
  if (found.form === 'hits')
    return item.replace(identity, () => `${identity}${identity.includes('?') ? '&' : '?'}page=${round + 1}`)
  const dot = item.lastIndexOf('.')
  const isFile = found.form === 'lines' && dot > 0 && /^\w{1,5}$/.test(item.slice(dot + 1))
  return isFile ? `${item.slice(0, dot)}-${round + 1}${item.slice(dot)}` : item
}

/** Lines of a worker's log, after the data, or in it where it is JSON. */
function withLog(framed: Framed, missing: number, random: () => number): string | null {
  const { body } = framed
  const isJson = partsOf(body) !== null
  const lines: string[] = []
  for (let left = missing - 200; left > 0; left -= (lines.at(-1)?.length ?? 0) + 2) lines.push(lineOf(lines.length))
  if (!lines.length) return null
  return isJson ? slipped(framed, lines.join('\n'), random) : [...(body ? [body] : []), ...lines].join('\n')
}

const SAYS = ['heartbeat ok', 'cache refreshed', 'connection reused', 'queue is empty', 'metrics flushed']

function lineOf(index: number): string {
  const at = (unit: number, of: number) => String(Math.floor(index / unit) % of).padStart(2, '0')
  return `2026-01-01T${at(3600, 24)}:${at(60, 60)}:${at(1, 60)}Z INFO worker-${(index % 7) + 1} ${SAYS[index % SAYS.length]} seq=${1000 + index}`
}
