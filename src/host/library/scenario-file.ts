// Scenario files as people write them: YAML or JSON, with includes, and errors that name line and column.
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { readScenario } from '../../core/control/validate.ts'
import { OrreryError } from '../../core/errors.ts'
import type { ScenarioFile, ScenarioProblem } from '../../core/scenario.ts'
import { isObject, isShallow, TOO_DEEP } from '../../core/text/json.ts'
import { explain } from '../data/disk-errors.ts'
import { oddness } from '../data/regular-file.ts'
import { type PlaceOf, readYaml } from '../tools/yaml.ts'

export type ReadScenario = { scenario: ScenarioFile; problems: [] } | { scenario: null; problems: ScenarioProblem[] }

// A recorded session of a thousand turns; longer ones are recordings.
export const MOST_BYTES = 2 ** 20
const MOST_INCLUDES = 64
const DEEPEST_INCLUDE = 8
const MOST_PROBLEMS = 50

/** A part of a scenario, with where each of its values is written. */
interface Part {
  value: unknown
  file: string
  placeOf: PlaceOf
}

/**
 * The scenario in a file, with what it includes. Includes lie in the file's folder or below it.
 * @throws OrreryError not-found; invalid-input for what is not a file or too large; forbidden
 */
export function readScenarioFile(path: string): ReadScenario {
  const file = resolve(path)
  return readText(textOf(file), file)
}

/** The scenario in a text. `file`: where it is, or `null` for a text without a file, which can include nothing. */
export function readScenarioText(text: string, file: string | null = null): ReadScenario {
  return readText(text, file ?? 'scenario', file === null)
}

class Wrong extends Error {
  problems: ScenarioProblem[]
  constructor(problems: ScenarioProblem[]) {
    super()
    this.problems = problems
  }
}

function readText(text: string, file: string, alone = false): ReadScenario {
  try {
    const parts = partsOf({ text, file, alone, root: dirname(file), open: [], count: { files: 0 } })
    const whole = parts.map(({ value }) => value).reduce(merged)
    const { include: _, ...own } = isObject(whole) ? whole : { include: null }
    const read = readScenario(isObject(whole) ? own : whole)
    if ('scenario' in read) return { scenario: read.scenario, problems: [] }
    const problems = read.faults
      .slice(0, MOST_PROBLEMS)
      .map(({ path, message }) => ({ ...placed(parts, path), message }))
    throw new Wrong(problems.toSorted((a, b) => (a.file === b.file ? a.line - b.line || a.column - b.column : 0)))
  } catch (error) {
    if (error instanceof Wrong) return { scenario: null, problems: error.problems }
    throw error
  }
}

/** What is included first, in its order, then the file itself. */
function partsOf(from: {
  text: string
  file: string
  alone: boolean
  root: string
  /** The files that are being read, the outermost first. */
  open: string[]
  count: { files: number }
}): Part[] {
  const { text, file, alone, root, open, count } = from
  const at = { file, line: 1, column: 1 }
  const read = readYaml(text)
  if ('problem' in read) throw new Wrong([{ file, ...read.at, message: `This is not YAML or JSON: ${read.reason}` }])
  const { value, placeOf } = read
  if (!isShallow(value)) throw new Wrong([{ ...at, message: `This ${TOO_DEEP}.` }])
  const names = isObject(value) && value.include !== undefined ? [value.include].flat() : []
  const parts = names.flatMap((name, index) => {
    const wrong = (message: string) => new Wrong([{ file, ...placeOf(['include', index]), message }])
    if (typeof name !== 'string') throw wrong('An include is the path of a file beside this one.')
    if (alone) throw wrong('A text without a file can include nothing. Save it first.')
    if (++count.files > MOST_INCLUDES) throw wrong(`More than ${MOST_INCLUDES} files are included.`)
    if (open.length >= DEEPEST_INCLUDE) throw wrong(`Includes are nested more than ${DEEPEST_INCLUDE} deep.`)
    const path = resolve(dirname(file), name)
    const found = isInside(root, path) ? real(path) : null
    if (found === null) throw wrong(`"${name}" is not in the folder of the scenario. Move it there.`)
    if (found === file || open.includes(found)) throw wrong(`"${name}" includes itself.`)
    let inner: string
    try {
      inner = textOf(found)
    } catch (error) {
      throw wrong(error instanceof Error ? error.message : String(error))
    }
    return partsOf({ ...from, text: inner, file: found, open: [...open, file] })
  })
  return [...parts, { value, file, placeOf }]
}

/** Whether the path, links resolved, lies in the folder. A path that leads nowhere is reported where it is read. */
export function isInside(root: string, path: string): boolean {
  const inside = relative(real(root), real(path))
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** @throws OrreryError not-found; invalid-input for what is not a file or too large; forbidden */
export function textOf(file: string): string {
  const odd = oddness(file, { most: MOST_BYTES })
  if (odd) throw new OrreryError('invalid-input', odd)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new OrreryError('not-found', `There is no file "${file}".`)
    }
    throw explain(error, file)
  }
}

/** Objects are merged, lists follow each other, and everything else is the later one's. */
function merged(base: unknown, over: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(over)) return [...base, ...over]
  if (!isObject(base) || !isObject(over)) return over
  const names = [...new Set([...Object.keys(base), ...Object.keys(over)])]
  return Object.fromEntries(
    names.map((name) => [
      name,
      !(name in over) ? base[name] : name in base ? merged(base[name], over[name]) : over[name]
    ])
  )
}

/** Where a value of the whole is written: in the last part that has all of the path, with items of lists counted through the parts. */
function placed(parts: Part[], path: readonly PropertyKey[]): Omit<ScenarioProblem, 'message'> {
  let [best, depth, own]: [Part | undefined, number, PropertyKey[]] = [parts.at(-1), -1, [...path]]
  for (const part of parts) {
    const found = follow(part, parts, path)
    if (found.depth >= depth) [best, depth, own] = [part, found.depth, found.path]
  }
  const place = best?.placeOf(own) ?? { line: 1, column: 1 }
  return { file: best?.file ?? '', ...place }
}

/** The path within one part, as far as it goes. */
function follow(part: Part, parts: Part[], path: readonly PropertyKey[]): { path: PropertyKey[]; depth: number } {
  const own: PropertyKey[] = []
  let value = part.value
  for (const [index, name] of path.entries()) {
    let key = name
    if (Array.isArray(value)) {
      // Items of earlier parts come first.
      const before = parts.slice(0, parts.indexOf(part)).map((one) => at(one.value, path.slice(0, index)))
      key = Number(name) - before.reduce((sum: number, one) => sum + (Array.isArray(one) ? one.length : 0), 0)
    }
    const next = at(value, [key])
    if (next === undefined) break
    own.push(key)
    value = next
  }
  return { path: own.length < path.length ? [...own, ...path.slice(own.length)] : own, depth: own.length }
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (found, name) => (typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined),
    value
  )
