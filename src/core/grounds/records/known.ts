// What the tools of a set say of a kind of records: its fields, their choices, its ids.

import { isSchema, type ObjectSchema } from '../../domains/tools/bounded.ts'
import type { Tool } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import { typesOf, valuesOf } from './cells.ts'
import type { KnownRecords } from './lines.ts'
import { alike } from './names.ts'
import { isPlan, propertiesOf, requiredOf, type ToolPlan, type Unclear } from './plan.ts'
import { idNames } from './record.ts'

export interface KnownKind extends KnownRecords {
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

type Plans = ReadonlyMap<string, ToolPlan | Unclear>

/** What is known of each kind, read when it is first asked for. */
export function knownOf(tools: readonly Tool[], plans: Plans): (kind: string) => KnownKind {
  const made = new Map<string, KnownKind>()
  return (kind) => {
    const kept = made.get(kind) ?? knownKind(tools, plans, kind)
    made.set(kind, kept)
    return kept
  }
}

function knownKind(tools: readonly Tool[], plans: Plans, kind: string): KnownKind {
  const own = tools.flatMap((tool) => {
    const plan = plans.get(tool.name)
    return plan && isPlan(plan) && plan.kind === kind ? plan : []
  })
  const fields = new Map<string, ObjectSchema>()
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
function listedBy(plans: readonly ToolPlan[], fields: ReadonlyMap<string, ObjectSchema>): Map<string, Json[]> {
  const schemas = [...fields, ...plans.flatMap(({ tool }) => propertiesOf(tool.inputSchema))]
  const listed = new Map<string, Json[]>()
  for (const [name, schema] of schemas) {
    const more = valuesOf(schema).filter((one) => one !== 'all' && one !== 'any')
    if (more.length) listed.set(name, [...new Set([...(listed.get(name) ?? []), ...more])])
  }
  return listed
}

/** The fields of a record that a tool returns, alone, in a list or under a name. */
function shownBy(schema: Tool['outputSchema']): [[string, ObjectSchema][], string[]] {
  let value: ObjectSchema | undefined = schema
  for (let depth = 0; isSchema(value) && depth < 3; depth++) {
    const inner: [string, ObjectSchema][] = propertiesOf(value)
    if (inner.some(([name]) => /^(?:id|\w+_id|\w+Id|key|number|code|sku|slug|uuid)$/.test(name)))
      return [inner, requiredOf(value)]
    const items: ObjectSchema | undefined = isSchema(value.items) ? value.items : undefined
    value = items ?? inner.map(([, one]) => one).find((one) => isSchema(one.items) || isSchema(one.properties))
  }
  return [[], []]
}

/** `Such as ev-204`, `e.g. "T-101"`, and a schema's own examples. */
function exampleIn(schema: ObjectSchema): string | null {
  const { examples, example, description } = schema
  const [given] = Array.isArray(examples) ? examples : [example]
  if (typeof given === 'string') return given
  return (
    /\b(?:such as|e\.g\.,?|like|example:?) ["“`']?([A-Za-z]{1,12}[-_]?\d{1,12})/i.exec(
      String(description ?? '')
    )?.[1] ?? null
  )
}
