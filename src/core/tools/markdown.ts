// Tool definitions as Markdown, one numbered section per tool: the form that Qwen-AgentWorld was trained on (spec/lwm-protocol, System prompt).
import type { Tool } from '../model.ts'
import type { Json } from '../ports.ts'

type Schema = { [key: string]: Json }

/** Nested parameters are indented below their object; deeper levels than this are named by their type alone. */
const DEEPEST = 6

export function toolsAsMarkdown(tools: readonly Tool[]): string {
  return tools.map(sectionOf).join('\n\n')
}

function sectionOf({ name, title, description, inputSchema, outputSchema }: Tool, index: number): string {
  const about = description?.trim() || title?.trim()
  const parameters = parametersOf(inputSchema, 0)
  return [
    `### ${index + 1}. ${name}`,
    ...(about ? [`Description: ${about}`] : []),
    parameters.length ? ['Parameters:', ...parameters].join('\n') : 'Parameters: none',
    ...(outputSchema ? [`Output schema: ${JSON.stringify(outputSchema)}`] : [])
  ].join('\n')
}

/** `- path (string, REQUIRED): The file to read.` */
function parametersOf(schema: Schema, depth: number): string[] {
  const { properties, required } = schema
  if (!isSchema(properties)) return []
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties).flatMap(([name, given]) => {
    const parameter = isSchema(given) ? given : {}
    const about = typeof parameter.description === 'string' ? `: ${parameter.description.trim()}` : ''
    const line = `${'  '.repeat(depth)}- ${name} (${typeOf(parameter)}, ${needed.has(name) ? 'REQUIRED' : 'optional'})${about}`
    const inner = isSchema(parameter.items) ? parameter.items : parameter
    return [line, ...(depth < DEEPEST ? parametersOf(inner, depth + 1) : [])]
  })
}

/** `string`, `string or null`, `array of integer`, `"asc" or "desc"`, with a default where there is one. */
function typeOf(schema: Schema): string {
  const { type, enum: values, const: only, anyOf, oneOf, items } = schema
  const named = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : ''
  const either = [anyOf, oneOf].find(Array.isArray)?.filter(isSchema).map(typeOf).join(' or ')
  const listed = Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(' or ') : ''
  const fixed = only === undefined ? '' : JSON.stringify(only)
  const kind = fixed || listed || either || named || 'any'
  const whole = named === 'array' && isSchema(items) ? `array of ${typeOf(items)}` : kind
  return schema.default === undefined ? whole : `${whole}, default ${JSON.stringify(schema.default)}`
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
