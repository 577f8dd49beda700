// What a domain declares: one folder beside this file, one line in the index.
import type { z } from 'zod'
import type { Screen } from '../observations/screens/screen.ts'
import type { Action, Pack, Setup, Step } from '../tree/model.ts'
import type {
  AgentActs,
  DerivedState,
  Documents,
  Invention,
  ProtocolFailure,
  ScreenActs,
  Shell,
  TaskSigns,
  ToolCalls
} from './capabilities.ts'

/**
 * One kind of environment. Everything that differs between domains is declared here: nobody asks for its id, and what only some have is a
 * capability that is there or not. `A` is an action that its schema has read; `opened` is the domain for any stored one.
 */
export interface Domain<A extends Action = Action> {
  id: string
  title: string
  /** One sentence for those who choose a kind of world: what one is in front of, and what is done there. */
  description: string
  icon: 'terminal' | 'code' | 'tools' | 'search' | 'browser' | 'phone' | 'desktop' | 'book'
  surface: 'terminal' | 'screen' | 'document'
  /** Narrows Action; its messages teach the format. */
  action: z.ZodType<A>
  /** Language tag of the fenced block of this action; without one, the usual tag. */
  fence(action?: A): string
  /** The action as the model reads it inside the fence. */
  format(action: A): string
  /** The inverse of `format`, for imports. Throws a ZodError or SyntaxError when it is not an action. */
  read(text: string): A
  /** What a person types in one line, as an action: how the CLI and scenarios' `tries` are written. `setup` has the tools it is typed for. */
  fromText(line: string, setup?: Setup): Action
  /**
   * The action in one line for the timeline. `screen` is what it was done on: what it is aimed at is named as it is named there; without
   * it, or where nothing there tells, by its number. Ask through `labelOf`.
   */
  label(action: A, screen?: Screen): string
  /** The tool that the action calls, in domains of tools; the action's own name in others, such as `click`. `null` where it has none. */
  toolOf(action: A): string | null
  /** What the action says to the user of the world (`Setup.user`); `null` for other actions. Absent where no user can be. */
  says?(action: A): string | null
  /** How an observation shows what the user says beside what else is there. Absent: the observation is what they say. */
  hears?: {
    /** `page`: what was seen before. */
    shown(answer: string, page: string): string
    /** `null` where nothing is said in it. */
    answerIn(text: string): string | null
  }
  /** State before turn 1. */
  initial(setup: Setup): DerivedState
  /** State after a step. */
  fold(state: DerivedState, step: Pick<Step, 'observation'> & { action: A }): DerivedState
  initialState: InitialText
  templates: DomainTemplate[]
  prediction: PredictionRules<A>
  /** The text with what carries no meaning removed, for exact-match measures. */
  normalise(text: string): string
  tools?: ToolCalls<A>
  agents?: AgentActs<A>
  shell?: Shell<A>
  screen?: ScreenActs<A>
  document?: Documents<A>
  task?: TaskSigns<A>
  fiction?: Invention<A>
  /** The door of a program that an action goes through. Absent where no program can answer such worlds. */
  door?: 'tools' | 'text' | 'page' | 'phone' | 'desktop'
  /**
   * How a failure of a server, a connection or a permission looks in this world, as the observation of this action; `null` where the
   * action cannot meet one (`cd` knows no server).
   */
  fail?(
    action: A,
    failure: ProtocolFailure,
    asked: { state: DerivedState; setup: Setup; before: string }
  ): string | null
}

/** What the text is like that says what a world is before the first step. */
export interface InitialText {
  /** What belongs into it. */
  hint: string
  /** An example. */
  placeholder: string
  /**
   * The ready world (`resources/scenarios`) whose initial state a new world gets that is given none, for domains where nothing can be
   * done before something is shown.
   */
  start?: string
  /** What of it is shown before the first step; all of it where a domain does not say. The model reads all of it. */
  shown?(initialState: string): string
}

/** What a model is asked for, and held to. */
export interface PredictionRules<A extends Action = Action> {
  /** State-carrying domains repeat the initial state in turn 1 as `**Current State:**`. */
  stateInFirstTurn: boolean
  /** Tokens that an answer here may take, thinking included, where the usual cap is too low: a screen is told whole every time. */
  maxTokens?: number
  /** Characters of text that a small model may answer with. Screens are held to the one before instead (`step/bounds.ts`). */
  mostText?: number
  /** How the observation certainly begins (a tty's echo, say), or `''`. */
  prefill(action: A, state: DerivedState): string
  /**
   * Whether numbers alone may change over many lines of this action's observation, `past` being the actions before it. Where they may not,
   * the answer of a small model that only counts on is ended. Domains that do not say allow it.
   */
  counts?(action: A, setup: Setup, past: readonly A[]): boolean
}

/** The static components of a domain's system prompt for one class of model. */
export interface DomainTemplate {
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
  /** Starts the answer with the marker and what the domain knows for certain (`PredictionRules.prefill`). */
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
  /** Tokens an answer may take, where the model was trained on shorter ones than the domain allows. */
  maxTokens?: number
  /** For models that were trained on turns without any form: the user says the action and nothing else, the assistant the observation. */
  bare?: {
    /** The whole system message. */
    system(setup: Setup): string
    /** The initial state in a system message that can only be one of these; `null` in any other. */
    stateIn(system: string): string | null
  }
  /** How tool definitions are written; default: JSON, one definition per line. */
  toolForm?: 'json' | 'markdown'
}
