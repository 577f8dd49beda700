// A call of a tool, the action of several domains: its schema, and how one that does not fit its tool is refused.
import { z } from 'zod'
import { isObject, JsonValue, parseJson } from '../text/json.ts'
import type { Action, Tool } from '../tree/model.ts'
import type { Json } from '../tree/ports.ts'
import { once } from './once.ts'
import { checkArguments, withoutNulls } from './tools/tools.ts'

export const EXAMPLE = '{"name": "read_file", "arguments": {"file_path": "src/app.py"}}'

/** One call of one tool. */
const ToolCall = z.strictObject(
  {
    name: z.string({ error: `name is the name of a tool, e.g. ${EXAMPLE}` }).min(1, `name is empty; e.g. ${EXAMPLE}`),
    arguments: z
      .record(z.string(), JsonValue, { error: `arguments is an object with the tool's parameters, e.g. ${EXAMPLE}` })
      .default({}),
    /** The shell that the command runs in and that lives on, by its name: a harness's session. No tool is told of it. */
    session: z.string().max(200).exactOptional(),
    /** It came through another door of the world than its tools: a line of text, or a request of HTTP (`grounds/programs/bodies.ts`). */
    door: z.enum(['text', 'http']).exactOptional()
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

/** The JSON in the text, or else the text. */
export function parsed(text: string): unknown {
  if (!text.trim()) return {}
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** An action as a call, for those who know that it is one. What is none after all is a call of nothing. */
export const toolCallOf = once(
  (action: Action): ToolCall => ToolCall.safeParse(action).data ?? { name: '', arguments: {} }
)

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
  const issues = checkArguments(tool, withoutNulls(tool, call.arguments))
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
