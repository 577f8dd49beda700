// Scenarios by name: those that come with Orrery, and people's own in the data folder. Read on demand, so that a file that was changed by
// an editor or another Orrery counts at once.
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { readScenario } from '../../core/control/validate.ts'
import { scenarioOf } from '../../core/control/variants.ts'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import { isObject, isShallow, parseJson } from '../../core/text/json.ts'
import { twiceInJson } from '../../core/text/twice.ts'
import type { NewSetup, ReadySetup } from '../../core/tree/model.ts'
import {
  noScenario,
  type Scenario,
  type ScenarioFile,
  type ScenarioProblem,
  type ScenarioRow
} from '../../core/tree/scenario.ts'
import { parseScript } from '../control/scripts/parse.ts'
import { readYaml } from '../domains/tools/yaml.ts'
import { isInside } from './program-file.ts'
import { type ReadScenario, readScenarioText, textOf } from './scenario-file.ts'

/** A file of scenarios. What cannot be read has no scenario and is named after its file. */
export interface ScenarioEntry {
  name: string
  own: boolean
  file: string
  scenario: ScenarioFile | null
  problems: ScenarioProblem[]
}

export interface Scenarios {
  /** The folder of people's own. It may not exist yet. */
  readonly folder: string
  /** Every file, own ones last; own ones win. Those that another one has taken the name of are left out. */
  entries(): ScenarioEntry[]
  /** Reads them file by file, so that others get their turn between two: all at once take more than a second. */
  ready(): Promise<void>
  list(): ScenarioRow[]
  /** One of those that come with Orrery, whether there is an own one of that name or not. */
  shipped(name: string): ScenarioRow | null
  /** Another one whenever a file in the folder of people's own was written, added or deleted. */
  version(): string
  /** Whether the file may be shown: ours, and own ones that are no links out of their folder. */
  isReadable(file: string): boolean
  /** @throws OrreryError not-found */
  find(name: string): ScenarioEntry
}

// Files that begin with a dot or an underscore are parts of others.
const NAMED = /^[^._].*\.(?:ya?ml|json)$/i
// More than anybody keeps; a folder of a million files would be read each time the window looks.
const MOST_FILES = 1000

/** Whether a file of this name is a scenario by itself, rather than a part that others include. */
export const isScenarioName = (file: string): boolean => NAMED.test(file)

// Those that come with Orrery are the same for every host of a process, and take a second to read.
const ours = cached(false)
const rows = new WeakMap<ScenarioFile, Scenario>()

export function createScenarios({ home, resources }: { home: string; resources: string }): Scenarios {
  const folder = join(home, 'scenarios')
  const own = cached(true)
  const entries = (): ScenarioEntry[] => {
    const mine = unique(own(folder))
    const taken = new Set(mine.map(({ name }) => name))
    return [...ours(join(resources, 'scenarios')).filter(({ name }) => !taken.has(name)), ...mine]
  }
  // In the file of that name, as a rule: all are a second's reading.
  const oursNamed = (name: string): ScenarioEntry | null => {
    const at = join(resources, 'scenarios')
    const likely = filesIn(at).filter((file) => basename(file).startsWith(`${name}.`))
    const is = (entry: ScenarioEntry): boolean => entry.name === name
    return likely.flatMap((file) => ours(at, file)).find(is) ?? ours(at).findLast(is) ?? null
  }
  return {
    folder,
    entries,
    async ready() {
      for (const [read, at] of [
        [ours, join(resources, 'scenarios')],
        [own, folder]
      ] as const) {
        const around = once(() => versionOf(at))
        for (const file of filesIn(at)) {
          read(at, file, around)
          await setImmediate()
        }
      }
    },
    list: () => entries().flatMap((entry) => rowOf(entry) ?? []),
    shipped(name) {
      const entry = oursNamed(name)
      return entry && rowOf(entry)
    },
    isReadable,
    version: () => versionOf(folder),
    find(name) {
      const found = unique(own(folder)).findLast((one) => one.name === name) ?? oursNamed(name)
      if (found) return found
      throw noScenario(name, entries())
    }
  }
}

function rowOf({ own, file, scenario }: ScenarioEntry): ScenarioRow | null {
  if (!scenario) return null
  const row = rows.get(scenario) ?? scenarioOf(scenario)
  rows.set(scenario, row)
  return { ...row, own, file }
}

/** The files of a folder, or `only` one; each is read again when it was changed, or anything in the folder where it is read with others. */
function cached(own: boolean): (folder: string, only?: string, around?: () => string) => ScenarioEntry[] {
  const known = new Map<string, { stamp: string; entry: ScenarioEntry; whole: boolean; around: string }>()
  // Asked for once a look, and only where a file is read with others.
  return (folder, only, around = once(() => versionOf(folder))) => {
    const files = only === undefined ? filesIn(folder) : [only]
    if (only === undefined) for (const file of known.keys()) if (!files.includes(file)) known.delete(file)
    return files.flatMap((file) => {
      const stamp = stampOf(file)
      const kept = known.get(file)
      if (stamp && kept?.stamp === stamp && (kept.whole || kept.around === around())) return [kept.entry]
      const { entry, whole } = read(file, own)
      if (entry && stamp) known.set(file, { stamp, entry, whole, around: whole ? '' : around() })
      else known.delete(file)
      return entry ? [entry] : []
    })
  }
}

function filesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  const names = readdirSync(folder).filter(isScenarioName).sort()
  return names.slice(0, MOST_FILES).map((name) => join(folder, name))
}

function once(make: () => string): () => string {
  let made: string | null = null
  return () => {
    made ??= make()
    return made
  }
}

function versionOf(folder: string): string {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return ''
  // With the folders in it: they hold what is included. Links are not followed.
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort().slice(0, MOST_FILES)
  const stamps = names.map((name) => `${name} ${stampOf(join(folder, name))}`)
  return createHash('sha256').update(stamps.join('\n')).digest('hex')
}

function stampOf(file: string): string | null {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(file)
    return [mtimeMs, ctimeMs, size, ino].join(' ')
  } catch {
    return null
  }
}

/** Whether a file of a folder is in it, links resolved. */
const isReadable = (file: string): boolean => isInside(join(file, '..'), file)

// Words by which a scenario may name other files. If the word means something else, the file is only read once more.
const OTHERS = /include|program/
const OTHERS_IN_JSON = /"(?:include|program)"/

/** `entry`: `null` for a file that went away meanwhile. `whole`: it is read with no other file. */
function read(file: string, own: boolean): { entry: ScenarioEntry | null; whole: boolean } {
  const broken = (problems: ScenarioProblem[]): ScenarioEntry => ({
    ...{ name: basename(file).replace(/\.\w+$/, ''), own, file, scenario: null },
    problems
  })
  try {
    // A link could show any file of the machine to whoever may see the list.
    if (own && !isReadable(file)) {
      const message = 'This is a link to a file outside of the folder. Copy the file here.'
      return { entry: broken([{ file, line: 1, column: 1, message }]), whole: false }
    }
    const text = textOf(file)
    const { scenario, problems } = readJson(file, text) ?? readScenarioText(text, file)
    // A program that lies beside the scenario that names it.
    if (!scenario && isData(text)) return { entry: null, whole: false }
    const entry = scenario ? { name: scenario.name, own, file, scenario, problems } : broken(problems)
    return { entry, whole: !OTHERS.test(text) }
  } catch (error) {
    const { code, message } = toWire(error)
    if (code === 'not-found') return { entry: null, whole: false }
    return { entry: broken([{ file, line: 1, column: 1, message }]), whole: false }
  }
}

/** Whether the text is a program that is data, and no scenario. */
export function isData(text: string): boolean {
  const read = readYaml(text)
  if ('problem' in read || !isObject(read.value)) return false
  const { tables, story, setup } = read.value
  return setup === undefined && (tables !== undefined || story !== undefined)
}

/** JSON that is in order, fifty times as fast as it is read as YAML; `null` for everything else. */
function readJson(file: string, text: string): ReadScenario | null {
  if (!file.endsWith('.json') || OTHERS_IN_JSON.test(text)) return null
  try {
    const value: unknown = parseJson(text)
    const found = isObject(value) && isShallow(value) ? readScenario(value, { parse: parseScript }) : null
    const whole = found?.scenario && !found.faults.length && !twiceInJson(text).length
    return whole ? { scenario: found.scenario, problems: [] } : null
  } catch {
    return null
  }
}

/** Of two files with the same name the first one has it. */
function unique(entries: ScenarioEntry[]): ScenarioEntry[] {
  const taken = new Map<string, string>()
  return entries.map((entry): ScenarioEntry => {
    const other = taken.get(entry.name)
    if (other === undefined) taken.set(entry.name, entry.file)
    if (other === undefined || !entry.scenario) return entry
    const message = `"${basename(other)}" is named "${entry.name}" too. Rename one of them.`
    const name = basename(entry.file).replace(/\.\w+$/, '')
    return { ...entry, name, scenario: null, problems: [{ file: entry.file, line: 1, column: 1, message }] }
  })
}

/**
 * The setup of a new world with an initial state: its own, else that of the ready world which its domain starts from, else none.
 * @throws OrreryError not-found
 */
export function withInitialState(setup: NewSetup, scenarios: Pick<Scenarios, 'shipped'>): ReadySetup {
  const { initialState } = setup
  const {
    title,
    initialState: { start }
  } = findDomain(setup.domain)
  if (initialState !== undefined || start === undefined) return { ...setup, initialState: initialState ?? '' }
  const ready = scenarios.shipped(start)?.setup
  if (!ready) {
    throw new OrreryError(
      'not-found',
      `The scenario "${start}", which a ${title} world starts from, is missing. Reinstall Orrery, or give an initial state.`
    )
  }
  return { ...setup, initialState: ready.initialState, instruction: setup.instruction || ready.instruction }
}
