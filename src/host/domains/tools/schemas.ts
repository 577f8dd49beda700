// Schemas of an OpenAPI document as JSON Schema that stands alone: local references are resolved, dialects translated.
import { isObject } from '../../../core/text/json.ts'
import type { Tool } from '../../../core/tree/model.ts'
import type { OtherDocument } from './references.ts'

export type Dict = Record<string, unknown>
type Schema = Tool['inputSchema']
type Value = Schema[string]

export interface Schemas {
  /** The object at the end of a chain of references, or the object itself; `null` when there is none. */
  follow(value: unknown): Dict | null
  /** The schema with everything it points at. What only servers set is no input, what they keep to themselves no output. */
  standalone(value: unknown, side: 'input' | 'output'): Schema
}

// Written out in place, so that a model reads what it needs where it needs it. Past this many parts a description repeats itself
// more than it tells: what follows is written once, under `$defs`.
const WRITTEN_OUT = 150
// And past this many nothing more is: some documents hang together so closely that each operation would bring all of it along.
const MOST = 600

// Where a schema holds further schemas. Everything else in it is plain JSON.
const ONE = ['additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedProperties']
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const NAMED = ['properties', 'patternProperties', 'dependentSchemas']
// Says nothing of what fits: how XML is written, which class a program makes of it, where it is documented.
const LEFT_OUT = [
  'xml',
  'externalDocs',
  'discriminator',
  'nullable',
  'readOnly',
  'writeOnly',
  '$id',
  '$schema',
  '$defs'
]

interface Reading {
  /** Told what else cannot be taken as it stands, in a sentence. */
  note(problem: string): void
  /** Told of each use of a reference that leads nowhere, and why. */
  unresolved(ref: string, why: string): void
  /** The document at a path of a reference, or why there is none. */
  elsewhere(path: string): OtherDocument
}

