// What a search for a better template came to: how each variant did while it was tried, and the winner on recordings that it was not chosen by.
import { z } from 'zod'
import { MeasureName } from '../compare/measures.ts'
import { Figure, ScoreDifference } from '../compare/report.ts'

export const TuningReport = z.strictObject({
  domain: z.string(),
  measure: MeasureName,
  model: z.string(),
  /** Worlds that variants were chosen by, and those that were held out. */
  chosenBy: z.array(z.string()),
  heldOut: z.array(z.string()),
  /** Turns of each recording, and how each variant that was still there did: a turn without an answer counts 0. */
  rungs: z.array(
    z.strictObject({
      turns: z.int(),
      scores: z.array(z.strictObject({ variant: z.string(), score: z.number() }))
    })
  ),
  winner: z.string(),
  baseline: z.string(),
  /** On the recordings held out; `null` where none of the turns has an answer. */
  held: z.strictObject({ winner: Figure.nullable(), baseline: Figure.nullable() }),
  /** Winner minus baseline there. `null` where the baseline has won. */
  difference: ScoreDifference.nullable(),
  /** `words`: of the model that wrote variants. */
  cost: z.strictObject({ answers: z.int(), tokens: z.int(), seconds: z.number(), words: z.int() }),
  /** The prompt pack that was saved; `null` where the winner is no prompt of its own. */
  saved: z.string().nullable()
})
export type TuningReport = z.infer<typeof TuningReport>
