// What a world is made of: every record Orrery stores, sends or exports, each as a schema and the type of the same name.
import { z } from 'zod'
import { CODES } from '../errors.ts'
import { JsonValue } from '../text/json.ts'
import { Gate, Trigger } from './conditions.ts'
import { FictionUse, Leak } from './fiction.ts'
import { Folder } from './folder.ts'
import { Grounded, Grounding } from './ground.ts'
import { ProgramChoice, ProgramUse } from './program.ts'
import { StepResult } from './result.ts'
import { SearchPolicy } from './search.ts'
import { UserUse } from './user.ts'

/** Lower-case hex SHA-256 over the step's parent, action and observation (`history.ts`). */
export const StepId = z.string().regex(/^[0-9a-f]{64}$/, 'a step id is 64 hexadecimal digits')
export type StepId = z.infer<typeof StepId>

/** What the agent did, in its domain's own JSON; the domain's schema narrows it. */
export const Action = JsonValue
export type Action = z.infer<typeof Action>

/** What the environment showed, as the text a model is trained on: no thinking, no tags, no marker line. */
export const Observation = z.strictObject({ text: z.string() })
export type Observation = z.infer<typeof Observation>

/** One action and the observation that followed. Steps never change; a root step has no parent. */
export const Step = z.strictObject({
  id: StepId,
  parent: StepId.nullable(),
  action: Action,
  observation: Observation
})
export type Step = z.infer<typeof Step>

/** Prompts for large models, for small ones, and for those of Word2World, which were trained on turns without any form. */
export const TemplateKind = z.enum(['standard', 'small', 'word2world'])
export type TemplateKind = z.infer<typeof TemplateKind>

/** How tokens are drawn. Defaults are those published for Qwen-AgentWorld. */
export const Sampling = z.strictObject({
  temperature: z.number().min(0).max(5).default(0.6),
  topK: z.int().min(0).default(20),
  topP: z.number().gt(0).max(1).default(0.95),
  /** Cap on generated tokens of one step, thinking included; `null` for what the template allows (`step/limits.ts`). */
  maxTokens: z.int().min(1).max(262_144).nullable().default(null)
})
export type Sampling = z.infer<typeof Sampling>

/**
 * How long a model that thinks may think: as long as it wants (`full`, as it was trained), so many tokens, after which its thought is closed and
 * it must answer, or not at all (`off`, the closed think block that its chat template writes).
 */
export const Thinking = z.union([z.literal('full'), z.literal('off'), z.int().min(1).max(262_144)])
export type Thinking = z.infer<typeof Thinking>

/** One perturbation switched on for a branch: its name in `faults/perturbations/index.ts` and that perturbation's options. */
export const PerturbationUse = z.strictObject({
  name: z.string(),
  options: JsonValue.default({}),
  /** What reports and other perturbations (`after`) call it; default: its name. */
  id: z.string().min(1).exactOptional(),
  /** When it may take part; default: in every turn. */
  when: Trigger.exactOptional()
})
export type PerturbationUse = z.infer<typeof PerturbationUse>

/** A tool that the simulated world offers, as MCP's `tools/list` defines it. Schemas are JSON Schema. */
export const Tool = z.object({
  name: z.string().min(1),
  title: z.string().exactOptional(),
  description: z.string().exactOptional(),
  inputSchema: z.record(z.string(), JsonValue),
  outputSchema: z.record(z.string(), JsonValue).exactOptional(),
  annotations: z.record(z.string(), JsonValue).exactOptional()
})
export type Tool = z.infer<typeof Tool>

/** Whether undeclared calls make tools. `true`: read off the call; `written`: the model writes the schema first. */
const MakesTools = z.union([z.boolean(), z.literal('written')])
export type MakesTools = z.infer<typeof MakesTools>

// Longer than any screen, shorter than what an agent's own context would choke on: about 20,000 tokens of terminal text.
const OBSERVATION_LIMIT = 65_536

/** The largest limit on an observation's characters: about what the largest answer of 262,144 tokens can hold. */
export const MOST_OBSERVATION = 1_048_576

export const ObservationLimit = z
  .int()
  .min(200, 'the minimum is 200: less would cut off even an error message')
  .max(MOST_OBSERVATION, `the maximum is ${MOST_OBSERVATION.toLocaleString('en-US')} characters`)

