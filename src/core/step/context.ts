// What every part of a step is given.

import type { DerivedState } from '../domains/capabilities.ts'
import type { Domain, DomainTemplate } from '../domains/domain.ts'
import type { FictionRows } from '../tree/fiction.ts'
import type { Branch, Setup, StepId, StepInput } from '../tree/model.ts'
import type { Clock, Engine, Ground, Names, PersonQuestion } from '../tree/ports.ts'
import type { Store } from '../tree/store.ts'

/** What a step happens in. */
export interface StepContext {
  store: Store
  engine: Engine
  clock: Clock
  names: Names
  /** What is true in a world of this setup after `tip`. A step before which it was asked costs no more than the steps since. */
  stateAfter(setup: Setup, tip: StepId | null): DerivedState
  /** Branches with a step in flight; `step` keeps it. */
  inFlight: Set<string>
  /** Templates of a domain beside its own: those of prompt packs. */
  templates?(domain: Domain): DomainTemplate[]
  /** What can compute answers in worlds of this setup; `null` for nothing. */
  ground?(setup: Setup): Ground | null
  /** Asks the person who plays the user of a branch. Absent where nobody can be asked. @throws OrreryError cancelled */
  askPerson?(
    question: PersonQuestion,
    asked: { branch: Branch; input: StepInput; signal: AbortSignal }
  ): Promise<string>
  /** The invented facts of this setup; `null` where it has none. @throws OrreryError not-found where they are not on this machine */
  facts?(setup: Setup): FictionRows | null
}
