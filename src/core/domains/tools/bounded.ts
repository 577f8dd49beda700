// Somebody else's JSON schema made into zod's, so that no value takes long to check: patterns are matched in linear time, and the work has an end.
import { z } from 'zod'
import { isObject } from '../../text/json.ts'
import { compilePattern } from '../../text/pattern.ts'
import type { Json } from '../../tree/ports.ts'

/** A JSON Schema that is an object, as MCP's tools have them. */
export type ObjectSchema = Record<string, Json>

export const isSchema = (value: Json | undefined): value is ObjectSchema => isObject(value)

// Steps that one check may take, about a second at worst. 100,000 values are within it; a schema whose alternatives double at every level
// has no end, and is not held against a call.
const MOST_STEPS = 4_000_000
// One part of a schema meeting one value costs about as much as so many steps of a pattern.
const STEPS_PER_VALUE = 40
// And so does compiling one instruction of a pattern.
const STEPS_PER_INSTRUCTION = 500
// Longer than any pattern that people write, and what counted repetitions make of it.
const MOST_PATTERN = 50_000

/** A schema without what is not checked, and its patterns by the names that stand for them in it. */
export interface Readable {
  schema: ObjectSchema
  patterns: Map<string, Asked>
}

interface Asked {
  source: string
  /** The answer of a pattern that cannot be matched: texts fit it, and no name is one of its. */
  otherwise: boolean
}

// Where a schema holds further schemas.
const ONE = new Set(['items', 'additionalProperties', 'additionalItems', 'not'])
const MANY = new Set(['items', 'prefixItems', 'allOf', 'anyOf', 'oneOf'])
const NAMED = new Set(['properties', '$defs', 'definitions'])
// JSON Schema leaves formats to whoever wants to check them (most servers do not, and zod's are narrower than theirs). What zod does with
// the others is out of reach of a bound.
const LEFT_OUT = new Set(['format', 'contains', 'minContains', 'maxContains', 'propertyNames'])

/** What of the schema can be checked within bounds. Linear in it. */
export function readable(schema: ObjectSchema): Readable {
  const patterns: Readable['patterns'] = new Map()

  function standIn(asked: Asked): string {
    const name = `pattern-${patterns.size}`
    patterns.set(name, asked)
    return name
  }

  function part(value: Json): Json {
    return isSchema(value) ? cleaned(value) : value
  }

  function keyword([key, value]: [string, Json], within: ObjectSchema): [string, Json][] {
    if (LEFT_OUT.has(key)) return []
    if (key === 'pattern') return typeof value === 'string' ? [[key, standIn({ source: value, otherwise: true })]] : []
    if (key === 'patternProperties' && isSchema(value)) {
      const kept = Object.entries(value).map(([source, inner]) => [standIn({ source, otherwise: false }), part(inner)])
      return [[key, Object.fromEntries(kept)]]
    }
    // Which other names there may be hangs on the patterns, and zod asks those in a place of its own.
    if (key === 'additionalProperties' && value === false && within.patternProperties !== undefined) return []
    if (NAMED.has(key) && isSchema(value)) {
      return [[key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, part(inner)]))]]
    }
    if (MANY.has(key) && Array.isArray(value)) return [[key, value.map(part)]]
    return [[key, ONE.has(key) ? part(value) : value]]
  }

  function cleaned(value: ObjectSchema): ObjectSchema {
    return Object.fromEntries(Object.entries(value).flatMap((entry) => keyword(entry, value)))
  }

  return { schema: cleaned(schema), patterns }
}

/** The schema as zod's; `null` when zod cannot read it. Parsing throws when it takes more than the steps allowed. */
export function toZod({ schema, patterns }: Readable): z.ZodType | null {
  try {
    // A registry of its own: the global one would remember every schema that was ever read.
    const made = z.fromJSONSchema(schema, { registry: z.registry() })
    bound(made, patterns)
    return made
  } catch {
    return null
  }
}

/** Has every part count its steps, and every pattern be matched by its linear twin. */
function bound(made: z.ZodType, patterns: Readable['patterns']): void {
  const seen = new Set<object>()
  let steps = 0

  function spend(count: number): void {
    steps += count
    if (steps > MOST_STEPS) throw new Error(`A check of more than ${MOST_STEPS} steps was given up.`)
  }

  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if (!('_zod' in value)) {
      for (const part of Object.values(value)) visit(part)
      return
    }
    // zod's own mark of its types and checks; what it holds is typed by the library alone.
    const { _zod: inner } = value as { _zod: z.core.$ZodType['_zod'] & { def: Record<string, unknown> } }
    const { def, run } = inner
    if (typeof run === 'function') {
      inner.run = (payload, context) => {
        spend(STEPS_PER_VALUE)
        return run(payload, context)
      }
    }
    if (def.pattern instanceof RegExp) exchange(def.pattern)
    if (def.type === 'lazy' && typeof def.getter === 'function') visit(def.getter())
    for (const part of Object.values(def)) if (!(part instanceof RegExp)) visit(part)
  }

  function exchange(standIn: RegExp): void {
    const asked = patterns.get(standIn.source)
    if (!asked) return
    let compiled: ReturnType<typeof compilePattern> | null = null
    const pattern = () => {
      if (compiled) return compiled
      compiled = compilePattern(asked.source, MOST_PATTERN)
      if ('size' in compiled) spend(compiled.size * STEPS_PER_INSTRUCTION)
      return compiled
    }
    Object.assign(standIn, {
      toString: () => {
        const known = pattern()
        return 'written' in known ? known.written : asked.source
      },
      test(text: string) {
        const known = pattern()
        if ('problem' in known) return asked.otherwise
        spend(text.length * known.size)
        return known.test(text)
      }
    })
  }

  visit(made)
}
