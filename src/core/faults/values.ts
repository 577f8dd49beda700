// JSON values against what is expected of them.
import { found } from '../text/match.ts'
import type { ValueMatch } from '../tree/conditions.ts'
import { canonical } from '../tree/history.ts'

type Json = Parameters<typeof canonical>[0]

/** Whether the values are as expected: at least one of them where nothing else is said. */
export function valuesMatch(wanted: ValueMatch, values: readonly Json[]): boolean {
  const { count, exists, is, contains, matches: pattern, least, most } = wanted
  if (count !== undefined && values.length !== count) return false
  if (exists !== undefined) return values.length > 0 === exists
  const one = (value: Json): boolean => {
    const text = typeof value === 'string' ? value : canonical(value)
    const number = typeof value === 'number' ? value : Number.NaN
    return (
      (is === undefined || canonical(is) === canonical(value)) &&
      (contains === undefined || text.includes(contains)) &&
      (pattern === undefined || found(pattern, text)) &&
      (least === undefined || number >= least) &&
      (most === undefined || number <= most)
    )
  }
  return (count !== undefined && values.length === 0) || values.some(one)
}
