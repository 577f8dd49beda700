// The other bodies of a world of tools. A line of text and a request of HTTP are calls that name their door, so that history, prompts and
// exports stay those of tools.

import { z } from 'zod'
import type { ToolCall } from '../../domains/tool-call.ts'
import { OrreryError } from '../../errors.ts'
import { sentenceOf } from '../../text/issues.ts'
import { JsonValue, parseJson } from '../../text/json.ts'
import type { Json } from '../../tree/ports.ts'
import type { HttpAnswer, ProgramEvent } from './program.ts'

export type BodyDoor = NonNullable<ToolCall['door']>

/** What a call at each door is named, so that whoever reads a history or an export knows what was done. */
export const BODY_TOOLS: Record<BodyDoor, string> = { text: 'text_command', http: 'http_request' }

const Texts = z.record(z.string(), z.string())
const ARGUMENTS = {
  text: z.strictObject({ text: z.string() }),
  http: z.strictObject({
    method: z.string().regex(/^[A-Z]{1,20}$/),
    path: z.string().startsWith('/'),
    query: Texts.default({}),
    headers: Texts.default({}),
    body: JsonValue.default(null)
  })
}

/** The arguments of a call at the door http: a request, its query and headers as objects, its body as JSON or as a text. */
export type HttpRequestArguments = z.input<typeof ARGUMENTS.http>

/** @throws OrreryError invalid-input for arguments that are none of that door */
export function bodyEvent(door: BodyDoor, given: Record<string, Json>): ProgramEvent {
  const { data, error } = ARGUMENTS[door].safeParse(given)
  // `as`: the schema of a door gives the event of that door.
  if (data) return { door, ...data } as ProgramEvent
  throw new OrreryError(
    'invalid-input',
    `The call at the door "${door}" does not fit: ${sentenceOf(error, { value: given, schema: ARGUMENTS[door] })}`
  )
}

/** What a model is told that answers a request. */
export const HTTP_FORM =
  'This is a request to the HTTP API of this world. Answer with the response alone: a line such as "HTTP/1.1 200 OK", the header content-type, an empty line, and the body.'

/** A response as it is observed: status line, headers, an empty line and the body, JSON in two-space form. */
export function writeResponse({ status, headers = {}, body = null }: HttpAnswer): string {
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
