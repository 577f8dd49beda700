// Scenarios: those that come with Orrery and people’s own.
import { z } from 'zod'
import { AuditReport, AuditRow } from '../control/audit.ts'
import { DivergenceTree } from '../control/divergence-tree.ts'
import { EvolutionReport, EvolveOptions, Harder, RunOutcomes } from '../control/evolution.ts'
import { InducedPart } from '../control/induce.ts'
import { ScenarioReport } from '../control/summary.ts'
import { VariationReport, Varied, VaryOptions } from '../control/variation.ts'
import { AnsweredBy } from '../tree/origin.ts'
import { ScenarioFile, ScenarioProblem, ScenarioRow } from '../tree/scenario.ts'
import { BranchView, Empty, None } from './entry.ts'
import { RunName } from './runs.ts'

// As much as a scenario's file may have.
const ScenarioText = z.string().max(2 ** 20, 'a scenario has a million characters at most')

const AsScenario = {
  name: z.string().exactOptional(),
  title: z.string().min(1).exactOptional(),
  /**
   * The whole instruction is written from what was done: for a model that answers in place of whatever answered. `model`: the model in use
   * words it; what it loses stays as the template has it.
   */
  induce: z.enum(['template', 'model']).exactOptional()
}

export const scenarioCalls = {
  /** Those that come with Orrery, then people's own; an own one takes the place of ours of the same name. */
  'scenarios.list': { input: Empty, output: z.array(ScenarioRow.extend({ answers: AnsweredBy })) },
  /** Another text whenever people's own scenarios may have changed: short enough to ask every few seconds. */
  'scenarios.version': { input: Empty, output: z.string() },
  /** Files that are no scenarios, with what is wrong. They hide no others. */
  'scenarios.broken': {
    input: Empty,
    output: z.array(
      z.strictObject({ name: z.string(), own: z.boolean(), file: z.string(), problems: z.array(ScenarioProblem) })
    )
  },
  /** The JSON schema of a scenario's file. */
  'scenarios.schema': { input: Empty, output: z.record(z.string(), z.json()) },
  /** What is wrong with a text. One with the `name` of a scenario can include the files beside that. */
  'scenarios.check': {
    input: z.strictObject({ text: ScenarioText, name: z.string().exactOptional() }),
    output: z.strictObject({
      problems: z.array(ScenarioProblem),
      scenario: ScenarioFile.nullable(),
      /** What each of them is called. */
      labels: z.array(z.string()),
      /** How many runs its matrix comes to. */
      variants: z.int()
    })
  },
  'scenarios.read': {
    input: z.strictObject({ name: z.string() }),
    output: z.strictObject({ text: z.string(), file: z.string(), own: z.boolean() })
  },
  /** Writes an own scenario, new or known. A text with problems is kept too; `problems` says which. */
  'scenarios.save': {
    input: z.strictObject({
      name: z.string(),
      text: ScenarioText,
      /** Refuse to replace one that is there. */
      fresh: z.boolean().default(false),
      /** The scenario that the text was made from: the files that it names beside that one are copied beside this one. */
      from: z.string().exactOptional()
    }),
    output: z.strictObject({ file: z.string(), problems: z.array(ScenarioProblem) })
  },
  /** Only own ones can be deleted. */
  'scenarios.delete': { input: z.strictObject({ name: z.string() }), output: None },
  /** A world, or a recording that comes with Orrery, as a scenario in YAML: its rules, its actions and checks that hold in it. Nothing is written. */
  'scenarios.ofWorld': {
    input: z.union([BranchView.extend(AsScenario), z.strictObject({ recording: z.string(), ...AsScenario })]),
    output: z.strictObject({
      name: z.string(),
      title: z.string(),
      text: z.string(),
      /** Where each part of the instruction came from; absent where none was asked for. */
      parts: z.array(InducedPart).exactOptional()
    })
  },
  /** What is said of all results that a run of scenarios has. Nothing is done again. */
  'scenarios.report': { input: z.strictObject({ run: RunName }), output: ScenarioReport },
  /** Where the repeats of one variant parted, in the results that a run of scenarios has. */
  'scenarios.partings': {
    input: z.strictObject({ run: RunName, scenario: z.string(), variant: z.string() }),
    output: DivergenceTree
  },
  /** How the runs of these names came out for one scenario, those beside it without faults left out. @throws not-found for a run; invalid-input where none has the scenario */
  'scenarios.outcomes': {
    input: z.strictObject({ scenario: z.string(), runs: z.array(RunName).min(1).max(100) }),
    output: RunOutcomes
  }
}

export const scenarioStreams = {
  /**
   * Tries ways of making a scenario harder, until the audit admits one, or all of them. @throws invalid-input where the agent passes too few or
   * too many runs, with the rate. Nothing is kept.
   */
  'scenarios.evolve': {
    input: EvolveOptions.extend({ all: z.boolean().default(false) }),
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('started'), total: z.int() }),
      Harder.extend({ type: z.literal('tried'), done: z.int(), total: z.int() }),
      /** Always last. */
      EvolutionReport.extend({ type: z.literal('done') })
    ])
  },
  /**
   * Runs scenarios that have checks, without a model: their own actions have to pass, and lazy agents have to fail. No world is kept.
   * Cancelling the stream ends it.
   */
  'scenarios.audit': {
    input: z.strictObject({ scenarios: z.array(ScenarioFile).min(1).max(1000) }),
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('started'), total: z.int() }),
      /** One of them, in the order in which they end. */
      AuditRow.extend({ type: z.literal('audited'), done: z.int(), total: z.int() }),
      /** Always last. */
      AuditReport.extend({ type: z.literal('done') })
    ])
  },
  /**
   * Makes scenarios of one: what is kept validates, the original's answers pass its checks, and changed runs do not. Each is written before it
   * is announced: the same call resumes where a cancelled or killed one was, also with a larger `n`.
   */
  'scenarios.vary': {
    input: VaryOptions,
    event: z.discriminatedUnion('type', [
      /** `run`: its name among the runs of the kind "variations". `known`: scenarios that are there from before. */
      z.strictObject({ type: z.literal('started'), run: z.string(), total: z.int(), known: z.int() }),
      Varied.extend({ type: z.literal('varied'), done: z.int(), total: z.int() }),
      /** Always last. */
      VariationReport.extend({ type: z.literal('done') })
    ])
  }
}
