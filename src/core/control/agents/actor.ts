// What decides what is done in a world, turn by turn: a model, a program, or anything else that is shown what happened.
import { z } from 'zod'
import { JsonValue } from '../../text/json.ts'
import { Action, type Tool } from '../../tree/model.ts'

/** What an agent is told before its first turn. */
export interface Briefing {
  /** What is to be achieved; `null` where the world does not say. */
  task: string | null
  tools: readonly Tool[]
  /** A call of a tool that is not among them makes it. */
  makesTools?: boolean
  /** What there is to see at the beginning. */
  view: string
}

/** What came of a turn. */
export interface ActorOutcome {
  text: string
  error: boolean
  /** The tool that its turn has made, which it may call from now on. */
  made?: Tool
}

const Said = {
  thought: z.string().default(''),
  /** What it expects the answer to be: a text, or JSON with the fields that it names. */
  expects: JsonValue.exactOptional()
}

/** A turn of an agent, with what it thought. */
export const Decision = z.union([
  z.strictObject({
    tool: z.string().min(1).max(200),
    arguments: z.record(z.string(), JsonValue).default({}),
    ...Said
  }),
  /** An action in the domain's own form. */
  z.strictObject({ action: Action, ...Said }),
  /** It has finished. */
  z.strictObject({ done: z.literal(true), answer: z.string().default(''), thought: z.string().default('') })
])
export type Decision = z.infer<typeof Decision>

export interface Actor {
  /** Stands with the steps that it takes. */
  name: string
  /**
   * What it does next. `outcome`: of its last turn; `null` before its first. `thinking` hears what it thinks, as far as it has come.
   * @throws OrreryError no-output where it gives no turn that can be read; cancelled
   */
  next(outcome: ActorOutcome | null, options: { signal: AbortSignal; thinking?(text: string): void }): Promise<Decision>
  close(): Promise<void>
}
