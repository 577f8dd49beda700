// What every surface is given, whichever kind of world it shows.
import type { TerminalView, WorldState } from '../../core/contract/steps.ts'
import type { Domain } from '../../core/domains/domain.ts'
import type { UserActs } from '../../core/domains/talk.ts'
import type { Live } from '../../core/observations/terminal/transcript.ts'
import type { Route } from '../../core/tree/ground.ts'
import type { Action, Setup, Step, StepId, Tool } from '../../core/tree/model.ts'
import type { Json } from '../../core/tree/ports.ts'
import type { ParsedAction } from './ActionBar.tsx'
import type { EditedLine } from './line.ts'

/** What a person has typed in a world and not sent. A surface keeps it here, so that it is still there after a look at another world. */
export interface Unsent {
  /** At a terminal. */
  line?: EditedLine
  /** On the line of a text environment, and what was entered there before. */
  words?: { text: string; queue: readonly string[] }
  /** Lines that were sent and have not become steps, oldest first: the arrow keys bring them back. */
  sent?: readonly string[]
  /** The tool that was chosen, and the arguments that were typed into each tool's form. */
  tool?: { chosen: string | null; drafts: Record<string, Json> }
}

/** `null` where no ground is asked. */
export type RouteOf = (action: Action) => Promise<Route | null>

/** An action that was not begun, because a step runs on its branch. `taken`: it is sent after all, so what was put back for it goes. */
export interface Refused {
  action: Action
  taken?: true
}

export interface SurfaceProps {
  domain: Domain
  /** The rules of the branch shown. */
  setup: Setup
  /** The chain shown, or the end of it, oldest first. */
  steps: readonly Step[]
  /** The step in flight and what has been streamed of its observation; set it as soon as the action is taken. */
  live: Live | null
  /** World state after the last step. */
  state: WorldState
  busy: boolean
  /** The step that was in flight where the window is looking and has been committed since; `null` once another is asked for. */
  landed?: StepId | null
  /** What was typed for it is put back where it was typed. Another object each time. */
  refused?: Refused | null
  /** The last step shown is the branch's tip; acting elsewhere makes a new branch. */
  atTip: boolean
  dark: boolean
  /** Turn-level instruction for the next action. */
  instruction: string
  onInstruction(text: string): void
  /** Steps record the probability of each token. Without `onTracing` there is no switch for it. */
  tracing?: boolean
  onTracing?(tracing: boolean): void
  /** Reads the raw editor's text: JSON, or the form the model is given. */
  parse(text: string): ParsedAction
  onAct(action: Action): void
  onCancel(): void
  /** Asks for another answer to the last action; `null` when there is none to ask for. */
  onRegenerate: (() => void) | null
  /** The terminal after a step, for domains that have one. */
  terminalAt(at: StepId | null): Promise<TerminalView | null>
  /** Who would answer an action here, in worlds that a ground may answer in. */
  routeOf?: RouteOf | undefined
  autoFocus?: boolean
  /** What the user of the world did with tools of their own, by step. */
  acts?: UserActs | undefined
  /** The tools that the model wrote for the calls that made them. */
  made?: Readonly<Record<StepId, Tool>> | undefined
  /** Steps whose call was refused or failed, where more than their text says it. */
  failed?: readonly StepId[] | undefined
  /** Steps are looked at and none is taken: there is nothing to act with. */
  readOnly?: boolean
  /** The same object each time the world is shown. */
  unsent?: Unsent
}
