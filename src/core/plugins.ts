// What a domain and a perturbation declare: one file in its folder, one line in its index. Exporters: exporting.ts; importers: importing.ts.

import type { z } from 'zod'
import type { Trigger } from './conditions.ts'
import type { Document } from './documents/document.ts'
import type { FictionCopy } from './fiction.ts'
import type { FolderCopy } from './folder.ts'
import type { Fault } from './ground.ts'
import type { Action, Branch, Call, Firing, Pack, Session, Setup, Step, Tool } from './model.ts'
import type { Json } from './ports.ts'
import type { Touch } from './screens/gestures.ts'
import type { Screen } from './screens/screen.ts'
import type { Piece } from './terminal/transcript.ts'

/** The static components of a domain's system prompt for one class of model (spec/lwm-protocol, System prompt). */
export interface Template {
  name: string
  /**
   * A prompt pack's text in place of the task description and the action space. `{tool_definitions}` stands for the session's tools,
   * `{demonstrations}` for `demonstrations`, `{initial_state}` for the initial state. Without the first the tools follow, without the second
   * there are no examples, without the third the state stands before the examples, else at the end.
   */
  whole?: string
  /** The prompt pack it came from. */
  pack?: Pack
  taskDescription: string
  /** `{tool_definitions}` stands for the session's tools as JSON; without it they follow. */
  actionSpace: string
  demonstrations: string
  /** The model is asked to think, and to answer inside `<predicted_observation>`. */
  thinking: boolean
  /** Starts the answer with the marker and what the domain knows for certain (`Domain.prefill`). */
  prefill: boolean
  /** Texts that can only come after the end of the turn: generation stops there. */
  stop: string[]
  /** Ends the answer once it has said one block this many times over; 0 for models that can be trusted to repeat on purpose. */
  repeats: number
  /** How an action is written in the fence, where the model was trained on another form than `Domain.format`. `Domain.read` takes both. */
  format?(action: Action, setup: Setup): string
  /** `**Current State:**` of turn 1 in domains that tell the initial state in the system prompt (a terminal's prompt line); `''` for none. */
  currentState?(setup: Setup): string
  /** Wordings of the block that ends the turn to be answered, and never one of history. The step's seed chooses one. */
  closings?: readonly string[]
  /** Demonstrations for the tools of this setup in place of `demonstrations`; `null` for the usual ones. */
  demonstrationsFor?(setup: Setup): string | null
  /** How tool definitions are written; default: JSON, one definition per line. */
  toolForm?: 'json' | 'markdown'
}

/** The tools of a known agent, for worlds that it acts in. */
export interface ToolSet {
  name: string
  title: string
  tools: Tool[]
}

/** A tool through which an agent acts in worlds whose actions are no tool calls. */
export interface AgentTool {
  tool: Tool
  /** The action that a call of it is; `args` fit `tool.inputSchema`. @throws OrreryError invalid-input, ZodError, SyntaxError */
  action(args: Record<string, Json>): Action
  /** It shows what a call before it has come to, where that was still computed when its caller was answered. */
  waits?: true
  /** The argument that takes what a person would type here, where that is all that most agents need. */
  line?: string
}

/** How a shell command is run in worlds that have a shell, for agents that know nothing else. */
export interface Shell {
  /** What a command leaves (the folder, variables, `$?`) is there for the next; where not, every command has a shell of its own. */
  keeps: boolean
  /** Characters of output that are shown whole, about; a terminal shows its screen and no more. */
  shows: number
  /** `seconds`: how long the agent waits for its end, in the world's own time. */
  action(command: string, setup: Setup, options?: { seconds?: number | undefined }): Action
  /** Keystrokes for the program in front, control keys by themselves as tmux names them; shells behind a call take none. */
  keys?(keys: readonly string[], seconds: number): Action
  read(action: Action, text: string, before: State): Printed
}

/** What a command came to. */
export interface Printed {
  /** All that it printed, without echo and prompt. */
  output: string
  /** The same by stream, where they are told apart. */
  streams: { stdout: string; stderr: string } | null
  /** `null` where it is not told. */
  exitCode: number | null
  /** It has not ended. */
  running: boolean
}

/** World state: derived from the chain, never stored. JSON only, so that it crosses every door. */
export type State = Record<string, Json>

