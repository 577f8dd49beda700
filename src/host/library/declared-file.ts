// A world of declared data as it stands in a file, read, with the place of everything that is wrong with it.
import { type ReadWorld, readDeclared } from '../../core/grounds/programs/declared/read.ts'
import { readYaml, type Wrong } from '../domains/tools/yaml.ts'

/**
 * YAML or JSON. Places count lines and columns from 1, in the order of the text.
 * @throws OrreryError invalid-input for a text that is too long
 */
export function readDeclaredText(text: string): { world: ReadWorld | null; wrong: Wrong[] } {
  const read = readYaml(text)
  if ('problem' in read) return { world: null, wrong: read.wrong }
  const { world, faults } = readDeclared(read.value)
  const wrong = faults.map(({ path, message }) => ({ reason: message, at: read.placeOf(path) }))
  const all = [...read.twice, ...wrong].toSorted(
    (one, other) => one.at.line - other.at.line || one.at.column - other.at.column
  )
  return { world: all.length ? null : world, wrong: all }
}