/** The rules a branch is simulated under. Fixed when the branch is made: changing one makes a new branch. */
export const Setup = z.strictObject({
  domain: z.string(),
  /** A template of the domain, or `auto`: the one that suits the engine's model. */
  template: z.string().default('auto'),
  /** What the agent is to achieve, told to the model in turn 1. */
  task: z.string().exactOptional(),
  /** The whole system prompt of an imported record, in place of the template's first four components; `''` where the record had none. */
  system: z.string().exactOptional(),
  /** Third component of the system prompt: what the world looks like before turn 1. */
  initialState: z.string().default(''),
  /** What the world holds and the agent is not shown: told to the model after the initial state (the paper's environment summary). */
  hidden: z.string().exactOptional(),
  /** Fifth component of the system prompt: how the world is to behave. */
  instruction: z.string().default(''),
  perturbations: z.array(PerturbationUse).default([]),
  /** Root of all chance on this branch; each step's seed derives from it and the step's parent. */
  seed: z.int().min(0).default(0),
  /** Same model, seed and history give the same step: no prefix reuse, fixed batch boundaries. Slower. */
  strict: z.boolean().default(false),
  sampling: Sampling.prefault({}),
  /** Only for templates that ask for thinking; `full` where it is absent. */
  thinking: Thinking.exactOptional(),
  /** A sample recording in resources/samples that answers first; the loaded model answers what it does not hold. */
  recording: z.string().nullable().default(null),
  /** A full context leaves out the oldest turns instead of refusing the step. */
  compact: z.boolean().default(false),
  /** Cap on the characters (UTF-16 units) of one observation. Records from before there was a maximum are held to it. */
  observationLimit: z
    .int()
    .min(200)
    .overwrite((limit) => Math.min(limit, MOST_OBSERVATION))
    .default(OBSERVATION_LIMIT),
  /** The tools of this world, in domains whose tools are each session's own; `[]` for the domain's usual ones. */
  tools: z.array(Tool).default([]),
  /** The model is not told the tools' output schemas. Answers are held to them all the same. */
  hideOutputSchemas: z.boolean().exactOptional(),
  /** A call of a tool that nobody declared declares it for the rest of the world, and the model answers it. */
  makesTools: MakesTools.exactOptional(),
  /** Who answers: the model (also where it is absent), the ground and the model for what no ground can know, or the ground alone. */
  grounding: Grounding.exactOptional(),
  /** The model predicts what the ground computes too, and both are compared. */
  check: z.boolean().exactOptional(),
  /** A copy of a folder of the user's that the machine starts with. It never changes in a world. */
  folder: Folder.exactOptional(),
  /** The invented facts that hold in this world. */
  fiction: FictionUse.exactOptional(),
  /** The rules that compute what actions come to. */
  program: ProgramUse.exactOptional(),
  /** How a search world shows what it knows. */
  search: SearchPolicy.exactOptional(),
  /** Whom the agent can talk to. */
  user: UserUse.exactOptional(),
  /** What is previewed before agents do it. People and scripts are not held to it. */
  gate: Gate.exactOptional()
})
export type Setup = z.infer<typeof Setup>

/** A fiction as it is chosen: without a hash its present version is meant. */
export const FictionChoice = FictionUse.extend({ hash: FictionUse.shape.hash.exactOptional() })
export type FictionChoice = z.infer<typeof FictionChoice>

/** A setup as it is written down: sampling that is left out is that of the model in use, and a fiction without a hash its present version. */
export const ReadySetup = Setup.extend({
  sampling: Sampling.exactOptional(),
  fiction: FictionChoice.exactOptional(),
  program: ProgramChoice.exactOptional(),
  observationLimit: ObservationLimit.default(OBSERVATION_LIMIT)
})
export type ReadySetup = z.infer<typeof ReadySetup>

/** What a world is made with: an initial state that is left out is that of the ready world which its domain starts from; `''` is none. */
export const NewSetup = ReadySetup.extend({ initialState: z.string().optional() })
export type NewSetup = z.infer<typeof NewSetup>

