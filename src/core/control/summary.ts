// What is said of all runs of scenarios: a group for each variant, with its repeats counted. Memory does not grow with repeats.
import { z } from 'zod'
import { Verdict } from '../tree/conditions.ts'
import { TableScore } from './evaluate/table-answer.ts'
import { Expected, joinExpected } from './expectations.ts'
import { GateUse, unusedGate } from './gate.ts'
import { Determinism, type Planned, ScenarioResult } from './result.ts'
import { RubricCounts } from './rubric.ts'
import { interval, isFlaky, passK, verdictOf } from './statistics.ts'
import { variantLabel } from './variants.ts'

/** Runs that are named in the report of a group; all are in the results. */
const MOST_NAMED = 20

const Counts = z.strictObject({ pass: z.int(), fail: z.int(), inconclusive: z.int() })

export const ScenarioGroup = z.strictObject({
  scenario: z.string(),
  title: z.string(),
  /** `''` where the scenario has one variant only. */
  variant: z.string(),
  baseline: z.boolean(),
  verdict: Verdict,
  /** Some repeats passed, some failed. */
  flaky: z.boolean(),
  counts: Counts,
  /** Rate of success among runs that passed or failed, with its 95 % interval; 0 to 1. */
  rate: z.number().nullable(),
  low: z.number(),
  high: z.number(),
  /** The chance that as many runs as there were repeats all pass. */
  passK: z.number().nullable(),
  determinism: Determinism.nullable(),
  turns: z.number(),
  tokens: z.number(),
  ms: z.number(),
  /** By axis, checks by rule alone. */
  axes: z.record(z.string(), Counts),
  /** Means over the runs in which something went wrong. */
  recovery: z
    .strictObject({
      runs: z.int(),
      retries: z.number(),
      turns: z.number(),
      tokens: z.number(),
      ms: z.number(),
      blindWrites: z.number(),
      claimed: z.int(),
      /** Runs that said they succeeded, and did not pass. */
      falseClaims: z.int()
    })
    .nullable(),
  /** What its gate did, summed over the runs; absent where none needs success. */
  gate: GateUse.exactOptional(),
  /** Checks by rubric; absent where there are none. */
  rubrics: RubricCounts.exactOptional(),
  /** How right its agent was about what it expects, summed over the runs; absent where none says that. */
  expected: Expected.exactOptional(),
  /** Means over the runs whose answer is to be a table. */
  table: TableScore.exactOptional(),
  /** The first run, whatever it came to. */
  first: ScenarioResult.nullable(),
  /** The first runs that did not pass. */
  failures: z.array(ScenarioResult)
})
export type ScenarioGroup = z.infer<typeof ScenarioGroup>

export const ScenarioReport = z.strictObject({
  verdict: Verdict,
  /** Of groups. */
  counts: Counts.extend({ flaky: z.int() }),
  runs: z.int(),
  /** Runs that the engine failed in; they are done again when the run is resumed. */
  broken: z.int(),
  groups: z.array(ScenarioGroup)
})
export type ScenarioReport = z.infer<typeof ScenarioReport>

/** Reports of runs of other scenarios, or under other engines, as one. */
export function joined(reports: readonly ScenarioReport[]): ScenarioReport {
  const groups = reports.flatMap((report) => report.groups)
  const sum = (of: (report: ScenarioReport) => number) => reports.reduce((total, report) => total + of(report), 0)
  return told(groups, { runs: sum(({ runs }) => runs), broken: sum(({ broken }) => broken) })
}

function told(groups: ScenarioGroup[], { runs, broken }: { runs: number; broken: number }): ScenarioReport {
  const count = (verdict: Verdict) => groups.filter((one) => one.verdict === verdict).length
  const counts = { pass: count('pass'), fail: count('fail'), inconclusive: count('inconclusive') }
  const verdict = counts.fail ? 'fail' : counts.inconclusive || broken ? 'inconclusive' : 'pass'
  return { verdict, counts: { ...counts, flaky: groups.filter(({ flaky }) => flaky).length }, runs, broken, groups }
}

interface Summary {
  /** `null` for a run that the engine failed in. */
  add(result: ScenarioResult | null): void
  report(): ScenarioReport
}

