// The items of a list in a text, whatever it is written in: JSON, search hits, a table, CSV, a Markdown list, or one item a line.
import { readHits } from '../observations/documents/hits.ts'
import { entriesOf, type JsonPart, partsOf, sourceOf, spliced, withEntries } from './data-json.ts'

export interface Items {
  form: 'json' | 'hits' | 'table' | 'csv' | 'list' | 'lines' | 'words'
  /** Each as it is written. */
  items: string[]
  /** The text with other items, and with the total that it tells, where it tells one and that is to change too. */
  write(items: readonly string[], total?: number): string
}

/** The text's list of results; `null` for text without one. Linear in the text; never throws. */
export function itemsIn(text: string): Items | null {
  const root = partsOf(text)
  if (root) return inJson(text, root)
  return inHits(text) ?? inTable(text) ?? inCsv(text) ?? inList(text) ?? inLines(text) ?? inWords(text)
}

// An array of plain values is a list of results only where the rest of its object is about the list.
const ABOUT =
  /^(total|count|size|length|next|prev|page|per_?page|limit|offset|cursor|has|more|ok|success|status|query|query_?id|took)/i
// Where APIs put their results.
const DEEPEST = 4

/** The array of results: the longest array of objects nearest to the root, else one of plain values. */
export function listOf(root: JsonPart): { list: JsonPart; owner: JsonPart | null } | null {
  let plain: { list: JsonPart; owner: JsonPart | null } | null = null
  let level: { part: JsonPart; owner: JsonPart | null }[] = [{ part: root, owner: null }]
  for (let depth = 0; depth < DEEPEST; depth++) {
    const arrays = level.filter(({ part }) => part.kind === 'array' && part.entries.length > 0)
    const objects = arrays.filter(({ part }) => part.entries.every((entry) => entry.part.kind === 'object'))
    const [longest] = objects.sort((one, two) => two.part.entries.length - one.part.entries.length)
    if (longest) return { list: longest.part, owner: longest.owner }
    const found = arrays.find(
      ({ part, owner }) => !part.entries.some(isNested) && (owner === null || isAbout(owner, part))
    )
    if (found) plain ??= { list: found.part, owner: found.owner }
    const objectsHere = level.filter(({ part }) => part.kind === 'object')
    level = objectsHere.flatMap(({ part }) => part.entries.map((entry) => ({ part: entry.part, owner: part })))
  }
  return plain
}

const isNested = ({ part }: { part: JsonPart }): boolean => part.kind === 'object' || part.kind === 'array'

const isAbout = ({ entries }: JsonPart, list: JsonPart): boolean =>
  entries.every(({ key, part }) => part === list || ABOUT.test(key ?? ''))

const TOTAL = /^(?:total|count|total_?(?:count|results|items)|num_?results|size)$/i

function inJson(text: string, root: JsonPart): Items | null {
  const found = listOf(root)
  if (!found) return null
  const { list, owner } = found
  const totals = (owner?.entries ?? []).filter(
    ({ key, part }) => TOTAL.test(key ?? '') && sourceOf(text, part) === String(list.entries.length)
  )
  return {
    form: 'json',
    items: entriesOf(text, list),
    write(items, total) {
      const counted = total === undefined ? [] : totals.map(({ part }) => ({ ...part, text: String(total) }))
      return spliced(text, [...counted, { ...list, text: withEntries(text, list, items) }])
    }
  }
}

const OPENING = /^[ \t]*\[(\d{1,6})\](?=\s|$)/

function inHits(text: string): Items | null {
  if (!OPENING.test(text.slice(text.indexOf('[') < 0 ? 0 : text.lastIndexOf('\n', text.indexOf('[')) + 1))) return null
  if (!readHits(text, [])) return null
  const lines = text.split('\n')
  const starts = lines.flatMap((line, index) => (OPENING.test(line) ? [index] : []))
  const items = starts.map((start, index) => {
    const block = lines.slice(start, starts[index + 1])
    const blank = block.findIndex((line) => line.trim() === '')
    return block.slice(0, blank < 0 ? undefined : blank).join('\n')
  })
  const ranks = items.map((item) => Number(OPENING.exec(item)?.[1]))
  const isOneList = ranks.every((rank, index) => index === 0 || rank > (ranks[index - 1] ?? 0))
  const preface = lines.slice(0, starts[0]).map((line) => `${line}\n`)
  const trail = text.slice(text.trimEnd().length)
  return {
    form: 'hits',
    items,
    write(made) {
      const numbered = isOneList
        ? made.map((item, index) => item.replace(OPENING, `[${index + (ranks[0] ?? 1)}]`))
        : made
      return preface.join('') + (numbered.length ? numbered.join('\n\n') : 'No results found.') + trail
    }
  }
}

/** Items that are lines next to each other: `from` up to but not including `to`. */
function ofLines(form: Items['form'], lines: readonly string[], { from, to }: { from: number; to: number }): Items {
  const items = lines.slice(from, to)
  return {
    form,
    items,
    write(made, total) {
      const after = lines.slice(to).map((line) => (total === undefined ? line : counted(line, items.length, total)))
      return [...lines.slice(0, from), ...made, ...after].join('\n')
    }
  }
}