/** What of a Setup changes. Not `Setup.partial()`: that fills what is left out with defaults, where it is to be inherited. */
export const SetupChange = z.strictObject({
  domain: z.string().exactOptional(),
  template: z.string().exactOptional(),
  task: z.string().exactOptional(),
  system: z.string().exactOptional(),
  initialState: z.string().exactOptional(),
  hidden: z.string().exactOptional(),
  instruction: z.string().exactOptional(),
  perturbations: z.array(PerturbationUse).exactOptional(),
  seed: z.int().min(0).exactOptional(),
  strict: z.boolean().exactOptional(),
  sampling: Sampling.exactOptional(),
  thinking: Thinking.exactOptional(),
  recording: z.string().nullable().exactOptional(),
  compact: z.boolean().exactOptional(),
  observationLimit: ObservationLimit.exactOptional(),
  tools: z.array(Tool).exactOptional(),
  hideOutputSchemas: z.boolean().exactOptional(),
  makesTools: MakesTools.exactOptional(),
  grounding: Grounding.exactOptional(),
  check: z.boolean().exactOptional(),
  /** `null` for none. */
  fiction: FictionChoice.nullable().exactOptional(),
  /** `null` for none. */
  program: ProgramChoice.nullable().exactOptional(),
  /** `null` for none. */
  search: SearchPolicy.nullable().exactOptional(),
  /** `null` for none. */
  user: UserUse.nullable().exactOptional(),
  gate: Gate.exactOptional()
})
export type SetupChange = z.infer<typeof SetupChange>

/** A name pointing at a step (`null`: before the first). Acting moves `tip`; only `tip` and `title` ever change. */
export const Branch = z.strictObject({
  id: z.string(),
  session: z.string(),
  title: z.string(),
  tip: StepId.nullable(),
  /** The step this branch left another one at; `null` for a branch from the start. */
  fork: StepId.nullable(),
  setup: Setup,
  createdAt: z.int()
})
export type Branch = z.infer<typeof Branch>

/** A branch without its rules, which are long. */
export const BranchHead = Branch.omit({ setup: true })
export type BranchHead = z.infer<typeof BranchHead>

/** One world being explored: a tree of steps under a title. Times are Unix milliseconds. */
export const Session = z.strictObject({
  id: z.string(),
  title: z.string(),
  notes: z.string().default(''),
  domain: z.string(),
  createdAt: z.int(),
  updatedAt: z.int()
})
export type Session = z.infer<typeof Session>

/** A perturbation that took part in a step: what it was, and what it did. */
export const Firing = z.strictObject({
  name: z.string(),
  effect: z.enum(['answer', 'instruct', 'alter', 'change']),
  /** The number drawn, 0 to 1, when chance decided. */
  draw: z.number().nullable(),
  detail: z.string(),
  /** As `PerturbationUse.id`, where it has one. */
  id: z.string().exactOptional(),
  /** The observation as it would have been, where it was altered. */
  before: z.string().exactOptional(),
  /** Whether the observation shows what the model was asked for; absent where nobody can tell. */
  took: z.boolean().exactOptional()
})
export type Firing = z.infer<typeof Firing>

/** Tokens of one prediction. `cached` of the `prompt` were reused, not read again; `copied` of the `generated` were read off the prompt. */
export const Tokens = z.strictObject({
  prompt: z.int(),
  cached: z.int(),
  generated: z.int(),
  copied: z.int().optional()
})
export type Tokens = z.infer<typeof Tokens>

/**
 * What ended an answer in the model's place: its cap on tokens, the rules against repeating itself and against counting on, or its bounds:
 * a list that was longer than any before, a screen or text that was larger, more time (`step/bounds.ts`).
 */
export const Cut = z.enum(['length', 'repetition', 'counting', 'rows', 'size', 'time'])
export type Cut = z.infer<typeof Cut>

/** How far an answer may go. */
export const Bounds = z.strictObject({
  /** Characters. */
  most: z.int(),
  /** Lines of one list; `null` where lists may be of any length. */
  longest: z.int().nullable(),
  /** Milliseconds; `null` where the same request has to come to the same answer. */
  time: z.int().nullable()
})
export type Bounds = z.infer<typeof Bounds>

/** A generated token, how probable it was among what could be drawn (0 to 1), and the likeliest tokens there, itself included. */
export const TracedToken = z.strictObject({
  text: z.string(),
  probability: z.number(),
  top: z.array(z.strictObject({ text: z.string(), probability: z.number() }))
})
export type TracedToken = z.infer<typeof TracedToken>

