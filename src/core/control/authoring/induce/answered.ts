// Calls of a recording with what they answered, as those who propose tables look at them.
import { toolCallOf } from '../../../domains/tool-call.ts'
import { readJson } from '../../../observations/documents/value.ts'
import { isObject } from '../../../text/json.ts'
import type { Json } from '../../../tree/ports.ts'
import type { SeenTurn } from '../turns.ts'

export type ProposalPart = Record<string, Json>

export interface ProposalData {
  [name: string]: Json
}

export interface AnsweredCall {
  name: string
  given: ProposalPart
  text: string
  value: unknown
  /** How many rows were changed before it, in its recording. */
  changes: number
}

// `as`: only objects of JSON are looked into.
export const partOf = (value: Json | undefined): ProposalPart => (isObject(value) ? (value as ProposalPart) : {})

export function callsOf(turns: readonly SeenTurn[], verbs: ProposalPart): AnsweredCall[] {
  let changes = 0
  return turns.map(({ action, text }) => {
    const { name, arguments: given } = toolCallOf(action)
    const call = { name, given, text, value: readJson(text)?.value, changes }
    const verb = partOf(verbs[name])
    if (['create', 'update', 'delete'].some((one) => one in verb) && !refused(call)) changes++
    return call
  })
}

/** A text that says why not. What was done is told as JSON, or in a sentence without these words. */
export const refused = ({ text, value }: Pick<AnsweredCall, 'text' | 'value'>): boolean =>
  value === undefined &&
  /\b(?:error|not found|no such|there is no|does not exist|unknown|invalid|cannot|already|required|denied|wrong)\b/i.test(
    text
  )

export const NAME = /^[A-Za-z]\w{0,63}$/

export const escaped = (text: string): string => text.replaceAll('{{', '{ {')

/** A sentence in which what was given, and the row's key, stand again. */
export function template({ text, given }: AnsweredCall, key: string, argument: string): string {
  let made = escaped(text)
  const values = Object.entries(given)
    .filter(([, value]) => (typeof value === 'string' && value.length > 1) || typeof value === 'number')
    .sort(([, a], [, b]) => String(b).length - String(a).length)
  for (const [name, value] of values)
    made = made.replaceAll(String(value), name === argument ? `{{row.${key}}}` : `{{${name}}}`)
  return made
}

export const expressionOf = (value: Json): Json =>
  typeof value === 'string'
    ? `'${value.replaceAll("'", ' ')}'`
    : typeof value === 'object' && value !== null
      ? 'null'
      : value

export const kindOf = (value: Json): Json =>
  typeof value === 'number'
    ? 'number'
    : typeof value === 'boolean'
      ? 'boolean'
      : Array.isArray(value)
        ? 'list'
        : typeof value === 'object' && value !== null
          ? 'json'
          : 'text'
