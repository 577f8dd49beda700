// What the host and the thread of a program say to each other. Values cross as JSON texts.
import { z } from 'zod'
import { ProgramActions, ProgramStep } from '../../../core/grounds/programs/program.ts'
import { JsonValue } from '../../../core/text/json.ts'
import { type ProgramFiles, type ProgramLanguage, StateDifference } from '../../../core/tree/program.ts'

/** What the thread is started with. */
export interface Started {
  text: string
  files?: ProgramFiles
  language: Exclude<ProgramLanguage, 'data' | 'pddl'>
}

/** States go by names that the host gives. */
export interface ToWorldProgram {
  id: number
  /** `next`: the name of the state that it leads to. */
  work:
    | { type: 'init'; seed: string; next: string }
    | { type: 'look'; state: string; door: string }
    | { type: 'step'; state: string; event: string; next: string }
  /** The state as JSON, for a thread that does not hold it. */
  given?: string
}

export type FromWorldProgram =
  | { id: number; type: 'done'; text: string }
  /** The state is not held here. */
  | { id: number; type: 'missing' }
  /** `broken`: the thread cannot go on. */
  | { id: number; type: 'failed'; problem: string; broken: boolean }

/** What `init` comes to. */
export const Begun = z.strictObject({ changes: z.array(StateDifference), actions: ProgramActions })
/** What `look` comes to. `view` is absent where the world has no such door. */
export const Looked = z.strictObject({ actions: ProgramActions, view: JsonValue.exactOptional() })
/** What `step` comes to. `step` is `null` where the program does not handle the event. */
export const Stepped = z.strictObject({
  step: ProgramStep.omit({ state: true }).nullable(),
  changes: z.array(StateDifference),
  actions: ProgramActions
})
