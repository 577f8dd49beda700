// The web of a fictional world: every row is a page with an address of its own, every table a page that lists them.
import { nearest } from '../../text/nearest.ts'
import {
  type Cell,
  type FactRow,
  type FictionRows,
  type FictionSpec,
  type FictionTable,
  type FoundRow,
  labelOfRow,
  spoken
} from '../../tree/fiction.ts'
import type { SearchPolicy } from '../../tree/search.ts'
import { bareAddress } from './address.ts'
import { NO_SNIPPET } from './mix.ts'
import { isAtSite } from './query.ts'

/** What an address leads to. */
export type FictionPage =
  | { kind: 'home' }
  | { kind: 'table'; table: FictionTable; page: number }
  | ({ kind: 'row' } & FoundRow)

// Entries of a list on one page, and of rows that refer to one.
const PER_PAGE = 100
const MOST_RELATED = 50
// As much as search engines show.
const SNIPPET = 160

/** The host name of a world's pages: `.example` is never anybody's (RFC 2606). */
const siteOf = ({ site, title }: FictionSpec): string => site ?? `${slugOf(title)}.example`

function slugOf(title: string): string {
  const words =
    title
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, 40) || 'world'
}

/** The address of a row's page. Different keys have different addresses. */
export function addressOf(spec: FictionSpec, table: FictionTable, row: FactRow): string {
  return `${tableAddress(spec, table)}/${pathOf(String(row[table.key] ?? ''))}`
}

export const tableAddress = (spec: FictionSpec, table: FictionTable): string =>
  `https://${siteOf(spec)}/${table.name.split('_').join('-')}`

const pathOf = (key: string): string =>
  encodeURIComponent(key.replace(/[\ud800-\udfff]/gu, '\ufffd'))
    .split('_')
    .join('%5F')
    .split('%20')
    .join('_')

/** What is at an address of this world; `null` where there is no such page. */
export function placeAt(facts: FictionRows, address: string): FictionPage | null {
  const bare = address.trim().replace(/^https?:\/\/(?:www\.)?/i, '')
  const [whole = ''] = bare.split('#')
  const [path = '', query = ''] = whole.split('?')
  const [site = '', name, key, ...more] = path.split('/').filter((part, at) => at === 0 || part)
  if (site.toLowerCase() !== siteOf(facts.spec) || more.length) return null
  if (name === undefined) return { kind: 'home' }
  const table = facts.spec.tables.find((one) => one.name.split('_').join('-') === name.toLowerCase())
  if (!table) return null
  if (key === undefined) {
    const page = Number(/^page=(\d{1,6})$/.exec(query)?.[1] ?? 1)
    return { kind: 'table', table, page }
  }
  const row = facts.row(table.name, keyAt(key))
  return row && { kind: 'row', table, row }
}

// Comparing more addresses than these would be felt.
const MOST_COMPARED = 5000

/** The address of this world that is most like one that leads nowhere; `null` for an address of another site. */
export function nearestAddress({ spec, rows }: FictionRows, address: string): string | null {
  if (!isAtSite(address, siteOf(spec))) return null
  const [, name] = bareAddress(address).split('/')
  const table = spec.tables.find((one) => tableAddress(spec, one).endsWith(`/${name?.toLowerCase()}`))
  const all = table
    ? rows(table.name, MOST_COMPARED).map((row) => addressOf(spec, table, row))
    : spec.tables.map((one) => tableAddress(spec, one))
  return all.length ? nearest(`https://${bareAddress(address)}`, all) : null
}

function keyAt(part: string): string {
  try {
    return decodeURIComponent(part.split('_').join('%20'))
  } catch {
    return part
  }
}

/** The page as Markdown; `null` where a list has no such page. */
export function pageOf(facts: FictionRows, place: FictionPage): string | null {
  switch (place.kind) {
    case 'home':
      return homePage(facts.spec)
    case 'table':
      return listPage(facts, place.table, place.page)
    case 'row':
      return rowPage(facts, place)
    default:
      return place satisfies never
  }
}

function homePage(spec: FictionSpec): string {
  const links = spec.tables.map((table) => `- [${titleOf(table)}](${tableAddress(spec, table)})`)
  return [`# ${spec.title}`, '', ...links].join('\n')
}

function listPage({ spec, rows }: FictionRows, table: FictionTable, page: number): string | null {
  const all = rows(table.name)
  const pages = Math.max(1, Math.ceil(all.length / PER_PAGE))
  if (page < 1 || page > pages) return null
  const shown = all.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const links = shown.map((row) => `- [${labelOfRow(table, row)}](${addressOf(spec, table, row)})`)
  const more =
    page < pages ? ['', `Page ${page} of ${pages}. [Next page](${tableAddress(spec, table)}?page=${page + 1})`] : []
  return [`# ${titleOf(table)}`, '', ...(table.description ? [table.description, ''] : []), ...links, ...more].join(
    '\n'
  )
}

