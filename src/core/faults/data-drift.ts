// Records whose fields are renamed, retyped or nested, the same way in every record of a list.
import { pick, sample } from './data-alter.ts'
import { itemsIn, listOf } from './data-items.ts'
import {
  entriesOf,
  isSpaced,
  type JsonPart,
  member,
  partsOf,
  sourceOf,
  spliced,
  textOf,
  withEntries
} from './data-json.ts'

export const DRIFTS = ['rename', 'retype', 'nest'] as const
export type Drift = (typeof DRIFTS)[number]

export interface Drifted {
  body: string
  detail: string
}

/** The JSON after the drift; `null` for other texts, and where no field can change that way. */
export function drifted(
  body: string,
  way: Drift,
  { share, random, before }: { share: number; random(): number; before: readonly string[] }
): Drifted | null {
  const root = partsOf(body)
  const records = root ? recordsOf(root) : []
  const keys = [...new Set(records.flatMap(({ entries }) => entries.map(({ key }) => key ?? '')))]
  const canRetype = new Set(
    records.flatMap(({ entries }) =>
      entries.flatMap(({ key, part }) => (retyped(body, part) === null ? [] : [key ?? '']))
    )
  )
  const able = way === 'retype' ? keys.filter((key) => canRetype.has(key)) : keys
  if (!able.length || (way === 'nest' && able.length < 2)) return null
  const most = way === 'nest' ? able.length - 1 : able.length
  const count = Math.min(most, Math.max(1, Math.round(able.length * share)))
  const drawn = sample(count, able.length, random).map((index) => able[index] ?? '')
  // A server that was updated stays so: what drifted in an earlier answer drifts in this one.
  const known = able.filter((key) => before.includes(key))
  const chosen = known.length ? known.slice(0, most) : drawn
  const wanted = new Set(chosen)
  const edits = records.map((record) => ({ ...record, text: WAYS[way](body, record, wanted) }))
  return { body: spliced(body, edits), detail: SAYS[way] + SEPARATOR + chosen.slice(0, MOST_NAMED).join(', ') }
}

const SEPARATOR = ': '
// As many as anybody reads.
const MOST_NAMED = 20

/** How an earlier answer drifted, by what its firing says: the way, and the fields. */
export function driftIn(detail: string): { way: Drift; keys: string[] } | null {
  const way = DRIFTS.find((one) => detail.startsWith(SAYS[one] + SEPARATOR))
  return way ? { way, keys: detail.slice(SAYS[way].length + SEPARATOR.length).split(', ') } : null
}

const SAYS: Record<Drift, string> = {
  rename: 'Fields have other names',
  retype: 'Fields have another type',
  nest: 'Fields stand in an object of their own'
}

/** The objects of the list of results, else the object that all of it is. */
function recordsOf(root: JsonPart): JsonPart[] {
  const list = listOf(root)?.list.entries.map(({ part }) => part) ?? []
  if (list.length && list.every(({ kind }) => kind === 'object')) return list
  return root.kind === 'object' && root.entries.length ? [root] : []
}

type Way = (body: string, record: JsonPart, keys: ReadonlySet<string>) => string

const WAYS: Record<Drift, Way> = {
  rename(body, record, keys) {
    const written = record.entries.map(({ key, start, part }) =>
      key !== null && keys.has(key) ? member(body, renamed(key), sourceOf(body, part)) : body.slice(start, part.end)
    )
    return withEntries(body, record, written)
  },
  retype(body, record, keys) {
    const written = record.entries.map(({ key, start, part }) => {
      const other = key !== null && keys.has(key) ? retyped(body, part) : null
      return key !== null && other !== null ? member(body, key, other) : body.slice(start, part.end)
    })
    return withEntries(body, record, written)
  },
  nest(body, record, keys) {
    const own = entriesOf(body, record)
    const isMoved = (index: number) => keys.has(record.entries[index]?.key ?? '')
    const moved = own.filter((_, index) => isMoved(index))
    if (!moved.length) return sourceOf(body, record)
    const inner = `{${moved.join(isSpaced(body) ? ', ' : ',')}}`
    return withEntries(body, record, [...own.filter((_, index) => !isMoved(index)), member(body, 'attributes', inner)])
  }
}

// What APIs call the same thing.
const SYNONYMS: Record<string, string> = {
  id: 'uid',
  name: 'display_name',
  title: 'headline',
  description: 'summary',
  body: 'content',
  state: 'status',
  status: 'state',
  type: 'kind',
  url: 'href',
  email: 'mail',
  price: 'amount',
  total: 'total_count',
  count: 'size',
  date: 'timestamp',
  labels: 'tags',
  items: 'entries'
}

/** Another name for the field: what others call it, else its words joined in the other manner. */
function renamed(key: string): string {
  const known = Object.hasOwn(SYNONYMS, key) ? SYNONYMS[key] : undefined
  if (known !== undefined) return known
  if (key.includes('_')) return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (/[a-z][A-Z]/.test(key)) return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return `${key}_value`
}

/** The value in another type: a number as text, a number in text as a number, a truth value as 1 or 0, one value as a list. */
function retyped(body: string, part: JsonPart): string | null {
  const source = sourceOf(body, part)
  if (part.kind === 'number') return JSON.stringify(source)
  if (source === 'true' || source === 'false') return source === 'true' ? '1' : '0'
  if (part.kind !== 'string') return null
  const said = textOf(source)
  return /^-?[1-9]\d{0,14}$/.test(said) ? said : `[${source}]`
}

/** Search hits whose dates and addresses stand under other labels. */
export function driftedHits(body: string): Drifted | null {
  const found = itemsIn(body)
  if (found?.form !== 'hits') return null
  const items = found.items.map((item) =>
    item
      .split('\n')
      .map((line) =>
        line.replace(/^([ \t]{0,8})Snippet:/, '$1Description:').replace(/^([ \t]{0,8})Date:/, '$1Published:')
      )
      .join('\n')
  )
  return { body: found.write(items), detail: 'Snippets and dates have other labels.' }
}

/** A table with a comma or a bar between its cells, one of whose columns has another name. */
export function driftedTable(body: string, random: () => number): Drifted | null {
  const form = itemsIn(body)?.form
  if (form !== 'csv' && form !== 'table') return null
  const lines = body.split('\n')
  const at = form === 'csv' ? 0 : lines.findIndex((line) => line.includes('|'))
  const cells = (lines[at] ?? '').split(form === 'csv' ? ',' : '|')
  const named = cells.flatMap((cell, index) => (cell.trim() ? [index] : []))
  if (!named.length) return null
  const chosen = pick(named, random)
  const was = (cells[chosen] ?? '').trim()
  cells[chosen] = (cells[chosen] ?? '').replace(was, () => renamed(was))
  lines[at] = cells.join(form === 'csv' ? ',' : '|')
  return { body: lines.join('\n'), detail: `The column "${was}" has another name.` }
}
