// The JSON schema of a scenario's file, for editors: every field described, with the domains, perturbations and presets there are.
import { z } from 'zod'
import { domains } from '../domains/index.ts'
import { perturbations } from '../faults/perturbations/index.ts'
import { PRESETS } from '../faults/presets.ts'
import { isObject } from '../text/json.ts'
import { ScenarioFile } from '../tree/scenario.ts'
import { WORDS } from './scenario-words.ts'

type Json = z.core.util.JSONType
type Schema = { [key: string]: Json }

/** The same every time, and of this version of Orrery. */
export function scenarioSchema(): Schema {
  // Through JSON: parts that stand in several places become parts of their own.
  const plain = jsonSchema(ScenarioFile)
  const { $defs, $schema = '', properties = {}, required = [], ...rest } = plain
  const defs = record($defs)
  const named = Object.keys(defs)
  if (named.length !== 1) throw new Error('The condition is no longer the only recursive part of a scenario.')
  const text = JSON.stringify({ properties, condition: Object.values(defs)[0] })
  const parts = record(JSON.parse(text.replaceAll(`#/$defs/${named[0]}`, '#/$defs/condition')))
  const use = perturbationSchema(parts)
  const schema: Schema = {
    $schema,
    title: 'Orrery scenario',
    description: 'A world to start from, what is done in it and what is expected: docs/scenarios.md.',
    ...rest,
    properties: withUses(parts.properties ?? {}),
    // A file that includes others has from them what it lacks.
    if: { not: { required: ['include'] } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required },
    $defs: { condition: parts.condition ?? {}, perturbation: use }
  }
  describe(schema, [])
  const setup = record(record(schema.properties).setup)
  const fields = record(setup.properties)
  Object.assign(record(fields.domain), { enum: domains.map(({ id }) => id) })
  fields.program = orFile(record(fields.program))
  return schema
}

/** A program in place, or the names of its files beside the scenario. */
function orFile({ title = '', description = '', properties = {}, required: _, ...rest }: Schema): Schema {
  const name: Schema = { type: 'string', minLength: 1 }
  const names: Schema[] = [name, { type: 'array', items: name, minItems: 1 }]
  const written = {
    ...rest,
    properties: {
      file: {
        anyOf: names,
        title: 'file',
        description: 'The name of a file beside the scenario, or a list of names, in place of the text.'
      },
      ...record(properties)
    },
    anyOf: [{ required: ['file'] }, { required: ['text'] }]
  }
  return { title, description, anyOf: [...names, written] }
}

/** What one perturbation in a list may be, each with its own options. */
function perturbationSchema(parts: Schema): Schema {
  const list = record(record(record(record(parts.properties).setup).properties).perturbations)
  const use = structuredClone(record(list.items))
  Object.assign(record(record(use.properties).name), { enum: perturbations.map(({ name }) => name) })
  return {
    ...use,
    allOf: perturbations.map(({ name, title, description, options }) => {
      const { $schema: _, ...schema } = jsonSchema(options)
      // Options of a perturbation are described where they are declared.
      const then = { properties: { name: { title, description }, options: { ...schema, title: `Options of ${name}` } } }
      return { if: { properties: { name: { const: name } } }, then }
    })
  }
}

/** Lists of perturbations refer to the one description of a perturbation. */
function withUses(value: Json): Json {
  if (Array.isArray(value)) return value.map(withUses)
  if (!isObject(value)) return value
  const schema = record(value)
  const { properties } = schema
  if (isObject(properties) && 'options' in properties && 'when' in properties) return { $ref: '#/$defs/perturbation' }
  return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, withUses(inner)]))
}

/** Gives every field a title and a description. */
function describe(schema: Json, path: string[]): void {
  if (Array.isArray(schema)) for (const one of schema) describe(one, path)
  if (!isObject(schema)) return
  const node = record(schema)
  for (const [name, field] of Object.entries(record(node.properties ?? {}))) {
    const own = [...path, name]
    if (isObject(field)) {
      const description = words(own)
      if (description) Object.assign(field, { title: name, description })
    }
    describe(field, own)
  }
  for (const [name, part] of Object.entries(record(node.$defs ?? {}))) describe(part, [name])
  for (const key of ['items', 'additionalProperties', 'anyOf']) if (node[key] !== undefined) describe(node[key], path)
  const level = record(record(node.properties ?? {}).perturbations ?? {}).additionalProperties
  if (path.join('.') === 'matrix' && isObject(level)) {
    const known = PRESETS.map((preset) => preset.name)
    Object.assign(level, { description: `A preset (${known.join(', ')}), or a list of perturbations.` })
  }
}

function words(path: string[]): string | undefined {
  for (let from = 0; from < path.length; from++) {
    const found = WORDS[path.slice(from).join('.')]
    if (found !== undefined) return found
  }
  return undefined
}

const jsonSchema = (schema: z.ZodType): Schema =>
  record(
    JSON.parse(
      JSON.stringify(
        z.toJSONSchema(schema, {
          ...{ io: 'input', unrepresentable: 'any' },
          // Zod's own name of a format; the pattern says the same.
          override: ({ jsonSchema: one }) => void (one.format === 'starts_with' && delete one.format)
        })
      )
    )
  )

/** @throws Error for what is no object: the schema is not built as it was */
function record(value: Json | undefined): Schema {
  if (isObject(value)) return value
  throw new Error('The schema of a scenario has an unexpected form.')
}
