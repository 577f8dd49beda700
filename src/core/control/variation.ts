// Variations of a scenario (paper, 6.1.1): what is asked for, what was kept, and what was dropped and why.
import { z } from 'zod'
import { ScenarioFile } from '../tree/scenario.ts'

export const VARIATION_KINDS = ['state', 'intent', 'difficulty', 'compose'] as const
export const VariationKind = z.enum(VARIATION_KINDS)
export type VariationKind = z.infer<typeof VariationKind>

/** What is varied: a scenario, a world as it went on a branch, or a recording by its name. */
export const VariationSource = z.union([
  z.strictObject({ scenario: ScenarioFile }),
  z.strictObject({ session: z.string(), branch: z.string() }),
  z.strictObject({ recording: z.string() })
])
export type VariationSource = z.infer<typeof VariationSource>

// More than anybody reads; with other seeds there are others.
const MOST = 1000

export const VaryOptions = z.strictObject({
  from: VariationSource,
  /** How many scenarios are wanted. */
  n: z.int().min(1).max(MOST).default(10),
  /** The same seed gives the same bytes. */
  seed: z.int().min(0).default(0),
  /** Taken in turns. */
  kinds: z
    .array(VariationKind)
    .min(1)
    .default([...VARIATION_KINDS]),
  /** `model`: the model in use rephrases and invents; what it says is checked. */
  by: z.enum(['rules', 'model']).default('rules'),
  /** Names of scenarios in the library that goals may be joined with; default: all with checks, of the same domain. */
  partners: z.array(z.string()).exactOptional()
})
export type VaryOptions = z.infer<typeof VaryOptions>

/** A scenario that was kept: it validates, the original's answers pass its checks, and they fail where the run is changed. */
export const KeptVariation = z.strictObject({
  kind: VariationKind,
  name: z.string(),
  title: z.string(),
  /** What differs from the original, in a line. */
  how: z.string(),
  scenario: ScenarioFile,
  /** The file as it would be saved. */
  text: z.string(),
  /** Runs that were made to see that it holds, and that its checks can fail. */
  tried: z.int()
})
export type KeptVariation = z.infer<typeof KeptVariation>

export const DroppedVariation = z.strictObject({
  kind: VariationKind,
  /** What was tried; `''` where nothing could be. */
  how: z.string(),
  reason: z.string()
})
export type DroppedVariation = z.infer<typeof DroppedVariation>

/** What came of one of the scenarios that were wanted: it, or nothing, and what was dropped on the way. */
export const Varied = z.strictObject({ kept: KeptVariation.nullable(), dropped: z.array(DroppedVariation) })
export type Varied = z.infer<typeof Varied>

/** How many of a run were kept, and how many drafts were dropped on the way. */
export const VariationReport = z.strictObject({ kept: z.int(), dropped: z.int() })
export type VariationReport = z.infer<typeof VariationReport>
