// A world of records, read once: what its tools do, what their records look like, and what there is at the beginning.
import { findDomain } from '../domains/index.ts'
import type { Setup, Tool } from '../model.ts'
import type { Json } from '../ports.ts'
import type { Schema } from '../tools/bounded.ts'
import { isSchema } from '../tools/bounded.ts'
import { typesOf, valuesOf } from './cells.ts'
import { readInitial } from './initial.ts'
import type { Known } from './lines.ts'
import { alike } from './names.ts'
import { candidates, type Plan, propertiesOf, readPlans, requiredOf, type Unclear } from './plan.ts'
import { apply, type EntityEffect, idFieldOf, idIn, idNames, type Kinds, keyOf, newKind } from './record.ts'
import { sentencesOf } from './stated.ts'
import { startOf } from './time.ts'

export interface Book {
  text: string
  tools: ReadonlyMap<string, Tool>
  plans: ReadonlyMap<string, Plan | Unclear>
  /** What the tools say of each kind. */
  known(kind: string): KnownKind
  /** Arguments that every tool takes and that are no field of any record, such as `repo`. */
  scope: ReadonlySet<string>
  /** Sentences of the initial state that are no records. */
  prose: readonly string[]
  /** The time at which the world begins, in milliseconds; the sentence tells of it, and who calls. */
  start: number
  caller: string | null
  initial: Kinds
  effects: readonly EntityEffect[]
}

export interface KnownKind extends Known {
  /** Fields that a tool which returns the record always returns. */
  required: ReadonlySet<string>
  /** Arguments that a tool which makes the record can do without. */
  optional: ReadonlySet<string>
  /** The values that the tools list for a field. */
  values: ReadonlyMap<string, readonly Json[]>
  /** An id as a description shows one. */
  example: string | null
  idType: string | null
}

export const isPlan = (plan: Plan | Unclear): plan is Plan => 'verb' in plan

/** The tools of a world whose tools may work on records; `null` in other worlds. */
export function recordTools(setup: Setup): Tool[] | null {
  const domain = findDomain(setup.domain)
  return domain.keepsRecords ? (domain.tools?.(setup) ?? []) : null
}

/** Reads a world. Linear in its setup. */
export function readBook(tools: readonly Tool[], text: string): Book {
  const names = candidates(tools)
  const usual = [...names].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null
  const first = readPlans(tools, new Set())
  const hints = { kinds: new Set(names.keys()), usual, known: knownOf(tools, first) }
  const { told, prose, partial } = readInitial(text, hints)
  const plans = readPlans(tools, new Set(told.flatMap(({ kind }) => (kind && names.has(kind) ? kind : []))))
  const known = knownOf(tools, plans)
  let initial: Kinds = new Map()
  const effects: EntityEffect[] = []
  for (const { kind, record } of told) {
    if (!kind) continue
    const idField = initial.get(kind)?.idField ?? (record && idFieldOf(record, kind)) ?? known(kind).idField
    if (!initial.has(kind))
      initial = new Map(initial).set(kind, { ...newKind(kind, idField), complete: !partial.has(kind) })
    const id = record ? idIn(record, idField) : null
    if (!record || id === null) continue
    const effect: EntityEffect = { do: 'entity', kind, id: keyOf(id), value: record }
    effects.push(effect)
    initial = apply(initial, effect)
  }
  const caller = /\b(?:the caller is|current user:?|signed in as|logged in as|acting as) ([\w@-]+(?:\.[\w@-]+)*)/i.exec(
    text
  )
  return {
    ...{ text, plans, known, effects, tools: new Map(tools.map((tool) => [tool.name, tool])) },
    scope: scopeOf(tools, known, plans),
    prose: prose.flatMap(sentencesOf),
    start: startOf(text),
    caller: caller?.[1] ?? null,
    initial: withNext(initial, text)
  }
}

/** `The next number is 43`, `the last one given is ev-204`: ids that are gone count too. */
function withNext(kinds: Kinds, text: string): Kinds {
  const next = /\bnext (?:\w+ )?(?:number|id) is #?(?:[A-Za-z]+[-_])?(\d{1,12})/i.exec(text)?.[1]
  const last = /\blast (?:\w+ ){1,3}(?:given|used) is #?(?:[A-Za-z]+[-_])?(\d{1,12})/i.exec(text)?.[1]
  const [only] = [...kinds.values()].sort((one, other) => other.records.size - one.records.size)
  const number = next ? Number(next) - 1 : Number(last ?? 0)
  return only && number > only.last ? new Map(kinds).set(only.name, { ...only, last: number }) : kinds
}

function knownOf(tools: readonly Tool[], plans: Book['plans']): (kind: string) => KnownKind {
  const made = new Map<string, KnownKind>()
  return (kind) => {
    const kept = made.get(kind) ?? knownKind(tools, plans, kind)
    made.set(kind, kept)
    return kept
  }
}

