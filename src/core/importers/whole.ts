// A file that is one JSON value, read whole: memory holds it twice for a moment, as text and as what it says.
import type { z } from 'zod'
import { OrreryError } from '../errors.ts'
import type { Input } from '../importing.ts'
import { readLine } from './lines.ts'

/** @throws OrreryError invalid-input, with the line where JSON ends */
export async function readWhole<T>(file: Input, schema: z.ZodType<T>, what: string): Promise<T> {
  let text = ''
  for await (const piece of file.text()) text += piece
  const read = readLine({ number: 1, text: finite(text), cut: false }, schema)
  if ('value' in read) return read.value
  throw new OrreryError('invalid-input', `"${file.name}" is no ${what}: ${read.skipped.reason}`)
}

/** Python writes numbers that JSON does not have; they become `null`. */
function finite(text: string): string {
  if (!/[:[,]\s*(?:NaN|-?Infinity)\b/.test(text)) return text
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (found) => (found.startsWith('"') ? found : 'null'))
}
