// The list of perturbations. A new one is a file in this folder and a line here.
import { OrreryError } from '../errors.ts'
import type { Perturbation } from '../plugins.ts'
import { flaky } from './flaky.ts'

export const perturbations: Perturbation[] = [flaky]

/** @throws OrreryError not-found, naming the perturbations there are */
export function findPerturbation(name: string): Perturbation {
  const found = perturbations.find((one) => one.name === name)
  if (found) return found
  const known = perturbations.map((one) => one.name).join(', ')
  throw new OrreryError('not-found', `There is no perturbation "${name}". Use one of: ${known}.`)
}