/** `(3 rows)` as psql ends a table, `3 rows in set` as MySQL does, `3 items`. */
function counted(line: string, was: number, is: number): string {
  const rows = /^\(?(\d{1,9}) (?:rows?|items?|results?|files?|records?)\b/.exec(line)
  return rows && Number(rows[1]) === was ? line.replace(/\d+/, String(is)) : line
}

const isRule = (line: string): boolean =>
  line.includes('---') && (line.includes('|') || line.includes('+')) && /^[ \t|+:=-]+$/.test(line)

function inTable(text: string): Items | null {
  const lines = text.split('\n')
  const rule = lines.findIndex((line, index) => index > 0 && isRule(line) && (lines[index - 1] ?? '').includes('|'))
  if (rule < 0) return null
  let end = rule + 1
  while (end < lines.length && (lines[end] ?? '').includes('|') && !isRule(lines[end] ?? '')) end++
  return end > rule + 1 ? ofLines('table', lines, { from: rule + 1, to: end }) : null
}

function inCsv(text: string): Items | null {
  const lines = text.trimEnd().split('\n')
  const [header = ''] = lines
  const commas = header.split(',').length
  if (lines.length < 3 || commas < 2 || header.includes(', ') || header.length > LONGEST_LINE) return null
  if (!lines.every((line) => line.split(',').length === commas)) return null
  return ofLines('csv', text.split('\n'), { from: 1, to: lines.length })
}

const BULLET = /^ {0,3}(?:[-*•+]|(\d{1,4})[.)])[ \t]+\S/

/** The longest run of Markdown's list items, each with the indented lines below it. */
function inList(text: string): Items | null {
  const lines = text.split('\n')
  let best: { from: number; starts: number[]; to: number } | null = null
  for (let at = 0; at < lines.length; at++) {
    if (!BULLET.test(lines[at] ?? '')) continue
    const starts = [at]
    let to = at + 1
    for (; to < lines.length; to++) {
      const line = lines[to] ?? ''
      if (BULLET.test(line)) starts.push(to)
      else if (!/^[ \t]+\S/.test(line)) break
    }
    if (starts.length > (best?.starts.length ?? 1)) best = { from: at, starts, to }
    at = to
  }
  if (!best) return null
  const { from, starts, to } = best
  const items = starts.map((start, index) => lines.slice(start, starts[index + 1] ?? to).join('\n'))
  const isNumbered = items.every((item, index) => BULLET.exec(item)?.[1] === String(index + 1))
  const renumbered = (item: string, index: number) => (isNumbered ? item.replace(/\d{1,4}/, String(index + 1)) : item)
  return {
    form: 'list',
    items,
    write: (made) => [...lines.slice(0, from), ...made.map(renumbered), ...lines.slice(to)].join('\n')
  }
}

// Longer lines are prose.
const LONGEST_LINE = 300
// `NAME  STATUS  AGE` above a program's table, and what `ls -l` begins with.
const HEADING = /^(?:total \d+|[A-Z][A-Z\d_%#()/-]*(?: +[A-Z][A-Z\d_%#()/-]*)+)$/

/** One item a line: a listing, paths, log lines. Prose, code with line numbers and pages are none. */
function inLines(text: string): Items | null {
  const lines = text.split('\n')
  while (lines.length && (lines.at(-1) ?? '').trim() === '') lines.pop()
  const from = HEADING.test((lines[0] ?? '').trimEnd().slice(0, LONGEST_LINE)) ? 1 : 0
  if (lines.length - from < 2) return null
  const isList = lines.every(
    (line) => line.trim() !== '' && line.length <= LONGEST_LINE && !/^(?: *\d+\t|#{1,6} |```)/.test(line)
  )
  const sentences = lines.filter((line) => /[.!?:;{]$/.test(line)).length
  if (!isList || sentences > lines.length / 2) return null
  return ofLines('lines', text.split('\n'), { from, to: lines.length })
}

/** Names on one line with gaps between them, as `ls` writes them. */
function inWords(text: string): Items | null {
  if (text.includes('\n') || text.length > LONGEST_LINE) return null
  const items = text.trim().split(/ {2,}|\t/)
  return items.length < 3 ? null : { form: 'words', items, write: (made) => made.join('  ') }
}

const NAMES = ['id', 'uuid', 'key', 'number', 'sha', 'name', 'path', 'url', 'title', 'email']

/** What tells an item from the others: its id or name, a hit's address, else all of it. */
export function identityOf({ form }: Pick<Items, 'form'>, item: string): string {
  if (form === 'hits')
    return item
      .slice(0, item.indexOf('\n') < 0 ? undefined : item.indexOf('\n'))
      .replace(OPENING, '')
      .trim()
  if (form === 'table' || form === 'csv')
    return (
      item
        .split(form === 'csv' ? ',' : '|')
        .find((cell) => cell.trim())
        ?.trim() ?? item
    )
  const part = form === 'json' ? partsOf(item) : null
  if (part?.kind !== 'object') return item.trim()
  const named = NAMES.map((name) => part.entries.find(({ key }) => key?.toLowerCase() === name)).find(Boolean)
  const first = named ?? part.entries.find(({ key }) => /id$/i.test(key ?? ''))
  return first ? sourceOf(item, first.part) : item
}
