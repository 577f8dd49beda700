// What a tool's result is when nothing more is known of it: JSON, Markdown or text, and whether it is an error.
import { parseJson } from '../../text/json.ts'
import type { Document } from './document.ts'

/** The result as JSON where it is JSON, as a Markdown page where it looks like one, else as text. Linear in the text; never throws. */
export function readValue(text: string): Document {
  const json = readJson(text)
  if (json) return { kind: 'json', text, value: json.value, error: isErrorValue(json.value) }
  if (looksLikeMarkdown(text)) return { kind: 'markdown', text }
  return { kind: 'text', text, error: looksLikeError(text) }
}

// Deeper than any API nests, and shallow enough that whatever walks or draws the value recursively stays on its feet.
const DEEPEST = 100

/** The object or array that the text is, fenced or not; `null` when it is none, or one nested too deeply to show. */
export function readJson(text: string): { value: unknown } | null {
  const trimmed = text.trim()
  const body = trimmed.startsWith('```')
    ? trimmed.replace(/^```(?:json)?[ \t]*\r?\n/, '').replace(/\r?\n```$/, '')
    : trimmed
  if (!/^[{[]/.test(body) || !/[}\]]\s*$/.test(body.slice(-20)) || depthOf(body) > DEEPEST) return null
  try {
    return { value: parseJson(body) }
  } catch {
    return null
  }
}

/** The object or array that begins at a place of the text, whatever follows it, and where it ends; `null` where none does. */
export function readJsonAt(text: string, from: number): { value: unknown; end: number } | null {
  let depth = 0
  let quoted = false
  for (let at = from; at < text.length && at >= 0; at++) {
    const sign = text.charAt(at)
    if (quoted) {
      if (sign === '\\') at++
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '[' || sign === '{') depth++
    else if ((sign === ']' || sign === '}') && --depth === 0) {
      const read = readJson(text.slice(from, at + 1))
      return read && { ...read, end: at + 1 }
    }
  }
  return null
}

/** Whether the text begins the way tools and programs begin to say that something went wrong. */
export function looksLikeError(text: string): boolean {
  return ERROR.test(text.slice(0, 400).trimStart())
}

// `Error: ...`, `MCP error -32602: ...`, `ValueError: ...`, and what shells, git and argument checks begin with; a file that declares an
// error is none.
const ERROR =
  /^(?!(?:export |default |abstract |public |async )*(?:class|interface|enum|struct|function|def|const|let|var) )(?:[\w. "'-]{0,60}(?:[Ee]rror|ERROR|Exception)\b[^\n:]{0,60}:|E(?:NOENT|ACCES|ISDIR|EXIST|PERM|NOTDIR|NOTEMPTY|NOSPC|ROFS|INVAL): |Access denied\b|Traceback \(most recent|fatal:|Failed to |params(?:\/| must )|Tool "?[\w./-]{1,128}"? not found)/

function isErrorValue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { isError, error } = { isError: false, error: null, ...value }
  return isError === true || (error !== null && error !== false && error !== '')
}

/** How deep brackets nest, outside of strings. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === BACKSLASH) at++
      else if (char === QUOTE) inString = false
    } else if (char === QUOTE) inString = true
    else if (char === BRACE || char === BRACKET) deepest = Math.max(deepest, ++depth)
    else if (char === BRACE + 2 || char === BRACKET + 2) depth--
  }
  return deepest
}

// Each closing bracket comes two after its opening one.
const [QUOTE, BACKSLASH, BRACKET, BRACE] = [0x22, 0x5c, 0x5b, 0x7b]

// What tells Markdown from prose; one sign alone also occurs in logs and code.
const SIGNS = [
  /^#{1,6} \S/m,
  /^[ \t]{0,8}\|?(?:[ \t]{0,8}:?-{3,}:?[ \t]{0,8}\|)+/m,
  /\[[^[\]\n]{1,200}\]\([^[)\s]{1,500}\)/,
  /\*\*[^*\n]{1,200}\*\*/,
  /^```/m
]

function looksLikeMarkdown(text: string): boolean {
  // A page shows what it is within its first screens.
  const beginning = text.slice(0, 20_000)
  const signs = SIGNS.filter((sign) => sign.test(beginning)).length
  return signs > 1 || /^\s*#{1,6} \S[^\n]*\n\s*\n/.test(beginning)
}
