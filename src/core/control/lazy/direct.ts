// How what is wanted is shown in one action, by the means that a world has: its shell, or the tool that takes most of it.
import { toolsForAgents } from '../../domains/agent-tools.ts'
import { findDomain } from '../../domains/index.ts'
import { isObject } from '../../text/json.ts'
import type { Setup, Tool } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import type { Decision } from '../agents/actor.ts'
import type { WantedTurn } from './wanted.ts'

/** Values that are known to fit parameters, by the parameters' names. */
export type KnownArguments = ReadonlyMap<string, Json>

/** The action that shows most of what is wanted. */
export function showing(wanted: WantedTurn, setup: Setup, known: KnownArguments): Decision {
  const { shell } = findDomain(setup.domain)
  if (shell) return { action: shell.action(commandFor(wanted), setup), thought: '' }
  const calls = toolsForAgents(setup).map((tool) => wantedCall(tool, wanted, known))
  const best = calls.reduce<(typeof calls)[number] | null>((a, b) => (a && a.shown >= b.shown ? a : b), null)
  if (!best) return { done: true, answer: wanted.texts.join('\n'), thought: '' }
  return { tool: best.tool, arguments: best.arguments, thought: '' }
}

/** One line of a POSIX shell. */
function commandFor({ texts, files, fails }: WantedTurn): string {
  const parts = [
    ...files.map(({ path, text }) =>
      text === null ? `rm -f ${quoted(path)}` : `printf %b ${written(text)} > ${quoted(path)}`
    ),
    ...texts.map((text) => `printf '%b\\n' ${written(text)}`),
    ...(fails ? ['false'] : [])
  ]
  return parts.join('; ') || 'true'
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** As `printf %b` reads it: in one line. */
const written = (text: string): string => quoted(text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n'))

/** A call of the tool, with as much as it takes of what is wanted. `shown`: how much that is. */
function wantedCall(
  { name: tool, inputSchema, annotations }: Tool,
  { texts, files, values }: WantedTurn,
  known: KnownArguments
): { tool: string; arguments: Record<string, Json>; shown: number } {
  const parameters = new Map(Object.entries(isObject(inputSchema.properties) ? inputSchema.properties : {}))
  const required = Array.isArray(inputSchema.required) ? inputSchema.required.map(String) : []
  const given: Record<string, Json> = {}
  let shown = 0
  for (const { name, value } of values) {
    if (!takes(parameters.get(name), value)) continue
    given[name] = value
    shown += 2
  }
  const free = (is: RegExp) =>
    [...parameters].find(([name, one]) => !(name in given) && is.test(name) && isText(one))?.[0]
  const [file] = files.filter(({ text }) => text !== null)
  const [path, body] = [free(/path|file/i), free(/content|text|data|body/i)]
  if (file?.text != null && path !== undefined && body !== undefined) {
    given[path] = file.path
    given[body] = file.text
    shown += 2
  }
  const text = texts.length
    ? (free(/content|text|body|comment|message|note|query|value|command/i) ?? free(/./))
    : undefined
  if (text !== undefined) {
    given[text] = texts.join('\n')
    shown += annotations?.readOnlyHint ? 0.5 : 1
  }
  for (const name of required) given[name] ??= known.get(name) ?? example(parameters.get(name))
  return { tool, arguments: given, shown }
}

/** A parameter without a list of what it may be. */
const isText = (schema: unknown): boolean => isObject(schema) && schema.type === 'string' && !schema.enum

function takes(schema: unknown, value: Json): boolean {
  if (!isObject(schema)) return false
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  return [schema.type]
    .flat()
    .some((one) => one === undefined || one === type || (one === 'integer' && type === 'number'))
}

/** Something of the type, or something that is refused. */
function example(schema: unknown): Json {
  const { type, enum: all, default: usual } = isObject(schema) ? schema : {}
  const first: unknown = Array.isArray(all) ? all[0] : usual
  if (typeof first === 'string' || typeof first === 'number' || typeof first === 'boolean') return first
  if (type === 'array') return []
  if (type === 'object') return {}
  return type === 'string' || type === undefined ? 'x' : type === 'boolean' ? true : 1
}
