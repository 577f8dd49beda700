// People's own scenarios: files in a folder of the data home, written whole or not at all.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { OrreryError } from '../../core/errors.ts'
import { explain } from '../data/disk-errors.ts'
import { makeFolder } from '../data/home.ts'
import { bytesIn } from '../data/plain-file.ts'
import { checkPlain } from '../data/regular-file.ts'
import { replaceFile } from '../data/text-file.ts'
import { MOST_BYTES, type ReadScenario, readScenarioWhole, textOf } from './scenario-file.ts'
import type { ScenarioEntry, Scenarios } from './scenarios.ts'

// Letters, digits, dot, dash and underscore; a dot or an underscore in front would hide the file from the list, one at the end Windows drops.
const SAFE = /^[A-Za-z0-9](?:[\w.-]{0,98}[\w-])?$/
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** What is wrong with a text. Never throws for what the text says. */
function readWhole(text: string, file: string): ReadScenario & { files: string[] } {
  try {
    return readScenarioWhole(text, file)
  } catch (error) {
    if (!(error instanceof OrreryError)) throw error
    return { scenario: null, problems: [{ file, line: 1, column: 1, message: error.message }], files: [] }
  }
}

/**
 * Writes the own scenario of this name, with problems or without: what is being written by hand is seldom in order.
 * @throws OrreryError invalid-input, conflict, forbidden, disk-full
 */
export function saveScenario(
  scenarios: Scenarios,
  { name, text, fresh: isNew, from }: { name: string; text: string; fresh: boolean; from?: string }
): { file: string } & ReadScenario {
  refuseName(name)
  refuseLarge(text)
  const folder = makeFolder(scenarios.folder)
  const known = ownOf(scenarios, name)
  if (known && isNew) {
    throw new OrreryError('conflict', `You already have a scenario "${name}". Choose another name, or replace it.`)
  }
  const file = known?.file ?? join(folder, `${name}.yaml`)
  if (from !== undefined) copyBeside(text, scenarios.find(from).file, file)
  const { scenario, problems } = readWhole(text, file)
  if (scenario && scenario.name !== name) {
    const other = scenario.name
    throw new OrreryError(
      'invalid-input',
      `The text names the scenario "${other}". Save it as "${other}", or rename it.`
    )
  }
  const twin = readdirSync(folder).find((one) => one.toLowerCase() === basename(file).toLowerCase())
  if (twin !== undefined && twin !== basename(file)) {
    throw new OrreryError('conflict', `There is already a file "${twin}", which some systems take for the same.`)
  }
  checkPlain(file)
  try {
    replaceFile(file, text)
  } catch (error) {
    throw explain(error, file)
  }
  return { file, scenario, problems }
}

/**
 * Copies the files that a text names beside one file to the same places beside another, where they are not there yet.
 * @throws OrreryError conflict where another file is in such a place; forbidden, disk-full
 */
function copyBeside(text: string, from: string, to: string): void {
  const [source, target] = [dirname(from), dirname(to)]
  if (source === target) return
  for (const file of readWhole(text, from).files) {
    const name = relative(source, file)
    const copy = join(target, name)
    const bytes = bytesIn(file, MOST_BYTES)
    if (existsSync(copy)) {
      if (bytesIn(copy, MOST_BYTES).equals(bytes)) continue
      throw new OrreryError(
        'conflict',
        `The scenario names the file "${name}", and your folder of scenarios has another one of that name. Rename "${copy}" first.`
      )
    }
    makeFolder(dirname(copy))
    checkPlain(copy)
    try {
      replaceFile(copy, bytes)
    } catch (error) {
      throw explain(error, copy)
    }
  }
}

/** @throws OrreryError not-found; forbidden for one that comes with Orrery */
export function deleteScenario(scenarios: Scenarios, name: string): void {
  const own = ownOf(scenarios, name)
  if (!own) {
    scenarios.find(name)
    throw new OrreryError('forbidden', `"${name}" comes with Orrery and cannot be deleted.`)
  }
  try {
    rmSync(own.file)
  } catch (error) {
    throw explain(error, own.file)
  }
}

/** @throws OrreryError not-found, invalid-input */
export function textOfScenario(scenarios: Scenarios, name: string): { text: string; file: string; own: boolean } {
  const { file, own, problems, scenario } = scenarios.find(name)
  const [problem] = problems
  // A link out of the folder is listed and not read.
  if (!scenario && own && problem && !scenarios.isReadable(file)) throw new OrreryError('forbidden', problem.message)
  return { text: textOf(file), file, own }
}

function ownOf(scenarios: Scenarios, name: string): ScenarioEntry | undefined {
  return scenarios.entries().findLast((one) => one.own && one.name === name)
}

function refuseName(name: string): void {
  if (SAFE.test(name) && !RESERVED.test(name)) return
  const shown = JSON.stringify(name.slice(0, 40))
  const rule =
    'A name begins with a letter or digit and has letters, digits, dot, dash and underscore only, at most 100'
  throw new OrreryError('invalid-input', `${shown} cannot be the name of a scenario's file. ${rule}.`)
}

function refuseLarge(text: string): void {
  const size = Buffer.byteLength(text)
  if (size <= MOST_BYTES) return
  const found = Math.ceil(size / 1e6)
  throw new OrreryError(
    'invalid-input',
    `The scenario has ${found} MB; one is the most. Keep long sessions as exports.`
  )
}
