// What comparing a contestant with recordings writes of each turn, and what is reported of all.
import { z } from 'zod'
import { CODES } from '../../errors.ts'
import { StepId } from '../../tree/model.ts'
import { CurvePoint } from '../evaluate/curve.ts'
import { SamplePrediction } from '../evaluate/report.ts'
import { RuleCounts } from '../rules/report.ts'
import { MeasureName, TurnScores } from './measures.ts'

/** What a turn is asked after: the recorded turns, or what the contestant itself has shown from the beginning on. */
export const Pass = z.enum(['true', 'own'])
export type Pass = z.infer<typeof Pass>

/** Who answers. `grounded`: what can be computed is, the model in use says the rest; `executed`: nothing else than what is computed. */
export const ContestantKind = z.enum(['model', 'grounded', 'executed', 'repeat', 'lookup'])
export type ContestantKind = z.infer<typeof ContestantKind>

/** What a contestant made of one turn. */
export const TurnPrediction = SamplePrediction.omit({ raw: true }).extend({
  exitCode: z.int().nullable().exactOptional(),
  /** Its step, where the pass keeps one. */
  step: StepId.nullable()
})
export type TurnPrediction = z.infer<typeof TurnPrediction>

/** A recording, as it is compared. */
const ComparedSession = z.strictObject({
  session: z.string(),
  title: z.string(),
  domain: z.string(),
  /** The branch that holds what the contestant showed by itself; `null` where that was not asked. */
  branch: z.string().nullable()
})

/** The first line in which a prediction is not the truth; `null` for a text that has ended there. */
const Differs = z.strictObject({ line: z.int(), truth: z.string().nullable(), predicted: z.string().nullable() })
export type Differs = z.infer<typeof Differs>

export const ComparedTurn = z.strictObject({
  pass: Pass,
  session: z.string(),
  /** From 1. */
  turn: z.int(),
  /** The recorded step. */
  step: StepId,
  domain: z.string(),
  /** What sort of turn it is, by how much its observation tells that its action did not (Qwen-AgentWorld, table 3). */
  kind: z.string(),
  /** The action in one line. */
  label: z.string(),
  /** Who answered, where a ground was asked. */
  origin: z.string().exactOptional(),
  /** `null` where there is no answer. */
  scores: TurnScores.nullable(),
  error: z.strictObject({ code: z.enum(CODES), message: z.string() }).nullable(),
  differs: Differs.exactOptional(),
  /** Rules of the turn that its answer breaks, by name. */
  broken: z.array(z.string()).exactOptional(),
  /** The contestant's own step. */
  own: StepId.nullable()
})
export type ComparedTurn = z.infer<typeof ComparedTurn>

/** One contestant's turns. Nothing in it depends on when or how fast it ran but `times`. */
export const CompareReport = z.strictObject({
  contestant: z.string(),
  sessions: z.array(ComparedSession),
  turns: z.array(ComparedTurn),
  /** Rules that the recordings gave, and those of them that were used. Absent in reports of earlier versions. */
  rules: RuleCounts.exactOptional(),
  /** What gave the vectors, where their distance was asked for. */
  embeddings: z.string().exactOptional(),
  /** Milliseconds of an answer and its tokens, the median; seconds in all; milliseconds that measuring took; and that embedding did, apart. */
  times: z.strictObject({
    ms: z.number(),
    tokens: z.number(),
    seconds: z.number(),
    measuring: z.number(),
    embedding: z.number().exactOptional()
  })
})
export type CompareReport = z.infer<typeof CompareReport>

/** A mean over turns, with bounds that hold with 95 % confidence; `null` bounds with one session, which shows no spread. */
export const Figure = z.strictObject({
  mean: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  turns: z.int(),
  sessions: z.int()
})
export type Figure = z.infer<typeof Figure>

export const ScoreTable = z.strictObject({
  turns: z.int(),
  /** Turns without an answer: they enter no mean. */
  missing: z.int(),
  figures: z.partialRecord(MeasureName, Figure)
})
export type ScoreTable = z.infer<typeof ScoreTable>

/** `differs`: the interval leaves out 0. `noise`: it does not. `few`: so few sessions that chance alone may put all of them on one side. */
const DifferenceVerdict = z.enum(['differs', 'noise', 'few'])

export const ScoreDifference = z.strictObject({
  pass: Pass,
  measure: MeasureName,
  first: z.string(),
  second: z.string(),
  /** First minus second, over the turns that both answered. */
  ...Figure.shape,
  verdict: DifferenceVerdict
})
export type ScoreDifference = z.infer<typeof ScoreDifference>

/** Where a contestant left the truth in one recording; `turn` is `null` where it never did, and `step` where it gave no answer. */
export const FirstDivergence = z.strictObject({
  ...ComparedSession.omit({ domain: true }).shape,
  turns: z.int(),
  turn: z.int().nullable(),
  label: z.string().nullable(),
  step: StepId.nullable(),
  differs: Differs.nullable()
})
export type FirstDivergence = z.infer<typeof FirstDivergence>

export const PassSummary = z.strictObject({
  overall: ScoreTable,
  byDomain: z.record(z.string(), ScoreTable),
  byKind: z.record(z.string(), ScoreTable),
  byOrigin: z.record(z.string(), ScoreTable).exactOptional(),
  /** Exactness by the number of the turn. */
  curve: z.array(CurvePoint)
})
export type PassSummary = z.infer<typeof PassSummary>

/** Contestants side by side. */
export const Comparison = z.strictObject({
  seed: z.int(),
  contestants: z.array(
    z.strictObject({
      name: z.string(),
      passes: z.partialRecord(Pass, PassSummary),
      divergences: z.array(FirstDivergence)
    })
  ),
  differences: z.array(ScoreDifference)
})
export type Comparison = z.infer<typeof Comparison>
