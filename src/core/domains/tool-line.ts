// A call of a tool on one line, as a timeline shows it and a person types it.

import { OrreryError } from '../errors.ts'
import { sentenceOf } from '../text/issues.ts'
import { JsonValue, parseJson } from '../text/json.ts'
import { isSlip, nearest } from '../text/nearest.ts'
import type { Tool } from '../tree/model.ts'
import type { Json } from '../tree/ports.ts'
import { shortened } from './brief.ts'
import { Call, EXAMPLE, parsed, type ToolCall } from './tool-call.ts'
import { isSchema } from './tools/bounded.ts'
import { typedBy } from './tools/typed.ts'

// Longer values are told by their beginning: a label is one line among many.
const LABEL_VALUE = 60
const LABEL = 240

/** `read_file file_path=/etc/hosts`: the form that `typedCall` reads, but for long values, which are cut. */
export function labelCall(call: ToolCall): string {
  const { method, path, text } = call.arguments
  if (call.door === 'http') return shortened(`${String(method)} ${String(path)}`, LABEL)
  if (call.door === 'text') return shortened(`> ${String(text)}`, LABEL)
  const parts = Object.entries(call.arguments).map(([name, value]) => `${name}=${labelValue(value)}`)
  return shortened([call.name, ...parts].join(' '), LABEL)
}

function labelValue(value: Json): string {
  if (typeof value !== 'string') return shortened(JSON.stringify(value), LABEL_VALUE)
  const short = shortened(value, LABEL_VALUE)
  const plain = /^[^\s"'[\]{}]+$/.test(short) && typeof typedValue(short) === 'string'
  return plain ? short : JSON.stringify(short)
}

/**
 * A call from one typed line: `name key=value key="two words" list=[1, 2]`, or `name {"key": "value"}`. Values that are JSON are
 * taken as JSON, others as text; a text that looks like a number is quoted. Where one of `tools` is called, its schema decides instead:
 * `id=0` is text for a parameter that is text. A whole call as JSON is taken too.
 * @throws OrreryError invalid-input, teaching the form
 */
export function typedCall(line: string, tools: readonly Tool[] = []): ToolCall {
  const text = line.trim()
  if (beginsLikeJson(text)) return wholeCall(text)
  const name = /^\S+/.exec(text)?.[0] ?? ''
  const rest = text.slice(name.length).trim()
  if (!rest) return { name, arguments: {} }
  if (rest.startsWith('{')) {
    const value = Call.safeParse({ name, arguments: parsed(rest) })
    if (value.success) return value.data
    throw refused(line, 'what follows the name is not a JSON object')
  }
  const tool = tools.find((one) => one.name === name)
  const given: [key: string, value: Json][] = []
  let at = 0
  while (at < rest.length) {
    const key = /^\s*([^\s="'[\]{}]+)=/.exec(rest.slice(at))
    if (!key) throw refused(line, `"${shortened(rest.slice(at).trim(), 40)}" is not of the form key=value`)
    at += key[0].length
    const end = endOfValue(rest, at)
    given.push([key[1] ?? '', valueFor(tool, key[1] ?? '', rest.slice(at, end))])
    at = end
  }
  return { name, arguments: Object.fromEntries(given) }
}

/**
 * The same, and a tool that has to be given one text may have it as it is: `say Good morning`, `read_file src/app.py`. Where several
 * parameters could be meant, they are named.
 * @throws OrreryError invalid-input, teaching the form
 */
export function typedPlainly(line: string, tools: readonly Tool[] = []): ToolCall {
  const [, name = '', rest = ''] = /^(\S+)\s+(\S.*)$/s.exec(line.trim()) ?? []
  const tool = tools.find((one) => one.name === name)
  if (!tool || /^(?:[{[]|[^\s="'[\]{}]+=)/.test(rest)) return typedCall(line, tools)
  const { properties, required } = tool.inputSchema
  const known = isSchema(properties) ? Object.keys(properties) : []
  const needed = Array.isArray(required) ? required : []
  const [only] = needed.length ? needed : known
  const named = known.some((one) => rest.includes(` ${one}=`))
  if (typeof only !== 'string' || (needed.length || known.length) > 1 || named) {
    return typedCall(line, tools)
  }
  return { name, arguments: { [only]: valueFor(tool, only, rest) } }
}

/** Whether the line is to be JSON: no tool's name begins so. */
function beginsLikeJson(line: string): boolean {
  return /^\s*[[{]/.test(line)
}

function wholeCall(text: string): ToolCall {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new OrreryError(
      'invalid-input',
      `"${shortened(text, 80)}" is not JSON yet: ${reason}. Finish it, e.g. ${EXAMPLE}, or type a tool's name and its arguments, e.g. read_file file_path=src/app.py.`,
      { cause }
    )
  }
  const call = Call.safeParse(value)
  if (call.success) return call.data
  throw refused(
    text,
    `it is JSON, but not of this form: ${sentenceOf(call.error, { value, schema: Call }).replace(/\.$/, '')}`
  )
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

/** The value of a parameter, by the tool's schema where there is one. @throws OrreryError invalid-input for a value that cannot be what is asked for */
function valueFor(tool: Tool | undefined, name: string, text: string): Json {
  if (!tool) return typedValue(text)
  const { inputSchema } = tool
  const known = isSchema(inputSchema.properties) ? Object.keys(inputSchema.properties) : []
  if (known.length && !known.includes(name)) {
    const near = nearest(name, known)
    if (near !== null && isSlip(name, near)) {
      throw new OrreryError('invalid-input', `${tool.name} has no parameter "${name}". Did you mean "${near}"?`)
    }
    return typedValue(text)
  }
  const plain = unquoted(text)
  const typed = typedBy(inputSchema, name, plain ?? text, plain !== null)
  if (!typed) return typedValue(text)
  if ('value' in typed) return typed.value
  throw new OrreryError(
    'invalid-input',
    `"${name}" of ${tool.name} cannot be "${shortened(plain ?? text, 40)}": expected ${typed.expected}.`
  )
}

/** What stands in quotes, without them; `null` for a text that is not quoted. */
function unquoted(text: string): string | null {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1)
  if (!/^".*"$/s.test(text)) return null
  const value = typedValue(text)
  return typeof value === 'string' && value !== text ? value : null
}

function typedValue(text: string): Json {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1)
  try {
    const value = JsonValue.parse(parseJson(text))
    // A version like 1.10 is not a number.
    return typeof value === 'number' && String(value) !== text ? text : value
  } catch {
    return text
  }
}
