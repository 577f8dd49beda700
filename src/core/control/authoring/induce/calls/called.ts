// Recorded calls as induction reads them: what was given, what was answered, and whether it was refused.
import { toolCallOf } from '../../../../domains/tool-call.ts'
import { wordsOf } from '../../../../grounds/programs/declared/names.ts'
import { looksLikeError, readJson } from '../../../../observations/documents/value.ts'
import { isObject } from '../../../../text/json.ts'
import { canonical } from '../../../../tree/history.ts'
import type { Json } from '../../../../tree/ports.ts'
import type { SeenRecording } from '../../turns.ts'

export type Fields = Record<string, Json>

export interface Called {
  name: string
  given: Fields
  text: string
  /** The answer as JSON; `undefined` where it is none. */
  value: Json | undefined
  refused: boolean
}

// What the world itself says of a call that its tools do not take, whatever is behind them.
const BY_DOOR = /^MCP error -326\d\d: /

export function callsIn({ turns }: SeenRecording): Called[] {
  return turns
    .filter(({ text }) => !BY_DOOR.test(text))
    .map(({ action, text }) => {
      const { name, arguments: given } = toolCallOf(action)
      // `as`: what was read is JSON.
      const value = readJson(text)?.value as Json | undefined
      return { name, given, text, value, refused: isRefused(text, value) }
    })
}

const WHY_NOT =
  /\b(?:error|not found|no such|there is no|there are no|no \w+ (?:with|called|named)|does not exist|doesn't exist|unknown|invalid|not valid|cannot|can't|already|not allowed|required|denied|wrong|must|not enough|not available|unavailable|failed|refused|is not|has only|are not)\b/i

function isRefused(text: string, value: Json | undefined): boolean {
  if (value === undefined) return looksLikeError(text) || WHY_NOT.test(text.slice(0, 400))
  if (!isObject(value)) return false
  const { error, errors, success, ok, status, isError } = value as Fields
  const isSome = (one: Json | undefined) =>
    one !== undefined && one !== null && one !== false && one !== '' && !(Array.isArray(one) && !one.length)
  const failed = typeof status === 'number' ? status >= 400 && status < 600 : status === 'error' || status === 'failed'
  return isSome(error) || isSome(errors) || success === false || ok === false || isError === true || failed
}

const READS = new Set(
  'list get search find query show read fetch view describe count retrieve lookup look check browse ls stat stats summary info who what which is has compare validate preview estimate calculate compute convert head tail tree directory report status help version details detail history overview my all'.split(
    ' '
  )
)

/** Whether the name says that nothing is changed. */
export const onlyReads = (name: string): boolean => {
  const words = wordsOf(name)
  return READS.has(words[0] ?? '') || (words.length > 1 && READS.has(words.at(-1) ?? ''))
}

export const MAKES = new Set(
  'create add new insert open book schedule post register make place submit write'.split(' ')
)
export const REMOVES = new Set('delete remove destroy drop erase discard'.split(' '))

/** A name without what parts its words: `page_size` and `pageSize` are the same. */
export const bareName = (name: string): string => wordsOf(name).join('')

export const isKeyLike = (value: Json | undefined): value is string | number =>
  (typeof value === 'string' && value !== '' && value.length <= 200) || Number.isSafeInteger(value)

export const same = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || canonical(one ?? null) === canonical(other ?? null)

/** A value as an expression; `null` where there is none for it. */
export function literal(value: Json): string | null {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) {
    const parts = value.map(literal)
    return parts.includes(null) ? null : `[${parts.join(', ')}]`
  }
  if (typeof value !== 'string' || /[\n\\]/.test(value)) return null
  if (!value.includes("'")) return `'${value}'`
  return value.includes('"') ? null : `"${value}"`
}
