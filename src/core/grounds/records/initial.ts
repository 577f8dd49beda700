// An initial state read by rules: the records that it shows, the kinds that it says are empty, and the prose around them.
import { readCell } from './cells.ts'
import { type FoundRecord, jsonAt, kindNamed, recordsIn } from './json-blocks.ts'
import { cellsOf, idAt, isRule, itemOf, type KnownRecords, rowOf } from './lines.ts'
import { singular, wordsOf } from './names.ts'
import type { Fields } from './record.ts'

export interface ReadRecords {
  told: FoundRecord[]
  /** Kinds of which a line was not understood. */
  partial: Set<string>
  /** Lines that are no records. */
  prose: string[]
}

/** What the tools know of a kind; and of all kinds, which one a heading or an id means. */
export interface Hints {
  known(kind: string): KnownRecords
  kinds: ReadonlySet<string>
  /** The kind of records that stand under no heading. */
  usual: string | null
}

// What a heading says besides the kind: `Open tickets:`, `Tickets (5):`, `## The tickets at the moment`.
const HEADING = /^(?:#{1,6}[ \t]+(\S.*)|\*\*([^*]+)\*\*:?|([^:|"{[]{1,60}):)$/

// More brackets that begin a line and are no JSON than any initial state has.
const MOST_LOOKS = 50

/** Linear in the text. */
export function readInitial(text: string, hints: Hints): ReadRecords {
  const lines = text.split(/\r\n?|\n/)
  const read: ReadRecords = { told: [], partial: new Set(), prose: [] }
  let kind = hints.usual
  let under = false
  // Each bracket that is no JSON costs one look through the text.
  let looks = MOST_LOOKS
  for (let at = 0; at < lines.length; ) {
    const line = (lines[at] ?? '').trim()
    const labelled = /^([\w #*]{1,60}):\s{0,4}(?=[[{])/.exec(line)
    const from = (lines[at] ?? '').indexOf(line) + (labelled?.[0].length ?? 0)
    if (looks > 0 && /^[[{]/.test(line.slice(labelled?.[0].length ?? 0))) {
      const json = jsonAt(lines, at, from)
      if (json === null) looks--
      else {
        for (const one of recordsIn(json.value, labelled ? headed(labelled[1] ?? '', hints) : kind)) read.told.push(one)
        at = json.next
        continue
      }
    }
    const cells = cellsOf(line)
    const rule = cells && cellsOf(lines[at + 1] ?? '')
    if (cells && rule && isRule(rule)) {
      at = table(lines, at, cells, { kind, hints, read })
      continue
    }
    const heading = HEADING.exec(line)
    const section = sectionAt(lines, at, kind, hints)
    if (section) {
      read.told.push({ kind: section.kind, record: section.record })
      at = section.next
      continue
    }
    if (heading) {
      kind = headed(heading[1] ?? heading[2] ?? heading[3] ?? '', hints)
      under = true
      at++
      continue
    }
    if (!item(line, { kind, under, hints, read }) && line && !/^```/.test(line)) read.prose.push(line)
    at++
  }
  return read
}

interface Place {
  kind: string | null
  hints: Hints
  read: ReadRecords
}

function table(lines: readonly string[], at: number, names: string[], { kind, hints, read }: Place): number {
  let next = at + 2
  for (; next < lines.length; next++) {
    const cells = cellsOf(lines[next] ?? '')
    if (!cells) break
    if (kind) read.told.push({ kind, record: rowOf(names, cells, hints.known(kind)) })
  }
  return next
}

/** A line of a list, or a line `Tickets: none` and `No tickets yet.` */
function item(line: string, { kind, under, hints, read }: Place & { under: boolean }): boolean {
  const empty = /^(?:no ([\w ]{2,40}?)(?: yet)?\.?|([\w ]{2,40}): (?:none|empty)\.?)$/i.exec(line)
  if (empty) {
    const none = headed(empty[1] ?? empty[2] ?? '', hints)
    if (hints.kinds.has(none)) read.told.push({ kind: none, record: null })
    return hints.kinds.has(none)
  }
  const bullet = /^(?:[-*•]|\d{1,4}[.)])[ \t]+/.exec(line)
  const text = line.slice(bullet?.[0].length ?? 0)
  const id = idAt(text)
  const own = id === null ? null : byId(id, kind, hints)
  if (own === null || (!bullet && !under && !line.startsWith('#'))) return false
  const record = itemOf(text, hints.known(own))
  if (record) read.told.push({ kind: own, record })
  else read.partial.add(own)
  return record !== null
}

/** The kind of an id that stands in a list: that of the heading, else what it is called by itself (`ISSUE-12`). */
function byId(id: string, kind: string | null, { kinds }: Hints): string | null {
  const own = /^[A-Za-z]{3,}(?=[-_]\d)/.exec(id)?.[0].toLowerCase()
  if (own && kinds.has(singular(own)) && (kind === null || !kinds.has(kind))) return singular(own)
  return kind
}

/** The kind that a heading names: the longest of its endings that the tools name, else its last word. */
function headed(heading: string, { kinds }: Hints): string {
  const words = wordsOf(heading.replace(/\([^()]*\)/g, ' ')).filter((word) => !/^\d+$/.test(word))
  for (let from = 0; from < words.length; from++) {
    for (let to = words.length; to > from; to--) {
      const name = kindNamed(words.slice(from, to).join(' '))
      if (kinds.has(name)) return name
    }
  }
  return singular(words.at(-1) ?? '')
}

/** `Ticket T-101` or `### T-101: Printer broken`, and `key: value` lines right below. */
function sectionAt(
  lines: readonly string[],
  at: number,
  kind: string | null,
  hints: Hints
): { kind: string; record: Fields; next: number } | null {
  const head = (lines[at] ?? '')
    .trim()
    .replace(/^#{1,6}/, '')
    .trim()
    .replace(/:$/, '')
  const words = head.split(' ')
  const named = hints.kinds.has(kindNamed(words[0] ?? '')) ? kindNamed(words[0] ?? '') : null
  const text = named ? words.slice(1).join(' ') : head
  const id = idAt(text)
  const own = named ?? (id === null ? null : byId(id, kind, hints))
  if (id === null || own === null) return null
  const known = hints.known(own)
  const record = itemOf(text, known) ?? {}
  let next = at + 1
  for (; next < lines.length; next++) {
    const pair = /^[ \t]{0,8}(?:[-*•] )?([A-Za-z][\w ]{0,40}): ?(.*)$/.exec(lines[next] ?? '')
    if (!pair || idAt(pair[1] ?? '')) break
    const name = (pair[1] ?? '').toLowerCase().split(' ').join('_')
    const field = [...known.fields.keys()].find((one) => one.toLowerCase() === name) ?? name
    record[field] = readCell(pair[2] ?? '', known.fields.get(field))
  }
  return next > at + 1 ? { kind: own, record, next } : null
}
