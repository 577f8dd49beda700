// Calls of Playwright's MCP server, which agents on aria snapshots make. A call is checked, and kept as the agent wrote it.
import { isObject, parseJson } from '../../text/json.ts'
import { nearest } from '../../text/nearest.ts'
import type { PythonLiteral } from '../../text/python-values.ts'
import { readCall } from '../python.ts'
import { Call } from '../tool-call.ts'
import { type PlaywrightArgumentKind, TOOLS } from './playwright-tools.ts'

export interface PlaywrightCall {
  tool: string
  given: Map<string, PythonLiteral>
}

/**
 * A call as text (`browser_click(element="Sign in link", ref="e12")`) or as JSON (`{"name": ..., "arguments": ...}`), with a server's
 * name before the tool's or without; `null` for what is no such call.
 * @throws SyntaxError in words that teach
 */
export function readPlaywright(text: string): PlaywrightCall | null {
  const words = text.trim()
  const called = words.startsWith('{') ? asJson(words) : asCall(words)
  if (!called) return null
  const { tool, given } = called
  const parameters = TOOLS.get(tool)
  if (!parameters) {
    const near = nearest(tool, [...TOOLS.keys()])
    const hint = near === null ? `The tools are: ${[...TOOLS.keys()].join(', ')}.` : `Did you mean ${near}?`
    throw new SyntaxError(`${tool} is not a tool of Playwright's MCP server. ${hint}`)
  }
  for (const { names, kind, optional } of parameters) {
    const name = names.find((one) => given.get(one) !== undefined && given.get(one) !== null)
    if (name === undefined && !optional) throw new SyntaxError(`${tool} takes ${names[0]}. ${exampleOf(tool)}`)
    const value = name === undefined ? null : (given.get(name) ?? null)
    if (value !== null && !fits(value, kind)) {
      throw new SyntaxError(`${name} of ${tool} must be ${EXPECTED[kind]}. ${exampleOf(tool)}`)
    }
  }
  return called
}

/** `browser_click` of `mcp__playwright__browser_click`; `null` for a name of no browser tool. */
function toolOf(name: string): string | null {
  const at = name.lastIndexOf('browser_')
  const before = name.charAt(at - 1)
  return at < 0 || /[a-z\d]/i.test(before) ? null : name.slice(at)
}

function asJson(text: string): PlaywrightCall | null {
  // What names no browser tool need not be parsed.
  if (!text.includes('browser_')) return null
  try {
    const call = Call.safeParse(parseJson(text)).data
    const tool = call && toolOf(call.name)
    return tool ? { tool, given: new Map(Object.entries(call.arguments)) } : null
  } catch {
    return null
  }
}

function asCall(text: string): PlaywrightCall | null {
  const [name = ''] = /^[\w.:/-]*/.exec(text) ?? []
  const tool = toolOf(name)
  if (!tool) return null
  const { positional, keywords } = readCall(`${tool}${text.slice(name.length)}`)
  const [first, ...more] = positional
  // As JavaScript calls it: browser_click({ element: "Sign in", ref: "e12" }).
  if (isObject(first) && !more.length) return { tool, given: new Map([...Object.entries(first), ...keywords]) }
  const parameters = TOOLS.get(tool) ?? []
  if (positional.length > parameters.length) {
    throw new SyntaxError(`${tool} is written with the names of its parameters. ${exampleOf(tool)}`)
  }
  return {
    tool,
    given: new Map([
      ...positional.map((value, index) => [parameters[index]?.names[0] ?? '', value] as const),
      ...keywords
    ])
  }
}

const EXPECTED: Record<PlaywrightArgumentKind, string> = {
  text: 'a text in quotes',
  number: 'a number',
  flag: 'true or false',
  list: 'a list',
  object: 'an object'
}

/** Agents quote what needs no quotes, and give one thing where a list of one is meant. */
function fits(value: PythonLiteral, kind: PlaywrightArgumentKind): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string' || typeof value === 'number'
    case 'number':
      return (
        typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)))
      )
    case 'flag':
      return typeof value === 'boolean' || value === 'true' || value === 'false'
    case 'list':
      return Array.isArray(value) || typeof value === 'string'
    case 'object':
      return isObject(value) || typeof value === 'string'
    default:
      return kind satisfies never
  }
}

const EXAMPLES: Record<PlaywrightArgumentKind, string> = {
  text: '"..."',
  number: '1',
  flag: 'True',
  list: '["..."]',
  object: '{}'
}

/** The call with all that it must be given. */
function exampleOf(tool: string): string {
  const needed = (TOOLS.get(tool) ?? []).filter(({ optional, names }) => !optional || names[0] === 'element')
  return `It is written like this: ${tool}(${needed.map(({ names, kind }) => `${names[0]}=${names[0] === 'ref' ? '"e12"' : EXAMPLES[kind]}`).join(', ')})`
}

/** A call as agents write it: parameters by name, texts in double quotes. */
export function writePlaywright(tool: string, given: [name: string, value: PythonLiteral][]): string {
  return `${tool}(${given.map(([name, value]) => `${name}=${written(value)}`).join(', ')})`
}

function written(value: PythonLiteral): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return Array.isArray(value) ? `[${value.map(written).join(', ')}]` : JSON.stringify(value)
}
