// Scenario files as people write them: YAML or JSON, with includes, and errors that name line and column.
import { dirname, join, resolve } from 'node:path'
import { readScenario } from '../../core/control/validate.ts'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { decodeText, plainText } from '../../core/text/decode.ts'
import { isObject, isShallow, TOO_DEEP } from '../../core/text/json.ts'
import { isData } from '../../core/tree/program.ts'
import type { ScenarioFile, ScenarioProblem } from '../../core/tree/scenario.ts'
import { parseScript } from '../control/scripts/parse.ts'
import { bytesIn } from '../data/plain-file.ts'
import { type PlaceOf, readYaml, type Wrong } from '../domains/tools/yaml.ts'
import { type DataWrong, readDataProgram } from '../grounds/programs/data-program.ts'
import { dataFaults, isInside, type ProgramText, readProgramFile, real } from './program-file.ts'

/** A scenario, where its world can be started, with all that is wrong with it. One with more than warnings is not run. */
export type ReadScenario = { scenario: ScenarioFile | null; problems: ScenarioProblem[] }

/** Names in a file that lead somewhere else, each with its place: models, recordings, fictions, engines, templates. */
export interface NamedReference {
  to: 'model' | 'judge' | 'engine' | 'recording' | 'fiction' | 'template'
  name: string
  /** The domain of the template. */
  domain: string
  at: Omit<ScenarioProblem, 'message'>
}

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
  return readScenarioText(textOf(file), file)
}

/** The scenario in a text. `file`: where it is, or `null` for a text without a file, which can include nothing. */
export function readScenarioText(text: string, file: string | null = null): ReadScenario {
  const { references: _, files: __, ...read } = readScenarioWhole(text, file)
  return read
}

/** The same, with the names in it that lead elsewhere, and the other files that it is read from. */
export function readScenarioWhole(
  written: string,
  given: string | null
): ReadScenario & { references: NamedReference[]; files: string[] } {
  const [file, alone] = [given ?? 'scenario', given === null]
  const text = plainText(written, 'This scenario')
  const wrong: ScenarioProblem[] = []
  const others = new Set<string>()
  const parts = partsOf({ text, file, alone, root: dirname(file), open: [], others, count: { files: 0 }, wrong })
  const files = [...others]
  if (!parts.length) return { scenario: null, problems: sorted(wrong), references: [], files }
  const whole = wholeOf(parts)
  const { scenario, faults } = readScenario(whole, { parse: parseScript })
  // If an include could not be read, missing fields are not reported: they may be in that file.
  const told = wrong.length ? faults.filter(({ missing }) => !missing) : faults
  const problems = told.map(({ path, message, warning, line }): ScenarioProblem => {
    const place = placed(parts, path, line)
    return { ...place, message, ...(warning && { warning }) }
  })
  const doorless = scenario && !problems.length ? doorlessIn(scenario.setup) : null
  if (doorless) problems.push({ ...placed(parts, ['setup', 'program']), message: doorless, warning: true })
  const references = referencesIn(whole, (path) => placed(parts, path))
  return { scenario: wrong.length ? null : scenario, problems: sorted([...wrong, ...problems]), references, files }
}

/** Why a program that is data answers nothing in this kind of world; `null` where it answers. */
function doorlessIn({ domain, program: use }: NonNullable<ReadScenario['scenario']>['setup']): string | null {
  const { door } = findDomain(domain)
  const program = use && isData(use.language) && door ? readDataProgram(use).program : null
  if (!door || !program || program.view(door, program.init('')) !== undefined) return null
  return `The program has no door "${door}", by which actions come in a world of the kind "${domain}": the model answers everything.`
}

function referencesIn(
  whole: unknown,
  placeOf: (path: readonly PropertyKey[]) => NamedReference['at']
): NamedReference[] {
  const { model, engine, judge, setup, matrix } = Object(whole)
  const { domain, recording, fiction, template } = Object(setup)
  const models = Object(matrix).models
  const named: [NamedReference['to'], unknown, PropertyKey[]][] = [
    ['model', model, ['model']],
    ...(Array.isArray(models) ? models : []).map((one, index): [NamedReference['to'], unknown, PropertyKey[]] => [
      ...(['model', one] as const),
      ['matrix', 'models', index]
    ]),
    ['engine', engine, ['engine']],
    ['judge', Object(judge).model, ['judge', 'model']],
    ['recording', recording, ['setup', 'recording']],
    ['fiction', Object(fiction).name, ['setup', 'fiction', 'name']],
    ['template', template, ['setup', 'template']]
  ]
  return named.flatMap(([to, name, path]) =>
    // Of a parameter the values may differ.
    typeof name === 'string' && !name.includes('${') ? { to, name, domain: String(domain), at: placeOf(path) } : []
  )
}

