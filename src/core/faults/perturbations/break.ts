// Breaks the machine under a world for real: from then on its programs fail as they would.
import { z } from 'zod'
import { Fault } from '../../tree/ground.ts'
import type { Perturbation } from '../perturbation.ts'
import { typed } from '../samples.ts'

const Options = z.strictObject({
  /** What breaks. */
  fault: Fault,
  /** Before which turn; 1 is the world's first. Default: when its trigger says, else before the first. */
  turn: z.int().min(1).exactOptional()
})
type Options = z.infer<typeof Options>

export const breakMachine: Perturbation<Options> = {
  name: 'break',
  title: 'Break the machine',
  description:
    'The machine under the world is broken for real: the disk is full, a program is gone, the clock is wrong, a path is denied.',
  weakness: 'Assumes that the machine works, and reads past what its errors say.',
  kind: 'explicit',
  options: Options,
  serves: (domain) => domain.shell !== undefined,
  examples: [
    { ...typed(['jq .name package.json', '"moor"']), options: { fault: { fault: 'missing-program', program: 'jq' } } }
  ],
  change({ chain, when }, { fault, turn = when ? null : 1 }) {
    if (turn !== null && chain.length + 1 !== turn) return null
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
