// Steps: the next one, and those that there are, as lists and surfaces show them.
import { z } from 'zod'
import { JsonValue } from '../text/json.ts'
import { EngineStatus } from '../tree/engine-status.ts'
import { Leak } from '../tree/fiction.ts'
import { Acted, Route } from '../tree/ground.ts'
import {
  Action,
  Branch,
  Call,
  CheckScore,
  Committed,
  Draft,
  Session,
  Step,
  StepId,
  StepInput,
  Tool,
  Uncommitted
} from '../tree/model.ts'
import { Origin } from '../tree/origin.ts'
import { BranchView, None } from './entry.ts'
import { BranchPlace } from './worlds.ts'

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

/** What a person does who plays the user of a world. */
const UserReply = z.discriminatedUnion('do', [
  /** `leaves`: these are the user's last words. */
  z.strictObject({ do: z.literal('say'), text: z.string().trim().min(1), leaves: z.literal(true).exactOptional() }),
  /** Uses a tool of the user's own, once before they answer. */
  z.strictObject({ do: z.literal('use'), tool: z.string(), arguments: z.record(z.string(), JsonValue).default({}) }),
  /** The step fails. */
  z.strictObject({ do: z.literal('decline') })
])
export type UserReply = z.infer<typeof UserReply>

/** A step with everything that is known of it. `again`: what was shown when it was done again, where that is not what it holds. */
const StepDetail = z.strictObject({
  step: Step,
  calls: z.array(Call),
  siblings: z.array(StepRow),
  again: z.string().exactOptional()
})

/** What only some worlds need, and what takes long in a large one. */
export const ViewMore = z.enum(['score', 'places'])
export type ViewMore = z.infer<typeof ViewMore>

/** What a window shows at a step of a branch, beside the steps that led there. */
export const ChainView = z.strictObject({
  /** Folded over the whole chain. */
  state: WorldState,
  /** What computes the branch can be looked into: `programs.state`. */
  opens: z.boolean(),
  /** `null` before the first step. */
  detail: StepDetail.nullable(),
  /** Actions that the branch's recording holds an answer for here. */
  recorded: z.array(z.strictObject({ action: Action, label: z.string() })),
  /** How long answers of this branch have taken: its model, its rule for thinking, its kind of world; `null` when none is known. */
  pace: Pace.nullable(),
  /** What the user did with tools of their own; absent where they have none. */
  acts: z.record(StepId, Acted.omit({ ground: true, hash: true })).exactOptional(),
  /** The tools that the model wrote for the calls that made them; absent where none are written. */
  made: z.record(StepId, Tool).exactOptional(),
  /** Steps whose call was refused or failed, where more than their text says it. */
  failed: z.array(StepId).exactOptional(),
  /** How near the model's predictions came to what was executed in this world; `null` where none was compared. */
  score: CheckScore.nullable().exactOptional(),
  /** How the branches hang together; a branch's place never changes. */
  places: z.array(BranchPlace).exactOptional()
})
export type ChainView = z.infer<typeof ChainView>

/** What a window needs to know once a step is committed, so that it asks nothing. */
export const After = z.strictObject({
  /** At the new step, which the event itself shows. `score` comes where the step may have changed it, `places` where the step made a branch. */
  view: ChainView.omit({ detail: true }),
  /** Other calls that came to the same step, oldest first. */
  earlier: z.array(Call),
  ...StepDetail.pick({ siblings: true, again: true }).shape,
  engine: EngineStatus,
  /** Steps of this world that showed something else when they were done again. */
  diverged: z.array(StepId),
  session: Session,
  /** As `worlds.version` gives it for the branches and drafts that follow. */
  version: z.string(),
  branches: z.array(Branch.pick({ id: true, title: true, tip: true })),
  drafts: z.array(Draft)
})
export type After = z.infer<typeof After>

export const stepCalls = {
  /** The rows of a branch from root to tip. */
  'steps.list': { input: BranchView, output: z.array(StepRow) },
  'steps.get': { input: z.strictObject({ session: z.string(), step: StepId }), output: StepDetail },
  /** Closes the thought of the step in flight on the branch, so that its answer follows. `false` when no step is in flight there. */
  'steps.answerNow': { input: z.strictObject({ branch: z.string() }), output: z.boolean() },
  /** The last `last` whole steps up to `at`, oldest first. */
  'steps.window': {
    input: z.strictObject({ branch: z.string(), at: StepId.nullable(), last: z.int().min(1).max(1000).default(100) }),
    output: z.strictObject({ steps: z.array(Step) })
  },
  /** All that a window shows at `at`: the steps as `steps.window` has them, and the rest; what is in `also` only where it is wanted. */
  'steps.view': {
    input: z.strictObject({
      branch: z.string(),
      at: StepId.nullable(),
      last: z.int().min(1).max(1000).default(100),
      also: z.array(ViewMore).default([])
    }),
    output: ChainView.extend({ steps: z.array(Step) })
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
  /** Answers what was said to the user on this branch, where a person plays them: what their tool showed, `null` for words. not-found where nothing waits. */
  'steps.reply': { input: z.strictObject({ branch: z.string(), reply: UserReply }), output: z.string().nullable() },
  /**
   * A person looks at `at` and may act there: the model begins to read what it will be asked with, while nothing else is asked of it. A small
   * model is loaded for that. Answers at once, and nothing is told of how it goes.
   */
  'steps.readAhead': { input: z.strictObject({ branch: z.string(), at: StepId.nullable() }), output: None },
  'steps.deleteDraft': { input: z.strictObject({ draft: z.string() }), output: None }
}

export const stepStreams = {
  'steps.run': {
    /** `show`: what is committed comes with all that a window shows then. */
    input: StepInput.extend({ show: z.literal(true).exactOptional() }),
    event: z.discriminatedUnion('type', [Uncommitted, Committed.extend({ after: After.exactOptional() })])
  }
}
