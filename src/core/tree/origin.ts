// Where an answer came from: one rule for the window, exports and evaluation.
import { z } from 'zod'
import type { Grounded, Grounding } from './ground.ts'
import type { Call } from './model.ts'

export const Origin = z.enum([
  /** A ground computed all of it. */
  'executed',
  /** A model gave all or part of it. */
  'predicted',
  /** It was recorded in the real environment. */
  'recorded',
  /** The schema of the tool refused the call. */
  'validation',
  /** A perturbation answered in place of the world. */
  'perturbation',
  /** A person wrote it. */
  'authored',
  /** It came from a file that does not say. */
  'unknown'
])
export type Origin = z.infer<typeof Origin>

/** What of a call tells where its answer came from. */
export type Answerer = Pick<Call, 'engine' | 'leak'> & { grounded?: Pick<Grounded, 'origin'> | undefined }

// Every other engine is a model, or stands in for one.
const ENGINES: Record<string, Origin> = {
  recorded: 'recorded',
  replay: 'recorded',
  authored: 'authored',
  import: 'unknown',
  validation: 'validation',
  perturbation: 'perturbation'
}

export function originOf(call: Answerer | null | undefined): Origin {
  if (!call) return 'unknown'
  return call.grounded?.origin ?? ENGINES[call.engine] ?? 'predicted'
}

/** The origins that files written by Orrery name: an answer of a perturbation or a schema is neither real nor computed. */
export type ExportOrigin = Exclude<Origin, 'validation' | 'perturbation'>

/** `originOf` as files name it. `predicted` is what counts as simulated. */
export function exportOriginOf(call: Answerer | null | undefined): ExportOrigin {
  const origin = originOf(call)
  return origin === 'validation' || origin === 'perturbation' ? 'predicted' : origin
}

/** Who answers in a world, by its rules: a recording first; what computes alone, or with a model for the rest; the model throughout. */
export const AnsweredBy = z.enum(['recorded', 'executed', 'both', 'model'])
export type AnsweredBy = z.infer<typeof AnsweredBy>

const BY_RULE: Record<Grounding, AnsweredBy> = { executed: 'executed', grounded: 'both', model: 'model' }

export const answeredBy = (rules: { recording: string | null; grounding?: Grounding }): AnsweredBy =>
  rules.recording !== null ? 'recorded' : BY_RULE[rules.grounding ?? 'model']
