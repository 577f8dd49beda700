// The pages that an initial state states, in the forms people write: blocks of fields, results, lists of addresses, headings, files, JSON.

import { readJson } from '../../observations/documents/value.ts'
import { isObject } from '../../text/json.ts'
import type { FolderCopy } from '../../tree/folder.ts'
import { fenceIn } from '../effects/heading.ts'
import { readListings } from '../effects/listings.ts'
import { bareAddress, dateIn } from '../fiction/address.ts'
import { asBlocks } from './blocks.ts'
import { withoutEnding, withoutEnds } from './ends.ts'
import { fieldOf, frontMatter, NAMES, type PageFields, restFields, unquoted } from './fields.ts'
import { capital, finished } from './finish.ts'
import { textOfHtml } from './html.ts'
import { isNote, withoutNotes } from './notes.ts'
import type { StatedPage } from './page.ts'

/** What a search world states. */
export interface StatedWeb {
  /** Each address once. */
  pages: StatedPage[]
  /** Sentences that belong to no page. */
  facts: string[]
  /** There are pages beside those that are stated. */
  open: boolean
}

/** An address at the head of what is told of its page. */
interface PageStart {
  fields: PageFields
  /** What stands behind the address in its line. */
  rest: string
  /** All that follows is the page's; else only what is indented, fenced or a field. */
  block: boolean
}

const PAGE_FILE = /\.(?:md|markdown|html?|txt)$/i

