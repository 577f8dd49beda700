// A recorded session of a real Debian shell: what was typed, and what the terminal then showed.
import { z } from 'zod'

const Keys = z.strictObject({ keystrokes: z.string(), duration: z.number().min(0) })

const Turn = z
  .strictObject({
    action: z.array(Keys).min(1),
    /** From the line that the action began on to the end; where that line is gone, the screen. Without trailing blanks. */
    observation: z.string(),
    /** Whether the actions so far determine it. A process number, for example, they do not. */
    determined: z.boolean(),
    why: z.string().min(1).optional()
  })
  .refine(({ determined, why }) => determined === (why === undefined), 'A turn that is not determined says why.')

export const Session = z.strictObject({ name: z.string(), about: z.string().min(1), turns: z.array(Turn).min(1) })
export type Session = z.infer<typeof Session>
