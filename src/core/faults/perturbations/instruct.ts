// The model is told how a turn goes.
import { z } from 'zod'
import { matches, TextMatch } from '../../text/match.ts'
import type { Perturbation } from '../perturbation.ts'
import { typed } from '../samples.ts'

const Options = z.strictObject({
  /** As a simulation instruction. */
  instruction: z
    .string()
    .min(1, 'say how the turn is to go')
    .default('The action takes unusually long and prints a warning first.'),
  /** How the observation shows it. Where it does not, the model is asked once more. */
  expect: TextMatch.exactOptional()
})
type Options = z.infer<typeof Options>

export const instruct: Perturbation<Options> = {
  name: 'instruct',
  title: 'Instruction',
  description: 'The model is told how the turn is to go; whether it did so can be checked.',
  weakness: 'Depends on the instruction.',
  kind: 'implicit',
  options: Options,
  examples: [{ ...typed(['make', 'warning: clock skew detected']), options: { expect: 'warning' } }],
  instruct: (_moment, { instruction }) => ({ text: instruction, draw: null, detail: instruction }),
  took: (_moment, text, { expect }) => (expect === undefined ? null : matches(expect, text))
}
