// What is wrong with a scenario beyond its form: names that lead nowhere, actions that its world does not know. And the form's own errors in
// words that say what was expected and what was probably meant.
import type { z } from 'zod'
import { checkAction, domains } from '../domains/index.ts'
import { type PerturbationUse, Setup } from '../model.ts'
import { perturbations, readPerturbation } from '../perturbations/index.ts'
import type { Domain } from '../plugins.ts'
import { ScenarioFile } from '../scenario.ts'
import { isObject } from '../text/json.ts'
import { pathProblem } from '../text/json-path.ts'
import { isSlip, nearest } from '../text/nearest.ts'
import { presetsOf } from './presets.ts'
import { variantsOf } from './variants.ts'

export interface Fault {
  path: PropertyKey[]
  message: string
}

/** The scenario, or everything that is wrong with it. */
export function readScenario(value: unknown): { scenario: ScenarioFile } | { faults: Fault[] } {
  const read = ScenarioFile.safeParse(value)
  if (!read.success) return { faults: read.error.issues.flatMap((issue) => told(issue, value)) }
  const faults = meaningless(read.data)
  return faults.length ? { faults } : { scenario: read.data }
}

/** An issue of the form, said so that it can be mended. Of alternatives, the one that was probably meant counts. */
function told(issue: z.core.$ZodIssue, whole: unknown): Fault[] {
  const { path } = issue
  const value = at(whole, path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: `There is no "${key}" here.${meant(key, path)}` }))
  }
  if (issue.code === 'invalid_union') {
    if (value === undefined) return [{ path, message: `"${String(path.at(-1) ?? 'scenario')}" is missing.` }]
    const alternatives = issue.errors.filter((errors) => errors.length > 0)
    const keys = isObject(value) ? Object.keys(value) : []
    // Alternatives that are told apart by a name: the one that is there, or the nearest that there could be.
    const names = [...new Set(alternatives.flat().flatMap((one) => (missing(one, value) ? [String(one.path[0])] : [])))]
    const [key] = keys
    if (
      key !== undefined &&
      names.length > 2 &&
      !keys.some((one) => alternatives.some((errors) => !refuses(errors, one)))
    ) {
      return [{ path: [...path, key], message: `There is no "${key}" here.${suggestion(key, names)}` }]
    }
    // An alternative that objects to no name is meant; among several, the one that objects to the least.
    const strange = (errors: z.core.$ZodIssue[]) =>
      errors.reduce(
        (sum, one) => sum + (one.path.length ? 0 : one.code === 'unrecognized_keys' ? one.keys.length * 10 : 5),
        0
      )
    const [best] = alternatives.toSorted((a, b) => strange(a) - strange(b))
    const simple = best?.every((one) => one.path.length === 0 && one.code !== 'unrecognized_keys')
    if (!best || (simple && !keys.length)) return [{ path, message: expected(alternatives.flat(), value) }]
    return best.flatMap((one) => told({ ...one, path: [...path, ...one.path] }, whole))
  }
  if (issue.code === 'invalid_value') {
    const names = issue.values.map(String)
    return [{ path, message: `${show(value)} is not one of ${names.join(', ')}.${suggestion(String(value), names)}` }]
  }
  if (value === undefined && issue.code === 'invalid_type') {
    return [{ path, message: `"${String(path.at(-1) ?? 'scenario')}" is missing (${typeName(issue.expected)}).` }]
  }
  return [{ path, message: expected([issue], value) }]
}

const refuses = (errors: z.core.$ZodIssue[], key: string): boolean =>
  errors.some((one) => one.code === 'unrecognized_keys' && one.path.length === 0 && one.keys.includes(key))

const missing = (issue: z.core.$ZodIssue, value: unknown): boolean =>
  issue.path.length === 1 && at(value, issue.path) === undefined

function expected(issues: z.core.$ZodIssue[], value: unknown): string {
  const types = issues.flatMap((one) => (one.code === 'invalid_type' ? [typeName(one.expected)] : []))
  if (types.length === issues.length) return `Expected ${[...new Set(types)].join(' or ')}, not ${show(value)}.`
  const [first] = issues.filter(({ code }) => code !== 'invalid_type')
  const message = first?.message ?? 'This is not valid.'
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`
}

const TYPES: Record<string, string> = {
  int: 'a whole number',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  boolean: 'true or false'
}
const typeName = (type: string): string => TYPES[type] ?? `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function at(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    whole
  )
}

/** The name that was probably meant where `key` stands. */
function meant(key: string, path: readonly PropertyKey[]): string {
  const names = namesAt(path)
  return names.length ? suggestion(key, names) : ''
}

