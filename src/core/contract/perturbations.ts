// What worlds can be disturbed by.
import { z } from 'zod'
import { Firing, PerturbationUse } from '../tree/model.ts'
import { Empty } from './entry.ts'

/** A perturbation of the catalogue. */
export const PerturbationRow = z.strictObject({
  name: z.string(),
  title: z.string(),
  /** What happens. */
  description: z.string(),
  /** The weakness of an agent that it exposes. */
  weakness: z.string(),
  kind: z.enum(['explicit', 'implicit']),
  /** How: it answers in the model's place, alters what was observed, instructs the model, or breaks the machine. */
  effects: z.array(z.enum(['answers', 'alters', 'instructs', 'breaks'])),
  /** Ids of the domains whose worlds it can disturb. */
  domains: z.array(z.string()),
  /** The JSON schema of its options. */
  form: z.json(),
  /** Turns that it is shown on; the last one is disturbed. */
  examples: z.array(
    z.strictObject({
      domain: z.string(),
      turns: z.array(z.strictObject({ action: z.string(), observation: z.string() })),
      options: z.json()
    })
  )
})
export type PerturbationRow = z.infer<typeof PerturbationRow>

export const perturbationCalls = {
  /** What worlds can be disturbed by, explicit faults first, each with the JSON schema of its options. */
  'perturbations.list': { input: Empty, output: z.array(PerturbationRow) },
  /** Ready lists of perturbations for worlds of a domain. */
  'perturbations.presets': {
    input: z.strictObject({ domain: z.string() }),
    output: z.array(
      z.strictObject({ name: z.string(), title: z.string(), description: z.string(), uses: z.array(PerturbationUse) })
    )
  },
  /** What a perturbation does to one of its examples: the nth from 0, or the first of a domain. Its trigger is left aside. */
  'perturbations.preview': {
    input: z.strictObject({
      use: PerturbationUse,
      domain: z.string().optional(),
      example: z.int().min(0).optional()
    }),
    output: z.strictObject({
      domain: z.string(),
      turns: z.array(z.strictObject({ action: z.string(), observation: z.string() })),
      before: z.string(),
      after: z.string(),
      /** What the model is told, and what is broken, where that is how it works. */
      told: z.array(z.string()),
      /** `null` where the options leave the example alone. */
      firing: Firing.nullable()
    })
  }
}
