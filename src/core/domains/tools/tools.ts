// Tool definitions as people paste them, and whether a call's arguments fit one.

import { z } from 'zod'
import { sentenceOf } from '../../text/issues.ts'
import { isObject, parseJson } from '../../text/json.ts'
import { Tool } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import { issuesOf } from './schema.ts'
import { listsApis, toolbenchTools } from './toolbench.ts'

/** More tools than any model is given at once. */
export const MOST_TOOLS = 2000
/** What is wrong with so many is wrong with all. */
export const MOST_PROBLEMS = 200
export const TOO_MANY = `The rest was left out: the limits are ${MOST_TOOLS.toLocaleString('en-US')} tools and ${MOST_PROBLEMS} reported problems. Leave out what the world does not need.`

/** What was read: the tools in the order they were given, and in a sentence each what could not be taken and why. */
export interface ReadTools {
  tools: Tool[]
  problems: string[]
}

/**
 * Reads tool definitions in every usual shape: MCP's `tools/list` result (also inside its JSON-RPC answer), an array, OpenAI's
 * `{type: 'function', function}`, Anthropic's `input_schema`, Gemini's `functionDeclarations`, one tool alone; as a value or as
 * JSON text, also one definition a line; and StableToolBench's lists of APIs. Of two tools of one name the first is kept.
 */
export function readTools(value: unknown): ReadTools {
  const tools = new Map<string, Tool>()
  const problems: string[] = []
  const { entries, problem } = typeof value === 'string' ? parseText(value) : { entries: value, problem: null }
  if (problem) return { tools: [], problems: [problem] }
  for (const [index, entry] of entriesOf(entries).entries()) {
    const read = readTool(entry)
    const where = `Entry ${index + 1}${read.name ? ` ("${read.name}")` : ''}`
    if (tools.size === MOST_TOOLS || problems.length === MOST_PROBLEMS) {
      problems.push(TOO_MANY)
      break
    }
    if (!read.tool) problems.push(`${where}: ${read.problem}`)
    else if (tools.has(read.tool.name)) {
      problems.push(
        `${where}: there is already a tool with this name; the first one is kept. Give each tool its own name.`
      )
    } else tools.set(read.tool.name, read.tool)
  }
  if (!tools.size && !problems.length) problems.push(NOTHING)
  return { tools: [...tools.values()], problems }
}

/**
 * What is wrong with the arguments of a call, as zod tells it; `[]` when they fit. What zod cannot read of the tool's schema is
 * not held against the call. Arguments that are left out count as `{}`, as MCP has it.
 */
export function checkArguments({ inputSchema }: Tool, args: unknown): z.core.$ZodIssue[] {
  return issuesOf({ type: 'object', ...inputSchema }, args ?? {})
}

/** Clients that must fill in every parameter, as OpenAI's strict mode has it, give `null` for one that they leave out. */
export function withoutNulls({ inputSchema }: Tool, args: Record<string, Json>): Record<string, Json> {
  const required: unknown[] = Array.isArray(inputSchema.required) ? inputSchema.required : []
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== null || required.includes(name)))
}

const EXAMPLE = '{"name": "get_weather", "description": "...", "inputSchema": {"type": "object", "properties": {}}}'
const NOTHING = `There are no tools in this. Paste the tools/list response of a server, an array of tools, or one tool: ${EXAMPLE}`

function parseText(text: string): { entries: unknown; problem: string | null } {
  try {
    return { entries: parseJson(text), problem: null }
  } catch (whole) {
    try {
      // One definition a line is how a prompt lists them.
      const lines = text.split('\n').filter((line) => line.trim())
      return { entries: lines.map((line): unknown => parseJson(line)), problem: null }
    } catch {
      const reason = whole instanceof Error ? whole.message : String(whole)
      return { entries: null, problem: `This is not JSON (${reason}). Paste an array of tools, such as [${EXAMPLE}]` }
    }
  }
}

const LISTS = ['tools', 'functions', 'functionDeclarations', 'function_declarations']

/** The definitions inside whatever they are wrapped in. */
function entriesOf(value: unknown): unknown[] {
  if (Array.isArray(value) ? value.length > 0 && value.every(listsApis) : listsApis(value)) return toolbenchTools(value)
  // Lists of lists are what Gemini makes of several tools.
  if (Array.isArray(value)) return value.flatMap((one) => (isWrapped(one) ? entriesOf(one) : [one]))
  if (!isObject(value)) return value === null || value === undefined ? [] : [value]
  if (isObject(value.result)) return entriesOf(value.result)
  const list = LISTS.map((key) => value[key]).find((one) => Array.isArray(one))
  return list === undefined ? (Object.keys(value).length ? [value] : []) : entriesOf(list)
}

const isWrapped = (value: unknown): boolean => isObject(value) && LISTS.some((key) => Array.isArray(value[key]))

// Longer names are refused by every model provider.
const Name = z
  .string({ error: `a tool needs a name, such as ${EXAMPLE}` })
  .regex(/^\S{1,128}$/, 'a name is 1 to 128 characters without spaces, such as get_weather')

function readTool(entry: unknown): { name: string | null; tool: Tool | null; problem: string } {
  const wrong = (problem: string, name: string | null = null) => ({ name, tool: null, problem })
  if (!isObject(entry)) return wrong(`a tool is an object, such as ${EXAMPLE}`)
  if (isObject(entry.mcpServers))
    return wrong(
      'this lists servers, not tools. Paste the tools/list response of one of them, or add the server itself.'
    )
  if (isObject(entry.error) && 'jsonrpc' in entry)
    return wrong(
      `the server answered with an error instead of tools: ${String(entry.error.message ?? 'no reason given')}`
    )
  const inner = isObject(entry.function) ? entry.function : entry
  const name = Name.safeParse(inner.name)
  if (!name.success)
    return wrong(
      sentenceOf(name.error, { value: inner.name, schema: Name }),
      typeof inner.name === 'string' ? inner.name : null
    )
  const input = inner.inputSchema ?? inner.input_schema ?? inner.parameters ?? { properties: {} }
  if (!isObject(input)) {
    return wrong('its inputSchema is not a JSON Schema object, such as {"type": "object", "properties": {}}', name.data)
  }
  if (input.type !== undefined && input.type !== 'object') {
    return wrong(
      `its inputSchema has the type ${JSON.stringify(input.type)}; arguments are always an "object"`,
      name.data
    )
  }
  const { title, description, annotations } = inner
  const more = { title, description, outputSchema: inner.outputSchema ?? inner.output_schema, annotations }
  // What is null in one dialect is left out in another.
  const given = Object.entries(more).filter(([, one]) => one !== null && one !== undefined)
  const inputSchema = { type: 'object', ...input }
  const value = { name: name.data, inputSchema, ...Object.fromEntries(given) }
  const tool = Tool.safeParse(value)
  return tool.success
    ? { name: name.data, tool: tool.data, problem: '' }
    : wrong(sentenceOf(tool.error, { value, schema: Tool }), name.data)
}

/** In formats of tool calls: the tool that takes an action which is no call itself, as its argument `action`. */
export const ACT = 'act'
