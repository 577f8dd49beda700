// Makes matching actions fail by chance: the model is told, for that step only, what goes wrong.
import { z } from 'zod'
import type { Perturbation } from '../plugins.ts'

const Options = z.strictObject({
  /** Which actions: a regular expression over the action's one-line label. */
  when: z.string().refine(isRegex, 'when must be a valid regular expression').default(''),
  /** How often, 0 to 1. */
  rate: z.number().min(0).max(1).default(0.5),
  /** What goes wrong, as a simulation instruction. */
  instruction: z.string().min(1, 'say in words what goes wrong')
})
type Options = z.infer<typeof Options>

// A label is one line; a longer one only gives a slow expression more to chew on.
const LABEL_LIMIT = 1000

export const flaky: Perturbation = {
  name: 'flaky',
  title: 'Fails by chance',
  options: Options,
  instruct({ label, draw }, options) {
    const { when, rate, instruction }: Options = Options.parse(options)
    if (draw >= rate || !new RegExp(when).test(label.slice(0, LABEL_LIMIT))) return null
    return { text: instruction, draw, detail: instruction }
  }
}

function isRegex(source: string): boolean {
  try {
    new RegExp(source)
    return true
  } catch {
    return false
  }
}
