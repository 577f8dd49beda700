// What each tool of a set does to the records: the verb, the kind, the argument that names a record. Or why no rule can say.

import { isSchema, type ObjectSchema } from '../../domains/tools/bounded.ts'
import type { Tool } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import { typesOf } from './cells.ts'
import { alike, isPlural, plainName, plural, singular, wordsOf } from './names.ts'
import { idNames } from './record.ts'
import { sideEffect } from './stated.ts'
import { type NamedAct, type RecordVerb, readName, sharedPrefix, WRITES } from './verbs.ts'

export interface ToolPlan {
  tool: Tool
  verb: RecordVerb
  /** The verb as the name has it: `close` of a `status`. */
  word: string
  kind: string
  /** The argument that names one record. */
  id: string | null
  /** `update_ticket_status`: the field that the name speaks of. */
  field: string | null
  /** `list_open_tickets`: what the name says of the records, beside their kind. */
  qualifiers: string[]
  /** The argument that names the record of another kind to which this one belongs. */
  parent: { kind: string; arg: string } | null
}

/** The rule that leaves the tool to the model, and why in a sentence. */
export interface Unclear {
  rule: string
  why: string
}

export const isPlan = (plan: ToolPlan | Unclear): plan is ToolPlan => 'verb' in plan

export const propertiesOf = (schema: Json | undefined): [string, ObjectSchema][] => {
  const properties = isSchema(schema) ? schema.properties : undefined
  return isSchema(properties) ? Object.entries(properties).map(([name, one]) => [name, isSchema(one) ? one : {}]) : []
}

export const requiredOf = (schema: Json | undefined): string[] => {
  const required = isSchema(schema) ? schema.required : undefined
  return Array.isArray(required) ? required.map(String) : []
}

/** Every ending of every name as a kind: what headings of an initial state may mean. */
export function candidates(tools: readonly Tool[]): Map<string, number> {
  const found = new Map<string, number>()
  const prefix = sharedPrefix(tools.map(({ name }) => name))
  for (const { name } of tools) {
    const rest = readName(name, prefix)?.rest.map(singular) ?? []
    for (let from = 0; from < rest.length; from++) {
      const kind = rest.slice(from).join('_')
      found.set(kind, (found.get(kind) ?? 0) + 1)
    }
  }
  return found
}

/** The plans of a set of tools. `told` are the kinds that the initial state has records of. */
export function readPlans(tools: readonly Tool[], told: ReadonlySet<string>): Map<string, ToolPlan | Unclear> {
  const prefix = sharedPrefix(tools.map(({ name }) => name))
  const read = tools.map((tool) => ({ tool, act: readName(tool.name, prefix) }))
  const acts = read.flatMap(({ act }) => act ?? [])
  const kinds = kindsOf(acts, told)
  const plain = new Map([...kinds].map((kind) => [plainName(kind), kind]))
  const shared = new Set([...candidates(tools)].flatMap(([kind, times]) => (times > 1 ? kind : [])))
  return new Map(read.map(({ tool, act }) => [tool.name, planOf(tool, act, { kinds, plain, told, shared })]))
}

/** What the names of a set say together. */
interface Named {
  kinds: ReadonlySet<string>
  /** Kinds by their plain names. */
  plain: ReadonlyMap<string, string>
  /** Kinds that the initial state has records of. */
  told: ReadonlySet<string>
  /** Words that several tools end in. */
  shared: ReadonlySet<string>
}

/** The kinds that the names speak of: `ticket` of `list_tickets`, and `status` of `update_ticket_status` not. */
function kindsOf(acts: readonly NamedAct[], told: ReadonlySet<string>): Set<string> {
  const kinds = new Set(told)
  const phrases = acts.map(({ rest }) => rest.map(singular))
  for (const [one, ...more] of phrases) if (one && !more.length) kinds.add(one)
  for (const rest of phrases) {
    const last = rest.at(-1) ?? ''
    if (rest.length < 2 || kinds.has(last) || rest.some((_, from) => kinds.has(rest.slice(from).join('_')))) continue
    const begins = rest.slice(0, -1).some((_, to) => kinds.has(rest.slice(0, to + 1).join('_')))
    if (!begins) kinds.add(rest.join('_'))
    // `list_ticket_comments`, but not `get_ticket_status`: what there are several of is a kind.
    else if (acts.some((act) => act.rest.at(-1) === plural(last))) kinds.add(last)
  }
  return kinds
}

