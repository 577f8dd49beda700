// What a kind of run declares: how its options become jobs, how one job is done, and what is said of all of them.
import type { z } from 'zod'
import type { Handlers } from '../../../core/contract/index.ts'
import type { RunEvent, RunProblem } from '../../../core/contract/runs.ts'
import type { Domain, DomainTemplate } from '../../../core/domains/domain.ts'
import type { ErrorCode } from '../../../core/errors.ts'
import type { Seen } from '../../../core/faults/holds.ts'
import type { FileLine } from '../../../core/formats/importers/lines.ts'
import type { SessionTree } from '../../../core/formats/importing.ts'
import type { ReadySetup, Sampling, Setup } from '../../../core/tree/model.ts'
import type { Clock, Engine, Ground, Json } from '../../../core/tree/ports.ts'
import type { ScenarioFile } from '../../../core/tree/scenario.ts'
import type { Store } from '../../../core/tree/store.ts'
import type { WorldPrograms } from '../../grounds/programs/world-programs.ts'
import type { Python } from '../../grounds/python.ts'
import type { Embedders } from '../embeddings/index.ts'

/** How one job ended: what came of it, and why it failed if it did. */
export interface JobResult<Result = unknown> {
  result: Result
  error: { code: ErrorCode; message: string } | null
}

/** One piece of work. */
export interface Job<Result = unknown> {
  /** Named by content: the same job has the same key in every run and on every machine, so results of several runs can be merged. */
  key: string
  /** For a person: `sample 2, seed 41`. */
  label: string
  /**
   * A failure that concerns this job alone is an entry; one that every job would meet is thrown, and ends the run.
   * A job may be done again if the process died before its entry was written: what it changed outside must then be found, not repeated.
   */
  do(options: { signal: AbortSignal }): Promise<JobResult<Result>>
}

/** What one line holds. A result that the kind cannot read is `null`. */
export interface ResultLine<Result = unknown> {
  key: string
  entry: JobResult<Result | null>
  /** What the result was made with, where the line says so. */
  settings?: { [name: string]: Json }
}

/** A file format for results. */
export interface ResultLines<Result = unknown> {
  /** `null` for a line that cannot be read. */
  read(line: FileLine): Promise<ResultLine<Result> | null>
  write(key: string, entry: JobResult<Result>): unknown
}

/** The jobs of one run. */
export interface RunJobs<Result = unknown, Report = unknown> {
  /** What all results are made with. A run is resumed only with the same settings. */
  settings: { [name: string]: Json }
  /** What in the options is not a job. */
  problems: RunProblem[]
  jobs: Job<Result>[]
  /** Jobs at once, unless the caller says. */
  atOnce: number
  /** How a result is written to the file, for kinds with a file format of their own. */
  lines?: ResultLines<Result>
  /** Takes in one entry, new or kept, in the order they come. `null`: a kept result that the kind cannot read. */
  count(job: number, entry: JobResult<Result | null>, options: { signal: AbortSignal }): Promise<void>
  /** What is said of everything that was counted. */
  report(): Report
}

/** What a kind works with. */
export interface RunContext {
  engine: Engine
  /** How tokens are drawn: as set for the model in use, else as published for it. */
  sampling: Sampling
  templates(domain: Domain): DomainTemplate[]
  /** What can compute answers in worlds of this setup. */
  ground(setup: Setup): Ground | null
  store: Store
  clock: Pick<Clock, 'now'>
  /** Refuses a setup that no branch can have. */
  checked(setup: Setup): Setup
  step: Handlers['streams']['steps.run']
  /** The step of worlds in another store, which this engine answers. `kept: false`: nothing is stored. */
  stepIn(world: { store: Store; engine: Engine; kept?: boolean }): Handlers['streams']['steps.run']
  /** A recording that comes with Orrery. @throws OrreryError not-found */
  recording(name: string): Promise<SessionTree>
  /** Every scenario of the library that is in order. */
  library(): ScenarioFile[]
  /** A step that is not kept. */
  dryRun: Handlers['streams']['steps.run']
  names: { next(): string }
  /** The setup of a new world: with the initial state and the grounding that it gets where it does not say. */
  initialState(setup: ReadySetup): Promise<ReadySetup>
  /** A person lets this command line be started, or it is refused. @throws OrreryError forbidden */
  allow(command: string, options: { signal: AbortSignal }): Promise<void>
  /** The engine that judges, which stays open until the run ends. @throws OrreryError for one that cannot be opened */
  judge(choice: { model: string; baseUrl?: string }): Promise<Engine>
  /** What gives vectors of texts. @throws OrreryError for a model that cannot be opened or gives none */
  embedder: Embedders['open']
  /** What programs of worlds run in. */
  programs: WorldPrograms
  /** Python of strangers, in the machine; `null`: there is no image of it. */
  python: Python | null
  /** Runs the JavaScript of a check. @throws Undecided */
  script(source: string, seen: Seen): Promise<boolean>
}

/** A kind of run: one file in this folder, and one line in its index. */
export interface RunKindPlugin<Options = unknown, Result = unknown, Report = unknown> {
  name: string
  options: z.ZodType<Options>
  /** What a job comes to, as its line has it. */
  result: z.ZodType<Result>
  /** The folder of the results, below the data folder; default: `runs/<name>`. */
  folder?: string
  /** `id` is the run's own, the same each time it is resumed; of another data folder's run of this name it is another. */
  prepare(
    options: Options,
    context: RunContext,
    run: { id: string; name: string; signal: AbortSignal }
  ): Promise<RunJobs<Result, Report>>
}

/** A `RunEvent` of any kind, those that only a test has too. */
export type KindEvent<Result, Report> =
  | Extract<RunEvent, { type: 'started' | 'problem' }>
  | (Omit<Extract<RunEvent, { type: 'job' }>, 'kind' | 'result'> & { kind: string; result: Result | null })
  | (Omit<Extract<RunEvent, { type: 'report' }>, 'kind' | 'report'> & { kind: string; report: Report })
