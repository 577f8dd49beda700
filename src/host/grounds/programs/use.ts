// The program of a world as its setup holds it.
import { createHash } from 'node:crypto'
import type { ProgramChoice, ProgramUse } from '../../../core/tree/program.ts'

/** The hash is that of the text, whatever a file says of it: by it states and threads are kept. */
export const programUse = (choice: ProgramChoice): ProgramUse => ({
  ...choice,
  hash: createHash('sha256').update(choice.text).digest('hex')
})
