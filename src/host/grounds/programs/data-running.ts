// Programs that are written as data. Their rules are Orrery's own, so they run in this process, without a thread or a sandbox.
import { OrreryError } from '../../../core/errors.ts'
import { changesBetween } from '../../../core/grounds/programs/changes.ts'
import { wholeText } from '../../../core/grounds/programs/files.ts'
import type { WorldProgram } from '../../../core/grounds/programs/program.ts'
import { createRecent } from '../../../core/text/recent.ts'
import type { Json } from '../../../core/tree/ports.ts'
import { type DataTexts, dataProgram } from './data-program.ts'
import { type Running, stateOf } from './running.ts'

// Reading the text of a large one takes a quarter of a second.
const MOST_READ = 16

export function createDataPrograms() {
  const recent = createRecent<WorldProgram>(MOST_READ)
  // By the text itself: a hash may have come with a file, and be that of another text.
  const programOf = (use: DataTexts): WorldProgram => {
    const whole = `${use.language} ${wholeText(use)}`
    return recent.get(whole) ?? recent.set(whole, dataProgram(use))
  }

  return {
    /** Besides what `Running` says, each @throws OrreryError invalid-input for data that is not in order */
    of: (use: DataTexts): Running => programRunning(() => programOf(use))
  }
}

/** A program that runs in this process. */
export function programRunning(program: () => WorldProgram): Running {
  return {
    async init(seed, signal) {
      refuseStopped(signal)
      const own = program()
      const { state } = changed({}, own.init(seed), 'init')
      return { state: stateOf(state), actions: own.actions(state) }
    },
    async look(state, door, signal) {
      refuseStopped(signal)
      const own = program()
      const value = state.value()
      const view = own.view(door, value)
      return { actions: own.actions(value), ...(view !== undefined && { view }) }
    },
    async step(before, event, signal) {
      refuseStopped(signal)
      const own = program()
      const value = before.value()
      const stepped = own.step(value, event)
      const { state: after, ...step } = stepped ?? {}
      const stays = after === undefined || step.error !== undefined || step.ask !== undefined
      if (stays) return { step: stepped ? step : null, changes: [], state: before, actions: own.actions(value) }
      const { state, changes } = changed(value, after, 'step')
      return { step, changes, state: stateOf(state), actions: own.actions(state) }
    }
  }
}

function refuseStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new OrreryError('cancelled', 'The step was stopped.')
}

/** @throws OrreryError engine-failed for a state that cannot be kept */
function changed(before: Json, after: Json, name: string): ReturnType<typeof changesBetween> {
  try {
    return changesBetween(before, after, name)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new OrreryError('engine-failed', `The program came to a state that cannot be kept: ${error.message}.`)
  }
}