/** One kind of environment. Everything that differs between domains is declared here; nobody asks for its id. */
export interface Domain {
  id: string
  title: string
  /** One sentence for those who choose a kind of world: what one is in front of, and what is done there. */
  description: string
  icon: 'terminal' | 'code' | 'tools' | 'search' | 'browser' | 'phone' | 'desktop' | 'book'
  surface: 'terminal' | 'screen' | 'document'
  /** Narrows Action; its messages teach the format. */
  action: z.ZodType<Action>
  /** Language tag of the fenced action block. */
  fence: 'json' | 'python' | ''
  /** The tag of this action's block, where a domain has actions in several notations. Default: `fence`. */
  fenceOf?(action: Action): string
  /** State-carrying domains repeat the initial state in turn 1 as `**Current State:**`. */
  stateInFirstTurn: boolean
  /** Tokens that an answer here may take, thinking included, where the usual cap is too low: a screen is told whole every time. */
  maxTokens?: number
  templates: Template[]
  /** The action as the model reads it inside the fence. */
  format(action: Action): string
  /** The inverse of `format`, for imports. Throws a ZodError or SyntaxError when it is not an action. */
  read(text: string): Action
  /** What a person types in one line, as an action: how the CLI and scenarios' `tries` are written. `setup` has the tools it is typed for. */
  fromText(line: string, setup?: Setup): Action
  /**
   * The action in one line for the timeline. `screen` is what it was done on: what it is aimed at is named as it is named there; without
   * it, or where nothing there tells, by its number. Ask through `labelOf`.
   */
  label(action: Action, screen?: Screen): string
  /** State before turn 1. */
  initial(setup: Setup): State
  /** State after a step. */
  fold(state: State, step: Pick<Step, 'action' | 'observation'>): State
  /** How the observation certainly begins (a tty's echo, say), or `''`. */
  prefill(state: State, action: Action): string
  /**
   * The JSON schema that the observation of this action must fit, for tools that declare one; `null` for free text. It leaves room for an
   * error; what `document` reads as one fits too, where no engine held the model to the schema.
   */
  schema?(state: State, action: Action, setup: Setup): Json | null
  /**
   * The ready world (`resources/scenarios`) whose initial state a new world gets that is given none, for domains where nothing can be
   * done before something is shown.
   */
  start?: string
  /** What belongs into an initial state, and an example. */
  initialState: { hint: string; placeholder: string }
  /**
   * Whether numbers alone may change over many lines of this action's observation, `past` being the actions before it. Where they may not,
   * the answer of a small model that only counts on is ended. Domains that do not say allow it.
   */
  counts?(action: Action, setup: Setup, past: readonly Action[]): boolean
  /** What of an initial state is shown before the first step; all of it where a domain does not say. The model reads all of it. */
  beginning?(initialState: string): string
  /** The tools there are in a world of this setup, for domains whose actions call tools. */
  tools?(setup: Setup): Tool[]
  /** The tools may work on records that an initial state shows: a store by rules can stand in for the server (`records/`). */
  keepsRecords?: boolean
  /** Worlds of this kind may hold invented facts: as web pages, or as records that the tools work on. */
  fiction?: 'web' | 'records'
  /** The observation repeats what the agent wrote itself, such as its notes: a reference answer in it is no leak. */
  echoes?(action: Action): boolean
  /** What agents act with where they are given tools, in worlds whose actions are no tool calls. Where it is absent, `tools` are. */
  agentTools?: readonly AgentTool[]
  /** Worlds of this kind have a shell. */
  shell?: Shell
  /** Ready sets of tools beside the usual ones. */
  toolSets?: readonly ToolSet[]
  /** The observation where it is certain without a model: what a real server answers to a call that does not fit its tool. */
  certain?(state: State, action: Action, setup: Setup): string | null
  /** The tool that the action calls, in domains of tools; the action's own name in others, such as `click`. `null` where it has none. */
  toolOf?(action: Action): string | null
  /**
   * How a failure of a server, a connection or a permission looks in this world, as the observation of this action; `null` where the
   * action cannot meet one (`cd` knows no server).
   */
  fail?(failure: Failure, asked: { action: Action; state: State; setup: Setup; before: string }): string | null
  /** The action without how long its caller waits for what it shows: what a preview has to be of. Default: the whole of it. */
  essence?(action: Action): Action
  /** What the action says of the whole task: that it is done (`true`), or that it cannot be done. `null` for what says neither. */
  concludes?(action: Action): boolean | null
  /** What the observation tells of the task, in worlds that tell it; `null` for what it does not say. `before`: the state before the step. */
  outcome?(before: State, text: string): { reward: number | null; over: boolean | null }
  /** What the observation of this action is. Document surfaces have it. Never throws. */
  document?(action: Action, text: string): Document
  /** The action that opens a link in a document, or `null` where links lead nowhere. */
  follow?(url: string): Action | null
  /** What a terminal is written as `steps` happen, oldest first; domains that have one. Each piece is safe to write. */
  terminal?(steps: readonly Step[], setup: Setup): Piece[]
  /** How a screen is acted on. Screen surfaces have it; what is shown is what `readScreen` makes of the observation. */
  touch?: Touch
  /** How a machine takes its actions: keys at its console, or tools on its disk. Absent where no machine is behind such worlds. */
  machine?: 'console' | 'tools'
  /** The text with what carries no meaning removed, for exact-match measures (spec/evaluation). */
  normalise(text: string): string
}

