// StableToolBench's APIs as tools: how its files document an API, what it calls the function that an agent is given, and the form of an answer
// (github.com/THUNLP-MT/StableToolBench: server/utils.py, server/main.py, toolbench/inference/Downstream_tasks/rapidapi.py).
import { z } from 'zod'
import toolbench from '../../../../resources/tools/stabletoolbench.json' with { type: 'json' }
import { isObject, parseJson } from '../../text/json.ts'
import { shipped } from '../../text/shipped.ts'
import { Tool } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import type { ToolSet } from '../capabilities.ts'

/** An API as its own files and as queries document it. */
const Api = z.looseObject({
  name: z.string().optional(),
  api_name: z.string().optional(),
  tool_name: z.string().optional(),
  category_name: z.string().optional(),
  tool_category: z.string().optional(),
  description: z.string().nullish(),
  api_description: z.string().nullish(),
  tool_description: z.string().nullish(),
  required_parameters: z.array(z.unknown()).nullish(),
  optional_parameters: z.array(z.unknown()).nullish()
})
export type ToolBenchApi = z.infer<typeof Api>

const Parameter = z.looseObject({
  name: z.string(),
  type: z.string().nullish(),
  description: z.string().nullish(),
  default: z.unknown().optional()
})

/** What every API answers with. Where there is an error, the other is usually empty. */
const ANSWER = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'Empty where nothing went wrong.' },
    response: { description: 'What the API returns; often JSON as a text.' }
  },
  required: ['error', 'response']
}

/** A name in the benchmark's spelling: small letters, digits and single underscores. */
export function standardised(name: string): string {
  const plain = name
    .replace(/[^\u4e00-\u9fa5^a-zA-Z0-9_]/g, '_')
    .replace(/_{2,}/g, '_')
    .toLowerCase()
    .replace(/^_/, '')
    .replace(/_$/, '')
  return /^\d/.test(plain) ? `get_${plain}` : plain
}

// Words of Python, which its functions cannot be called.
const RESERVED = new Set(['from', 'class', 'return', 'false', 'true', 'id', 'and'])
const changed = (name: string): string => (RESERVED.has(name) ? `is_${name}` : name)

/** What the benchmark calls the function of an API: the last 64 characters of both names. */
function functionOf(api: string, tool: string): string {
  return `${changed(standardised(api))}_for_${standardised(tool)}`.slice(-64)
}

/** The tools of a document that lists APIs, each once: the file of a tool, a query, or a list of queries. */
export function toolbenchTools(value: unknown): Tool[] {
  const tools = new Map<string, Tool>()
  for (const one of Array.isArray(value) ? value : [value]) {
    if (!isObject(one) || !Array.isArray(one.api_list)) continue
    for (const given of one.api_list) {
      const api = Api.safeParse(isObject(given) ? { ...fileOf(one), ...given } : given)
      const tool = api.success ? apiTool(api.data) : null
      if (tool && !tools.has(tool.name)) tools.set(tool.name, tool)
    }
  }
  return [...tools.values()]
}

/** What the file of a tool says once for all its APIs. */
function fileOf({ tool_name, tool_description }: Record<string, unknown>) {
  return {
    ...(typeof tool_name === 'string' && { tool_name }),
    ...(typeof tool_description === 'string' && { tool_description })
  }
}

/** Whether a document lists APIs as StableToolBench does. */
export const listsApis = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value.api_list) && value.api_list.every((one) => Api.safeParse(one).success)

/** The API as a tool; `null` for one without a name. */
export function apiTool(api: ToolBenchApi): Tool | null {
  const name = api.api_name ?? api.name ?? ''
  const of = api.tool_name ?? ''
  if (!standardised(name)) return null
  const required = parametersOf(api.required_parameters)
  const properties = Object.fromEntries([...required, ...parametersOf(api.optional_parameters)])
  const description = [api.api_description ?? api.description, api.tool_description]
    .map((one) => one?.trim())
    .filter(Boolean)
  const category = api.category_name ?? api.tool_category
  return Tool.parse({
    name: of ? functionOf(name, of) : changed(standardised(name)),
    title: [category, of, name].filter(Boolean).join(' / '),
    ...(description.length && { description: description.join('\n') }),
    inputSchema: { type: 'object', properties, required: required.map(([parameter]) => parameter) },
    outputSchema: ANSWER
  })
}

const TYPES: Record<string, string> = {
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  array: 'array',
  object: 'object'
}

function parametersOf(given: unknown[] | null | undefined): [string, Record<string, Json>][] {
  return (given ?? []).flatMap((one): [string, Record<string, Json>][] => {
    const read = Parameter.safeParse(one)
    if (!read.success) return []
    const { name, type, description, default: example } = read.data
    const known = TYPES[(type ?? '').toLowerCase()] ?? 'string'
    const shown = example === undefined || example === null || example === '' ? {} : { examples: [example as Json] }
    // Agents write numbers as texts too, and are answered.
    const loose = ['number', 'integer', 'boolean'].includes(known) ? [known, 'string'] : known
    return [[changed(standardised(name)), { type: loose, ...(description?.trim() && { description }), ...shown }]]
  })
}

/** The ready set. Names and parameters are as the benchmark's example queries have them; the descriptions are ours. */
export const toolbenchSet: ToolSet = {
  name: 'stabletoolbench',
  title: 'StableToolBench (examples)',
  tools: toolbenchTools(shipped('tools/stabletoolbench.json', z.strictObject({ api_list: z.array(Api) }), toolbench))
}

/** The tool of a world that the request means; `null` where the world has none of that name. */
export function toolbenchToolOf<T extends { name: string }>(
  tools: readonly T[],
  asked: { tool_name: string; api_name: string }
): T | null {
  // Clients name an API with its tool or without, and a tool with its category or without.
  const of = standardised(asked.tool_name.split('_for_')[0] ?? '')
  const api = changed(standardised(asked.api_name.split('_for_')[0] ?? ''))
  const named = [functionOf(api, of), functionOf(api, asked.tool_name), api]
  const spelled = (name: string) => changed(standardised(name))
  const found = named.map((name) => tools.find((one) => one.name === name || spelled(one.name) === name))
  return found.find((one) => one !== undefined) ?? null
}

/** Arguments under the names that the tool has: clients spell a parameter as the API does, or as its function does. */
export function toolbenchArguments({ inputSchema }: Tool, given: Record<string, Json>): Record<string, Json> {
  const known = Object.keys(Object(inputSchema.properties))
  const named = (key: string) =>
    known.includes(key) || !known.includes(changed(standardised(key))) ? key : changed(standardised(key))
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [named(key), value]))
}

/** What a world of tools showed, in the benchmark's form. @param failed the world says that the call went wrong */
export function toolbenchAnswer(text: string, failed: boolean): { error: string; response: Json } {
  const value = readAnswer(text)
  if (value) return value
  return failed ? { error: text, response: '' } : { error: '', response: text }
}

function readAnswer(text: string): { error: string; response: Json } | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const value: unknown = parseJson(text)
    if (!isObject(value) || !('response' in value) || !('error' in value)) return null
    const { error, response } = value
    // `as`: JSON that was read is JSON.
    return { error: typeof error === 'string' ? error : JSON.stringify(error), response: response as Json }
  } catch {
    return null
  }
}
