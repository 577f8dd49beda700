// Runs: many jobs under one name, which resume where they were stopped.
import { z } from 'zod'
import { AuditReport, AuditRow } from '../control/audit.ts'
import { AuthorReport, AuthorTurn } from '../control/authoring/report.ts'
import { CompareReport, TurnPrediction } from '../control/compare/report.ts'
import { ConsistencyReport, ConsistencyRow } from '../control/consistency/report.ts'
import { EvalReport, SamplePrediction } from '../control/evaluate/report.ts'
import { EvolutionReport, Harder } from '../control/evolution.ts'
import { JudgeVote, JudgingReport } from '../control/judging/report.ts'
import { ScenarioResult } from '../control/result.ts'
import { SuiteReport, SuiteRow } from '../control/suites/report.ts'
import { ScenarioReport } from '../control/summary.ts'
import { VariationReport, Varied } from '../control/variation.ts'
import { CODES } from '../errors.ts'
import { JsonValue } from '../text/json.ts'
import { StepId } from '../tree/model.ts'
import { None } from './entry.ts'

// With its endings it is the name of a file, which most systems limit to 255 bytes.
export const LONGEST_NAME = 240

/** Names a run among those of its kind. */
export const RunName = z
  .string()
  .regex(/^[\w.-]+$/, 'letters, digits, dot, dash and underscore only')
  .max(LONGEST_NAME, `a name has ${LONGEST_NAME} characters at most`)

/** A run that was started in this data folder. */
export const RunRow = z.strictObject({
  kind: z.string(),
  name: z.string(),
  /** `stopped`: cancelled, failed or killed before its report; `broken`: its record cannot be read. */
  state: z.enum(['running', 'finished', 'stopped', 'broken']),
  /** Jobs with a result. */
  done: z.int(),
  /** `null` where nobody knows: results from before runs had a record. */
  total: z.int().nullable(),
  /** Unix milliseconds. */
  startedAt: z.int().nullable(),
  /** Where the results are, a JSON line each. */
  output: z.string(),
  /** Why it is broken, or `null`. */
  problem: z.string().nullable()
})
export type RunRow = z.infer<typeof RunRow>

/** Something in a run's options that is not a job; lines count from 1. */
export const RunProblem = z.strictObject({ line: z.int().nullable(), reason: z.string() })
export type RunProblem = z.infer<typeof RunProblem>

/** What a sample is: its branch, and the step on it unless it failed. */
export const SampleResult = z.strictObject({ branch: z.string(), seed: z.int(), step: StepId.nullable() })
export type SampleResult = z.infer<typeof SampleResult>

export const SampleReport = z.strictObject({ samples: z.int(), failed: z.int() })
export type SampleReport = z.infer<typeof SampleReport>

/** What a job of each kind of run comes to, and what is reported of all of them. */
export const RESULTS = {
  audit: { result: AuditRow, report: AuditReport },
  authoring: { result: AuthorTurn, report: AuthorReport },
  compare: { result: TurnPrediction, report: CompareReport },
  consistency: { result: ConsistencyRow, report: ConsistencyReport },
  eval: { result: SamplePrediction, report: EvalReport },
  evolution: { result: Harder, report: EvolutionReport },
  judging: { result: JudgeVote, report: JudgingReport },
  samples: { result: SampleResult, report: SampleReport },
  scenarios: { result: ScenarioResult, report: ScenarioReport },
  suites: { result: SuiteRow, report: SuiteReport },
  variations: { result: Varied, report: VariationReport }
}
export type RunKind = keyof typeof RESULTS
export type ResultOf<K extends RunKind> = z.output<(typeof RESULTS)[K]['result']>
export type ReportOf<K extends RunKind> = z.output<(typeof RESULTS)[K]['report']>

const Job = z.strictObject({
  type: z.literal('job'),
  /** From 1, in the order of the options. */
  job: z.int(),
  label: z.string(),
  /** Done before the run was resumed. */
  resumed: z.boolean(),
  /** Why it failed, or `null`. */
  error: z.strictObject({ code: z.enum(CODES), message: z.string() }).nullable(),
  /** Jobs that have ended, of so many. */
  done: z.int(),
  total: z.int()
})

/** `result` is `null` where one from before is in a form that this version cannot read. */
const jobOf = <Kind extends RunKind, Result extends z.ZodType>(kind: Kind, { result }: { result: Result }) =>
  Job.extend({ kind: z.literal(kind), result: result.nullable() })

const reportOf = <Kind extends RunKind, Report extends z.ZodType>(kind: Kind, { report }: { report: Report }) =>
  z.strictObject({ type: z.literal('report'), kind: z.literal(kind), report, output: z.string() })

/** What happens in a run, in order: `started`, the problems, each job as it ends, then the report. */
export const RunEvent = z.discriminatedUnion('type', [
  /** `known`: jobs that have a result from before. `output`: where results are written. */
  z.strictObject({ type: z.literal('started'), total: z.int(), known: z.int(), output: z.string() }),
  RunProblem.extend({ type: z.literal('problem') }),
  z.discriminatedUnion('kind', [
    jobOf('audit', RESULTS.audit),
    jobOf('authoring', RESULTS.authoring),
    jobOf('compare', RESULTS.compare),
    jobOf('consistency', RESULTS.consistency),
    jobOf('eval', RESULTS.eval),
    jobOf('evolution', RESULTS.evolution),
    jobOf('judging', RESULTS.judging),
    jobOf('samples', RESULTS.samples),
    jobOf('scenarios', RESULTS.scenarios),
    jobOf('suites', RESULTS.suites),
    jobOf('variations', RESULTS.variations)
  ]),
  /** Always last. */
  z.discriminatedUnion('kind', [
    reportOf('audit', RESULTS.audit),
    reportOf('authoring', RESULTS.authoring),
    reportOf('compare', RESULTS.compare),
    reportOf('consistency', RESULTS.consistency),
    reportOf('eval', RESULTS.eval),
    reportOf('evolution', RESULTS.evolution),
    reportOf('judging', RESULTS.judging),
    reportOf('samples', RESULTS.samples),
    reportOf('scenarios', RESULTS.scenarios),
    reportOf('suites', RESULTS.suites),
    reportOf('variations', RESULTS.variations)
  ])
])
export type RunEvent = z.infer<typeof RunEvent>

export const runCalls = {
  /** The runs of this data folder, of one kind or of all, also those of other processes; those started last come first. */
  'runs.list': { input: z.strictObject({ kind: z.string().optional() }), output: z.array(RunRow) },
  /** Deletes a run with its results. Worlds that it made stay. */
  'runs.delete': { input: z.strictObject({ kind: z.string(), name: RunName }), output: None }
}

export const runStreams = {
  /**
   * Starts the run of this name, or resumes it: jobs that have a result are not done again. Every result is written before it is
   * announced, so that a run survives the death of the process. Cancelling the stream stops the run; what is done stays done. A name that
   * was started with other options is refused, and one that is in progress.
   */
  'runs.start': {
    input: z.strictObject({
      kind: z.string(),
      name: RunName,
      /** As the kind's form describes them. */
      options: z.record(z.string(), JsonValue).default({}),
      /** Jobs at once; default: as many as suit the kind. */
      atOnce: z.int().min(1).max(64).optional()
    }),
    event: RunEvent
  }
}
