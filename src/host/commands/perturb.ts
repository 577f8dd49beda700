// `--perturb NAME[:OPTIONS]`: one entry of a world's list of perturbations, from the command line.

import { OrreryError } from '../../core/errors.ts'
import { readPerturbation } from '../../core/faults/perturbations/index.ts'
import { sentenceOf } from '../../core/text/issues.ts'
import { isObject, parseJson } from '../../core/text/json.ts'
import { PerturbationUse } from '../../core/tree/model.ts'
import { usage } from './door.ts'

/** Adds one more `--perturb` to those that are there. */
export function perturbRule(text: string, before: PerturbationUse[] = []): PerturbationUse[] {
  const colon = text.indexOf(':')
  const name = colon < 0 ? text : text.slice(0, colon)
  const { when, id, ...options } = optionsIn(name, colon < 0 ? '' : text.slice(colon + 1).trim())
  const use = { name, options, ...(when !== undefined && { when }), ...(id !== undefined && { id }) }
  const read = PerturbationUse.safeParse(use)
  if (!read.success)
    throw usage(`--perturb ${name}: ${sentenceOf(read.error, { value: use, schema: PerturbationUse })}`)
  try {
    readPerturbation(read.data)
  } catch (error) {
    if (error instanceof OrreryError && error.code === 'invalid-input') throw usage(`--perturb: ${error.message}`)
    throw error
  }
  return [...before, read.data]
}

/** A JSON object, or `key=value` pairs with commas between them; `when.` begins the trigger's keys. */
function optionsIn(name: string, text: string): Record<string, unknown> {
  if (text === '') return {}
  if (text.startsWith('{')) {
    const value = parsed(text)
    if (isObject(value)) return { ...value }
    throw usage(`--perturb ${name}: the options begin like JSON and are no JSON object: ${text}`)
  }
  const made: Record<string, unknown> = {}
  for (const pair of pairsIn(text)) {
    const sign = pair.indexOf('=')
    if (sign < 1)
      throw usage(`--perturb ${name}: "${pair}" is no key=value. Write ${name}:key=value,when.turn=2 or JSON.`)
    put(made, pair.slice(0, sign).trim().split('.'), parsed(pair.slice(sign + 1).trim()))
  }
  return made
}

/** Parts between commas; a comma inside brackets or quotes belongs to the value. */
function pairsIn(text: string): string[] {
  const pairs = ['']
  let [quoted, depth, escaped] = [false, 0, false]
  for (const sign of text) {
    if (sign === ',' && !quoted && depth === 0) {
      pairs.push('')
      continue
    }
    if (sign === '"' && !escaped) quoted = !quoted
    else if (!quoted && '[{'.includes(sign)) depth++
    else if (!quoted && ']}'.includes(sign)) depth--
    escaped = sign === '\\' && !escaped
    pairs[pairs.length - 1] += sign
  }
  return pairs.filter((pair) => pair.trim() !== '')
}

function put(into: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
  if (!rest.length) {
    Object.defineProperty(into, key, { value, enumerable: true, writable: true, configurable: true })
    return
  }
  const inner = Object.hasOwn(into, key) ? into[key] : undefined
  const next: Record<string, unknown> = isObject(inner) ? inner : {}
  put(next, rest, value)
  Object.defineProperty(into, key, { value: next, enumerable: true, writable: true, configurable: true })
}

/** As JSON where it is some; a text otherwise. */
function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
