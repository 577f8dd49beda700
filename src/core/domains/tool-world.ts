// What the domains share whose actions call tools.
import { readJson } from '../documents/value.ts'
import type { Domain } from '../plugins.ts'
import type { Json } from '../ports.ts'
import { plain } from '../text/plain.ts'
import { canonical } from '../tree/history.ts'
import { Call, callOf } from './tool-call.ts'
import { labelCall } from './tool-line.ts'

/** A domain of tools is this and what its tools are, answer and change. */
export const toolWorld = {
  surface: 'document',
  action: Call,
  fence: 'json',
  stateInFirstTurn: false,
  format: (action) => JSON.stringify(action, null, 2),
  read: (text) => Call.parse(JSON.parse(text)),
  label: labelCall,
  toolOf: (action) => callOf(action).name || null,
  normalise: normaliseResult
} satisfies Partial<Domain>

/** Without what carries no meaning: the order of keys and the blanks of JSON, blanks at the ends of lines, blank outer lines. */
function normaliseResult(text: string): string {
  const json = readJson(text)
  // JSON that was read is JSON; nested no deeper than a function may call itself.
  if (json) return canonical(json.value as Json)
  return plain(text)
}