function suggestion(name: string, names: string[]): string {
  const best = names.length ? nearest(name, names) : ''
  return best && (isSlip(name, best) || names.length > 8)
    ? ` Did you mean "${best}"?`
    : names.length && names.length <= 12
      ? ` There are: ${names.join(', ')}.`
      : ''
}

function namesAt(path: readonly PropertyKey[]): string[] {
  let schema: unknown = ScenarioFile
  for (const part of path) schema = inner(schema, part)
  const { shape } = Object(unwrap(schema))
  return isObject(shape) ? Object.keys(shape) : []
}

function inner(schema: unknown, part: PropertyKey): unknown {
  const { shape, element, valueType } = Object(unwrap(schema))
  return isObject(shape) ? shape[String(part)] : (element ?? valueType)
}

function unwrap(schema: unknown): unknown {
  let found = schema
  for (let depth = 0; depth < 10; depth++) {
    const { innerType } = Object(Object(found).def)
    if (innerType === undefined) return found
    found = innerType
  }
  return found
}

/** Names that lead nowhere, and actions that the world does not take. */
function meaningless(file: ScenarioFile): Fault[] {
  const { setup, actions = [], tries, reactions, matrix, checks, stop } = file
  const domain = domains.find(({ id }) => id === setup.domain)
  if (!domain) {
    const known = domains.map(({ id }) => id)
    const hint = suggestion(setup.domain, known)
    return [
      {
        path: ['setup', 'domain'],
        message: `There is no domain "${setup.domain}".${hint || ` Use one of: ${known.join(', ')}.`}`
      }
    ]
  }
  const faults: Fault[] = []
  const check = (path: PropertyKey[], run: () => unknown) => {
    try {
      run()
    } catch (error) {
      faults.push({ path, message: error instanceof Error ? error.message : String(error) })
    }
  }
  const uses = (list: PerturbationUse[], path: PropertyKey[]) => {
    for (const [index, use] of list.entries()) checkUse(use, [...path, index], domain, faults)
  }
  uses(setup.perturbations, ['setup', 'perturbations'])
  for (const [name, level] of Object.entries(matrix?.perturbations ?? {}))
    if (typeof level !== 'string') uses(level, ['matrix', 'perturbations', name])
  const rules = Setup.parse({ ...setup, sampling: {} })
  const acts = (list: typeof actions, path: PropertyKey[]) => {
    for (const [index, action] of list.entries())
      check([...path, index], () =>
        typeof action === 'string' ? checkAction(domain, domain.fromText(action, rules)) : checkAction(domain, action)
      )
  }
  acts(actions, ['actions'])
  for (const [index, reaction] of reactions.entries()) acts(reaction.actions, ['reactions', index, 'actions'])
  for (const [index, line] of tries.entries()) check(['tries', index], () => domain.fromText(line, rules))
  const reacting = reactions.flatMap(({ when }, index) => pathsIn(when, ['reactions', index, 'when']))
  const guarding = pathsIn(setup.gate, ['setup', 'gate'])
  for (const { path, found } of [
    ...pathsIn(checks, ['checks']),
    ...pathsIn(stop, ['stop']),
    ...reacting,
    ...guarding
  ]) {
    const problem = pathProblem(found)
    if (problem) faults.push({ path, message: problem })
  }
  if (!faults.length) check(['matrix'], () => variantsOf(file, { presets: presetsOf }))
  return faults
}

function checkUse(use: PerturbationUse, path: PropertyKey[], domain: Domain, faults: Fault[]): void {
  const known = perturbations.map(({ name }) => name)
  if (!known.includes(use.name)) {
    faults.push({
      path: [...path, 'name'],
      message: `There is no perturbation "${use.name}".${suggestion(use.name, known)}`
    })
    return
  }
  try {
    const { perturbation } = readPerturbation(use)
    if (perturbation.serves && !perturbation.serves(domain)) {
      faults.push({ path: [...path, 'name'], message: `"${use.name}" can do nothing in a ${domain.title} world.` })
    }
  } catch (error) {
    faults.push({ path: [...path, 'options'], message: error instanceof Error ? error.message : String(error) })
  }
}

/** Every JSONPath in conditions. */
function pathsIn(value: unknown, path: PropertyKey[]): { path: PropertyKey[]; found: string }[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => pathsIn(one, [...path, index]))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'string' && one.startsWith('$') && ['json', 'argument', 'state', 'same'].includes(key)
      ? [{ path: [...path, key], found: one }]
      : pathsIn(one, [...path, key])
  )
}
