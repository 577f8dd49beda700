// What an evaluation writes of each sample, and what it reports of all.
import { z } from 'zod'
import { Axis } from '../../tree/conditions.ts'
import { CurvePoint } from './curve.ts'

/** What the model made of one sample. */
export const SamplePrediction = z.strictObject({
  gen: z.string(),
  /** Exactly what the model wrote. */
  raw: z.string(),
  warnings: z.array(z.string()),
  ms: z.number(),
  /** Generated tokens, thinking included. Files of earlier versions have none. */
  tokens: z.int().exactOptional(),
  /** Who answered, where a ground was asked (`grounded`): it, or the model in all or in part; and the rule that decided. */
  origin: z.enum(['executed', 'predicted', 'authored']).exactOptional(),
  rule: z.string().exactOptional()
})
export type SamplePrediction = z.infer<typeof SamplePrediction>

/** One-step fidelity over a set of samples; all measures 0 to 1. */
export const Scores = z.strictObject({
  samples: z.int(),
  failed: z.int(),
  exactRaw: z.number(),
  exactNormalised: z.number(),
  wordF1: z.number(),
  rougeL: z.number(),
  levenshtein: z.number(),
  /** Of the samples that are scenes: the scene alone, and the scene with its reward and end. Absent where none is. */
  scene: z.number().exactOptional(),
  rewarded: z.number().exactOptional(),
  /** Samples that have a rule of an axis, and the mean share of their rules that hold. Absent where none has. */
  rules: z.partialRecord(Axis, z.strictObject({ samples: z.int(), held: z.number() })).exactOptional(),
  /** Medians of an answer, where the file tells: milliseconds, and generated tokens, thinking included. */
  ms: z.number().exactOptional(),
  tokens: z.number().exactOptional()
})
export type Scores = z.infer<typeof Scores>

export const EvalReport = z.strictObject({
  overall: Scores,
  byTask: z.record(z.string(), Scores),
  byKind: z.record(z.string(), Scores),
  /** What was executed and what was predicted, apart. Absent where no ground was asked. */
  byOrigin: z.record(z.string(), Scores).exactOptional(),
  /** By the number of steps so far. Absent in reports of earlier versions, and where nothing could be scored. */
  curve: z.array(CurvePoint).exactOptional()
})
export type EvalReport = z.infer<typeof EvalReport>
