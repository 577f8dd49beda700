// What an action comes to in the program of a world, with all that the program asks for on the way.
import type { Domain } from '../../../core/domains/domain.ts'
import { toolCallOf } from '../../../core/domains/tool-call.ts'
import { OrreryError } from '../../../core/errors.ts'
import { eventOf } from '../../../core/grounds/programs/event.ts'
import type { ProgramActions, ProgramStep } from '../../../core/grounds/programs/program.ts'
import type { Action, Setup } from '../../../core/tree/model.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { Running, RunningState, Stepping } from './running.ts'

// A step that asks more is going round in a circle.
const MOST_ASKS = 8

export type ProgramAsk = NonNullable<ProgramStep['ask']>

interface Computed {
  domain: Domain
  setup: Setup
  action: Action
  state: RunningState
  /** What can be done in the state. */
  actions: ProgramActions
  answerTo(ask: ProgramAsk): Promise<Json>
  signal: AbortSignal | undefined
}

/** @returns the step, or the words in which a call is refused that fits no tool there is. @throws OrreryError as `Running.step`, and as `answerTo` */
export async function compute(
  { step }: Pick<Running, 'step'>,
  { domain, setup, action, state, actions, answerTo, signal }: Computed
): Promise<Stepping | { refused: string }> {
  const refused = refusedBy(domain, { setup, action }, actions)
  if (refused !== null) return { refused }
  const event = eventOf(domain.door ?? 'text', action)
  const answers: Json[] = []
  for (;;) {
    const made = await step(state, answers.length ? { ...event, answers } : event, signal)
    if (!made.step?.ask) return made
    if (answers.length === MOST_ASKS)
      throw new OrreryError('engine-failed', `The program asks more than ${MOST_ASKS} things in one step.`)
    answers.push(await answerTo(made.step.ask))
  }
}

/** What is certain of a call that does not fit the tools there are now. */
export function refusedBy(
  domain: Domain,
  { setup, action }: Pick<Computed, 'setup' | 'action'>,
  { tools }: ProgramActions
): string | null {
  if (!tools || domain.door !== 'tools' || toolCallOf(action).door) return null
  // Code may take a tool back. What data declares never changes, so the world's own tools count: what data leaves out is left to the model.
  const own = setup.program?.language === 'data' ? setup.tools : []
  const more = tools.filter(({ name }) => own.every((one) => one.name !== name))
  return domain.tools?.certain?.(action, { ...setup, tools: [...own, ...more] }) ?? null
}
