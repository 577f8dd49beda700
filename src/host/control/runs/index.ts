// The list of kinds of runs. A new one is a file in this folder and a line here.
import { OrreryError } from '../../../core/errors.ts'
import { evaluation } from '../evaluate/index.ts'
import type { Kind } from './kind.ts'
import { samples } from './samples.ts'
import { scenarios } from './scenarios/index.ts'
import { variations } from './variations/index.ts'

export const kinds: Kind[] = [evaluation, samples, scenarios, variations]

/** @throws OrreryError not-found, naming the kinds there are */
export function findKind(name: string, among: Kind[] = kinds): Kind {
  const found = among.find((kind) => kind.name === name)
  if (found) return found
  const known = among.map((kind) => kind.name).join(', ')
  throw new OrreryError('not-found', `There is no kind of run "${name}". Use one of: ${known}.`)
}