/** Reads schemas of `document`; what cannot be resolved takes anything, and is reported. */
export function createSchemas(document: Dict, { note, unresolved, elsewhere }: Reading): Schemas {
  const found = new Map<string, { value: unknown } | { problem: string }>()
  function lookUp(ref: string): unknown {
    const known = found.get(ref) ?? search(ref)
    found.set(ref, known)
    if ('value' in known) return known.value
    unresolved(ref, known.problem)
    return undefined
  }

  function search(ref: string): { value: unknown } | { problem: string } {
    const hash = ref.indexOf('#')
    const path = hash < 0 ? ref : ref.slice(0, hash)
    const other: OtherDocument = path ? elsewhere(path) : { value: document }
    if ('problem' in other) return other
    let at: unknown = other.value
    for (const part of hash < 0
      ? []
      : ref
          .slice(hash + 1)
          .split('/')
          .slice(1)) {
      const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~')
      at = (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined
    }
    return at === undefined ? { problem: `does not exist in ${path ? `"${path}"` : 'this file'}` } : { value: at }
  }

  function follow(value: unknown): Dict | null {
    const seen = new Set<string>()
    let at = value
    while (isObject(at) && typeof at.$ref === 'string') {
      if (seen.has(at.$ref)) {
        note(`"${at.$ref}" only refers to itself: any value is accepted there.`)
        return null
      }
      seen.add(at.$ref)
      at = lookUp(at.$ref)
    }
    return isObject(at) ? at : null
  }

  return {
    follow,
    standalone(value, side) {
      const hidden = side === 'input' ? 'readOnly' : 'writeOnly'
      const names = new Map<string, string>()
      const waiting: string[] = []
      let written = 0

      /** `open`: the references that `value` stands inside of. */
      function convert(value: unknown, open: readonly string[]): Value {
        if (typeof value === 'boolean') return value
        if (!isObject(value)) return {}
        written++
        if (typeof value.$ref === 'string') return refer(value, value.$ref, open)
        const entries = Object.entries(value)
          .filter(([key, one]) => !LEFT_OUT.includes(key) && !key.startsWith('x-') && one !== undefined)
          .flatMap(([key, one]) => keyword(key, one, value, open))
        return nullable(value, Object.fromEntries(entries))
      }

      function refer(value: Dict, ref: string, open: readonly string[]): Value {
        const { $ref: _, ...beside } = value
        const extra = convert(beside, open)
        const target = lookUp(ref)
        if (target === undefined) return extra
        if (isFull() && !names.has(ref)) return extra
        const recurs = open.includes(ref) || written > WRITTEN_OUT
        const meant = recurs ? { $ref: `#/$defs/${nameOf(ref)}` } : convert(target, [...open, ref])
        return typeof meant === 'object' && typeof extra === 'object' ? { ...meant, ...extra } : meant
      }

      function isFull(): boolean {
        if (written <= MOST) return false
        note(`Some of these schemas have more than ${MOST} parts: any value is accepted in deeper ones.`)
        return true
      }

      function nameOf(ref: string): string {
        const known = names.get(ref)
        if (known) return known
        const last = decode(ref.split('/').at(-1) ?? '').replace(/(?:\.(?:ya?ml|json))?#?$/i, '')
        const base = last.replace(/\W+/g, '_') || 'schema'
        const taken = new Set(names.values())
        let name = base
        for (let count = 2; taken.has(name); count++) name = `${base}_${count}`
        names.set(ref, name)
        waiting.push(ref)
        return name
      }

      function keyword(key: string, one: unknown, within: Dict, open: readonly string[]): [string, Value][] {
        if (key === 'items') return [[key, Array.isArray(one) ? many(one, open) : convert(one, open)]]
        if (ONE.includes(key)) return [[key, convert(one, open)]]
        if (MANY.includes(key)) return Array.isArray(one) ? [[key, many(one, open)]] : []
        if (NAMED.includes(key)) {
          const shown = Object.entries(isObject(one) ? one : {}).filter(([, part]) => !isHidden(part))
          return [[key, Object.fromEntries(shown.map(([name, part]) => [name, convert(part, open)]))]]
        }
        if (key === 'required') {
          // `required: true` of a Swagger parameter is no JSON Schema; `inputOf` (openapi.ts) puts its name into the object's list.
          if (!Array.isArray(one)) return []
          const parts = isObject(within.properties) ? within.properties : {}
          return [[key, one.filter((name) => typeof name === 'string' && !isHidden(parts[name]))]]
        }
        if (key === 'example') return 'examples' in within ? [] : [['examples', [plain(one)]]]
        if (key === 'exclusiveMinimum' || key === 'exclusiveMaximum') return limit(key, one, within)
        if ((key === 'minimum' || key === 'maximum') && within[`exclusive${capital(key)}`] === true) return []
        if (key === 'type' && one === 'file') {
          return [
            ['type', 'string'],
            ['format', 'binary']
          ]
        }
        return [[key, plain(one)]]
      }

      const isHidden = (part: unknown) => isObject(part) && (follow(part)?.[hidden] === true || part[hidden] === true)
      const many = (list: unknown[], open: readonly string[]) => list.map((one) => convert(one, open))

      const whole = convert(value, [])
      const root: Schema = isSchema(whole) ? whole : {}
      const defs: Schema = {}
      for (let ref = waiting.shift(); ref !== undefined; ref = waiting.shift()) {
        defs[nameOf(ref)] = isFull() ? {} : convert(lookUp(ref), [ref])
      }
      return names.size ? { ...root, $defs: defs } : root
    }
  }
}

const isSchema = (value: Value): value is Schema => isObject(value)

/** OpenAPI 3.0 says beside a type that null fits too. */
function nullable({ nullable: or }: Dict, schema: Schema): Schema {
  if (or !== true) return schema
  const { type, enum: choices } = schema
  if (typeof type !== 'string') return Object.keys(schema).length ? { anyOf: [schema, { type: 'null' }] } : schema
  const made: Schema = { ...schema, type: [type, 'null'] }
  return Array.isArray(choices) && !choices.includes(null) ? { ...made, enum: [...choices, null] } : made
}

/** Until OpenAPI 3.0 an exclusive limit is a mark beside the limit; in JSON Schema it is the limit. */
function limit(key: string, one: unknown, within: Dict): [string, Value][] {
  if (typeof one === 'number') return [[key, one]]
  const beside = within[key === 'exclusiveMinimum' ? 'minimum' : 'maximum']
  return one === true && typeof beside === 'number' ? [[key, beside]] : []
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** The document was read from JSON or made equal to it: every value in it is one of JSON's. */
const plain = (value: unknown): Value => value as Value

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
