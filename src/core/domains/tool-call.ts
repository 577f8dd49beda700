// What the domains share whose actions call tools: the action's schema, how it is typed, labelled and refused.
import { z } from 'zod'
import { readJson } from '../documents/value.ts'
import { OrreryError } from '../errors.ts'
import { canonical } from '../history.ts'
import type { Action, Tool } from '../model.ts'
import type { Json } from '../ports.ts'
import { checkArguments } from '../tools.ts'

const EXAMPLE = '{"name": "read_file", "arguments": {"file_path": "src/app.py"}}'

/** One call of one tool (spec/lwm-protocol, Domains). */
const ToolCall = z.strictObject(
  {
    name: z.string({ error: `name is the name of a tool, e.g. ${EXAMPLE}` }).min(1, `name is empty; e.g. ${EXAMPLE}`),
    arguments: z
      .record(z.string(), z.json(), { error: `arguments is an object with the tool's parameters, e.g. ${EXAMPLE}` })
      .default({})
  },
  { error: `a tool call is a JSON object with name and arguments, and nothing else, e.g. ${EXAMPLE}` }
)
export type ToolCall = z.infer<typeof ToolCall>

/** A call as agents write it; that of OpenAI (`{function: {name, arguments: "{}"}}`) and of Anthropic (`input`) are taken too. */
export const Call = z.preprocess(rewritten, ToolCall)

function rewritten(value: unknown): unknown {
  if (!isObject(value)) return value
  const { type, id, call_id, ...outer } = value
  const call = isObject(outer.function) ? outer.function : outer
  const { arguments: own, input, args, parameters, ...rest } = call
  const given = own ?? input ?? args ?? parameters ?? undefined
  // What is no call in any of these ways is left as it was, to be told of as it was written.
  if (typeof call.name !== 'string') return value
  return given === undefined ? rest : { ...rest, arguments: typeof given === 'string' ? parsed(given) : given }
}

function parsed(text: string): unknown {
  if (!text.trim()) return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Actions reach a domain's own functions validated; this narrows their type. What is no call after all is a call of nothing. */
export function callOf(action: Action): ToolCall {
  return ToolCall.safeParse(action).data ?? { name: '', arguments: {} }
}

/** The call as the model reads it, and back. */
export const formatCall = (action: Action): string => JSON.stringify(action, null, 2)
export const readCall = (text: string): ToolCall => Call.parse(JSON.parse(text))

// Longer values are told by their beginning: a label is one line among many.
const LABEL_VALUE = 60
const LABEL = 240

/** `read_file file_path=/etc/hosts`: the form that `typedCall` reads, but for long values, which are cut. */
export function labelCall(action: Action): string {
  const call = callOf(action)
  const parts = Object.entries(call.arguments).map(([name, value]) => `${name}=${labelValue(value)}`)
  return shortened([call.name, ...parts].join(' '), LABEL)
}

function labelValue(value: Json): string {
  if (typeof value !== 'string') return shortened(JSON.stringify(value), LABEL_VALUE)
  const short = shortened(value, LABEL_VALUE)
  const plain = /^[^\s"'[\]{}]+$/.test(short) && typeof typedValue(short) === 'string'
  return plain ? short : JSON.stringify(short)
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  // Half of a surrogate pair would be shown as a broken character.
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/**
 * A call from one typed line: `name key=value key="two words" list=[1, 2]`, or `name {"key": "value"}`. Values that are JSON are
 * taken as JSON, others as text; a text that looks like a number is quoted.
 * @throws OrreryError invalid-input, teaching the form
 */
export function typedCall(line: string): ToolCall {
  const text = line.trim()
  const name = /^\S+/.exec(text)?.[0] ?? ''
  const rest = text.slice(name.length).trim()
  if (!rest) return { name, arguments: {} }
  if (rest.startsWith('{')) {
    const value = Call.safeParse({ name, arguments: parsed(rest) })
    if (value.success) return value.data
    throw refused(line, 'what follows the name is not a JSON object')
  }
  const given: [key: string, value: Json][] = []
  let at = 0
  while (at < rest.length) {
    const key = /^\s*([^\s="'[\]{}]+)=/.exec(rest.slice(at))
    if (!key) throw refused(line, `"${shortened(rest.slice(at).trim(), 40)}" is not of the form key=value`)
    at += key[0].length
    const end = endOfValue(rest, at)
    given.push([key[1] ?? '', typedValue(rest.slice(at, end))])
    at = end
  }
  return { name, arguments: Object.fromEntries(given) }
}

function refused(line: string, why: string): OrreryError {
  return new OrreryError(
    'invalid-input',
    `"${shortened(line, 80)}" is not a tool call: ${why}. Type a tool's name and its arguments, e.g. read_file file_path=src/app.py limit=20, or grep_search {"pattern": "two words"}.`
  )
}

/** A value ends at a blank outside of quotes and brackets. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at)
    if (quote) {
      if (char === '\\') at++
      else if (char === quote) quote = ''
    } else if (char === '"' || (char === "'" && at === from)) quote = char
    else if (char === '[' || char === '{') depth++
    else if (char === ']' || char === '}') depth--
    else if (depth <= 0 && /\s/.test(char)) return at
  }
  return text.length
}

function typedValue(text: string): Json {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1)
  try {
    const value = z.json().parse(JSON.parse(text))
    // A version like 1.10 is not a number.
    return typeof value === 'number' && String(value) !== text ? text : value
  } catch {
    return text
  }
}

/**
 * What an agent's harness answers to a call that does not fit its tool, naming the parameter; `null` when it fits. Missing
 * parameters come first, then those that there are not, then wrong values, as JSON Schema validators report them.
 */
export function misfitCall(tools: Tool[], call: ToolCall): string | null {
  const tool = tools.find(({ name }) => name === call.name)
  if (!tool) {
    const known = tools.map(({ name }) => name).join(', ')
    return `Error: Tool "${call.name}" not found. Available tools: ${known}.`
  }
  const issues = checkArguments(tool, call.arguments)
  const at = (path: PropertyKey[]) => ['params', ...path.map(String)].join('/')
  const missing = issues.find(({ path }) => path.length > 0 && isMissing(call.arguments, path))
  if (missing) {
    return `Error: ${at(missing.path.slice(0, -1))} must have required property '${String(missing.path.at(-1))}'`
  }
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (!issue) return null
  if (issue.code === 'unrecognized_keys') {
    return `Error: ${at(issue.path)} must NOT have additional properties: ${issue.keys.join(', ')}`
  }
  if (issue.code === 'invalid_type')
    return `Error: ${at(issue.path)} must be ${TYPES[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value')
    return `Error: ${at(issue.path)} must be one of: ${issue.values.map(String).join(', ')}`
  return `Error: ${at(issue.path)} is not valid: ${issue.message}`
}

// zod's words for what JSON Schema calls otherwise.
const TYPES: Record<string, string> = { int: 'integer', record: 'object' }

function isMissing(given: Json, path: PropertyKey[]): boolean {
  let value: unknown = given
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return false
    value = new Map(Object.entries(value)).get(String(key))
  }
  return value === undefined
}

/** Without what carries no meaning: the order of keys and the blanks of JSON, blanks at the ends of lines, blank outer lines. */
export function normaliseResult(text: string): string {
  const json = readJson(text)
  // JSON that was read is JSON; nested no deeper than a function may call itself.
  if (json) return canonical(json.value as Json)
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd()
}