/** A text format that screens are told in. */
export interface Reader {
  name: string
  title: string
  /** Whether the text looks like this format. Cheap: looks at the beginning only. */
  recognises(text: string): boolean
  /** Reads what can be read, in time linear in the text; the rest is a warning. Throws an Error in a sentence when nothing can. */
  read(text: string): Screen
  /** The screen in this format: `write(read(text))` is `text` for what real programs write. */
  write(screen: Screen): string
}

/** A failure as a protocol knows it, for a domain to put into the words of its own world. */
export interface Failure {
  /** HTTP status; `null` where nobody answered. */
  status: number | null
  /** What is said of it, e.g. `Service temporarily unavailable`. */
  message: string
  /** Seconds after which to try again, where the failure says so. */
  retryAfter?: number
  /** What of the connection failed, where nobody answered. */
  connection?: 'timeout' | 'refused' | 'unresolved' | 'reset' | 'unreachable'
}

/** A turn of the world before the one that may be disturbed. */
export interface Past {
  step: Step
  /** Its action as one line of text. */
  label: string
  /** What perturbations did to it. */
  firings: readonly Firing[]
}

/** What a perturbation sees of the step it may disturb. */
export interface Moment {
  domain: Domain
  setup: Setup
  action: Action
  /** The action as one line of text. */
  label: string
  /** The world's state before this turn. */
  state: State
  /** The steps before this one, oldest first. */
  chain: readonly Step[]
  /** What was seen before this turn: the last observation, or the initial state. */
  before: string
  /** The turns before this one, oldest first, with what was done to them. Made when it is first asked for. */
  past(): readonly Past[]
  /** Whether the action calls one of these tools, or is such an action: names with `*` and `?`. */
  calls(tools: string): boolean
  /** The name of the tool that the action calls; `null` for other actions. */
  tool: string | null
  /** A number in [0, 1), the same every time for this seed, perturbation, hook and step. */
  draw: number
  /** Further such numbers, one a call. */
  random(): number
  /** When this use may take part, where it says so; it is asked only when that holds, and where something of its own goes on. */
  when: Trigger | null
  /** What this use is called in firings. */
  use: string
}

/** What a hook does to the step: the text it gives, and what the timeline says of it. */
export interface Effect {
  text: string
  /** The number that decided, when chance did. */
  draw: number | null
  detail: string
}

/** What the gallery shows a perturbation on: a turn of a world, disturbed when the options are these. */
export interface Example {
  domain: string
  /** Rules beside the domain, such as tools. */
  setup?: Partial<Setup>
  /** As a person would type them, with what was observed; the last one is disturbed. */
  turns: { action: string; observation: string }[]
  options?: Json
  when?: Trigger
}

/**
 * A disturbance. Each hook returns `null` to leave the step alone. The mechanical ones (`answer`, `change`, `alter`) certainly happen;
 * `instruct` asks the model, and `took` says whether it did.
 */
export interface Perturbation<Options = unknown> {
  name: string
  title: string
  /** One sentence: what happens. */
  description: string
  /** One sentence: the weakness of an agent that it shows. */
  weakness: string
  /** Whether the agent is told that something failed (`explicit`), or has to find out (`implicit`). */
  kind: 'explicit' | 'implicit'
  /** What `PerturbationUse.options` must be; hooks get them parsed by it. All have defaults, or the example gives them. */
  options: z.ZodType<Options>
  /** Whether it can do anything in worlds of this domain; default: in all. */
  serves?(domain: Domain): boolean
  /** One at least. */
  examples: readonly [Example, ...Example[]]
  /** Whether what it did in earlier turns is not over: its hooks are then asked whatever the trigger says. */
  continues?(moment: Moment, options: Options): boolean
  /** Answers in the model's place: nothing is predicted. */
  answer?(moment: Moment, options: Options): Effect | null
  /** Changes the machine under the world for real, before this step; `text` tells a model of it where there is no machine. */
  change?(moment: Moment, options: Options): (Effect & { fault: Fault }) | null
  /** Adds to the turn-level instruction. */
  instruct?(moment: Moment, options: Options): Effect | null
  /** Whether the observation shows what `instruct` asked for; `null` where that cannot be told. Asked once more if it does not. */
  took?(moment: Moment, text: string, options: Options): boolean | null
  /** Changes the observation before it is committed. */
  alter?(moment: Moment, text: string, options: Options): Effect | null
}

/** A whole session, as importers give it. Exporters read it bit by bit (`exporting.ts`). */
export interface Tree {
  session: Session
  branches: Branch[]
  /** Parents before children. */
  steps: Step[]
  /** Oldest first. */
  calls: Call[]
  /** The files of the copied folders that setups name. */
  folders?: FolderCopy[]
  /** The facts that setups name. */
  fictions?: FictionCopy[]
}
