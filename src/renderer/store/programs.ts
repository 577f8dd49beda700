// Programs of worlds in the window: read as they are typed, looked into, tried and tested.
import type { CallInput, CallOutput, StreamEvent, StreamInput } from '../../core/contract/index.ts'
import { toWire } from '../../core/errors.ts'
import type { Setup } from '../../core/tree/model.ts'
import type { ErrorPlace, ShownError } from './data.ts'
import type { Kit } from './state.ts'

export type ProgramView = NonNullable<CallOutput<'programs.state'>>
export type ProposedRule = StreamEvent<'programs.rule'>
export type TestResult = StreamEvent<'programs.test'>
type Previewed = Extract<StreamEvent<'programs.preview'>, { type: 'done' }>
export type PlanFound = Omit<Extract<StreamEvent<'programs.plan'>, { type: 'done' }>, 'type'>

export interface ProgramCalls {
  /** The text as a program, with what is wrong with it; `null` when it could not be read at all, which is then told at `place`. */
  readProgram(input: CallInput<'programs.read'>, place?: ErrorPlace): Promise<CallOutput<'programs.read'> | null>
  /** @returns `state: null` where the branch has no program */
  programState(input: CallInput<'programs.state'>): Promise<{ state: ProgramView | null } | ShownError>
  tryProgram(input: CallInput<'programs.try'>): Promise<CallOutput<'programs.try'> | ShownError>
  /** @returns `null` when it was stopped */
  ruleOfStep(
    input: StreamInput<'programs.rule'>,
    options: { signal: AbortSignal }
  ): Promise<ProposedRule | ShownError | null>
  traceProgram(input: CallInput<'programs.trace'>): Promise<CallOutput<'programs.trace'> | ShownError>
  testOfStep(input: CallInput<'programs.testOf'>): Promise<CallOutput<'programs.testOf'> | ShownError>
  /** @returns `null` when it was stopped */
  previewProgram(
    input: StreamInput<'programs.preview'>,
    options: { signal: AbortSignal; onProgress(done: number, total: number): void }
  ): Promise<Previewed | ShownError | null>
  /** @returns `null` when it was stopped */
  planProgram(
    input: StreamInput<'programs.plan'>,
    options: { signal: AbortSignal; onProgress(states: number): void }
  ): Promise<PlanFound | ShownError | null>
  /** Tells each test as it ends. @returns what kept it from going on; `null` also when it was stopped */
  testProgram(setup: Setup, options: { signal: AbortSignal; on(result: TestResult): void }): Promise<ShownError | null>
}

export function programCalls({ client, attempt }: Kit): ProgramCalls {
  return {
    async readProgram(input, place = 'tools') {
      let read: CallOutput<'programs.read'> | null = null
      await attempt(place, async () => {
        read = await client.call('programs.read', input)
      })
      return read
    },
    programState: (input) =>
      client.call('programs.state', input).then((state): { state: ProgramView | null } => ({ state }), toWire),
    tryProgram: (input) => client.call('programs.try', input).catch(toWire),
    async ruleOfStep(input, { signal }) {
      try {
        for await (const rule of client.stream('programs.rule', input, { signal })) return rule
        return null
      } catch (error) {
        return signal.aborted ? null : toWire(error)
      }
    },
    traceProgram: (input) => client.call('programs.trace', input).catch(toWire),
    testOfStep: (input) => client.call('programs.testOf', input).catch(toWire),
    async previewProgram(input, { signal, onProgress }) {
      try {
        for await (const event of client.stream('programs.preview', input, { signal })) {
          if (event.type === 'done') return event
          onProgress(event.done, event.total)
        }
        return null
      } catch (error) {
        return signal.aborted ? null : toWire(error)
      }
    },
    async planProgram(input, { signal, onProgress }) {
      try {
        for await (const event of client.stream('programs.plan', input, { signal })) {
          if (event.type === 'done') return event
          onProgress(event.states)
        }
        return null
      } catch (error) {
        return signal.aborted ? null : toWire(error)
      }
    },
    async testProgram(setup, { signal, on }) {
      try {
        for await (const event of client.stream('programs.test', { setup }, { signal })) on(event)
        return null
      } catch (error) {
        return signal.aborted ? null : toWire(error)
      }
    }
  }
}
