// What listens for agents, and what they did.
import { z } from 'zod'
import { StepId } from '../tree/model.ts'
import { Empty } from './entry.ts'

/** A call of an agent, as it went. */
const TrafficRow = z.strictObject({
  at: z.int(),
  link: z.string(),
  door: z.string(),
  client: z.string(),
  /** What was done, in one line. */
  what: z.string(),
  /** Milliseconds: waiting for calls before it, and the world's own. */
  waited: z.int(),
  took: z.int(),
  outcome: z.enum(['answered', 'still-running', 'failed', 'cancelled']),
  /** The step that it made; `null` for none. */
  step: StepId.nullable()
})
export type TrafficRow = z.infer<typeof TrafficRow>

/** What listens for agents. */
const DoorsStatus = z.strictObject({
  /** `http://127.0.0.1:PORT`; `null` while nothing listens. */
  url: z.string().nullable(),
  /** The ways in, each with its address under that of a link: `/w/SECRET/NAME`. */
  doors: z.array(
    z.strictObject({
      ...{ name: z.string(), title: z.string(), description: z.string() },
      /** A command to try; `{url}` stands for the address of the door. */
      example: z.string().exactOptional()
    })
  ),
  /** The ways to the model itself, each with its path, for who sends `key` as `Authorization: Bearer KEY`. */
  model: z.strictObject({
    doors: z.array(z.strictObject({ path: z.string(), title: z.string(), description: z.string() })),
    key: z.string()
  })
})
export type DoorsStatus = z.infer<typeof DoorsStatus>

export const doorCalls = {
  /** What listens for agents. Opening it again changes nothing. */
  'doors.status': { input: Empty, output: DoorsStatus },
  /** Listens on 127.0.0.1 for agents; without a port on the one of last time, or any that is free. */
  'doors.open': {
    input: z.strictObject({ port: z.int().min(0).max(65_535).optional() }),
    output: DoorsStatus
  },
  /** Ends the calls of all agents and stops listening. Links stay. */
  'doors.close': { input: Empty, output: DoorsStatus },
  /** The last calls of agents, the newest first. */
  'doors.traffic': {
    input: z.strictObject({ link: z.string().optional(), last: z.int().min(1).max(500).default(100) }),
    output: z.array(TrafficRow)
  }
}
