// JSON from outside, nested no deeper than anything needs: whatever reads it may then call itself level by level.
import { z } from 'zod'

// Deeper than any action, tool schema or set of options; tens of thousands of levels end the stack of whoever walks them.
const DEEPEST = 100

/** What is said of JSON that nests deeper; goes on after its name. */
export const TOO_DEEP = `is nested more than ${DEEPEST} levels deep, which nothing here needs; make it flatter`

/** Any JSON value of at most 100 levels. */
export const JsonValue = z
  .custom<z.core.util.JSONType>((value) => isShallow(value), {
    error: TOO_DEEP
  })
  .pipe(z.json())

/** Without calling itself, and without looking below the last level that is allowed. */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length; depth++) {
    if (depth > DEEPEST) return false
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      for (const inner of Object.values(one)) if (typeof inner === 'object' && inner !== null) next.push(inner)
    }
    level = next
  }
  return true
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
