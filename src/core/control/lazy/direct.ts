// How what is wanted is shown in one action, by the means that a world has: its shell, or the tool that takes most of it.
import { toolsForAgents } from '../../domains/agent-tools.ts'
import { findDomain } from '../../domains/index.ts'
import { isRead } from '../../faults/data-past.ts'
import { readJson } from '../../observations/documents/value.ts'
import { isObject } from '../../text/json.ts'
import type { Setup, Tool } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import type { Decision } from '../agents/actor.ts'
import type { WantedTurn } from './wanted.ts'

/** Values that are known to fit parameters, by the parameters' names. */
export type KnownArguments = ReadonlyMap<string, Json>

/** The action that shows most of what is wanted. */
export function showing(wanted: WantedTurn, setup: Setup, known: KnownArguments): Decision {
  const domain = findDomain(setup.domain)
  if (domain.shell) return { action: domain.shell.action(commandFor(wanted), setup), thought: '' }
  const calls = toolsForAgents(setup).map((tool) => {
    const call = wantedCall(tool, wanted, known)
    // A row is set by a tool that changes it; a list only narrows by the same value.
    const sets = call.shown > 0 && !isRead({ domain, setup }, { name: tool.name, arguments: {} })
    return sets ? { ...call, shown: call.shown + 1 } : call
  })
  const best = calls.reduce<(typeof calls)[number] | null>((a, b) => (a && a.shown >= b.shown ? a : b), null)
  if (!best) return { done: true, answer: wanted.texts.join('\n'), thought: '' }
  return { tool: best.tool, arguments: best.arguments, thought: '' }
}

/** Whether anything is to be shown in this turn. */
export const isWanting = ({ texts, files, values, fails }: WantedTurn): boolean =>
  texts.length > 0 || files.length > 0 || values.length > 0 || fails

/** A call that lists what there is, for the ids in it; `null` where no tool does so without arguments. */
export function lookingUp(setup: Setup): Decision | null {
  const lists = toolsForAgents(setup).find(
    ({ name, inputSchema: { required } }) =>
      /list|search|read|get/i.test(name) && !(Array.isArray(required) && required[0])
  )
  return lists ? { tool: lists.name, arguments: {}, thought: '' } : null
}

/** Texts and numbers in an answer of JSON, by their names; of a list the last row counts. */
export function valuesIn(text: string): [name: string, value: Json][] {
  const found: [string, Json][] = []
  const left: [name: string, value: unknown][] = [['', readJson(text)?.value]]
  for (let next = left.pop(); next && found.length < MOST_SEEN; next = left.pop()) {
    const [name, value] = next
    if (typeof value === 'string' || typeof value === 'number') found.push([name, value])
    else if (Array.isArray(value)) for (const one of value) left.push([name, one])
    else if (isObject(value)) for (const entry of Object.entries(value)) left.push(entry)
  }
  // What stood last in the text was found first.
  return found.reverse()
}

const MOST_SEEN = 1000

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
  for (const name of required)
    given[name] ??= known.get(name) ?? (ID.test(name) ? known.get('id') : undefined) ?? example(parameters.get(name))
  return { tool, arguments: given, shown }
}

// `ticket_id` of a tool is the `id` of a row.
const ID = /(?:^|_)id$|Id$/

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
