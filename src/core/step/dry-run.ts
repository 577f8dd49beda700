// A step that is not kept: what the world would show, with nothing stored and no branch moved.
import type { StepEvent, StepInput } from '../tree/model.ts'
import type { StepOptions } from '../tree/ports.ts'
import type { Store } from '../tree/store.ts'
import type { StepContext } from './context.ts'

/** `step`, as a world runs it. */
type Run = (world: StepContext, input: StepInput, options: StepOptions) => AsyncGenerator<StepEvent>

/** As `run`, but its `committed` step is in no store. */
export function dryRun(
  run: Run,
  world: StepContext,
  input: StepInput,
  options: StepOptions
): AsyncGenerator<StepEvent> {
  return run({ ...world, store: unwritten(world.store), inFlight: new Set() }, input, options)
}

function unwritten(store: Store): Store {
  const kept = Object.create(store) as Store // Reads what it does not write below.
  kept.commit = async ({ step, branch, fork }) => {
    const { setup: _setup, ...head } = fork ?? { ...store.branch(branch), tip: step.id }
    return head
  }
  kept.saveDraft = () => {}
  kept.deleteDraft = async () => {}
  return kept
}
