// Files that are one JSON document: read whole, under a cap, with the line of whatever is wrong.

import type { z } from 'zod'
import { OrreryError } from '../../errors.ts'
import { parsePythonJson } from '../../text/json.ts'
import type { Input } from '../importing.ts'
import { endOfString, faultIn } from './json-fault.ts'
import { check, problemOf } from './lines.ts'

// Characters. Parsing takes several times as much memory.
const MOST = 256 * 1024 * 1024

/** @throws OrreryError invalid-input above the cap */
export async function wholeText(file: Pick<Input, 'name' | 'text'>, { most = MOST } = {}): Promise<string> {
  const pieces: string[] = []
  let length = 0
  for await (const piece of file.text()) {
    length += piece.length
    if (length > most) {
      const limit = `${most.toLocaleString('en-US')} characters`
      throw new OrreryError(
        'invalid-input',
        `"${file.name}" is one JSON document of more than ${limit}, the most that is read.`
      )
    }
    pieces.push(piece)
  }
  return pieces.join('')
}

/** The document, or the line (from 1) and the reason why it is not JSON. */
export function readDocument(text: string): { value: unknown } | { line: number; reason: string } {
  try {
    return { value: parsePythonJson(text) }
  } catch (error) {
    if (error instanceof OrreryError) return { line: 1, reason: error.message }
    return { line: lineAt(text, faultIn(text)), reason: `Not JSON: ${problemOf(error)}.` }
  }
}

function lineAt(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** The line that each item of the document's array `key` begins on, for a text that is JSON. Linear. */
export function itemLines(text: string, key: string): number[] {
  const found: number[] = []
  const token = /["[\]{},\n]|[^\s"[\]{},:]+/g
  let [line, depth, inside, expecting, last] = [1, 0, false, false, '']
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if (match[0] === '"') token.lastIndex = endOfString(text, token.lastIndex)
    const part = match[0] === '"' ? text.slice(match.index, token.lastIndex) : match[0]
    if (part === '\n') {
      line++
      continue
    }
    if (inside && depth === 2 && expecting && part !== ']') {
      found.push(line)
      expecting = false
    }
    if (part === '[' && depth === 1 && last === `"${key}"`) [inside, expecting] = [true, true]
    if (part === '{' || part === '[') depth++
    if (part === '}' || part === ']') depth--
    if (depth === 1) inside = false
    if (part === ',' && depth === 2) expecting = inside
    last = part
  }
  return found
}

const OTHERWISE = 'If it is of another format, name that one with --format.'

/** The document as the schema reads it. @throws OrreryError invalid-input, with the line that is not JSON or the field that does not fit */
export async function readWhole<T>(file: Input, schema: z.ZodType<T>, what: string): Promise<T> {
  const read = readDocument(finite(await wholeText(file)))
  const checked = 'reason' in read ? read : check(read.value, schema)
  if ('checked' in checked) return checked.checked
  const { reason } = checked
  const why = 'line' in checked ? `line ${checked.line}: ${reason}` : `${reason.replace(/\.$/, '')}. ${OTHERWISE}`
  throw new OrreryError('invalid-input', `"${file.name}" is no ${what}: ${why}`)
}

/** Python writes numbers that JSON does not have; they become `null`. */
function finite(text: string): string {
  if (!/[:[,]\s*(?:NaN|-?Infinity)\b/.test(text)) return text
  const kept: string[] = []
  const token = /"|-?\b(?:NaN|Infinity)\b/g
  let from = 0
  for (let match = token.exec(text); match; match = token.exec(text)) {
    if (match[0] === '"') {
      const end = endOfString(text, token.lastIndex)
      if (end < 0) break
      token.lastIndex = end
    } else {
      kept.push(text.slice(from, match.index), 'null')
      from = token.lastIndex
    }
  }
  return [...kept, text.slice(from)].join('')
}
