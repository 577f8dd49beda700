// What Orrery adds to an ATIF file under `extra.orrery`: what its importer needs to give back the same session.
import { z } from 'zod'
import { JsonValue } from '../../text/json.ts'
import { Branch, Call, Session } from '../../tree/model.ts'
import { ActionShape } from './calls.ts'

/** Of the document. The session's branch is the one that was exported. */
export const RootExtra = z.object({
  simulated: z.boolean(),
  view: z.enum(['agent', 'world']),
  session: Session,
  branch: Branch.omit({ session: true, tip: true, fork: true })
})

/** Of a prediction; `setup` only where it is not the branch's. */
const CallExtra = Call.omit({ step: true, session: true, branch: true, trace: true }).extend({
  setup: Call.shape.setup.optional()
})

/** Of a step that holds an action. */
export const TurnExtra = z.object({
  simulated: z.boolean(),
  shape: ActionShape,
  /** Where the step is a message to the user, whose answer is the message of the next one. */
  calls: z.array(z.object({ function_name: z.string(), arguments: z.record(z.string(), JsonValue) })).optional(),
  call: CallExtra.nullable()
})
