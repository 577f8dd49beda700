// A world's program that is written as data, read from a file's text, with the place of everything that is wrong with it.
import { readData } from '../../core/grounds/programs/data/read-data.ts'
import type { Program } from '../../core/grounds/programs/program.ts'
import { readYaml, type Wrong } from '../domains/tools/yaml.ts'

/**
 * YAML or JSON. Places count lines and columns from 1, in the order of the text.
 * @throws OrreryError invalid-input for a text that is too long
 */
export function readDataProgram(text: string): { program: Program | null; wrong: Wrong[] } {
  const read = readYaml(text)
  if ('problem' in read) return { program: null, wrong: read.wrong }
  const { program, faults } = readData(read.value)
  const wrong = faults.map(({ path, message }) => ({ reason: message, at: read.placeOf(path) }))
  const all = [...read.twice, ...wrong].toSorted(
    (one, other) => one.at.line - other.at.line || one.at.column - other.at.column
  )
  return { program: all.length ? null : program, wrong: all }
}
