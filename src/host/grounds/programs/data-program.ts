// A world's program that is written as data, read from a file's text, with the place of everything that is wrong with it.
import { OrreryError } from '../../../core/errors.ts'
import { readData } from '../../../core/grounds/programs/data/read-data.ts'
import type { WorldProgram } from '../../../core/grounds/programs/program.ts'
import { readYaml, type Wrong } from '../../domains/tools/yaml.ts'

// Finding a place looks through the whole text, and nobody reads more.
const MOST_WRONG = 100

/**
 * YAML or JSON. Places count lines and columns from 1, in the order of the text.
 * @throws OrreryError invalid-input for a text that is too long
 */
export function readDataProgram(text: string): { program: WorldProgram | null; wrong: Wrong[] } {
  const read = readYaml(text)
  if ('problem' in read) return { program: null, wrong: read.wrong }
  const { program, faults } = readData(read.value)
  const wrong = faults.slice(0, MOST_WRONG).map(({ path, message }) => ({ reason: message, at: read.placeOf(path) }))
  const all = [...read.twice, ...wrong].toSorted(
    (one, other) => one.at.line - other.at.line || one.at.column - other.at.column
  )
  return { program: all.length ? null : program, wrong: all }
}

// More than these are mended before the rest is read.
const MOST_TOLD = 5

/** The same for a world that is to begin. @throws OrreryError invalid-input, naming what is wrong, each with line and column */
export function dataProgram(text: string): WorldProgram {
  const { program, wrong } = readDataProgram(text)
  if (program) return program
  const told = wrong.slice(0, MOST_TOLD).map(({ reason, at }) => `Line ${at.line}, column ${at.column}: ${reason}`)
  const more = wrong.length - told.length
  const rest = more > 0 ? ` There are ${more} more.` : ''
  throw new OrreryError('invalid-input', `The program of this world is not in order. ${told.join(' ')}${rest}`)
}