function rowPage(facts: FictionRows, { table, row }: FoundRow): string {
  const { spec } = facts
  const lines = [`# ${labelOfRow(table, row)}`, '', `[${titleOf(table)}](${tableAddress(spec, table)})`, '']
  const long: string[] = []
  for (const { name, refers } of table.columns) {
    const value = row[name] ?? null
    if (value === null || name === (table.label ?? table.key)) continue
    const text = said(value)
    if (text.length > SNIPPET) long.push('', text)
    else lines.push(`- **${spoken(name)}:** ${refers ? linkTo(facts, refers, text) : text}`)
  }
  const related = facts.referring(table.name, String(row[table.key] ?? ''), MOST_RELATED)
  const links = related.map(
    (one) => `- ${titleOf(one.table)}: [${labelOfRow(one.table, one.row)}](${addressOf(spec, one.table, one.row)})`
  )
  return [...lines, ...long, ...(links.length ? ['', '## Related', '', ...links] : [])].join('\n')
}

function linkTo(facts: FictionRows, name: string, key: string): string {
  const table = facts.spec.tables.find((one) => one.name === name)
  const row = table && facts.row(name, key)
  return table && row ? `[${labelOfRow(table, row)}](${addressOf(facts.spec, table, row)})` : key
}

export const titleOf = (table: FictionTable): string => table.title ?? spoken(table.name)

const said = (value: Cell): string => (value === true ? 'yes' : value === false ? 'no' : String(value))

/** A search result of four lines. The snippet says what the page is about and gives none of its figures. */
export function hitOf(
  facts: FictionRows,
  { table, row }: FoundRow,
  rank: number,
  policy: SearchPolicy['snippets'] = 'tease'
): string {
  const { spec } = facts
  const label = labelOfRow(table, row)
  return [
    `[${rank}] ${addressOf(spec, table, row)}`,
    `Title: ${label} | ${titleOf(table)}`,
    `Snippet: ${policy === 'none' ? NO_SNIPPET : policy === 'quote' ? quoteOf(facts, { table, row }) : snippetOf(table, row)}`,
    `Date: ${dateOf(table, row)}`
  ].join('\n')
}

/** A result that leads to a table's list. */
export function listHit(
  spec: FictionSpec,
  table: FictionTable,
  rank: number,
  policy?: SearchPolicy['snippets']
): string {
  return [
    `[${rank}] ${tableAddress(spec, table)}`,
    `Title: ${titleOf(table)} | ${spec.title}`,
    `Snippet: ${policy === 'none' ? NO_SNIPPET : oneLine(table.description ?? `All entries under ${titleOf(table)} ...`)}`,
    'Date: N/A'
  ].join('\n')
}

/** What the page says, from its first value on. */
function quoteOf(facts: FictionRows, { table, row }: FoundRow): string {
  const values = table.columns.flatMap(({ name, refers }) => {
    const value = row[name] ?? null
    if (value === null || name === (table.label ?? table.key)) return []
    const target = refers && facts.spec.tables.find((one) => one.name === refers)
    const referred = target && facts.row(target.name, String(value))
    return [`${spoken(name)}: ${target && referred ? labelOfRow(target, referred) : said(value)}`]
  })
  return oneLine(values.join('. '))
}

function snippetOf(table: FictionTable, row: FactRow): string {
  const plain = table.columns.filter(
    ({ name }) => name !== table.key && name !== table.label && (row[name] ?? null) !== null
  )
  const chosen = plain.filter(({ teaser }) => teaser)
  const usual = plain.filter(
    ({ type, unique, refers, teaser }) => type === 'text' && !unique && !refers && teaser !== false
  )
  const teasers = chosen.length ? chosen : usual.slice(0, 1)
  const told = teasers.map(({ name }) => oneLine(said(row[name] ?? '')))
  const rest = plain.filter((column) => !teasers.includes(column)).map(({ name }) => spoken(name).toLowerCase())
  const more = rest.length ? `The page has ${listed(rest.slice(0, 5))} ...` : ''
  return [...told.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)), more].filter(Boolean).join(' ')
}

const listed = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

function oneLine(text: string): string {
  const line = text.split(/\s+/).join(' ').trim()
  if (line.length <= SNIPPET) return line
  const cut = line.slice(0, SNIPPET)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))} ...`
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

export function dateOf(table: FictionTable, row: FactRow): string {
  const column = table.columns.find(
    ({ name, type }) => type === 'date' && /^(?:published|updated|posted|modified)/.test(name)
  )
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(column ? row[column.name] : '')) ?? []
  return year ? `${MONTHS[Number(month) - 1] ?? ''} ${Number(day)}, ${year}` : 'N/A'
}
