// What a preview tells the agent that asked for it.
import { z } from 'zod'
import { StepId } from '../../tree/model.ts'
import { Origin } from '../../tree/origin.ts'

/** What an action would come to, for the agent that thinks of it. */
export const Previewed = z.strictObject({
  text: z.string(),
  /** The world would say that it failed. */
  error: z.boolean(),
  /** By rule alone: what the world itself says of the action. */
  verdict: z.enum(['success', 'failure', 'unclear']),
  why: z.string(),
  /** Previews that are left at this step. */
  left: z.int(),
  /** The step on the branch of the preview. */
  step: StepId,
  origin: Origin
})
export type Previewed = z.infer<typeof Previewed>
