// Makes matching actions fail by chance: the model is told, for that step only, what goes wrong.
import { z } from 'zod'
import { matches, TextMatch } from '../../text/match.ts'
import { compilePattern } from '../../text/pattern.ts'
import type { Perturbation } from '../perturbation.ts'
import { typed } from '../samples.ts'

const Options = z.strictObject({
  /** Which actions: a regular expression over the action's one-line label. */
  when: z
    .string()
    .check(({ value, issues }) => {
      const pattern = compilePattern(value, MOST_PATTERN)
      if ('problem' in pattern) issues.push({ code: 'custom', input: value, message: `the pattern ${pattern.problem}` })
    })
    .default(''),
  /** How often, 0 to 1. */
  rate: z.number().min(0).max(1).default(0.5),
  /** What goes wrong, as a simulation instruction. */
  instruction: z.string().min(1, 'describe what goes wrong'),
  /** What the observation says when it did go wrong; without it nobody can tell. */
  expect: TextMatch.exactOptional()
})
type Options = z.infer<typeof Options>

// A label is one line; of a longer one the beginning counts.
const LABEL_LIMIT = 1000
// Long enough for a list of words, and quick on a whole label: about a tenth of a second at worst.
const MOST_PATTERN = 1000

export const flaky: Perturbation<Options> = {
  name: 'flaky',
  title: 'Random failures',
  description: 'By chance, the model is told what goes wrong with actions that match.',
  weakness: 'Gives up, or repeats without looking, when something fails now and then.',
  kind: 'explicit',
  options: Options,
  examples: [
    {
      ...typed(['curl -s https://example.org/status', 'ok']),
      options: { when: '\\bcurl\\b', rate: 1, instruction: 'The name cannot be resolved.', expect: 'resolve' }
    }
  ],
  instruct({ label, draw }, { when, rate, instruction }) {
    if (draw >= rate) return null
    const pattern = compilePattern(when, MOST_PATTERN)
    if ('problem' in pattern || !pattern.test(label.slice(0, LABEL_LIMIT))) return null
    return { text: instruction, draw, detail: instruction }
  },
  took: (_moment, text, { expect }) => (expect === undefined ? null : matches(expect, text))
}