function knownKind(tools: readonly Tool[], plans: Book['plans'], kind: string): KnownKind {
  const own = tools.flatMap((tool) => {
    const plan = plans.get(tool.name)
    return plan && isPlan(plan) && plan.kind === kind ? plan : []
  })
  const fields = new Map<string, Schema>()
  const required = new Set<string>()
  for (const { tool } of own.filter(({ verb }) => verb !== 'delete' && verb !== 'count')) {
    const [shown, needed] = shownBy(tool.outputSchema)
    for (const [name, schema] of shown) if (!fields.has(name)) fields.set(name, schema)
    for (const name of needed) required.add(name)
  }
  const ids = own.flatMap(({ tool, id }) => propertiesOf(tool.inputSchema).filter(([name]) => name === id))
  const optional = new Set<string>()
  for (const { tool, parent } of own.filter(({ verb }) => verb === 'create')) {
    const needed = requiredOf(tool.inputSchema)
    for (const [name, schema] of propertiesOf(tool.inputSchema)) {
      if (name === parent?.arg) continue
      if (!fields.has(name)) fields.set(name, schema)
      if (!needed.includes(name)) optional.add(name)
      const { default: preset } = schema
      const shown = fields.get(name)
      if (preset !== undefined && shown) fields.set(name, { ...shown, default: preset })
    }
  }
  const idField = [...idNames(kind)].flatMap(
    (wanted) => [...fields.keys()].find((name) => alike(name, wanted)) ?? []
  )[0]
  const bare = ids.map(([name]) => name).find((name) => /^(?:id|number|key|code|sku|slug|uuid|name|email)$/i.test(name))
  const schema = ids[0]?.[1] ?? {}
  const field = (required.size && idField ? idField : bare) ?? 'id'
  for (const [name, one] of ids) if (name === field && !fields.has(field)) fields.set(field, one)
  return {
    fields,
    required,
    optional,
    values: listedBy(own, fields),
    idField: field,
    example: exampleIn(schema),
    idType: typesOf(fields.get(field) ?? schema)[0] ?? null
  }
}

/** Choices of fields, of answers first and then of arguments; `all` is a choice of lists alone. */
function listedBy(plans: readonly Plan[], fields: ReadonlyMap<string, Schema>): Map<string, Json[]> {
  const schemas = [...fields, ...plans.flatMap(({ tool }) => propertiesOf(tool.inputSchema))]
  const listed = new Map<string, Json[]>()
  for (const [name, schema] of schemas) {
    const more = valuesOf(schema).filter((one) => one !== 'all' && one !== 'any')
    if (more.length) listed.set(name, [...new Set([...(listed.get(name) ?? []), ...more])])
  }
  return listed
}

/** The fields of a record that a tool returns, alone, in a list or under a name. */
function shownBy(schema: Tool['outputSchema']): [[string, Schema][], string[]] {
  let value: Schema | undefined = schema
  for (let depth = 0; isSchema(value) && depth < 3; depth++) {
    const inner: [string, Schema][] = propertiesOf(value)
    if (inner.some(([name]) => /^(?:id|\w+_id|\w+Id|key|number|code|sku|slug|uuid)$/.test(name)))
      return [inner, requiredOf(value)]
    const items: Schema | undefined = isSchema(value.items) ? value.items : undefined
    value = items ?? inner.map(([, one]) => one).find((one) => isSchema(one.items) || isSchema(one.properties))
  }
  return [[], []]
}

/** `Such as ev-204`, `e.g. "T-101"`, and a schema's own examples. */
function exampleIn(schema: Schema): string | null {
  const { examples, example, description } = schema
  const [given] = Array.isArray(examples) ? examples : [example]
  if (typeof given === 'string') return given
  return (
    /\b(?:such as|e\.g\.,?|like|example:?) ["“`']?([A-Za-z]{1,12}[-_]?\d{1,12})/i.exec(
      String(description ?? '')
    )?.[1] ?? null
  )
}

function scopeOf(tools: readonly Tool[], known: Book['known'], plans: Book['plans']): Set<string> {
  const taken = tools.map((tool) => new Set(requiredOf(tool.inputSchema)))
  const kinds = [...plans.values()].flatMap((plan) => (isPlan(plan) ? plan : []))
  const ids = new Set(kinds.flatMap(({ id, parent }) => [id, parent?.arg]))
  const shared = [...(taken[0] ?? [])].filter((name) => tools.length > 1 && taken.every((one) => one.has(name)))
  return new Set(shared.filter((name) => !ids.has(name) && !kinds.some(({ kind }) => known(kind).required.has(name))))
}