const ADDRESS = /https?:\/\/[^\s<>"'`|)\]]+/i

const OTHERS =
  /\b(?:rest of the (?:world|web|internet)|other (?:results|pages|sites)|real (?:world|web)|as (?:it is|you know it)|anything else|further pages|open web)\b/i

const CLOSED =
  /\b(?:no other (?:pages|results|sites)|nothing else|only these pages|(?:finds|found|is|are) (?:nothing|not found)|does not exist|no results)\b/i

const SAYS_OF_WORLD =
  /^(?:other results|other pages|no other|anything else|everything else|nothing else|the (?:rest|search engine|memory|agent|user)\b|today is\b|all other|searches\b|any other)/i

/** @param folder whose files of Markdown, HTML and text are pages, beside those that the text states */
export function readStatedWeb(initialState: string, folder?: FolderCopy): StatedWeb {
  const lines = asBlocks(initialState.replaceAll('\r\n', '\n').split('\n'))
    // Two pages in one line of prose.
    .flatMap((line) => line.split(/(?<=[.!?"”] )(?=(?:The |And )?page (?:at )?https?:)/i))
  const told = toldIn(initialState, lines)
  const copied = folder ? pagesOf(folder, told.prose) : []
  const facts = sentencesOf(told.prose)
  const pages = new Map<string, StatedPage>()
  for (const draft of [...told.drafts, ...copied]) {
    const page = finished(draft, facts)
    const key = bareAddress(page.address)
    if (key && !pages.has(key)) pages.set(key, page)
  }
  const words = told.prose.join('\n')
  const open = (!pages.size && !folder) || (OTHERS.test(words) && !CLOSED.test(words))
  return { pages: [...pages.values()], facts, open }
}

/** What begins with an address, in JSON, in files or in lines; and the lines that are no page's. */
function toldIn(text: string, lines: readonly string[]): { drafts: PageFields[]; prose: string[] } {
  const json = pagesInJson(text)
  if (json) return { drafts: json, prose: [] }
  const files = readFiles(text)
  if (!files.drafts.length) return readBlocks(lines)
  const { drafts, prose } = readBlocks(files.prose)
  // The address that files lie below is no page.
  return { drafts: [...files.drafts, ...drafts.filter(({ text, note }) => text || note)], prose }
}

/** A JSON list of objects with addresses, alone or below a line of words. */
function pagesInJson(text: string): PageFields[] | null {
  const from = text.search(/^[[{]/m)
  const to = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
  const value = from < 0 ? null : readJson(text.slice(from, to + 1))?.value
  const list = Array.isArray(value) ? value : isObject(value) ? (Object.values(value).find(Array.isArray) ?? []) : []
  const found = list.flatMap((one: unknown) => {
    if (!isObject(one)) return []
    const fields: PageFields = {}
    for (const [key, item] of Object.entries(one)) {
      const name = NAMES[key.toLowerCase()]
      if (name && typeof item === 'string') fields[name] ??= item
    }
    return fields.address ? [fields] : []
  })
  return found.length ? found : null
}

/** Files of Markdown, HTML and text: the path is the address, below the address that the text names for them. */
function readFiles(text: string): { drafts: PageFields[]; prose: string[] } {
  const { shown, prose } = readListings(text, { cwd: '/', home: '/' })
  const base = withoutEnding(ADDRESS.exec(prose.join('\n'))?.[0] ?? '', '/.,;:')
  const drafts = shown.flatMap(({ path, content }) =>
    content !== null && PAGE_FILE.test(path) ? [fileFields(base, path, content)] : []
  )
  return { drafts, prose }
}

function pagesOf({ name, files }: FolderCopy, prose: readonly string[]): PageFields[] {
  const host = name.toLowerCase().replace(/[^a-z0-9]/g, '-')
  const base = withoutEnding(ADDRESS.exec(prose.join('\n'))?.[0] ?? `https://${host}.example`, '/.,;:')
  return files.flatMap(({ path, content, encoding }) =>
    PAGE_FILE.test(path) && !encoding ? [fileFields(base, `/${path}`, content)] : []
  )
}

function fileFields(base: string, path: string, content: string): PageFields {
  const { fields, body } = frontMatter(content)
  const text = /\.html?$/i.test(path) ? textOfHtml(body) : body
  const address = fields.address ?? `${base || 'https://files.example'}${path}`
  return { ...fields, address, text }
}

/** Everything that begins with an address, with what belongs to it; and the other lines. */
function readBlocks(lines: readonly string[]): { drafts: PageFields[]; prose: string[] } {
  const drafts: PageFields[] = []
  const prose: string[] = []
  for (let at = 0; at < lines.length; ) {
    const start = startAt(lines, at)
    if (!start) {
      prose.push(lines[at++] ?? '')
      continue
    }
    const before = prose.length ? headBefore(prose) : {}
    const { fields, next } = bodyOf(lines, at + 1, start)
    drafts.push({ ...before, ...fields })
    at = next
  }
  return { drafts, prose }
}

function startAt(lines: readonly string[], at: number): PageStart | null {
  const line = lines[at] ?? ''
  const field = fieldOf(line)
  if (field) return field.address ? { fields: { address: field.address }, rest: '', block: true } : null
  const [address = ''] = ADDRESS.exec(line) ?? []
  const url = withoutEnding(address, '.,;:*')
  if (!url) return null
  const from = line.indexOf(url)
  const marked = /^[ \t]{0,8}(?:[-*•] |\d{1,3}[.)] |\[\d{1,3}\] )/.test(line)
  const heading = /^[ \t]{0,3}(?:#{1,6} |={2,} ?|-{3,} ?|\*\*)/.test(line)
  const before = line
    .slice(0, from)
    .replace(/^[ \t]*(?:[-*•] |\d{1,3}[.)] |\[\d{1,3}\] |#{1,6} |={2,} ?|-{3,} ?)/, '')
    .trim()
  const rest = withoutEnding(line.slice(from + url.length).replace(/^[)\]>`*]+/, ''), ' =-').trim()
  const link = /^\**\[([^\]]+)\]\($/.exec(before)?.[1]
  if (link !== undefined) return { fields: { address: url, title: link }, rest, block: heading || rest === '' }
  const page = /^(?:and )?(?:the )?(?:page|article|file|site)(?: at)?$/i.test(before)
  const said = page && /^(?:says|states|reads|shows|tells)\b:? ?(?:that )?(.*)$/i.exec(rest)
  if (said)
    return {
      fields: { address: url, text: capital(unquoted((said[1] ?? '').replace(/(["”])\.$/, '$1'))) },
      rest: '',
      block: false
    }
  if (page) return { fields: { address: url }, rest: rest.replace(/^[:,]\s*/, ''), block: /^:?$/.test(rest) }
  if (/^[<(`*]?$/.test(before))
    return {
      fields: { address: url },
      rest,
      block: heading || rest === '' || (!marked && dateIn(rest)?.shown === rest)
    }
  const separated = /(?:[—–|:(<-]|\bat)$/.test(before) || /^["“][^"”]{1,120}["”]$/.test(before)
  const bare = withoutEnds(withoutEnds(before.replace(/\bat$/, ''), ' —–|:(<-'), '*')
  if (!separated || !bare || bare.length > 120 || (!marked && !heading && /[.!?] /.test(before))) return null
  const date = dateIn(bare)
  const shown = date ? withoutEnding(bare.replace(date.shown, ''), ' ,()—–|-') : bare
  return {
    fields: { address: url, title: unquoted(shown), ...(date && { date: date.shown }) },
    rest,
    block: heading || rest === ''
  }
}

/** PageFields and a title that stand right above the address; they are taken off the prose. */
function headBefore(prose: string[]): PageFields {
  const fields: PageFields = {}
  for (let line = prose.at(-1) ?? ''; prose.length && line.trim(); line = prose.at(-1) ?? '') {
    const field = fieldOf(line)
    const heading = /^#{1,6} (.+)$/.exec(line)?.[1] ?? /^\*\*([^*]+)\*\*$/.exec(line.trim())?.[1]
    const short = (prose.at(-2) ?? '').trim() === '' && line.length < 100 && !/[.:!?]$/.test(line.trim())
    const title = heading ?? (short ? line.trim() : null)
    if (!field && title === null) break
    prose.pop()
    Object.assign(fields, field ?? { title })
    if (!field) break
  }
  if (prose.at(-1)?.trim() === '---') prose.pop()
  return fields
}

function bodyOf(
  lines: readonly string[],
  from: number,
  { fields: head, rest, block }: PageStart
): { fields: PageFields; next: number } {
  const fields: PageFields = { ...head }
  const text: string[] = []
  let open: keyof PageFields | null = null
  let ended = false
  let at = from
  for (; at < lines.length && !ended; at++) {
    const line = lines[at] ?? ''
    const fence = fenceIn(line)
    if (fence) {
      const end = lines.findIndex((one, index) => index > at && one.trim() === fence.mark)
      const inside = lines.slice(at + 1, end < 0 ? lines.length : end)
      const { fields: own, body } = frontMatter(inside.join('\n'))
      Object.assign(fields, own)
      text.push(/^html/i.test(fence.info) ? textOfHtml(body) : body)
      at = end < 0 ? lines.length : end
      open = null
      continue
    }
    const field = fieldOf(line)
    if (field && !(open === 'text' && inText(line, field))) {
      const [name] = Object.keys(field) as (keyof PageFields)[]
      if (!name || name === 'address' || (fields[name] !== undefined && name !== 'note')) break
      // PageFields above the next address are that one's.
      if (text.length && ownsNext(lines, at)) break
      open = name
      if (name === 'text') {
        if (field.text && !/^[|>]-?$/.test(field.text)) text.push(field.text)
      } else Object.assign(fields, field)
      continue
    }
    const indented = line.trim() !== '' && /^(?: {2}|\t|>)/.test(line)
    if (startAt(lines, at) && !(indented && block)) break
    if (/^(?:-{3,}|={3,}|\*{3,})$/.test(line.trim())) {
      const next = lines[at + 1] ?? ''
      // Front matter opens as it closes.
      if (fields.title === undefined || text.length || !fieldOf(next)) ended = !(text.length === 0 && open !== null)
      open = null
      continue
    }
    const ofWorld = SAYS_OF_WORLD.test(line) && lines[at - 1]?.trim() === ''
    if (indented || (open === 'text' && line.trim() && !ofWorld)) {
      text.push(line.replace(/^(?: {2,}|\t|> ?)/, ''))
      continue
    }
    if (line.trim() === '') {
      if (!block && !text.length) break
      text.push('')
      if (!block && !/^(?: {2}|\t)/.test(lines[at + 1] ?? '')) break
      continue
    }
    if (!block) break
    if (startsNext(lines, at) || ofWorld) break
    text.push(line)
  }
  const body = text.join('\n').trim()
  return {
    fields: {
      ...fields,
      ...(body && { text: [head.text, body].filter(Boolean).join('\n') }),
      ...restFields(rest, body, fields)
    },
    next: at
  }
}

/** Whether a line that looks like a field stands within a text: "Note: bring a coat". */
const inText = (line: string, { note, text }: PageFields): boolean =>
  text !== undefined || (/^\s*(?:[-*] )?note\b/i.test(line) && !isNote(note ?? ''))

/** A heading or title whose next line is an address. */
const startsNext = (lines: readonly string[], at: number): boolean =>
  (/^#{1,6} |^\*\*/.test(lines[at] ?? '') || (lines[at - 1] ?? '').trim() === '') &&
  startAt(lines, at + 1)?.block === true

function ownsNext(lines: readonly string[], at: number): boolean {
  for (let next = at; fieldOf(lines[next] ?? ''); next++) if (fieldOf(lines[next] ?? '')?.address) return true
  return false
}

/** The sentences of the other lines, without those that only lead over to pages or tell of the world as a whole. */
function sentencesOf(prose: readonly string[]): string[] {
  const lines = prose.map((line) => line.trim().replace(/^[-*] /, '')).filter((line) => line && !/^#|:$/.test(line))
  return lines
    .flatMap((line) => line.split(/(?<=[.!?]) (?=[A-Z0-9])/))
    .filter((one) => !SAYS_OF_WORLD.test(one) && !OTHERS.test(one) && !CLOSED.test(one) && !/\bas follows\b/i.test(one))
    .map((one) => withoutNotes(one).trim())
    .filter(Boolean)
}
