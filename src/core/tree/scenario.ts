// What a scenario is: a world to start from and, where it is to be run, what is done in it and what is expected of it. Files with includes,
// parameters and a matrix (`ScenarioFile`) come to one scenario for each of their variants (`control/variants.ts`).
import { z } from 'zod'
import type { OrreryError } from '../errors.ts'
import { JsonValue } from '../text/json.ts'
import { noSuch } from '../text/nearest.ts'
import { Check, Condition, JudgeChoice, Stop } from './conditions.ts'
import { PerturbationUse, ReadySetup } from './model.ts'

/** An action as its domain has it, or a line as a person would type it. */
const ScenarioAction = JsonValue

const Name = z
  .string()
  .regex(/^[\w.-]{1,100}$/, 'a name has letters, digits, dot, dash and underscore only, and 100 characters at most')

/** Agents that do not do their task (`control/lazy`): what a scenario's checks are tried with. */
export const LazyName = z.enum(['nothing', 'claims', 'repeats', 'direct'])
export type LazyName = z.infer<typeof LazyName>

/** Another way of acting. `fails`: the checks that it does not pass, by name; none: it is right too. */
const Walk = z.strictObject({
  name: z.string().min(1).max(100),
  actions: z.array(ScenarioAction).min(1).max(10_000),
  fails: z.array(z.string().min(1)).max(100).default([])
})

/** One step of `orrery evolve`: the scenario it began with (`id`: of its content), the runs that it was made on, and what was changed. */
const Evolved = z.strictObject({
  from: z.string(),
  id: z.string(),
  way: z.string(),
  change: z.string(),
  /** Of the runs that were judged, in percent. */
  rate: z.number().min(0).max(100),
  passed: z.int().min(0),
  judged: z.int().min(1),
  runs: z.array(z.string()),
  agent: z.string().exactOptional()
})

/** A ready-made world: what a session starts from, and what a run of it does and checks. */
export const Scenario = z.strictObject({
  name: Name,
  title: z.string().min(1),
  description: z.string(),
  /** What whoever runs an agent in it learns. */
  teaches: z.string().exactOptional(),
  /** First actions worth trying, as a person would type them. */
  tries: z.array(z.string()).default([]),
  setup: ReadySetup,
  /** The engine's id and the model that a run wants; default: those in use. */
  engine: z.string().exactOptional(),
  model: z.string().exactOptional(),
  /** Instructions for single turns. */
  turns: z.array(z.strictObject({ turn: z.int().min(1), instruction: z.string().min(1) })).default([]),
  /** What is done, in this order, where no agent acts. */
  actions: z.array(ScenarioAction).max(10_000).exactOptional(),
  /** What is done before the next action, once a turn is as `when` says: how a script deals with a fault. */
  reactions: z
    .array(
      z.strictObject({
        when: Condition,
        actions: z.array(ScenarioAction).min(1).max(100),
        /** At most so many times. */
        times: z.int().min(1).max(1000).default(1)
      })
    )
    .max(100)
    .default([]),
  /** What the script says that the answer of a turn will be, before it: a text, or JSON with the fields that it names. */
  expects: z
    .array(z.strictObject({ turn: z.int().min(1), answer: JsonValue }))
    .max(10_000)
    .exactOptional(),
  stop: Stop.prefault({}),
  checks: z.array(Check).max(100).default([]),
  /** Who judges its rubrics, and what its agent expected. Without one neither is judged, unless a run names one. */
  judge: JudgeChoice.exactOptional(),
  /** Lazy agents that its checks cannot tell from a good one, and why nothing can be done about it. */
  audit: z.partialRecord(LazyName, z.string().min(1)).exactOptional(),
  /** Other ways of acting than `actions`, which an audit plays too. */
  walks: z.array(Walk).max(20).exactOptional(),
  /** What it was made harder from, the first ancestor first. */
  evolved: z.array(Evolved).max(100).exactOptional()
})
export type Scenario = z.infer<typeof Scenario>

/** Perturbations of one variant: a list, or the name of a preset (`perturbations.presets`). */
const Level = z.union([z.string().min(1), z.array(PerturbationUse)])

/** A scenario as it is written in a file. */
export const ScenarioFile = Scenario.extend({
  /** Files beside it, or below its folder, that it extends: objects are merged, lists follow each other, and what stands here wins. */
  include: z.union([z.string(), z.array(z.string()).max(16)]).exactOptional(),
  /** Values that `${name}` stands for in every text of the file, with what they are where nobody says otherwise. */
  params: z.record(Name, z.union([z.string(), z.number(), z.boolean()])).exactOptional(),
  /** Each combination is run. A run without any fault is always among them. */
  matrix: z
    .strictObject({
      seeds: z.array(z.int().min(0)).min(1).max(10_000).exactOptional(),
      perturbations: z.record(Name, Level).exactOptional(),
      models: z.array(z.string()).min(1).max(20).exactOptional(),
      /** Budgets of the gate: its `previews`. */
      previews: z.array(z.int().min(0).max(100)).min(1).max(20).exactOptional(),
      params: z
        .array(z.record(Name, z.union([z.string(), z.number(), z.boolean()])))
        .min(1)
        .max(1000)
        .exactOptional()
    })
    .exactOptional()
})
export type ScenarioFile = z.infer<typeof ScenarioFile>

/** Something that is wrong in a scenario's file, where it is written. Line and column count from 1. */
export const ScenarioProblem = z.strictObject({
  file: z.string(),
  line: z.int(),
  column: z.int(),
  message: z.string(),
  /** It is probably not meant, and a run can still be meaningful. */
  warning: z.literal(true).exactOptional()
})
export type ScenarioProblem = z.infer<typeof ScenarioProblem>

/** A scenario that can be used, with its parameters filled in. */
export const ScenarioRow = Scenario.extend({
  /** A person's own, from the data folder. */
  own: z.boolean(),
  file: z.string()
})
export type ScenarioRow = z.infer<typeof ScenarioRow>

/** Whether it is one to start a world from. Those of ours in which something goes wrong, or is only played back, are there to be run and judged. */
export const isReadyWorld = ({ own, checks, setup }: Pick<ScenarioRow, 'own' | 'checks' | 'setup'>): boolean =>
  own || checks.length === 0 || (setup.recording === null && setup.perturbations.length === 0)

/** One way to run a scenario: what the matrix comes to. */
export interface Variant {
  scenario: Scenario
  /** What tells it from the others, e.g. `{ seed: 3, perturbations: 'E2' }`. */
  of: { seed?: number; perturbations?: string; model?: string; params?: Record<string, string | number | boolean> }
  /** The same without any perturbation: what the others are held against. */
  baseline: boolean
  /** A baseline that stands beside variants with faults. */
  reference: boolean
}

/** The error for a scenario that is not in the library `all`. */
export function noScenario(name: string, all: readonly { name: string }[]): OrreryError {
  const names = all.map((one) => one.name)
  return noSuch('scenario', name, names, 'orrery scenario list')
}
