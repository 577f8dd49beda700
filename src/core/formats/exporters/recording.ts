// What the HTML player is given: one branch as JSON, in a script element that no text inside can end.
import { z } from 'zod'
import { Grounded } from '../../tree/ground.ts'
import { Action, Firing, Setup, Tokens } from '../../tree/model.ts'

/** Optional parts are left out where a step has none: most have none. */
const RecordedTurn = z.object({
  action: Action,
  observation: z.string(),
  /** The rules, where they are not those of the turn before. */
  setup: Setup.optional(),
  instruction: z.string().optional(),
  thinking: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  firings: z.array(Firing).optional(),
  /** Who answered; left out where nobody knows. */
  by: z
    .object({
      engine: z.string(),
      model: z.string(),
      tokens: Tokens,
      ms: z.number(),
      grounded: Grounded.pick({ origin: true, why: true, over: true, acted: true }).optional()
    })
    .optional()
})
export type RecordedTurn = z.input<typeof RecordedTurn>

export const Recording = z.object({
  player: z.literal(1),
  title: z.string(),
  notes: z.string(),
  branch: z.string(),
  setup: Setup,
  turns: z.array(RecordedTurn)
})
export type Recording = z.infer<typeof Recording>

/** What the player's page holds where the recording goes. */
export const PLACE = '>"RECORDING"<'

/** JSON that is safe inside a script element: nothing in it can close the element or open a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
