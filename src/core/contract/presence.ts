// Who else is in a world: asked each second by every window, with whether anything is listed anew.
import { z } from 'zod'

/** Somebody who is in a world just now. */
export const Present = z.strictObject({
  session: z.string(),
  kind: z.enum(['window', 'agent']),
  /** How an agent names itself; `''` for one that does not, and for a window. */
  name: z.string().max(200)
})
export type Present = z.infer<typeof Present>

export const presenceCalls = {
  /** Says which world a window has open, and asks who else is where. `list`: another text whenever a world was made, touched, renamed or deleted. */
  'worlds.here': {
    input: z.strictObject({
      /** Chosen by the window, for as long as it is open. */
      window: z.string().max(60),
      session: z.string().nullable()
    }),
    output: z.strictObject({ list: z.string(), others: z.array(Present) })
  }
}
