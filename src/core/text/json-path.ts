// JSONPath (RFC 9535) into JSON from outside: what a path names, in bounded work.
import { JSONPathEnvironment } from 'json-p3'
import type { z } from 'zod'
import { OrreryError } from '../errors.ts'
import type { JsonValue } from './json.ts'

type Json = z.infer<typeof JsonValue>

// Each takes all that the one before it found: two would be the square of the value's size.
const MOST_DESCENTS = 1

const environment = new JSONPathEnvironment()
// They take patterns, which the library matches by backtracking. A condition has `matches`.
for (const name of ['match', 'search']) environment.functionRegister.delete(name)

type Query = ReturnType<JSONPathEnvironment['compile']>
const compiled = new Map<string, Query>()
const MOST_COMPILED = 200

/**
 * Every value that the path names, in document order.
 * @throws OrreryError invalid-input for what is no path, or one that takes too long
 */
export function valuesAt(path: string, value: Json): Json[] {
  return queryOf(path).query(value).values() as Json[]
}

/** Why the text is no path that can be used; `null` when it is one. */
export function pathProblem(path: string): string | null {
  try {
    queryOf(path)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function queryOf(path: string): Query {
  const known = compiled.get(path)
  if (known) return known
  if (path.split('..').length - 1 > MOST_DESCENTS) {
    throw new OrreryError('invalid-input', `The JSONPath ${path} has more than one "..". Name the parts in between.`)
  }
  let made: Query
  try {
    made = environment.compile(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OrreryError('invalid-input', `"${path}" is not a JSONPath such as $.items[0].id: ${reason}.`)
  }
  if (compiled.size >= MOST_COMPILED) compiled.clear()
  compiled.set(path, made)
  return made
}
