// What consistency of whole trajectories is made of: one task done in the real world, in the model's, and the latter's actions done in the real one.
import { z } from 'zod'
import { Verdict } from '../../tree/conditions.ts'
import { StepId } from '../../tree/model.ts'

const TaskEnd = z.strictObject({
  verdict: Verdict,
  why: z.string(),
  turns: z.int(),
  /** The world, to be looked at. */
  session: z.string(),
  branch: z.string(),
  tip: StepId.nullable()
})
export type TaskEnd = z.infer<typeof TaskEnd>

/** One rollout of a task. `null`: it has no end, because what answers failed. */
export const ConsistencyRow = z.strictObject({
  scenario: z.string(),
  title: z.string(),
  domain: z.string(),
  repeat: z.int(),
  seed: z.int(),
  /** The agent in the executed world. */
  real: TaskEnd.nullable(),
  /** The agent in the model's world. */
  wm: TaskEnd.nullable(),
  /** What the agent did in the model's world, done in the executed one, whether the model called it solved or not. */
  w2r: TaskEnd.nullable(),
  /** The first turn after which the executed world showed something else than the model; `null`: none, or no replay. */
  parted: z.int().nullable()
})
export type ConsistencyRow = z.infer<typeof ConsistencyRow>

/** A share of rollouts, or a ratio of two, with bounds that hold with 95 % confidence; `null` bounds where nothing is known of the spread. */
const Share = z.strictObject({ mean: z.number(), low: z.number().nullable(), high: z.number().nullable(), of: z.int() })
export type Share = z.infer<typeof Share>

export const ConsistencyLine = z.strictObject({
  tasks: z.int(),
  /** Rollouts whose real end and whose replay are decided: all shares are over these. */
  rollouts: z.int(),
  /** Rollouts that are not: what answers failed, or the checks say nothing. */
  left: z.int(),
  real: Share.nullable(),
  /** Over those whose end in the model's world is decided too. */
  wm: Share.nullable(),
  w2r: Share.nullable(),
  /** W2R / Real (Word2World, 4); `null` where no rollout succeeds in the real world. */
  cr: Share.nullable(),
  /** Of the rollouts that the model called solved, those that were. */
  held: Share.nullable()
})
export type ConsistencyLine = z.infer<typeof ConsistencyLine>

export const ConsistencyReport = z.strictObject({
  model: z.string(),
  agent: z.string(),
  overall: ConsistencyLine,
  byDomain: z.record(z.string(), ConsistencyLine),
  byTask: z.record(z.string(), ConsistencyLine),
  /** By the steps of the rollout in the model's world. */
  byLength: z.record(z.string(), ConsistencyLine),
  /** By the turn in which the executed world first showed something else than the model. */
  byParting: z.record(z.string(), ConsistencyLine),
  rows: z.array(ConsistencyRow)
})
export type ConsistencyReport = z.infer<typeof ConsistencyReport>
