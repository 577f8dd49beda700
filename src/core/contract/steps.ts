// Steps: the next one, and those that there are, as lists and surfaces show them.
import { z } from 'zod'
import { Leak } from '../tree/fiction.ts'
import { Route } from '../tree/ground.ts'
import { Action, Call, Step, StepEvent, StepId, StepInput } from '../tree/model.ts'
import { Origin } from '../tree/origin.ts'
import { BranchView, None } from './entry.ts'

/** A step as the timeline lists it: enough for a row, cheap for 100,000. */
export const StepRow = z.strictObject({
  id: StepId,
  parent: StepId.nullable(),
  /** The action in one line of a person's words, e.g. `ls -la`. Things on screens are named in `steps.get`, and numbered in `steps.list`. */
  label: z.string(),
  /** First line of the observation. */
  preview: z.string(),
  /** Characters of the observation. */
  size: z.int(),
  /** Steps from the same parent in this session, beside this one. */
  siblings: z.int(),
  /** Where the answer came from. */
  origin: Origin,
  /** Names of the perturbations that took part; absent where none did. */
  fired: z.array(z.string()).exactOptional(),
  /** When it was done again, something else was shown (`steps.get`). */
  diverged: z.literal(true).exactOptional(),
  /** What became of a reference answer that stood here; absent where none did. Agents are not told. */
  leak: Leak.exactOptional()
})
export type StepRow = z.infer<typeof StepRow>

/** A terminal's screen after a step. */
export const TerminalView = z.strictObject({
  columns: z.int(),
  /** Exactly as many as the terminal has rows, without trailing blanks. */
  rows: z.array(z.string()),
  /** Column and row, from 0. */
  cursor: z.strictObject({ x: z.int(), y: z.int() }),
  /** A full-screen program has the screen. */
  picture: z.boolean(),
  /** What was added since the step before, as Terminus-2 shows it: capped at 10,000 bytes; `null` when it cannot be told, and the screen counts. */
  added: z.string().nullable()
})
export type TerminalView = z.infer<typeof TerminalView>

export const WorldState = z.record(z.string(), z.json())
export type WorldState = z.infer<typeof WorldState>

/** What the last answers of a model took, each the median: tokens, milliseconds. */
export const Pace = z.strictObject({
  /** Answers that were counted. */
  answers: z.int(),
  /** To the first generated token. */
  first: z.number(),
  total: z.number(),
  /** Generated tokens, thinking included. */
  tokens: z.number(),
  tokensPerSecond: z.number()
})
export type Pace = z.infer<typeof Pace>

export const stepCalls = {
  /** The rows of a branch from root to tip. */
  'steps.list': { input: BranchView, output: z.array(StepRow) },
  'steps.get': {
    input: z.strictObject({ session: z.string(), step: StepId }),
    /** `again`: what was shown when the step was done again, where that is not what it holds. */
    output: z.strictObject({
      step: Step,
      calls: z.array(Call),
      siblings: z.array(StepRow),
      again: z.string().exactOptional()
    })
  },
  /** Closes the thought of the step in flight on the branch, so that its answer follows. `false` when no step is in flight there. */
  'steps.answerNow': { input: z.strictObject({ branch: z.string() }), output: z.boolean() },
  /** How long answers of this branch have taken: its model, its rule for thinking, its kind of world; `null` when none is known. */
  'steps.pace': { input: z.strictObject({ branch: z.string() }), output: Pace.nullable() },
  /** The last `last` whole steps up to `at`, oldest first, and the world state folded over the whole chain. */
  'steps.window': {
    input: z.strictObject({ branch: z.string(), at: StepId.nullable(), last: z.int().min(1).max(1000).default(100) }),
    output: z.strictObject({ steps: z.array(Step), state: WorldState, total: z.int() })
  },
  /** What a terminal of 160x40 shows after `at`, and the other ways agents read it; `null` where the world has none. */
  'steps.terminal': {
    input: z.strictObject({ branch: z.string(), at: StepId.nullable() }),
    output: TerminalView.nullable()
  },
  /**
   * Who would answer `action` after `from`, by default the branch's tip. `null` where no ground is asked: in a world that has none, for
   * what is recorded, and for what the tool's own schema refuses. Nothing is executed.
   */
  'steps.route': {
    input: BranchView.extend({
      from: StepId.nullable().optional(),
      action: Action,
      instruction: z.string().default('')
    }),
    output: Route.nullable()
  },
  /** Actions that the branch's recording holds an answer for after `at`. */
  'steps.recorded': {
    input: z.strictObject({ branch: z.string(), at: StepId.nullable() }),
    output: z.array(z.strictObject({ action: Action, label: z.string() }))
  },
  'steps.deleteDraft': { input: z.strictObject({ draft: z.string() }), output: None }
}

export const stepStreams = {
  'steps.run': { input: StepInput, event: StepEvent }
}
