// What core asks of the machine it runs on. The host provides these; tests provide their own.

import type { OrreryError } from '../errors.ts'
import type { Bytes, EngineStatus } from './engine-status.ts'
import type { Fault, FileChanges, Grounded, Route, StateChange } from './ground.ts'
import type {
  Action,
  Bounds,
  Call,
  Cut,
  Sampling,
  Setup,
  Step,
  StepId,
  TemplateKind,
  ThoughtEnd,
  Tokens,
  TracedToken
} from './model.ts'
import type { StepResult } from './result.ts'
import type { UserRule } from './user.ts'

/** Any JSON value. */
export type Json = Action

/** One chat message, as the model is given it. */
export interface Message {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** Everything an engine needs for one prediction. Engines keep no state that a caller can see. */
export interface Request {
  /** The conversation, ending with the user message to answer. */
  messages: Message[]
  /** Text the answer is to begin with, as if already generated; `''` for none. Engines that cannot continue a turn ignore it. */
  prefill: string
  /** Whether the model may think first. */
  thinking: boolean
  /** Tokens it may think; then its thought is closed and it must answer. Absent or `null`: as long as it wants. */
  budget?: number | null
  /** The prompt asks for the observation inside `<predicted_observation>`; default: where the model may think. */
  tagged?: boolean
  /** Texts that end the turn when generated; they are not part of the answer. */
  stop: string[]
  /** Ends the turn once its end is one block of text said this many times over; 0 lets it repeat. */
  repeats: number
  /** `false` ends the turn where only its numbers go on changing (`counting.ts`). */
  counts?: boolean
  /** The turn ends once its text leaves these bounds; absent: no bounds. If an engine ignores them, `step/read.ts` stops reading its answer. */
  bounds?: Bounds | null
  /** What the answer must look like. Engines that cannot hold the model to it ignore it. */
  shape: AnswerShape
  /** Whether each token's probability and its alternatives are wanted. Engines that cannot tell ignore it. */
  trace: boolean
  sampling: Sampling & { maxTokens: number }
  /** 0 to 2^31-1. */
  seed: number
  /** The seed was asked for: another answer than the usual one is wanted. */
  fresh?: boolean
  /** No reuse of earlier work, fixed batch boundaries: same request, same answer. */
  strict: boolean
  /** Whose request this is (a session): among those that wait, the one with the fewest running goes first. */
  owner: string
  /** Where in the tree this prediction stands: the key of recordings. */
  parent: StepId | null
  action: Action
}

/** `only`: nothing but the JSON, which a server can be told in its own way. `tags`: the observation must come inside `<predicted_observation>`. `schema`: it must be JSON of this JSON schema. */
export interface AnswerShape {
  tags: boolean
  schema: Json | null
  only?: boolean
}

/** What an engine says while it answers. `text` joins up to the whole assistant turn, `prefill` and think tags included. */
export type EngineEvent =
  | { type: 'queued'; ahead: number }
  | { type: 'progress'; phase: 'load' | 'read'; done: number; total: number }
  | { type: 'text'; text: string }
  | { type: 'meter'; tokens: Tokens; tokensPerSecond: number }
  /** Always last. `cut`: what ended the answer when it was not the model. `trace`: `null` unless asked for and known. */
  | {
      type: 'done'
      tokens: Tokens
      cut: Cut | null
      trace: TracedToken[] | null
      engine: string
      model: ModelName
      thoughtEnded?: ThoughtEnd
      /** What is known of the answer beside its text; what predicts knows nothing. */
      result?: StepResult
      /** What whoever reads the call should know of how the engine came to this answer. */
      warning?: string
    }

export interface ModelName {
  name: string
  /** SHA-256 of the model file when known. */
  hash: string | null
}

/** What an engine can say of itself without loading anything. */
export interface EngineInfo {
  engine: string
  model: ModelName
  /** Tokens of prompt and answer together; `null` when only the far side knows. */
  contextSize: number | null
  /** The template this model is best served with. */
  template: TemplateKind
  /** The model can return its state changes as JSON (large models only). */
  lists?: boolean
}

/** How an engine is doing. */
export interface EngineState extends Pick<EngineStatus, 'state' | 'device'> {
  /** Bytes that unloading the model frees; absent or `null` when nothing is loaded or nobody knows. */
  memory?: Bytes | null
}

/** `signal` stops the answer. `answerNow` closes the thought under way: what was thought stays, and the answer follows. */
export interface GenerateOptions {
  signal: AbortSignal
  answerNow?: AbortSignal | undefined
}

/** How a step is taken. `answerNow` gives the signal of the question that begins: hurrying one question leaves the next ones their thought. */
export interface StepOptions {
  signal: AbortSignal
  answerNow?: (() => AbortSignal) | undefined
}

/** A source of predictions. */
export interface Engine {
  /** Stands for no engine at all: it can only refuse, with this. */
  absent?: OrreryError
  info(): EngineInfo
  /** How it is doing now. Engines that can always answer at once have none. */
  status?(): EngineState
  /**
   * Streams one answer.
   * @throws OrreryError cancelled, context-full, engine-crashed, engine-failed, model-broken, model-too-big, not-recorded; no-output when nothing came after the prefill
   */
  generate(request: Request, options: GenerateOptions): AsyncGenerator<EngineEvent>
  /** Token count of each text, in order; `null` when the engine cannot count. */
  countTokens(texts: string[], options?: { signal?: AbortSignal | undefined }): Promise<number[] | null>
  /** A vector for each text, in order, and how many tokens they had. Engines that know no such vectors have none. */
  embed?(texts: string[], options: { signal: AbortSignal }): Promise<{ vectors: number[][]; tokens: number }>
  /** Whether the answer to `action` after `parent` is kept word for word: nothing else answers then. Engines that predict have none. */
  holds?(parent: StepId | null, action: Action): boolean
  /**
   * Reads the prompt of `request`, whose last message ends where the action would begin, so that the answer to any action there reads no more
   * than that action. It makes way for whatever is asked, and then ends. Engines that keep nothing of what they read have none.
   * @throws OrreryError as `generate`
   */
  readAhead?(request: Request): Promise<void>
  /** Gets ready to answer at once, telling how far it is from 0 to 1. Engines with nothing to load have none. */
  load?(options: { signal: AbortSignal }): AsyncGenerator<number>
  dispose(): Promise<void>
}

/** One turn that a ground may answer. */
export interface GroundAsked {
  setup: Setup
  /** The steps before it, oldest first. */
  chain: readonly Step[]
  /** How a step of the chain came about, as this world knows it. */
  callOf(step: StepId): Call | null
  action: Action
  /** How this turn is to go, in words that no ground understands; `''` for none. */
  instruction: string
  /** What is done to the machine before this turn. Absent: nothing. */
  faults?: readonly Fault[]
  /** Files that a world's program and its machine have in common. Absent: the machine's are its own. */
  shares?: SharedFiles
  /** No model can be asked: there is none, or the branch takes nothing but what is executed. */
  alone?: boolean
}

/** One tree of files that a program keeps and a machine works on. */
export interface SharedFiles {
  /** The folder on the machine, from the root. */
  home: string
  /** What the program keeps there, as `FilesView` has it. */
  files: Readonly<Record<string, string>>
  /** What of it the machine does not have yet, or has otherwise. It is done there before the turn. */
  brought: StateChange[]
}

/** What a ground asks the model to show within a turn. */
export interface ModelQuestion {
  rule: string
  /** What the model is to be asked; the turn's own action where all of the turn is the model's. */
  action: Action
  /** What the ground knows of the state, for the model to read. */
  context: string
  /** The answer has to be JSON. */
  json?: boolean
  /** The JSON schema that it has to fit. */
  schema?: Json
  /** What the program certainly prints first. */
  begins?: string
}

/** What the answer `text` to `action` changed, to be listed under `schema`. */
export interface ListQuestion {
  action: Action
  text: string
  context: string
  question: string
  schema: Json
}

/** What is said to a person who plays the user of a world. */
export interface PersonQuestion {
  message: string
  /** Uses a tool of the user's own, once before they answer. @returns what it showed. @throws OrreryError invalid-input; as `Ground.turn` */
  act(call: NonNullable<UserRule['does']>): Promise<string>
}

/** What a ground takes a turn with. */
export interface TurnOptions {
  signal: AbortSignal
  /** The model's answer: the text of its observation. @throws OrreryError no-model where it may not be asked; as `Engine.generate` */
  askModel(question: ModelQuestion): Promise<string>
  /** `null` where the model is too small (`EngineInfo.lists`), or failed to list. */
  askList(question: ListQuestion): Promise<string | null>
  /** The words of the person who plays the user. Absent where nobody can be asked. @throws OrreryError cancelled */
  askPerson?(question: PersonQuestion): Promise<string>
  /** How far the work is. */
  progress(done: number, total: number): void
  /**
   * The model is asked for what changes on a screen and not for the whole screen, which takes a small one minutes. `or-page`: it can tell
   * an action that leads to another page.
   */
  asksChanges?: 'only' | 'or-page'
}

export interface GroundAnswer {
  text: string
  /** What ran, as calls name who answered. */
  by: ModelName
  grounded: Grounded
  /** What is known of it beside the text; absent where the model gave all of it. */
  result?: StepResult
  /** What of the files that are shared is otherwise after the turn. Absent: none is shared. */
  files?: FileChanges
  /** The step was committed: the state that the turn led to is kept under its id. */
  keep(step: StepId): Promise<void>
}

/** What computes the answers of some worlds, and asks the model for what it cannot know. It executes nothing on the host. */
export interface Ground {
  /** Stands in calls, so it never changes. */
  id: string
  title: string
  /** Whether it can answer in worlds of this setup. Cheap: nothing is loaded. */
  serves(setup: Setup): boolean
  /** It also answers calls that do not fit their tool, as the real thing does: the domain's own check (`ToolCalls.certain`) is not asked. */
  validates?: boolean
  /** It can do faults to what it runs; others are told to the model. */
  breaks?: boolean
  /** It goes on from what was recorded: what was done there is done again and compared. */
  resumes?: boolean
  /** A world can start with a copy of a folder (`Setup.folder`). */
  copies?: boolean
  /** Processes that worlds share compute it, so that of many agents only so many may be in such worlds at once. */
  pooled?(setup: Setup): boolean | Promise<boolean>
  /** Whether a new world of this setup is grounded where nobody says otherwise. */
  usual(setup: Setup): boolean
  /** Who would answer. Nothing happens. */
  route(asked: GroundAsked): Promise<Route>
  /**
   * Computes one turn from the state after the chain, which is made again by replay where it is not kept. After an error the state is as
   * it was. @throws OrreryError cancelled, engine-failed (the guest hung, panicked), engine-crashed
   */
  turn(asked: GroundAsked, options: TurnOptions): Promise<GroundAnswer>
  /** The text of a file after the chain, made again by replay where the state is not kept; `null` where there is none. */
  file?(asked: Pick<GroundAsked, 'setup' | 'chain' | 'callOf'>, path: string): Promise<string | null>
  /** What the program of the world keeps after the chain, as plain JSON. */
  kept?(asked: Pick<GroundAsked, 'setup' | 'chain' | 'callOf'>): Promise<Json>
  /** What a new world of this setup begins with where its setup does not say. @throws OrreryError for a setup that it cannot begin */
  begin?(setup: Setup): Promise<Pick<Setup, 'tools' | 'initialState'>>
  /** What the world states and what is kept of it after the chain, for people to read. Absent: what it runs is no data. */
  inside?(asked: Pick<GroundAsked, 'setup' | 'chain' | 'callOf'>): Promise<WorldInside>
  /** What an initial state comes to, for people to read before the world starts. */
  initial?(setup: Setup): StateChange[]
  /** What of it is not shown, each in a sentence. */
  notReproduced?(setup: Setup): string[]
  dispose(): Promise<void>
}

/** What a world states from its beginning, and what is kept of it now. */
export interface WorldInside {
  stated: Record<string, Json>
  state: Record<string, Json>
}

export interface Clock {
  /** Unix milliseconds. They go back when the machine's clock is set back. */
  now(): number
  /** Whole milliseconds since some moment; they never go back. What takes time is measured with these. */
  ticks(): number
}

/** Fresh, unguessable names for sessions, branches, calls and drafts. Never part of a step's identity. */
export interface Names {
  next(): string
}
