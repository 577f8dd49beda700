// The tools that a conversation declares. Files write that there are none as an empty list, also as text, and as nothing.
import { type ReadTools, readTools } from '../../../domains/tools/tools.ts'

const NONE = new Set(['', '[]', '{}', 'null', '""', 'none', 'n/a'])

export function declaredIn(given: unknown): ReadTools {
  const empty = Array.isArray(given) ? given.length === 0 : given === undefined || given === null || given === false
  return empty || (typeof given === 'string' && given.length < 20 && NONE.has(given.replace(/\s/g, '').toLowerCase()))
    ? { tools: [], problems: [] }
    : readTools(given)
}
