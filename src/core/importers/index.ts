// The list of import formats, asked in this order which of them knows a text. A new one is a file in this folder and a line here.
import { OrreryError } from '../errors.ts'
import type { Importer } from '../plugins.ts'
import { agentworldbench } from './agentworldbench.ts'
import { lines } from './lines.ts'
import { orrery } from './orrery.ts'

export const importers: Importer[] = [orrery, agentworldbench]

/**
 * The importer called `name`, or without a name the first that recognises the text.
 * @throws OrreryError not-found for an unknown name; invalid-input when the text is empty or nobody recognises it
 */
export function findImporter(text: string, name?: string): Importer {
  const known = importers.map((one) => one.name).join(', ')
  if (name !== undefined) {
    const named = importers.find((one) => one.name === name)
    if (named) return named
    throw new OrreryError('not-found', `There is no import format "${name}". Use one of: ${known}.`)
  }
  if (text.trim() === '') throw new OrreryError('invalid-input', 'There is nothing to import: the file is empty.')
  // The first line may be the damaged one; a few more decide as well.
  const first: string[] = []
  for (const line of lines(text)) if (first.push(line.text) === 5) break
  const found = importers.find((one) => first.some((line) => one.recognises(line)))
  if (found) return found
  throw new OrreryError('invalid-input', `The text is in no format that can be imported. Known are: ${known}.`)
}
