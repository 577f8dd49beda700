// The rows of a file of conversations: JSON lines, a JSON array of rows, or one row.
import type { z } from 'zod'
import type { Input } from '../../importing.ts'
import { check, linesOf, readLine } from '../lines.ts'
import { readDocument, wholeText } from '../whole.ts'

/** A row, or why there is none. `line` counts from 1; `null` where the file is one piece of JSON, whose rows are counted instead. */
export type Row<T> = { line: number | null; value: T } | { line: number | null; reason: string }

/** @param schema what a row is */
export async function* rowsOf<T>(file: Input, schema: z.ZodType<T>): AsyncGenerator<Row<T>> {
  if (isLines(file.head)) {
    for await (const line of linesOf(file.text())) {
      const read = readLine(line, schema)
      yield 'value' in read
        ? { line: line.number, value: read.value }
        : { line: line.number, reason: read.skipped.reason }
    }
    return
  }
  const document = readDocument(await wholeText(file))
  if ('reason' in document) {
    yield document
    return
  }
  const json = document.value
  // A bare list of messages is one conversation.
  const rows = Array.isArray(json) && !isMessage(json[0]) ? json : [json]
  if (!rows.length) yield { line: null, reason: 'There is no conversation in the file.' }
  for (const [index, row] of rows.entries()) {
    const read = check(row, schema)
    yield 'checked' in read
      ? { line: null, value: read.checked }
      : { line: null, reason: `Row ${index + 1}: ${read.reason}` }
  }
}

/** Whether the first line that has text is a whole object, or is longer than what is seen of the file. */
function isLines(head: string): boolean {
  const start = head.trimStart()
  if (!start.startsWith('{')) return false
  const end = start.indexOf('\n')
  const first = (end < 0 ? start : start.slice(0, end)).trim()
  return first.length > 1 && (first.endsWith('}') || end < 0)
}

function isMessage(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('role' in value || 'from' in value)
}

/**
 * Whether the rows that begin in `head` have messages with a role in `messages` or `prompt`, or are themselves messages. What lies deeper
 * belongs to another format. Linear.
 */
export function holdsMessages(head: string): boolean {
  const start = head.trimStart()
  const [rows, listed] = start.startsWith('[') ? [2, true] : [1, false]
  let [depth, text, key, last] = [0, '', '', '']
  for (const [token] of start.matchAll(/"(?:[^"\\\n]|\\.)*"|[[\]{},:]|\n(?=\{)/g)) {
    const before = last
    last = token
    // Another row of JSON lines, even after a damaged one.
    if (token === '\n' && !'[{,:'.includes(before)) depth = 0
    else if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (token.startsWith('"')) text = token
    else if (token !== ':') continue
    else if (depth === rows && listed && text === '"role"') return true
    else if (depth === rows) key = text
    else if (depth === rows + 2 && text === '"role"' && (key === '"messages"' || key === '"prompt"')) return true
  }
  return false
}
