// Parses JSON from outside and refuses deep nesting, so that recursive functions over the value cannot overflow the stack.
import { z } from 'zod'
import { OrreryError } from '../errors.ts'

// Deeper than any action, tool schema or set of options; tens of thousands of levels end the stack of whoever walks them.
const DEEPEST = 100

/** What is said of JSON that nests deeper; goes on after its name. */
export const TOO_DEEP = `is nested more than ${DEEPEST} levels deep, which nothing here needs; make it flatter`

// What a call, a file or a door puts around such a value.
const AROUND = 20

/**
 * What a text from outside says: a model's, a file's, a server's, a person's.
 * @throws SyntaxError for what is no JSON; OrreryError invalid-input for what nests so deep that its readers would end the stack
 */
export function parseJson(text: string): z.core.util.JSONType {
  return notTooDeep(parsed(text), 'The JSON')
}

function parsed(text: string, as?: (key: string, value: unknown) => unknown): z.core.util.JSONType {
  try {
    return JSON.parse(text, as)
  } catch (error) {
    // The engine's message quotes the text with its line ends, and a message is one line.
    throw new SyntaxError(String(error instanceof Error ? error.message : error).replace(/\s+/g, ' '), { cause: error })
  }
}

/**
 * What a file says that a program of Python's may have written: NaN and the infinities, which its `json` writes and JSON has not, are null, and
 * so are numbers that are too large to be one here, such as 1e400.
 * Linear. @throws as `parseJson`
 */
export function parsePythonJson(text: string): z.core.util.JSONType {
  try {
    return finite(text)
  } catch (error) {
    if (!(error instanceof SyntaxError) || !/NaN|Infinity/.test(text)) throw error
    const plain = text.replace(/"(?:[^"\\\n]|\\.)*"?|-?\b(?:NaN|Infinity)\b/g, (found) =>
      found.startsWith('"') ? found : 'null'
    )
    // What is wrong besides is told of the text as it is.
    if (plain === text) throw error
    return finite(plain)
  }
}

function finite(text: string): z.core.util.JSONType {
  const value = parseJson(text)
  if (!LARGE.test(text)) return value
  return parsed(text, (_, one) => (one === INFINITE || one === -INFINITE ? null : one))
}

// An exponent of three digits, or as many digits as the largest number has.
const LARGE = /\d[eE]\+?\d{3}|\d{309}/
const INFINITE = Number.POSITIVE_INFINITY

/** The value as it is. @throws OrreryError invalid-input, naming it, where it nests deeper than anything needs with what is put around it */
export function notTooDeep<T>(value: T, name: string): T {
  if (isShallow(value, DEEPEST + AROUND)) return value
  throw new OrreryError('invalid-input', `${name} ${TOO_DEEP}.`)
}

/** Any JSON value of at most 100 levels. */
export const JsonValue = z
  .custom<z.core.util.JSONType>((value) => isShallow(value), {
    error: TOO_DEEP
  })
  .pipe(z.json())

/** Without calling itself, and without looking below the last level that is allowed. */
export function isShallow(value: unknown, deepest = DEEPEST): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length; depth++) {
    if (depth > deepest) return false
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

/** The part of a JSON schema that a reference such as `#/$defs/node` leads to; `undefined` where it leads nowhere, or out of the schema. */
export function referred(root: z.core.util.JSONType, reference: string): z.core.util.JSONType | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let at: z.core.util.JSONType | undefined = root
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at
}