/** What closed a thought before its end: its budget, a person or program that asked for an answer now, or that it went round in a circle. */
export const ThoughtEnd = z.enum(['budget', 'asked', 'circle'])
export type ThoughtEnd = z.infer<typeof ThoughtEnd>

/** A prompt pack's prompt for one domain: the pack's name, and the SHA-256 of the text in lower-case hex. */
export const Pack = z.strictObject({ name: z.string(), hash: z.string() })
export type Pack = z.infer<typeof Pack>

/** What a benchmark's record says of a turn and a step does not: with it the record is written again as it was. */
export const BenchRecord = z.strictObject({
  /** The user message as it was asked. */
  prompt: z.string(),
  /** Of the record that asks for this turn; absent where the turn was only in the history of others. */
  asked: z
    .strictObject({
      task: z.string(),
      id: z.union([z.string(), z.number()]),
      current: z.string(),
      total: z.int().exactOptional()
    })
    .exactOptional()
})
export type BenchRecord = z.infer<typeof BenchRecord>

/** A model's prediction of an answer that a ground computed, and how near it came. */
export const Prediction = z.strictObject({
  engine: z.string(),
  model: z.strictObject({ name: z.string(), hash: z.string().nullable() }),
  text: z.string(),
  /** After the domain's `normalise`. */
  exact: z.boolean(),
  /** 0 to 1: as the benchmark's measure for text (`control/evaluate/metrics.ts`). */
  similarity: z.number()
})
export type Prediction = z.infer<typeof Prediction>

/** Predictions beside executed answers: how many, the share of them that was exact, and the mean similarity, 0 to 1. */
export const CheckScore = z.strictObject({ checked: z.int(), exact: z.number(), similarity: z.number() })
export type CheckScore = z.infer<typeof CheckScore>

/** Who acted, where it was no person: an agent at a door, or one that a run was given. */
export const ByAgent = z.strictObject({
  name: z.string(),
  /** What it thought before it acted, where it tells. */
  thought: z.string().exactOptional(),
  /** What it said that the answer will be: a text, or JSON with the fields that it names. */
  expects: JsonValue.exactOptional()
})
export type ByAgent = z.infer<typeof ByAgent>

/** Where a step came from: everything needed to judge or repeat the prediction. One step may have several calls. */
export const Call = z.strictObject({
  id: z.string(),
  step: StepId,
  session: z.string(),
  branch: z.string(),
  /**
   * The engine's id (`models.engines`), or `import`; `perturbation` when a perturbation answered, `validation` when the tool's schema
   * did; in samples and imports that say so `recorded` (from the real thing), `authored` (written by a person) or `simulated`.
   */
  engine: z.string(),
  model: z.strictObject({ name: z.string(), hash: z.string().nullable() }),
  seed: z.int(),
  setup: Setup,
  /** The template `auto` resolved to. */
  template: z.string(),
  /** The turn-level instruction: it held for this prediction only. */
  instruction: z.string(),
  firings: z.array(Firing),
  /** Exactly what the model wrote, tags and all. */
  raw: z.string(),
  thinking: z.string(),
  warnings: z.array(z.string()),
  tokens: Tokens,
  /** Milliseconds to the first generated token, and in all. */
  ms: z.strictObject({ first: z.number(), total: z.number() }),
  createdAt: z.int(),
  /** Every generated token with its alternatives; `null` unless it was asked for and the engine could tell. */
  trace: z.array(TracedToken).nullable().default(null),
  /** So many of the oldest turns were left out of the prompt (`compact`). Absent where none was. */
  leftOut: z.int().min(1).optional(),
  /** What closed the model's thought in its place: the budget of the rule `thinking`, or whoever asked for an answer now. Absent where it ended itself. */
  thoughtEnded: ThoughtEnd.optional(),
  /** The prompt pack that the template came from, with the SHA-256 of its prompt. Absent for Orrery's own templates. */
  pack: Pack.optional(),
  /** Of turns that were imported from a benchmark's records. */
  record: BenchRecord.optional(),
  /** The tool that the model wrote for this call of one that nobody had declared (`Setup.makesTools`). Absent where it wrote none. */
  made: Tool.exactOptional(),
  /** What is known of the answer beside its text. Absent where nothing is: in what a model wrote, and in calls of before. */
  result: StepResult.optional(),
  /** What a ground had to do with the answer. Absent where none was asked. */
  grounded: Grounded.optional(),
  /** What the model predicted beside the ground's answer (`Setup.check`). */
  predicted: Prediction.optional(),
  /** The rows of `Setup.fiction` that this turn was given, as `table/key`. Absent where none was. */
  facts: z.array(z.string()).optional(),
  /** The reference answer stood where it may not: it was taken out (`repaired`), or could not be (`flagged`). Absent where it did not. */
  leak: Leak.optional(),
  /** Who acted. Absent where a person or a script did. */
  agent: ByAgent.optional()
})
export type Call = z.infer<typeof Call>

