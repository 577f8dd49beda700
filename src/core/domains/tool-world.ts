// What the domains share whose actions call tools.

import { readJson } from '../observations/documents/value.ts'
import { parseJson } from '../text/json.ts'
import { plain } from '../text/plain.ts'
import { canonical } from '../tree/history.ts'
import type { Json } from '../tree/ports.ts'
import type { Domain } from './domain.ts'
import { Call, type ToolCall } from './tool-call.ts'
import { labelCall } from './tool-line.ts'
import { saidBy } from './tools/say.ts'

/** A domain of tools is this and what its tools are, answer and change. */
export const toolWorld = {
  surface: 'document',
  action: Call,
  fence: () => 'json',
  format: (action) => JSON.stringify(action, null, 2),
  read: (text) => Call.parse(parseJson(text)),
  label: labelCall,
  toolOf: (call) => call.name || null,
  says: saidBy,
  prediction: {
    stateInFirstTurn: false,
    // A small model that writes more has lost its way, or is not read to the end.
    mostText: 3000,
    prefill: () => ''
  },
  normalise: normaliseResult
} satisfies Partial<Domain<ToolCall>>

/** Without what carries no meaning: the order of keys and the blanks of JSON, blanks at the ends of lines, blank outer lines. */
function normaliseResult(text: string): string {
  const json = readJson(text)
  // JSON that was read is JSON; nested no deeper than a function may call itself.
  if (json) return canonical(json.value as Json)
  return plain(text)
}
