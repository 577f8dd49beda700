// Requests of HTTP as actions of a world of tools, and the responses that are observed.
import { isObject, parseJson } from '../text/json.ts'
import type { Action } from '../tree/model.ts'
import type { Json } from '../tree/ports.ts'

interface HttpResponse {
  status: number
  headers?: Record<string, string>
  body?: Json
}

/** The method of a request, such as GET; `null` for actions that came through another door. */
export function methodOf(action: Action): string | null {
  if (!isObject(action) || action.door !== 'http' || !isObject(action.arguments)) return null
  return String(action.arguments.method)
}

/** Whether a text begins as a response does. */
export const isResponse = (text: string): boolean => /^HTTP\/[\d.]{1,3} [1-5]\d\d\b/.test(text)

/** A response as it is observed: status line, headers, an empty line and the body, JSON in two-space form. */
export function writeResponse({ status, headers = {}, body = null }: HttpResponse): string {
  const type = { 'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json' }
  const all = { ...(body !== null && type), ...lowerCase(headers) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${oneLine(value)}`)
  const text = body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  return [`HTTP/1.1 ${status}`, ...lines, '', text].join('\n')
}

/**
 * The inverse, for responses that a model wrote or a fault altered too: `body` is the text as it stands. A text that is no response is the
 * body of one that went well.
 */
export function readResponse(text: string): { status: number; headers: Record<string, string>; body: string } {
  const all = text.replaceAll('\r\n', '\n')
  const end = all.indexOf('\n\n')
  const [first = '', ...lines] = (end < 0 ? all : all.slice(0, end)).split('\n')
  const status = Number(/^HTTP\/[\d.]{1,3} ([1-5]\d\d)\b/.exec(first)?.[1])
  if (!status) return { status: 200, headers: { 'content-type': typeOf(text) }, body: text }
  const headers = lines.flatMap((line): [string, string][] => {
    const at = line.indexOf(':')
    return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]] : []
  })
  return { status, headers: Object.fromEntries(headers), body: end < 0 ? '' : all.slice(end + 2) }
}

function typeOf(text: string): string {
  try {
    parseJson(text)
    return 'application/json'
  } catch {
    return 'text/plain; charset=utf-8'
  }
}

const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const oneLine = (value: string): string => value.replace(/[\r\n]+/g, ' ')
