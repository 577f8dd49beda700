// Requests of HTTP as verbs: parts of the path, the query and the body are the arguments.
import { isObject } from '../../../text/json.ts'
import type { HttpAnswer, ProgramEvent } from '../program.ts'
import type { DeclaredRow, RouteRules, Rules, VerbRules } from './rules.ts'
import { fromText } from './values.ts'

type Request = Extract<ProgramEvent, { door: 'http' }>

/** The verb that a request means, or why it means none. */
export function requestOf(
  { routes }: Rules,
  { method, path, query, body }: Request
): { verb: VerbRules; args: DeclaredRow } | HttpAnswer {
  const parts = partsOf(path)
  if (!parts) return refused(400, 'The path is not well formed.')
  // A route without places comes before one with places that fits too.
  const fitting = routes.filter((route) => fits(route, parts)).toSorted((a, b) => places(a) - places(b))
  const route = fitting.find((one) => one.method === method.toUpperCase())
  if (!route) {
    const allowed = [...new Set(fitting.map((one) => one.method))].join(', ')
    return fitting.length
      ? { ...refused(405, `${method} is not allowed here. Allowed: ${allowed}.`), headers: { allow: allowed } }
      : refused(404, `There is nothing at ${path.slice(0, 200)}.`)
  }
  const { verb } = route
  const texts: [name: string, text: string][] = Object.entries(query)
  for (const [at, part] of route.parts.entries()) if (isPlace(part)) texts.push([part.slice(1, -1), parts[at] ?? ''])
  const args: DeclaredRow = {}
  if (isObject(body)) for (const [name, value] of Object.entries(body)) args[name] = value as DeclaredRow[string]
  else if (body !== null) return refused(400, 'The body is not a JSON object.')
  for (const [name, text] of texts) {
    const column = verb.input.get(name)
    args[name] = column ? fromText(column, text) : text
  }
  return { verb, args }
}

const refused = (status: number, error: string): HttpAnswer => ({ status, body: { error } })

export function partsOf(path: string): string[] | null {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return null
  }
}

export const isPlace = (part: string): boolean => part.startsWith('{')

export const places = ({ parts }: Pick<RouteRules, 'parts'>): number => parts.filter(isPlace).length

export const fits = (route: Pick<RouteRules, 'parts'>, parts: readonly string[]): boolean =>
  route.parts.length === parts.length && route.parts.every((part, at) => isPlace(part) || part === parts[at])
