// Breaks the machine under a world for real: from then on its programs fail as they would.
import { z } from 'zod'
import { Fault } from '../ground.ts'
import type { Perturbation } from '../plugins.ts'

const Options = z.strictObject({
  /** What breaks. */
  fault: Fault,
  /** Before which turn; 1 is the world's first. */
  turn: z.int().min(1).default(1)
})
type Options = z.infer<typeof Options>

export const breakMachine: Perturbation<Options> = {
  name: 'break',
  title: 'Break the machine',
  options: Options,
  change({ chain }, { fault, turn }) {
    if (chain.length + 1 !== turn) return null
    const text = wordsOf(fault)
    return { fault, text, draw: null, detail: text }
  }
}

function wordsOf(fault: Fault): string {
  switch (fault.fault) {
    case 'disk-full':
      return 'The disk is full from now on: nothing more can be written.'
    case 'missing-program':
      return `The program ${fault.program} is gone from now on.`
    case 'clock-skew':
      return `The clock is ${Math.abs(fault.seconds)} seconds ${fault.seconds < 0 ? 'behind' : 'ahead'} from now on.`
    case 'permission-denied':
      return `Only root may use ${fault.path} from now on.`
    default:
      return fault satisfies never
  }
}
