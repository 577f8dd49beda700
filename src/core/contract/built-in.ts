// The agent that is part of Orrery.
import { z } from 'zod'
import { Stop, Stopped } from '../tree/conditions.ts'
import { StepId } from '../tree/model.ts'

/** The door of the agent that is part of Orrery. */
export const BUILT_IN = 'built-in'

export const builtInStreams = {
  /**
   * Lets the built-in agent act on this branch, with the model in use. It comes by a link of its own, which is revoked when it ends: what
   * holds for a link holds for it. Cancelling the stream stops it and its model.
   * @throws OrreryError no-model; not-found for a branch of another world
   */
  'links.startAgent': {
    input: z.strictObject({
      session: z.string(),
      branch: z.string(),
      /** What it is to achieve; what the world says where it is left out. `''`: nothing, it explores. */
      task: z.string().max(100_000).exactOptional(),
      /** Steps that it takes at most. */
      steps: Stop.shape.turns
    }),
    event: z.discriminatedUnion('type', [
      /** Always first. `link`: its id. */
      z.strictObject({ type: z.literal('started'), link: z.string() }),
      /** What its model has written so far; `''` before its first word. A caller that reads slowly gets only the newest of these events. */
      z.strictObject({ type: z.literal('thinking'), text: z.string() }),
      /** What it does now, in one line; `''`: it has finished. */
      z.strictObject({ type: z.literal('thought'), thought: z.string(), what: z.string() }),
      /** What it sees of that. `step`: `null` where none was made. `taken`: steps by now. */
      z.strictObject({
        type: z.literal('acted'),
        text: z.string(),
        error: z.boolean(),
        step: StepId.nullable(),
        taken: z.int()
      }),
      /** Always last. `text`: its answer, or why it ended. `revoked`: somebody took its link away; `deleted`: its world. */
      z.strictObject({
        type: z.literal('ended'),
        reason: z.enum([
          ...Stopped.extract(['agent', 'turns', 'condition', 'gave-up', 'failed']).options,
          'revoked',
          'deleted'
        ]),
        text: z.string(),
        taken: z.int()
      })
    ])
  }
}