/** A step that did not finish, kept so that what was streamed is not lost. */
export const Draft = z.strictObject({
  id: z.string(),
  session: z.string(),
  branch: z.string(),
  parent: StepId.nullable(),
  action: Action,
  instruction: z.string(),
  raw: z.string(),
  /** `running` while in flight; one whose process has ended was `interrupted`. */
  status: z.enum(['running', 'interrupted', 'cancelled', 'failed']),
  reason: z.string(),
  updatedAt: z.int(),
  /** When it began; absent in drafts of earlier versions. */
  startedAt: z.int().exactOptional(),
  /** The name of the agent that acts. Absent where a person or a script does. */
  agent: z.string().exactOptional(),
  /** Who runs it while it is `running`: a process, and whether that is the Orrery that was asked. Told when a draft is read, never stored. */
  runner: z.strictObject({ process: z.int(), own: z.boolean() }).exactOptional()
})
export type Draft = z.infer<typeof Draft>

/**
 * What a caller asks of `step`: act on `branch`. `from` is the step that the caller sees: where it is not the branch's tip, or is not any
 * more when the answer is there, the answer becomes a branch. Without it the tip of the moment is meant, and a tip that moves meanwhile is
 * a conflict.
 */
export const StepInput = z.strictObject({
  session: z.string(),
  branch: z.string(),
  from: StepId.nullable().optional(),
  action: Action,
  /** Turn-level instruction for this prediction only. */
  instruction: z.string().default(''),
  /** Overrides the derived seed: how "regenerate" asks for another draw. */
  seed: z.int().min(0).optional(),
  /** Keep each token's probability and its alternatives with the call. */
  trace: z.boolean().default(false),
  /** The model answers, also what would be computed or is recorded. */
  by: z.literal('model').exactOptional(),
  /** The agent that acts. */
  agent: ByAgent.exactOptional()
})
export type StepInput = z.input<typeof StepInput>

/** What happens while a step runs, in order: progress, deltas, then exactly one of `Committed` or `failed`. */
export const Uncommitted = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('fired'), firing: Firing }),
  z.strictObject({ type: z.literal('queued'), ahead: z.int() }),
  /** `load`: model weights, 0 to 1. `read`: prompt tokens. `start`: what a ground starts before its first answer. */
  z.strictObject({
    type: z.literal('progress'),
    phase: z.enum(['load', 'read', 'start']),
    done: z.number(),
    total: z.number()
  }),
  z.strictObject({ type: z.literal('thinking'), text: z.string() }),
  z.strictObject({ type: z.literal('observation'), text: z.string() }),
  /** The text streamed so far turned out not to be the observation: forget it, thinking too. */
  z.strictObject({ type: z.literal('restart') }),
  z.strictObject({ type: z.literal('meter'), tokens: Tokens, tokensPerSecond: z.number() }),
  /** The ground asks the model for what it cannot know: `of`, as a person would type it, by `rule`. `predicted` follows. */
  z.strictObject({ type: z.literal('dream'), of: z.string(), rule: z.string() }),
  /**
   * Text of the model that is not the observation: its answer to `dream`, or its prediction beside the ground's answer
   * (`Setup.check`), which begins with an empty text.
   */
  z.strictObject({ type: z.literal('predicted'), text: z.string() }),
  z.strictObject({
    type: z.literal('failed'),
    error: z.strictObject({ code: z.enum(CODES), message: z.string() }),
    draft: Draft.nullable()
  })
])

/** `branch`: the one that now ends in the step; its rules stand in the call. */
export const Committed = z.strictObject({ type: z.literal('committed'), step: Step, call: Call, branch: BranchHead })

export const StepEvent = z.discriminatedUnion('type', [Uncommitted, Committed])
export type StepEvent = z.infer<typeof StepEvent>
