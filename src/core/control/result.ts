// What is written of one run of a scenario.
import { z } from 'zod'
import { Axis, Stopped, Verdict } from '../tree/conditions.ts'
import { StepId } from '../tree/model.ts'
import type { Variant } from '../tree/scenario.ts'
import { Votes } from './ask-judge.ts'
import { TableScore } from './evaluate/table-answer.ts'
import { Expected } from './expectations.ts'
import { GateUse } from './gate.ts'
import { Recovery } from './recovery.ts'
import { Saw } from './saw.ts'

/** A run that is to be done: a variant, and which of its repeats, from 0. Its seed is in the variant's setup. */
export interface Planned {
  variant: Variant
  repeat: number
}

/**
 * What can be relied on when the run is repeated. `exact`: recorded, computed or mechanical answers, byte-identical on any machine.
 * `strict`: the same steps with the same model. `sampled`: neither.
 */
export const Determinism = z.enum(['exact', 'strict', 'sampled'])
export type Determinism = z.infer<typeof Determinism>

export const ScenarioResult = z.strictObject({
  scenario: z.string(),
  title: z.string(),
  /** What tells the variant from others, in a line; `''` where there is one only. */
  variant: z.string(),
  baseline: z.boolean(),
  repeat: z.int(),
  seed: z.int(),
  session: z.string(),
  branch: z.string(),
  tip: StepId.nullable(),
  turns: z.int(),
  stopped: Stopped,
  /** Who acted, where it was no script. */
  agent: z.string().exactOptional(),
  /** What it said that it found, where it has finished. */
  answer: z.string().exactOptional(),
  /** Why it gave no more turns. */
  gaveUp: z.string().exactOptional(),
  verdict: Verdict,
  why: z.string(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      axis: Axis,
      verdict: Verdict,
      turn: z.int().nullable(),
      why: z.string(),
      /** What was looked at, where it failed. */
      saw: z.array(Saw).exactOptional(),
      /** How its rubric was voted on; absent where it is decided by rule. */
      votes: Votes.exactOptional()
    })
  ),
  /** How often each perturbation took part; those that never did have 0. `missed`: told to the model, and not shown. */
  fired: z.array(z.strictObject({ name: z.string(), count: z.int(), missed: z.int() })),
  determinism: Determinism,
  recovery: Recovery.nullable(),
  /** Where an agent acted in a world whose gate needs success. */
  gate: GateUse.exactOptional(),
  /** How right the agent was about what it expects, where it says that. */
  expected: Expected.exactOptional(),
  /** How right the answer is, where the world's reference answer is a table. */
  table: TableScore.exactOptional(),
  /** Generated. */
  tokens: z.int(),
  ms: z.number()
})
export type ScenarioResult = z.infer<typeof ScenarioResult>
