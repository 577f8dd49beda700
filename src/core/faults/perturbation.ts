// What a perturbation declares: one file in its folder, one line in its index.
import type { z } from 'zod'
import type { DerivedState } from '../domains/capabilities.ts'
import type { Domain } from '../domains/domain.ts'
import type { Trigger } from '../tree/conditions.ts'
import type { Fault } from '../tree/ground.ts'
import type { Action, Firing, Setup, Step } from '../tree/model.ts'
import type { Json } from '../tree/ports.ts'
import type { StepResult } from '../tree/result.ts'

/** A turn of the world before the one that may be disturbed. */
export interface PastTurn {
  step: Step
  /** Its action as one line of text. */
  label: string
  /** What perturbations did to it. */
  firings: readonly Firing[]
  /** What is known of its answer beside the text. */
  result?: StepResult | undefined
}

/** What a perturbation sees of the step it may disturb. */
export interface Moment {
  domain: Domain
  setup: Setup
  action: Action
  /** The action as one line of text. */
  label: string
  /** The world's state before this turn. */
  state: DerivedState
  /** The steps before this one, oldest first. */
  chain: readonly Step[]
  /** What was seen before this turn: the last observation, or the initial state. */
  before: string
  /** The turns before this one, oldest first, with what was done to them. Made when it is first asked for. */
  past(): readonly PastTurn[]
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

/** An action that a scenario lists, before any world is there. `state`: before turn 1. */
export interface Meeting extends Pick<Moment, 'domain' | 'setup' | 'state' | 'action' | 'tool'> {}

/** What a hook does to the step: the text it gives, and what the timeline says of it. */
export interface HookEffect {
  text: string
  /** The number that decided, when chance did. */
  draw: number | null
  detail: string
  /** A call that is answered so has failed. Absent: the text alone tells. */
  fails?: true
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
  /** Whether it can do anything with this action, whatever came before it; default: with all. */
  meets?(asked: Meeting, options: Options): boolean
  /** One at least. */
  examples: readonly [Example, ...Example[]]
  /** Whether what it did in earlier turns is not over: its hooks are then asked whatever the trigger says. */
  continues?(moment: Moment, options: Options): boolean
  /** Answers in the model's place: nothing is predicted. */
  answer?(moment: Moment, options: Options): HookEffect | null
  /** Changes the machine under the world for real, before this step; `text` tells a model of it where there is no machine. */
  change?(moment: Moment, options: Options): (HookEffect & { fault: Fault }) | null
  /** Adds to the turn-level instruction. */
  instruct?(moment: Moment, options: Options): HookEffect | null
  /** Whether the observation shows what `instruct` asked for; `null` where that cannot be told. Asked once more if it does not. */
  took?(moment: Moment, text: string, options: Options): boolean | null
  /** Changes the observation before it is committed. */
  alter?(moment: Moment, text: string, options: Options): HookEffect | null
}
