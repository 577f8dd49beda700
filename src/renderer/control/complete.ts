// What the schema knows of a place in a YAML text: the names that may stand there, and the values.

import { isObject } from '../../core/text/json.ts'
import type { Json } from '../../core/tree/ports.ts'

export type CompletionSchema = Record<string, Json>

export interface Offer {
  label: string
  type: 'property' | 'enum'
  apply?: string
  detail?: string
  info?: string
}

/** @param at characters before the place */
export function completionsAt(schema: CompletionSchema, text: string, at: number): Offer[] {
  const lines = text.slice(0, at).split('\n')
  const line = lines.at(-1) ?? ''
  const [, dashes = '', key, rest] = /^((?:\s|- )*)(?:([\w-]+):(?:\s+(.*))?)?/.exec(line) ?? []
  const path = above(lines.slice(0, -1), dashes.length)
  if (key !== undefined && (rest !== undefined || line.endsWith(':'))) {
    return valuesOf(descend(schema, [...path, key]))
  }
  return descend(schema, path).flatMap((node) => namesOf(node))
}

/** The keys that the place lies under, by indentation; list items have no key of their own. */
function above(lines: readonly string[], indent: number): string[] {
  const path: string[] = []
  let inside = indent
  for (const line of lines.toReversed()) {
    const [, lead = '', key] = /^((?:\s|- )*)([\w-]+):/.exec(line) ?? []
    if (key === undefined || line.trimStart().startsWith('#')) continue
    if (lead.length < inside) {
      path.unshift(key)
      inside = lead.length
    }
  }
  return path
}

/** Every part of the schema that may describe what lies at `path`: alternatives are all looked into. */
function descend(root: CompletionSchema, path: readonly string[]): CompletionSchema[] {
  let nodes = alternatives(root, root)
  for (const key of path) {
    nodes = nodes.flatMap((node) => {
      const properties = recordOf(node.properties)
      const next = properties?.[key] ?? recordOf(node.additionalProperties)
      return isRecord(next) ? alternatives(next, root) : []
    })
  }
  return nodes
}

/** The part itself, what it refers to, its alternatives, and the items where it is a list. */
function alternatives(node: CompletionSchema, root: CompletionSchema, depth = 0): CompletionSchema[] {
  if (depth > 8) return []
  const more: Json[] = []
  if (typeof node.$ref === 'string') more.push(recordOf(root.$defs)?.[node.$ref.replace('#/$defs/', '')] ?? null)
  for (const key of ['anyOf', 'oneOf']) {
    const several = node[key]
    if (Array.isArray(several)) for (const one of several) more.push(one)
  }
  if (node.items !== undefined) more.push(node.items)
  return [node, ...more.filter(isRecord).flatMap((one) => alternatives(one, root, depth + 1))]
}

function namesOf(node: CompletionSchema): Offer[] {
  return Object.entries(recordOf(node.properties) ?? {}).map(([label, about]) => {
    const { description, type } = isRecord(about) ? about : {}
    return {
      ...{ label, type: 'property' as const, apply: `${label}: ` },
      ...(typeof type === 'string' && { detail: type }),
      ...(typeof description === 'string' && { info: description })
    }
  })
}

function valuesOf(nodes: CompletionSchema[]): Offer[] {
  const values = nodes.flatMap((node) => {
    if (node.type === 'boolean') return [true, false]
    if (node.const !== undefined) return [node.const]
    return Array.isArray(node.enum) ? node.enum : []
  })
  return [...new Set(values.map(String))].map((label) => ({ label, type: 'enum' }))
}

const isRecord = (value: Json | undefined): value is CompletionSchema => isObject(value)
const recordOf = (value: Json | undefined): CompletionSchema | undefined => (isRecord(value) ? value : undefined)
