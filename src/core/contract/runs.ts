// Runs: many jobs under one name, which resume where they were stopped.
import { z } from 'zod'
import { CODES } from '../errors.ts'
import { JsonValue } from '../text/json.ts'
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

/** What happens in a run, in order: `started`, the problems, each job as it ends, then the report. */
export const RunEvent = z.discriminatedUnion('type', [
  /** `known`: jobs that have a result from before. `output`: where results are written. */
  z.strictObject({ type: z.literal('started'), total: z.int(), known: z.int(), output: z.string() }),
  RunProblem.extend({ type: z.literal('problem') }),
  z.strictObject({
    type: z.literal('job'),
    /** From 1, in the order of the options. */
    job: z.int(),
    label: z.string(),
    /** Done before the run was resumed. */
    resumed: z.boolean(),
    /** Why it failed, or `null`. */
    error: z.strictObject({ code: z.enum(CODES), message: z.string() }).nullable(),
    /** As its kind has it. */
    result: z.json(),
    /** Jobs that have ended, of so many. */
    done: z.int(),
    total: z.int()
  }),
  /** Always last. */
  z.strictObject({ type: z.literal('report'), report: z.json(), output: z.string() })
])
export type RunEvent = z.infer<typeof RunEvent>

export const runCalls = {
  /** The runs of this data folder, of one kind or of all, also those of other processes; those started last come first. */
  'runs.list': { input: z.strictObject({ kind: z.string().optional() }), output: z.array(RunRow) },
  /** What is said of all results of a run that there are, as its kind has it. Nothing is done again. */
  'runs.report': { input: z.strictObject({ kind: z.string(), name: RunName }), output: JsonValue },
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
