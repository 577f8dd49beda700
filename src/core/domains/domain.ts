// What a domain declares: one folder beside this file, one line in the index.
import type { z } from 'zod'
import type { Document } from '../observations/documents/document.ts'
import type { Touch } from '../observations/screens/gestures.ts'
import type { Screen } from '../observations/screens/screen.ts'
import type { Piece } from '../observations/terminal/transcript.ts'
import type { Action, Pack, Setup, Step, Tool } from '../tree/model.ts'
import type { Json } from '../tree/ports.ts'

/** The static components of a domain's system prompt for one class of model. */
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
  /**
   * `seconds`: how long the agent waits for its end, in the world's own time. Where a machine runs: `way` is a session that goes on from
   * command to command, by its name, or `beside` all of them.
   */
  action(command: string, setup: Setup, options?: { seconds?: number | undefined; way?: ShellWay | undefined }): Action
  /** Keystrokes for the program in front, control keys by themselves as tmux names them; shells behind a call take none. */
  keys?(keys: readonly string[], seconds: number, options?: { way?: ShellWay | undefined }): Action
  read(action: Action, text: string, before: State): Printed
}

export type ShellWay = { session: string } | 'beside'

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
  /** Characters of text that a small model may answer with. Screens are held to the one before instead (`step/bounds.ts`). */
  mostText?: number
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
  /** Whether the world takes the action as it stands, in domains whose answers list what can be done. */
  admits?(state: State, action: Action): boolean
  /** The `ref` of the thing on the screen that the action names; `null` where it names none. */
  aim?(action: Action): string | null
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
  /** Where what is typed is shown again with what it prints. `null`: nothing is typed by this action. */
  echo?: { typed(action: Action): string | null; printed(action: Action, text: string, before: State): string }
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
  /** Whether the agent that the world's tools are of marks a call as failed that is answered so. Absent: where `document` is an error. */
  fails?(action: Action, text: string, setup: Setup): boolean
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
  /** The text with what carries no meaning removed, for exact-match measures. */
  normalise(text: string): string
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
