// A world's program that is written as data or in PDDL, read from the texts of its files, with the place of everything that is wrong with it.
import { OrreryError } from '../../../core/errors.ts'
import { readData } from '../../../core/grounds/programs/data/read-data.ts'
import { Story } from '../../../core/grounds/programs/data/story.ts'
import { partsOf } from '../../../core/grounds/programs/data/story-parts.ts'
import { singular } from '../../../core/grounds/programs/declared/names.ts'
import { includedBy } from '../../../core/grounds/programs/files.ts'
import { readGame } from '../../../core/grounds/programs/pddl/game.ts'
import { pddlProgram } from '../../../core/grounds/programs/pddl/play.ts'
import type { WorldProgram } from '../../../core/grounds/programs/program.ts'
import { isObject } from '../../../core/text/json.ts'
import type { ProgramUse } from '../../../core/tree/program.ts'
import { type PlaceOf, readYaml, type Wrong } from '../../domains/tools/yaml.ts'

// Finding a place looks through the whole text, and nobody reads more.
const MOST_WRONG = 100

/** `file`: the one that it is in; absent for the program's own text. */
export interface DataWrong extends Wrong {
  file?: string
}

interface Part {
  file?: string
  value: unknown
  placeOf: PlaceOf
}

/** Without a language: data. */
export type DataTexts = Pick<ProgramUse, 'text' | 'files'> & Partial<Pick<ProgramUse, 'language'>>

type Read = { program: WorldProgram | null; wrong: DataWrong[] }

// A scenario's program is asked for what is wrong with it, and then for its doors.
let last: { key: string; read: Read } | null = null

/** The program in texts that are data, or of PDDL. Places count lines and columns from 1. @throws OrreryError as `readYamlProgram` */
export function readDataProgram({ language, ...texts }: DataTexts): Read {
  const key = JSON.stringify([language === 'pddl', texts.text, texts.files])
  if (last?.key !== key) last = { key, read: language === 'pddl' ? readPddlProgram(texts) : readYamlProgram(texts) }
  return last.read
}

function readPddlProgram(texts: Pick<ProgramUse, 'text' | 'files'>): Read {
  const { game, faults } = readGame(texts)
  const wrong = faults.slice(0, MOST_WRONG).map(({ file, at, message }): DataWrong => {
    // The parts of a game have names, and are no files.
    const part = file !== undefined && !Object.hasOwn(texts.files ?? {}, file)
    return part
      ? { reason: `In ${file}: ${message}`, at }
      : { reason: message, at, ...(file !== undefined && { file }) }
  })
  return { program: game && pddlProgram(game), wrong }
}

/**
 * YAML or JSON. The files of a program are parts of the same data. Places count lines and columns from 1, in the order of the texts.
 * @throws OrreryError invalid-input for a text that is too long
 */
function readYamlProgram(
  { text, files = {} }: Pick<ProgramUse, 'text' | 'files'>,
  fired?: (path: readonly PropertyKey[]) => void
): Read & { whole: unknown; parts: Part[] } {
  const parts: Part[] = []
  const wrong: DataWrong[] = []
  for (const [file, one] of [[undefined, text] as const, ...Object.entries(files)]) {
    const named = file === undefined ? {} : { file }
    const read = readYaml(one)
    for (const each of 'problem' in read ? read.wrong : read.twice) wrong.push({ ...each, ...named })
    if (!('problem' in read)) parts.push({ ...named, value: read.value, placeOf: read.placeOf })
  }
  const [main] = parts
  if (!main || wrong.length) return { program: null, wrong, whole: null, parts }
  for (const path of includedBy(main.value))
    if (!Object.hasOwn(files, path))
      wrong.push({ reason: `"${path}" is included, and is no file of this program.`, at: main.placeOf(['include']) })
  const whole = parts.length > 1 || wrong.length ? partsAsOne(parts, wrong) : withoutInclude(main.value)
  const { program, faults } = readData(whole, fired)
  for (const { path, message } of faults.slice(0, MOST_WRONG)) {
    const { file, placeOf } = holding(parts, path)
    wrong.push({ reason: message, at: placeOf(path), ...(file !== undefined && { file }) })
  }
  const order = ['', ...Object.keys(files)]
  const all = wrong.toSorted(
    (one, other) =>
      order.indexOf(one.file ?? '') - order.indexOf(other.file ?? '') ||
      one.at.line - other.at.line ||
      one.at.column - other.at.column
  )
  return { program: all.length ? null : program, wrong: all, whole, parts }
}

const withoutInclude = (value: unknown): unknown => {
  if (!isObject(value) || !('include' in value)) return value
  const { include: _, ...rest } = value
  return rest
}

/** What the parts say together. `wrong` takes in what two of them say. */
function partsAsOne(parts: readonly Part[], wrong: DataWrong[]): unknown {
  const [main, ...others] = parts
  let whole = withoutInclude(main?.value)
  for (const { file = '', value, placeOf } of others) {
    const say = (path: PropertyKey[], reason: string) => wrong.push({ file, reason, at: placeOf(path) })
    // A file that is still empty.
    if (value === null) continue
    if (isObject(value)) whole = together(whole, withoutInclude(value), [], say)
    else say([], 'A part of a program has names and values, as its first file does.')
  }
  return whole
}

function together(
  one: unknown,
  other: unknown,
  path: PropertyKey[],
  say: (path: PropertyKey[], reason: string) => void
): unknown {
  if (isObject(one) && isObject(other)) {
    const made = new Map(Object.entries(one))
    for (const [key, value] of Object.entries(other))
      made.set(key, made.has(key) ? together(made.get(key), value, [...path, key], say) : value)
    return Object.fromEntries(made)
  }
  // Each part may say which version it is written for.
  if (one !== other) say(path, `"${path.join('.')}" is written in another file of this program too. Write it once.`)
  return one
}