/** By place, files in the order in which they were met; errors before warnings where there are too many. */
export function sorted(problems: ScenarioProblem[]): ScenarioProblem[] {
  const files = [...new Set(problems.map(({ file }) => file))]
  return problems
    .toSorted((a, b) => Number(a.warning ?? 0) - Number(b.warning ?? 0))
    .slice(0, MOST_PROBLEMS)
    .toSorted((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column)
}

function wholeOf(parts: Part[]): unknown {
  const whole = parts.map(({ value }) => value).reduce(merged)
  if (!isObject(whole)) return whole
  const { include: _, ...own } = whole
  return own
}

/**
 * What is included first, in its order, then the file itself; `[]` where that is no YAML.
 * @param from.wrong takes in what is wrong on the way
 * @param from.others takes in the other files that are read, by whole paths
 */
function partsOf(from: {
  text: string
  file: string
  alone: boolean
  root: string
  /** The files that are being read, the outermost first. */
  open: string[]
  others: Set<string>
  count: { files: number }
  wrong: ScenarioProblem[]
}): Part[] {
  const { text, file, alone, root, open, count } = from
  const say = ({ reason, at }: Wrong) => void from.wrong.push({ file, ...at, message: reason })
  let read: ReturnType<typeof readYaml>
  try {
    read = readYaml(text)
  } catch (error) {
    // It is too long or too deep to be read.
    if (!(error instanceof OrreryError)) throw error
    say({ reason: error.message, at: { line: 1, column: 1 } })
    return []
  }
  if ('problem' in read) {
    for (const { reason, at } of read.wrong) say({ reason: `This is not YAML or JSON: ${reason}`, at })
    return []
  }
  const { placeOf } = read
  const value = withProgram(read.value)
  for (const one of read.twice) say(one)
  if (!isShallow(value)) {
    say({ reason: `This ${TOO_DEEP}.`, at: { line: 1, column: 1 } })
    return []
  }
  const names = isObject(value) && value.include !== undefined ? [value.include].flat() : []
  const parts = names.flatMap((name, index): Part[] => {
    const refuse = (reason: string): Part[] => {
      say({ reason, at: placeOf(['include', index]) })
      return []
    }
    if (typeof name !== 'string') return refuse('An include is the path of a file beside this one.')
    if (alone) return refuse('A text without a file can include nothing. Save it first.')
    if (++count.files > MOST_INCLUDES) return refuse(`More than ${MOST_INCLUDES} files are included.`)
    if (open.length >= DEEPEST_INCLUDE) return refuse(`Includes are nested more than ${DEEPEST_INCLUDE} deep.`)
    const path = resolve(dirname(file), name)
    const found = isInside(root, path) ? real(path) : null
    if (found === null) return refuse(`"${name}" is not in the folder of the scenario. Move it there.`)
    if (found === file || open.includes(found)) return refuse(`"${name}" includes itself.`)
    let inner: string
    try {
      inner = textOf(found)
      from.others.add(path)
    } catch (error) {
      return refuse(error instanceof Error ? error.message : String(error))
    }
    return partsOf({ ...from, text: inner, file: found, open: [...open, file] })
  })
  return [...parts, { value, file, placeOf }]

  /** The program's text in place of the name of its file. What is wrong with one that is data is told with the scenario. */
  function withProgram(written: unknown): unknown {
    if (!isObject(written) || !isObject(written.setup)) return written
    const { setup } = written
    const { file: named = setup.program, ...beside } = isObject(setup.program) ? setup.program : {}
    const [first, ...more] = [named].flat()
    if (typeof first !== 'string') {
      const { language, text: inner, files } = Object(setup.program)
      const path = ['setup', 'program', 'text']
      if (isData(language) && typeof inner === 'string')
        tellData({ language, text: inner, ...(isTexts(files) && { files }) }, ({ at, file: name }) =>
          name === undefined
            ? { file, ...placeOf(path, at.line) }
            : { file, ...placeOf(['setup', 'program', 'files', name], at.line) }
        )
      return written
    }
    const refuse = (reason: string): void => say({ reason, at: placeOf(['setup', 'program']) })
    const paths = [first, ...more].map((one) => (typeof one === 'string' ? resolve(dirname(file), one) : ''))
    const outside = paths.findIndex((path) => !path || !isInside(root, path))
    if (alone) refuse('A text without a file can name no file of a program. Save it first.')
    else if (outside >= 0) refuse(`"${[first, ...more][outside]}" is not in the folder of the scenario. Move it there.`)
    else {
      try {
        const [path = '', ...others] = paths
        const read = readProgramFile(path, others)
        from.others.add(path)
        for (const name of Object.keys(read.files ?? {})) from.others.add(join(dirname(path), name))
        tellData(read, ({ at, file: name }) => ({ file: name === undefined ? path : join(dirname(path), name), ...at }))
        return { ...written, setup: { ...setup, program: { ...beside, ...read } } }
      } catch (error) {
        refuse(error instanceof Error ? error.message : String(error))
      }
    }
    // The file's name stands in for the program's text, so that all other faults of the scenario are reported too.
    return { ...written, setup: { ...setup, program: { ...beside, text: first } } }
  }

  function tellData(read: ProgramText, placed: (wrong: DataWrong) => Omit<ScenarioProblem, 'message'>): void {
    for (const wrong of dataFaults(read)) from.wrong.push({ ...placed(wrong), message: wrong.reason })
  }
}

/** @throws OrreryError not-found; invalid-input for what is not a file or too large; forbidden */
export function textOf(file: string): string {
  return decodeText(bytesIn(file, MOST_BYTES), `"${file}"`)
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
function placed(parts: Part[], path: readonly PropertyKey[], line?: number): Omit<ScenarioProblem, 'message'> {
  let [best, depth, own]: [Part | undefined, number, PropertyKey[]] = [parts.at(-1), -1, [...path]]
  for (const part of parts) {
    const found = follow(part, parts, path)
    if (found.depth >= depth) [best, depth, own] = [part, found.depth, found.path]
  }
  const place = best?.placeOf(own, line) ?? { line: 1, column: 1 }
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

const isTexts = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string')
