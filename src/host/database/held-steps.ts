// Steps that were read: they never change, so of a history only what is new is read again.
import type { Step, StepId } from '../../core/tree/model.ts'

// Characters: 32 MB at most, and enough for the longest worlds.
const MOST = 16_000_000

interface HeldStep {
  step: Step
  /** Steps from the root to this one, itself included. */
  depth: number
  /** Characters. */
  size: number
}

/** The steps held first go first. */
export function createHeldSteps() {
  const held = new Map<StepId, HeldStep>()
  let size = 0

  function drop(id: StepId): void {
    size -= held.get(id)?.size ?? 0
    held.delete(id)
  }

  return {
    get: (id: StepId): HeldStep | undefined => held.get(id),
    has: (id: StepId): boolean => held.has(id),
    drop,
    keep(one: HeldStep): Step {
      drop(one.step.id)
      held.set(one.step.id, one)
      size += one.size
      for (const oldest of held.keys()) {
        if (size <= MOST) break
        drop(oldest)
      }
      return one.step
    }
  }
}
