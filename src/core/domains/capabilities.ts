// What worlds of a kind may have beside an action and its observation: each is a small interface that a domain has or has not.
import type { Document } from '../observations/documents/document.ts'
import type { Touch } from '../observations/screens/gestures.ts'
import type { Screen } from '../observations/screens/screen.ts'
import type { TerminalPiece } from '../observations/terminal/transcript.ts'
import type { Action, Setup, Step, Tool } from '../tree/model.ts'
import type { Json } from '../tree/ports.ts'
import type { DesktopCommand } from './desktop-commands.ts'
import type { Intents } from './intents.ts'
import type { Navigation } from './navigation.ts'
import type { PhoneCommand } from './phone-commands.ts'

/** World state: derived from the chain, never stored. JSON only, so that it crosses every door. */
export type DerivedState = Record<string, Json>

/** The tools that actions call. */
export interface ToolCalls<A extends Action = Action> {
  /** Those there are in a world of this setup. */
  of(setup: Setup): Tool[]
  /** Ready sets of tools beside the usual ones. */
  sets?: readonly ToolSet[]
  /** The observation where it is certain without a model: what a real server answers to a call that does not fit its tool. */
  certain(action: A, setup: Setup): string | null
  /**
   * The JSON schema that the observation of this action must fit, for tools that declare one; `null` for free text. It leaves room for an
   * error; what `document` reads as one fits too, where no engine held the model to the schema.
   */
  schema?(action: A, setup: Setup): Json | null
  /** Whether the agent whose tools these are treats a call with this answer as failed. Absent: where `Domain.document` reads an error. */
  fails?(action: A, text: string, setup: Setup): boolean
}

/** The tools of a known agent, for worlds that it acts in. */
export interface ToolSet {
  name: string
  title: string
  tools: Tool[]
}

/** What agents act with where they are given tools, in worlds whose actions are no tool calls. */
export interface AgentActs<A extends Action = Action> {
  tools: readonly AgentTool[]
  /** The action without how long its caller waits for what it shows: what a preview has to be of. Default: the whole of it. */
  essence?(action: A): Action
}

/** A tool through which an agent acts in worlds whose actions are no tool calls. */
export interface AgentTool {
  tool: Tool
  /** The action that a call of it is; `args` fit `tool.inputSchema`. @throws OrreryError invalid-input, ZodError, SyntaxError */
  action(args: Record<string, Json>): Action
  /** It shows what a call before it has come to, where that was still computed when its caller was answered. */
  waits?: true
  /** Its description where the world has a user. Absent: as it is elsewhere. */
  besideUser?: string
  /** The argument that takes what a person would type here, where that is all that most agents need. */
  line?: string
}

/** How a shell command is run, and what of an answer a terminal shows. */
export interface Shell<A extends Action = Action> {
  /** How a machine takes the actions: keys at its console, or tools on its disk. */
  machine: 'console' | 'tools'
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
  read(action: A, text: string, before: DerivedState): CommandOutput
  /** What is typed by this action and shown again with what it prints; `null` where nothing is. */
  typed(action: A): string | null
  /** What it printed, without what was typed. */
  printed(action: A, text: string, before: DerivedState): string
  /** What a terminal is written as `steps` happen, oldest first. Each piece is safe to write. */
  transcript(steps: readonly (Omit<Step, 'action'> & { action: A })[], setup: Setup): TerminalPiece[]
}

export type ShellWay = { session: string } | 'beside'

/** What a command came to. */
export interface CommandOutput {
  /** All that it printed, without echo and prompt. */
  output: string
  /** The same by stream, where they are told apart. */
  streams: { stdout: string; stderr: string } | null
  /** `null` where it is not told. */
  exitCode: number | null
  /** It has not ended. */
  running: boolean
}

/** How a screen is acted on; what is shown is what `readScreen` makes of the observation. */
export interface ScreenActs<A extends Action = Action> extends Touch {
  /** The `ref` of the thing on the screen that the action names; `null` where it names none. */
  aim?(action: A): string | null
  /** What of its actions widgets answer by themselves. */
  intents?: Intents<A>
  /** What an action asks of the browser; `null` where it asks for something of the page. Absent where there is none. */
  navigation?(action: A): Navigation | null
  /** What an action asks of the phone; `null` where it asks for something of what is shown. Absent where there is none. */
  phone?(action: A, screen: Screen): PhoneCommand | null
  /** What an action asks of a desktop; `null` where it asks for more than a mouse and a keyboard do. */
  desktop?(action: A): DesktopCommand[] | null
}

/** Observations that are documents. */
export interface Documents<A extends Action = Action> {
  /** What the observation of this action is. Never throws. */
  read(action: A, text: string): Document
  /** The action that opens a link in a document, or `null` where links lead nowhere. */
  follow?(url: string): Action | null
  /** Whether the world takes the action as it stands, where answers list what can be done. */
  admits?(action: A, state: DerivedState): boolean
}

/** What is said of the whole task. */
export interface TaskSigns<A extends Action = Action> {
  /** By the action: that it is done (`true`), or that it cannot be done. `null` for what says neither. */
  concludes?(action: A): boolean | null
  /** By the observation; `null` for what it does not say. `before`: the state before the step. */
  outcome?(before: DerivedState, text: string): { reward: number | null; over: boolean | null }
}

/** Invented facts. */
export interface Invention<A extends Action = Action> {
  /** As what they are met: web pages, or records that the tools work on. */
  as: 'web' | 'records'
  /** The observation repeats what the agent wrote itself, such as its notes: a reference answer in it is no leak. */
  echoes?(action: A): boolean
}

/** A failure as a protocol knows it, for a domain to put into the words of its own world. */
export interface ProtocolFailure {
  /** HTTP status; `null` where nobody answered. */
  status: number | null
  /** What is said of it, e.g. `Service temporarily unavailable`. */
  message: string
  /** Seconds after which to try again, where the failure says so. */
  retryAfter?: number
  /** What of the connection failed, where nobody answered. */
  connection?: 'timeout' | 'refused' | 'unresolved' | 'reset' | 'unreachable'
}
