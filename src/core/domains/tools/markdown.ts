// Tool definitions as Markdown and back, one numbered section per tool: the form that Qwen-AgentWorld was trained on.

import { parseJson } from '../../text/json.ts'
import type { Tool } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import { isSchema } from './bounded.ts'

type Schema = { [key: string]: Json }

const OUTPUT = 'Output schema: '

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
    ...(outputSchema ? [`${OUTPUT}${JSON.stringify(outputSchema)}`] : [])
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

const SECTION = /^#{2,4} \d+\. (?=\S)/m
const NEED = /, (REQUIRED|optional)\)/

/**
 * The tools of sections that `toolsAsMarkdown` wrote, as far as the text tells them; `null` for any other text. What Markdown does not say
 * (formats, limits, annotations) is not in the schemas.
 */
export function readToolsMarkdown(text: string): Tool[] | null {
  const [before = '', ...sections] = text.split(SECTION)
  if (before.trim() || !sections.length) return null
  return sections.map(readSection)
}

function readSection(section: string): Tool {
  const [name = '', ...lines] = section.trimEnd().split('\n')
  const at = lines.findIndex((line) => /^Parameters:/.test(line))
  const description = lines
    .slice(0, at < 0 ? undefined : at)
    .join('\n')
    .replace(/^Description: /, '')
    .trim()
  const output = parsed(lines.find((line) => line.startsWith(OUTPUT))?.slice(OUTPUT.length) ?? '')
  const inputSchema = readParameters(lines.slice(at + 1).filter((line) => !line.startsWith(OUTPUT)))
  return {
    name: name.trim(),
    ...(description && { description }),
    inputSchema,
    ...(isSchema(output) && { outputSchema: output })
  }
}

interface Level {
  indent: number
  properties: Schema
  required: string[]
  /** Written into its parent once it has a parameter. */
  open(level: Level): void
}

function readParameters(lines: string[]): Schema {
  const root: Schema = { type: 'object', properties: {} }
  const into = (schema: Schema, indent: number): Level => ({
    indent,
    properties: {},
    required: [],
    open(level) {
      schema.properties = level.properties
      if (level.required.length) schema.required = level.required
    }
  })
  const levels = [into(root, 0)]
  let last: Schema | null = null
  for (const line of lines) {
    const parameter = readParameter(line)
    if (!parameter) {
      if (last && line.trim()) last.description = `${last.description ?? ''}\n${line}`.trimStart()
      continue
    }
    const { blanks, name, type, need, about } = parameter
    if (last && blanks.length > (levels.at(-1)?.indent ?? 0)) levels.push(into(holderOf(last), blanks.length))
    while (levels.length > 1 && blanks.length < (levels.at(-1)?.indent ?? 0)) levels.pop()
    const level = levels.at(-1)
    if (!level) break
    last = readType(type)
    if (about) last.description = about
    level.properties[name] = last
    if (need === 'REQUIRED') level.required.push(name)
    level.open(level)
  }
  return root
}

/** A line `- name (type, REQUIRED): description`; `null` for any other. */
function readParameter(line: string) {
  const text = line.trimStart()
  const open = text.indexOf(' (')
  const end = NEED.exec(text)
  if (!text.startsWith('- ') || open < 3 || !end || end.index < open) return null
  const rest = text.slice(end.index + end[0].length)
  if (rest && !rest.startsWith(': ')) return null
  return {
    blanks: line.slice(0, line.length - text.length),
    name: text.slice(2, open),
    type: text.slice(open + 2, end.index),
    need: end[1],
    about: rest.slice(2)
  }
}

/** Where nested parameters belong: the items of an array, else the object itself. */
function holderOf(schema: Schema): Schema {
  return schema.type === 'array' && isSchema(schema.items) ? schema.items : schema
}

const DEFAULT = ', default '

function readType(text: string): Schema {
  const at = text.lastIndexOf(DEFAULT)
  const [type, given] = at < 0 ? [text] : [text.slice(0, at), text.slice(at + DEFAULT.length)]
  const value = given === undefined ? undefined : parsed(given)
  return { ...plainType(type), ...(value !== undefined && { default: value }) }
}

function plainType(text: string): Schema {
  if (text === 'any') return {}
  if (text.startsWith('array of ')) return { type: 'array', items: plainType(text.slice('array of '.length)) }
  const parts = text.split(' or ')
  const values = parts.map(parsed)
  if (values.every((value) => value !== undefined)) return { enum: values as Json[] }
  return { type: parts.length > 1 ? parts : text }
}

function parsed(text: string): Json | undefined {
  try {
    const value: Json = parseJson(text)
    return value
  } catch {
    return undefined
  }
}
