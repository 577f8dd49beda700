// The other bodies of a world of tools. A line of text and a request of HTTP are calls that name their door, so that history, prompts and
// exports stay those of tools.

import { z } from 'zod'
import type { ToolCall } from '../../domains/tool-call.ts'
import { OrreryError } from '../../errors.ts'
import { sentenceOf } from '../../text/issues.ts'
import { JsonValue } from '../../text/json.ts'
import type { Json } from '../../tree/ports.ts'
import type { ProgramEvent } from './program.ts'

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
