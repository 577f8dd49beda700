// The program of a world as its setup holds it, or as its initial state says it.
import { createHash } from 'node:crypto'
import { findDomain } from '../../../core/domains/index.ts'
import { wholeText } from '../../../core/grounds/programs/files.ts'
import { householdStated } from '../../../core/grounds/programs/stories/household/stated.ts'
import { shopStated } from '../../../core/grounds/programs/stories/shop/stated.ts'
import { createRecent } from '../../../core/text/recent.ts'
import type { Setup } from '../../../core/tree/model.ts'
import type { ProgramChoice, ProgramUse } from '../../../core/tree/program.ts'

/** The hash is that of what is read, whatever a file says of it: by it states and threads are kept. */
export const programUse = (choice: ProgramChoice): ProgramUse => ({
  ...choice,
  hash: createHash('sha256').update(wholeText(choice)).digest('hex')
})

// Initial states that were read last; reading one takes a millisecond.
const stated = createRecent<{ program: ProgramUse | null }>(64)

/** The program that computes a world; `null` where neither a program nor a household or shop is stated. */
export function programOf({
  program,
  domain,
  initialState
}: Pick<Setup, 'program' | 'domain' | 'initialState'>): ProgramUse | null {
  if (program) return programUse(program)
  if (findDomain(domain).door !== 'text') return null
  const known = stated.get(initialState)
  if (known) return known.program
  const data = householdStated(initialState) ?? shopStated(initialState)
  const read = data === null ? null : programUse({ language: 'data', version: 1, text: JSON.stringify(data) })
  return stated.set(initialState, { program: read }).program
}
