// What is varied, what a kind of variation makes of it, and what a kind may ask of whoever runs it.

import type { BatchQuestion } from '../../grounds/fiction/generate.ts'
import type { Verdict } from '../../tree/conditions.ts'
import type { Action } from '../../tree/model.ts'
import type { Scenario, ScenarioFile } from '../../tree/scenario.ts'
import type { VariationKind } from '../variation.ts'
import type { DrawnChance } from './chance.ts'

/** One turn as the undisturbed world answers it. */
export interface OriginalTurn {
  action: Action
  observation: string
}

/** How the original went in one of its variants. */
export interface VariantTake {
  /** What the world answered, without what perturbations did: in the order of the turns that reached it. */
  answers: OriginalTurn[]
  /** Turns in all, those that perturbations answered among them. */
  turns: number
  /** What was seen last. */
  last: string
}

/** A scenario without a matrix, with the initial state and the tools that it really has, and how it went. */
export interface Original {
  file: ScenarioFile
  /** As `variantsOf(file)`: the one without faults first. */
  takes: [VariantTake, ...VariantTake[]]
  /** A ground computes its answers, so that a variation can be run for real. */
  computed: boolean
  /** What was recorded after its last turn. */
  beyond: OriginalTurn[]
}

/** A scenario that was made of the original, with the answers that the original's world would give in it. */
export interface VariedScenario {
  file: ScenarioFile
  takes: [VariantTake, ...VariantTake[]]
  /** What differs, in a line. */
  how: string
  /** Answers with which the checks must not pass either: those of the original, where the state differs. */
  wrong?: [VariantTake, ...VariantTake[]]
}

/** How one variant went. */
export interface VariantTrial {
  verdict: Verdict
  why: string
}

export interface Tools {
  chance: DrawnChance
  /** The model; `null`: by rules alone. */
  ask: ((question: Omit<BatchQuestion, 'seed'>) => Promise<string>) | null
  /** Other scenarios of the same domain, which pass. Each is made ready when it is asked for. */
  partners: readonly { name: string; load(): Promise<Original | null> }[]
}

/** Runs one variant where nobody sees it: over these answers, or, for `null`, over what the world computes. */
export type Rehearse = (
  variant: { scenario: Scenario; baseline: boolean; reference: boolean },
  answers: readonly OriginalTurn[] | null
) => Promise<VariantTrial>

/** A kind of variation: one file in `variations/`, and one line in its index. */
export interface Variation {
  kind: VariationKind
  title: string
  /** One sentence for those who choose. */
  description: string
  /** @throws UnfitAttempt where nothing comes of this attempt */
  vary(original: Original, tools: Tools): Promise<VariedScenario>
}

/** Why nothing was made. `never`: another draw would not help either. */
export class UnfitAttempt extends Error {
  never: boolean
  how: string
  constructor(message: string, { never = false, how = '' } = {}) {
    super(message)
    this.never = never
    this.how = how
  }
}
