// The list of perturbations. A new one is a file in this folder and a line here.
import { OrreryError } from '../errors.ts'
import type { PerturbationUse } from '../model.ts'
import type { Perturbation } from '../plugins.ts'
import { breakMachine } from './break.ts'
import { flaky } from './flaky.ts'

export const perturbations: Perturbation[] = [flaky, breakMachine]

/** More than anybody tells apart, and each looks at every step. */
export const MOST_PERTURBATIONS = 32

/** What a list says: name, perturbation and the options as it reads them. */
export interface Used {
  name: string
  perturbation: Perturbation
  options: unknown
}

/** @throws OrreryError as `readPerturbation`; invalid-input when there are too many */
export function readPerturbations(uses: PerturbationUse[]): Used[] {
  if (uses.length > MOST_PERTURBATIONS) {
    const most = `A world can have at most ${MOST_PERTURBATIONS} perturbations`
    throw new OrreryError('invalid-input', `${most}; this one has ${uses.length}. Remove some.`)
  }
  return uses.map(readPerturbation)
}

/**
 * One entry of a list.
 * @throws OrreryError not-found as `findPerturbation`; invalid-input when the options are not the perturbation's
 */
export function readPerturbation({ name, options }: PerturbationUse): Used {
  const perturbation = findPerturbation(name)
  const valid = perturbation.options.safeParse(options)
  if (valid.success) return { name, perturbation, options: valid.data }
  const problems = valid.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new OrreryError('invalid-input', `The perturbation "${name}" cannot be used: ${problems.join('; ')}.`)
}

/** @throws OrreryError not-found, naming the perturbations there are */
function findPerturbation(name: string): Perturbation {
  const found = perturbations.find((one) => one.name === name)
  if (found) return found
  const known = perturbations.map((one) => one.name).join(', ')
  throw new OrreryError('not-found', `There is no perturbation "${name}". Use one of: ${known}.`)
}
