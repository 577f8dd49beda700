// The rows of a file of conversations: JSON lines, a JSON array of rows, one row, or the messages of one conversation, a line each.
import { z } from 'zod'
import { isObject, parsePythonJson } from '../../../text/json.ts'
import type { Input } from '../../importing.ts'
import { check, linesOf, readLine } from '../lines.ts'
import { readDocument, wholeText } from '../whole.ts'
import { isMessage } from './blocks.ts'

/** A row, or why there is none. `line` counts from 1; `null` where the file is one piece of JSON, whose rows are counted instead. */
export type ChatRow<T> = { line: number | null; value: T } | { line: number | null; reason: string }

/** @param schema what a row is */
export async function* rowsOf<T>(file: Input, schema: z.ZodType<T>): AsyncGenerator<ChatRow<T>> {
  if (isLines(file.head)) {
    const said: unknown[] = []
    for await (const line of linesOf(file.text())) {
      const read = readLine(line, z.unknown())
      const one = 'value' in read && isSaid(read.value)
      if (one) said.push(read.value)
      else if ('value' in read)
        for (const row of shownRows(read.value)) yield { line: line.number, ...checkedRow(row, schema) }
      else yield { line: line.number, reason: read.skipped.reason }
    }
    if (said.length) yield { line: null, ...checkedRow(said, schema) }
    return
  }
  const document = readDocument(await wholeText(file))
  if ('reason' in document) {
    yield document
    return
  }
  const json = document.value
  // A bare list of messages is one conversation.
  const rows = Array.isArray(json) && !isSaid(json[0]) ? json : shownRows(json)
  if (!rows.length) yield { line: null, reason: 'There is no conversation in the file.' }
  for (const [index, row] of rows.entries()) {
    const read = checkedRow(row, schema)
    yield { line: null, ...('reason' in read ? { reason: `Row ${index + 1}: ${read.reason}` } : read) }
  }
}

/** The rows of a page of a viewer of data sets; of anything else, itself. */
function shownRows(json: unknown): unknown[] {
  const rows = isObject(json) && Array.isArray(json.rows) ? json.rows : []
  return rows.length && rows.every((one) => isObject(one) && isObject(one.row)) ? rows : [json]
}

function checkedRow<T>(row: unknown, schema: z.ZodType<T>): { value: T } | { reason: string } {
  const read = check(unfolded(row), schema)
  return 'checked' in read ? { value: read.checked } : read
}

/** Whether the first line that has text is a whole object, or is longer than what is seen of the file. */
export function isLines(head: string): boolean {
  const start = head.trimStart()
  if (!start.startsWith('{')) return false
  const end = start.indexOf('\n')
  const first = (end < 0 ? start : start.slice(0, end)).trim()
  return first.length > 1 && (first.endsWith('}') || end < 0)
}

function isSaid(value: unknown): boolean {
  return isMessage(value) || (typeof value === 'object' && value !== null && 'from' in value)
}

// Under which names rows hold messages.
const HOLDERS = new Set(['messages', 'prompt', 'input', 'conversations', 'conversation'].map((name) => `"${name}"`))

/** A row whose messages stand there as JSON text, as tables hold them, or in a request around them, with the messages. */
export function unfolded(given: unknown): unknown {
  const row = unrequested(given)
  if (!isObject(row)) return row
  const lists = Object.entries(row).flatMap(([key, value]): [string, unknown][] => {
    const list = COLUMNS.has(key) && typeof value === 'string' ? listIn(value) : null
    return list ? [[key, list]] : []
  })
  return lists.length ? { ...row, ...Object.fromEntries(lists) } : row
}

/** A row of requests, of preferences or of a viewer of data sets as the row that is in it. */
function unrequested(row: unknown): unknown {
  if (!isObject(row)) return row
  for (const key of AROUND) {
    const inner = row[key]
    if (!isObject(inner) || ![...COLUMNS].some((name) => Array.isArray(inner[name]))) continue
    const { [key]: _inner, ...beside } = row
    return { ...beside, ...inner }
  }
  const { chosen, ...beside } = row
  if (!Array.isArray(chosen) || !chosen.length || !chosen.every(isMessage)) return row
  return { ...beside, [Array.isArray(row.prompt) ? 'completion' : 'messages']: chosen }
}

// Where a batch, a log of a server, a row of preferences and a viewer of rows hold what was asked.
const AROUND = ['body', 'request', 'input', 'row']
const COLUMNS = new Set(['messages', 'prompt', 'completion', 'input', 'output', 'conversations', 'conversation'])

function listIn(text: string): unknown[] | null {
  if (!/^\s*\[\s*\{/.test(text)) return null
  try {
    const list = parsePythonJson(text)
    return Array.isArray(list) && list.every(isSaid) ? list : null
  } catch {
    return null
  }
}

// What a message has and nothing else of a row: its role, or what LangChain has in its place.
const SIGNS = new Set([
  '"role"',
  '"lc"',
  '"type":"human"',
  '"type":"ai"',
  '"type":"system"',
  '"type":"ToolCallRequestEvent"'
])

/**
 * Whether the rows that begin in `head` have messages with a role in a field of the usual names, or are themselves messages. What lies deeper
 * belongs to another format. Linear.
 */
export function holdsMessages(head: string): boolean {
  const start = head.trimStart()
  const [rows, listed] = start.startsWith('[') ? [2, true] : [1, isLines(head) && isSaid(firstOf(start))]
  let [depth, text, key, last] = [0, '', '', '']
  // A string that is not closed ends with its line: it is not read again from each of its quotes.
  for (const [token] of start.matchAll(/"(?:[^"\\\n]|\\.)*"?|[[\]{},:]|\n(?=\{)/g)) {
    const before = last
    last = token
    // Another row of JSON lines, even after a damaged one.
    if (token === '\n' && !'[{,:'.includes(before)) depth = 0
    else if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (token.startsWith('"')) text = before === ':' ? `${text}:${token}` : token
    if (token !== ':' && before !== ':') continue
    if (depth === rows && listed && SIGNS.has(text)) return true
    if (depth === rows && token === ':') key = text
    else if (depth === rows + 2 && SIGNS.has(text) && HOLDERS.has(key)) return true
  }
  return false
}

/** The first row, as far as it is whole. */
function firstOf(head: string): unknown {
  try {
    return parsePythonJson(head.slice(0, head.indexOf('\n') >>> 0))
  } catch {
    return null
  }
}