function planOf(tool: Tool, act: NamedAct | null, named: Named): ToolPlan | Unclear {
  const { kinds, told, shared } = named
  if (!act?.rest.length) {
    return { rule: 'unclear-verb', why: `The name ${tool.name} has no verb for reading or changing records.` }
  }
  const rest = act.rest.map(singular)
  const from = rest.findIndex((_, at) => kinds.has(rest.slice(at).join('_')))
  const to = from >= 0 ? rest.length : rest.findLastIndex((_, at) => kinds.has(rest.slice(0, at + 1).join('_'))) + 1
  const kind = rest.slice(Math.max(from, 0), to).join('_')
  if (!kind || (to < rest.length && !['get', 'update'].includes(act.verb))) {
    return { rule: 'unclear-kind', why: `The name ${tool.name} does not say what kind of record it works on.` }
  }
  const several = isPlural(act.rest[to - 1] ?? '')
  const plan = {
    ...{ tool, kind, word: act.word },
    ...{ field: to < rest.length ? rest.slice(to).join('_') : null, qualifiers: rest.slice(0, Math.max(from, 0)) },
    ...argumentsOf(tool, kind, act.verb, several, named),
    verb: act.verb
  }
  const verb = verbOf(plan, several)
  const { readOnlyHint } = tool.annotations ?? {}
  if (WRITES.has(verb) && readOnlyHint === true) {
    return { rule: 'unclear-verb', why: `${tool.name} is named like a change, and is annotated as read-only.` }
  }
  if (!told.has(kind) && !shared.has(kind) && !several) {
    return { rule: 'unclear-kind', why: `Nothing else tells of records of the kind "${kind}".` }
  }
  if (['delete', 'status', 'assign', 'update'].includes(verb) && plan.id === null) {
    return { rule: 'bulk', why: `No argument of ${tool.name} names one record.` }
  }
  const effect = sideEffect(tool, WRITES.has(verb))
  if (effect)
    return { rule: 'side-effect', why: `The description of ${tool.name} speaks of more than records ("${effect}").` }
  return { ...plan, verb }
}

/** `get_tickets` without an id lists, `find_ticket` with one gets, `open_ticket` without one creates. */
function verbOf(
  { verb, id, tool, word }: Pick<ToolPlan, 'verb' | 'id' | 'tool' | 'word'>,
  several: boolean
): RecordVerb {
  const required = id !== null && requiredOf(tool.inputSchema).includes(id)
  if (verb === 'get' && (id === null || (several && !required))) return 'list'
  if ((verb === 'search' || verb === 'list') && required && !several) return 'get'
  if (verb === 'status' && word === 'open' && id === null) return 'create'
  return verb
}

function argumentsOf(
  tool: Tool,
  kind: string,
  verb: RecordVerb,
  several: boolean,
  { kinds, plain }: Named
): Pick<ToolPlan, 'id' | 'parent'> {
  const properties = propertiesOf(tool.inputSchema)
  const names = properties.filter(([, schema]) => !typesOf(schema).includes('array')).map(([name]) => name)
  const required = requiredOf(tool.inputSchema)
  const wanted = idNames(kind).filter((one) => verb !== 'update' || !['name', 'email', 'login'].includes(one))
  const own = wanted.flatMap((one) => names.find((name) => alike(name, one)) ?? [])
  if (verb === 'create') {
    // `add_comment(id, body)`, where the id is said to be the issue's.
    const bare = own.find((name) => required.includes(name) && /^(?:id|number|key)$/i.test(name))
    const described = wordsOf(String(properties.find(([name]) => name === bare)?.[1].description ?? '')).map(singular)
    const owner = bare ? described.find((one) => one !== kind && kinds.has(one)) : undefined
    if (bare && owner) return { id: null, parent: { kind: owner, arg: bare } }
  }
  // `payments.cancel(payment_id)`: who must give an id means one.
  const one = verb === 'get' || (WRITES.has(verb) && required.includes(own[0] ?? ''))
  const id = (several && !one ? null : own[0]) ?? null
  const parents = required.flatMap((arg) => {
    const owner = arg === id || !names.includes(arg) ? undefined : ownerOf(arg, plain)
    return owner && owner !== kind ? { kind: owner, arg } : []
  })
  return { id: verb === 'create' ? null : id, parent: parents[0] ?? null }
}

/** The kind whose id an argument is: `customer_id`, `customerKey`, `customer`. */
function ownerOf(arg: string, plain: ReadonlyMap<string, string>): string | undefined {
  const name = plainName(arg)
  return plain.get(name) ?? plain.get(name.replace(/(?:id|key|number|code)$/, ''))
}