/** The part in which most of the path is written. */
function holding(parts: readonly Part[], path: readonly PropertyKey[]): Part {
  const depth = ({ value }: Part): number => {
    let at = value
    for (const [index, key] of path.entries()) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return index
      // `as`: it is an object or a list, and has this key.
      at = (at as Record<PropertyKey, unknown>)[key]
    }
    return path.length
  }
  return parts.reduce((best, part) => (depth(part) > depth(best) ? part : best))
}

// More than these are mended before the rest is read.
const MOST_TOLD = 5

/** The same for a world that is to begin. @throws OrreryError invalid-input, naming what is wrong, each with line and column */
export function dataProgram(use: DataTexts): WorldProgram {
  const { program, wrong } = readDataProgram(use)
  if (program) return program
  const told = wrong
    .slice(0, MOST_TOLD)
    .map(({ reason, at, file }) => `${file ? `${file}, line` : 'Line'} ${at.line}, column ${at.column}: ${reason}`)
  const more = wrong.length - told.length
  const rest = more > 0 ? ` There are ${more} more.` : ''
  throw new OrreryError('invalid-input', `The program of this world is not in order. ${told.join(' ')}${rest}`)
}

/** A part of declared data that can take effect, and the lines on which it stands, from 1. */
export interface DataRule {
  name: string
  file?: string
  line: number
  lastLine: number
}

/**
 * The same program, which tells of the rules that take effect, by their places in `rules`. A story's are the parts of its data that made an answer what it is. `rules` is empty for PDDL.
 * @throws OrreryError as `dataProgram`
 */
export function tracedData(
  { language, ...texts }: DataTexts,
  fired: (rule: number) => void
): { program: WorldProgram; rules: DataRule[] } {
  if (language === 'pddl') return { program: dataProgram({ language, ...texts }), rules: [] }
  const numbers = new Map<string, number>()
  const { program, whole, parts } = readYamlProgram(texts, (path) => {
    const found = numbers.get(path.join('\n'))
    if (found !== undefined) fired(found)
  })
  if (!program) return { program: dataProgram({ ...texts }), rules: [] }
  const rules = pathsIn(whole).map(({ name, path, by }, at): DataRule => {
    numbers.set(by.join('\n'), at)
    const { file, placeOf } = holding(parts, path)
    const { line } = placeOf(path)
    const text = file === undefined ? texts.text : (texts.files?.[file] ?? '')
    return { name, ...(file !== undefined && { file }), line, lastLine: lastLineOf(text, line) }
  })
  return { program, rules }
}

/** The parts of a story; else verbs with what they require, the usual verbs of tables, and pages; `by`: as the program tells of them. */
function pathsIn(whole: unknown): { name: string; path: PropertyKey[]; by: PropertyKey[] }[] {
  const story = Story.safeParse(whole)
  if (story.success) return partsOf(story.data).map((part) => ({ ...part, by: part.path }))
  const at = (value: unknown, names: readonly string[]): Record<string, unknown> =>
    names.reduce<Record<string, unknown>>(
      (one, name) => (isObject(one[name]) ? one[name] : {}),
      isObject(value) ? value : {}
    )
  const verbs = Object.entries(at(whole, ['verbs'])).flatMap(([name, verb]) => {
    const { require = [], leaves } = at({ verb }, ['verb'])
    const path = ['verbs', name]
    const asked = Array.isArray(require) ? require.map((_, index) => index) : []
    return [
      { name, path, by: path },
      ...asked.map((index) => ({
        name: `${name}: refuses ${index + 1}`,
        path: [...path, 'require', index],
        by: [...path, 'require', index]
      })),
      ...(leaves === undefined ? [] : [{ name: `${name}: leaves`, path: [...path, 'leaves'], by: [...path, 'leaves'] }])
    ]
  })
  const usual = Object.entries(at(whole, ['tables'])).flatMap(([table, own]) => {
    const { verbs: does, one } = at({ own }, ['own'])
    return (Array.isArray(does) ? does : []).map((verb, index) => {
      const called = typeof one === 'string' ? one.replaceAll(' ', '_') : singular(table)
      const name = `${String(verb)}_${verb === 'list' ? table : called}`
      return { name, path: ['tables', table, 'verbs', index], by: ['verbs', name] }
    })
  })
  const start = at(whole, ['pages']).start
  const sites = [
    { path: ['pages', 'at'], host: typeof start === 'string' && URL.canParse(start) ? new URL(start).host : '' },
    ...['phone', 'desktop'].flatMap((device) =>
      Object.keys(at(whole, [device, 'apps'])).map((app) => ({ path: [device, 'apps', app, 'at'], host: `${app}.app` }))
    )
  ]
  const pages = sites.flatMap(({ path, host }) =>
    Object.keys(at(whole, path)).map((key) => ({
      name: `page ${key}`,
      path: [...path, key],
      by: ['pages', /^(?:[A-Z]+ )?([a-z\d][^/\s]*)\//.exec(key)?.[1] ?? host, key]
    }))
  )
  return [...verbs, ...usual, ...pages]
}

/** The last line that is indented more than the first of a part. */
function lastLineOf(text: string, line: number): number {
  const lines = text.split('\n')
  const depth = (one: string) => one.length - one.trimStart().length
  const own = depth(lines[line - 1] ?? '')
  let last = line
  for (let at = line; at < lines.length; at++) {
    const one = lines[at] ?? ''
    if (!one.trim()) continue
    if (depth(one) <= own) break
    last = at + 1
  }
  return last
}