/** @param planned the groups there are, in their order, those without a result too; others are added as results come */
export function summarise(planned: readonly Planned[]): Summary {
  const groups = new Map<string, ReturnType<typeof groupOf>>()
  const find = (one: Grouped) => {
    const id = `${one.scenario}\n${one.variant}`
    const group = groups.get(id) ?? groupOf(one)
    groups.set(id, group)
    return group
  }
  for (const { variant } of planned) {
    const { scenario, of, baseline } = variant
    find({ scenario: scenario.name, title: scenario.title, variant: variantLabel(of), baseline })
  }
  let [runs, broken] = [0, 0]
  return {
    add(result) {
      runs++
      if (result) find(result).add(result)
      else broken++
    },
    report: () =>
      told(
        [...groups.values()].map((group) => group.report()),
        { runs, broken }
      )
  }
}

type Grouped = Pick<ScenarioResult, 'scenario' | 'title' | 'variant' | 'baseline'>

function groupOf({ scenario, title, variant, baseline }: Grouped) {
  const counts = none()
  const axes: Record<string, ReturnType<typeof none>> = {}
  const sums = { turns: 0, tokens: 0, ms: 0 }
  const after = { runs: 0, retries: 0, turns: 0, tokens: 0, ms: 0, blindWrites: 0, claimed: 0, falseClaims: 0 }
  const failures: ScenarioResult[] = []
  let first: ScenarioResult | null = null
  let determinism: Determinism | null = null
  let gate: GateUse | null = null
  let rubrics: RubricCounts | null = null
  let expected: Expected | null = null
  const tables = { runs: 0, items: 0, rows: 0 }
  return {
    add(result: ScenarioResult) {
      counts[result.verdict]++
      first ??= result
      for (const { axis, verdict, votes } of result.checks) {
        if (votes) {
          rubrics ??= { met: 0, unmet: 0, notJudged: 0, by: [] }
          rubrics[RUBRIC[verdict]]++
          if (votes.by !== null && !rubrics.by.includes(votes.by)) rubrics.by.push(votes.by)
          continue
        }
        axes[axis] ??= none()
        axes[axis][verdict]++
      }
      for (const name of ['turns', 'tokens', 'ms'] as const) sums[name] += result[name]
      const order: Determinism[] = ['exact', 'strict', 'sampled']
      // As weak as the weakest of its runs.
      if (determinism === null || order.indexOf(result.determinism) > order.indexOf(determinism))
        determinism = result.determinism
      if (result.gate) {
        gate ??= unusedGate()
        for (const name of GateUse.keyof().options) gate[name] += result.gate[name]
      }
      if (result.table) {
        tables.runs++
        tables.items += result.table.items
        tables.rows += result.table.rows
      }
      if (result.expected) expected = expected ? joinExpected(expected, result.expected) : result.expected
      const { recovery } = result
      if (recovery) {
        after.runs++
        for (const name of ['retries', 'turns', 'tokens', 'ms', 'blindWrites'] as const) after[name] += recovery[name]
        if (recovery.claimed) after.claimed++
        if (recovery.claimed && result.verdict !== 'pass') after.falseClaims++
      }
      if (result.verdict !== 'pass' && failures.length < MOST_NAMED) failures.push(result)
    },
    report(): ScenarioGroup {
      const runs = counts.pass + counts.fail + counts.inconclusive
      const decided = counts.pass + counts.fail
      const mean = (sum: number, of = runs) => (of ? sum / of : 0)
      return {
        ...{ scenario, title, variant, baseline },
        verdict: verdictOf(counts),
        flaky: isFlaky(counts),
        counts: { ...counts },
        rate: decided ? counts.pass / decided : null,
        ...interval(counts.pass, decided),
        passK: decided ? passK(counts.pass, decided, Math.min(decided, 8)) : null,
        determinism,
        ...{ turns: mean(sums.turns), tokens: mean(sums.tokens), ms: mean(sums.ms) },
        axes,
        recovery: after.runs
          ? {
              ...after,
              retries: mean(after.retries, after.runs),
              turns: mean(after.turns, after.runs),
              tokens: mean(after.tokens, after.runs),
              ms: mean(after.ms, after.runs),
              blindWrites: mean(after.blindWrites, after.runs)
            }
          : null,
        ...(gate && { gate: { ...gate } }),
        ...(rubrics && { rubrics: { ...rubrics, by: [...rubrics.by] } }),
        ...(expected && { expected }),
        ...(tables.runs > 0 && { table: { items: tables.items / tables.runs, rows: tables.rows / tables.runs } }),
        first,
        failures
      }
    }
  }
}

const RUBRIC = { pass: 'met', fail: 'unmet', inconclusive: 'notJudged' } as const

const none = () => ({ pass: 0, fail: 0, inconclusive: 0 })
