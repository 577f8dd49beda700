// What is wrong with a call's arguments, in words, each with the place it belongs to.

import { checkArguments } from '../../../core/domains/tools/tools.ts'
import { isObject } from '../../../core/text/json.ts'
import type { Tool } from '../../../core/tree/model.ts'
import type { Json } from '../../../core/tree/ports.ts'

export type Path = readonly (string | number)[]

export interface FieldProblem {
  path: Path
  text: string
  /** Something required that is not there yet: said of a field once it was left. */
  missing: boolean
}

/** Problems in the order of the form; `[]` when the arguments fit their tool. */
export function problemsOf(tool: Tool, args: Json): FieldProblem[] {
  return checkArguments(tool, args).flatMap((issue): FieldProblem[] => {
    const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...path, key],
        text: 'The tool has no argument with this name.',
        missing: false
      }))
    }
    const value = valueAt(args, path)
    if (value === undefined) return [{ path, text: 'This is required.', missing: true }]
    return [{ path, text: wordsOf(issue, value), missing: false }]
  })
}

/** `files[0].path`, as a person writes it. */
export function placeOf(path: Path): string {
  const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return place.replace(/^\./, '') || 'arguments'
}

/** Those of `problems` at `path`; with `below`, also what is inside. */
export function problemsAt(problems: readonly FieldProblem[], path: Path, { below = false } = {}): FieldProblem[] {
  return problems.filter(
    (problem) =>
      (below ? problem.path.length >= path.length : problem.path.length === path.length) &&
      path.every((step, index) => problem.path[index] === step)
  )
}

type Issue = ReturnType<typeof checkArguments>[number]

function wordsOf(issue: Issue, value: Json): string {
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${KINDS[issue.expected] ?? issue.expected}, not ${kindOf(value)}.`
    case 'invalid_value': {
      const allowed = issue.values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
      return allowed.length === 1 ? `This must be ${allowed[0]}.` : `Use one of: ${allowed.join(', ')}.`
    }
    case 'too_small':
      return bound(issue.origin, 'at least', Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return bound(issue.origin, 'at most', Number(issue.maximum), issue.inclusive !== false)
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`
    case 'invalid_format':
      return issue.pattern === undefined || issue.format !== 'regex'
        ? `This is not a valid ${FORMATS[issue.format] ?? issue.format}.`
        : `This must match ${issue.pattern}.`
    case 'invalid_union':
      return 'This matches none of the forms that the tool accepts.'
    default:
      return `${issue.message}.`
  }
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null'
}
const FORMATS: Record<string, string> = {
  url: 'address',
  uri: 'address',
  email: 'e-mail address',
  datetime: 'date and time'
}

function kindOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a fraction'
  return KINDS[typeof value] ?? typeof value
}

function bound(origin: string, words: string, limit: number, inclusive: boolean): string {
  const many = (one: string) => `${limit} ${one}${limit === 1 ? '' : 's'}`
  if (origin === 'string') return `This must have ${words} ${many('character')}.`
  if (origin === 'array') return `This must have ${words} ${limit === 1 ? '1 entry' : `${limit} entries`}.`
  if (inclusive) return `This must be ${words} ${limit}.`
  return `This must be ${words === 'at least' ? 'more' : 'less'} than ${limit}.`
}

function valueAt(value: Json, path: Path): Json | undefined {
  let at: Json | undefined = value
  for (const step of path) {
    if (Array.isArray(at)) at = typeof step === 'number' ? at[step] : undefined
    else at = isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined
  }
  return at
}
