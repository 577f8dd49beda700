// Many samples' measures to one report: means overall, per task and per kind.

import { Axis } from '../../tree/conditions.ts'
import { axisScores } from '../rules/held.ts'
import type { RuleVerdict } from '../rules/report.ts'
import { curveOf } from './curve.ts'
import type { Measures } from './metrics.ts'
import type { EvalReport, Scores } from './report.ts'
import type { SceneScores } from './scenes.ts'

/** One sample's outcome: `measures` is `null` when it failed. */
export interface SampleOutcome {
  /** Domain of the sample, as AgentWorldBench names it: `terminal`, `mcp/xyz`. */
  task: string
  /** What sort of turn it is, where the file says. */
  kind: string | null
  measures: Measures | null
  /** Where the true answer is a scene and there is a prediction. */
  scene?: SceneScores
  /** Its rules, decided; absent where there is no prediction. */
  rules?: readonly RuleVerdict[]
  /** The number of the turn in its episode, from 1. */
  turn?: number
  /** Who answered, where a ground was asked. */
  origin?: string
  /** Milliseconds, and generated tokens where they are known. */
  ms?: number
  tokens?: number
}

/**
 * Means over the samples that could be scored; failed ones are counted beside them and enter no mean, as in the public AgentWorldBench
 * script: a failure is shown, never turned into a number. With nothing scored every mean is 0.
 */
export function aggregate(outcomes: SampleOutcome[]): EvalReport {
  const curve = curveOf(
    outcomes.flatMap(({ turn, measures, scene }) =>
      turn === undefined || !measures ? [] : { turn, exact: measures.exactNormalised, rewarded: scene?.rewarded }
    )
  )
  return {
    overall: scores(outcomes),
    byTask: grouped(outcomes, (outcome) => outcome.task),
    byKind: grouped(outcomes, (outcome) => outcome.kind),
    ...(outcomes.some(({ origin }) => origin) && { byOrigin: grouped(outcomes, ({ origin = null }) => origin) }),
    ...(curve.length && { curve })
  }
}

function grouped(outcomes: SampleOutcome[], name: (outcome: SampleOutcome) => string | null): Record<string, Scores> {
  const groups = new Map<string, SampleOutcome[]>()
  for (const outcome of outcomes) {
    const group = name(outcome)
    if (group !== null) groups.set(group, [...(groups.get(group) ?? []), outcome])
  }
  return Object.fromEntries([...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, list]) => [key, scores(list)]))
}

function scores(outcomes: SampleOutcome[]): Scores {
  const scored = outcomes.flatMap(({ measures }) => (measures ? [measures] : []))
  const mean = (name: keyof Measures): number =>
    scored.length === 0 ? 0 : scored.reduce((sum, measures) => sum + measures[name], 0) / scored.length
  const scenes = outcomes.flatMap(({ scene }) => scene ?? [])
  const share = (name: keyof SceneScores): number => scenes.reduce((sum, scene) => sum + scene[name], 0) / scenes.length
  return {
    samples: outcomes.length,
    failed: outcomes.length - scored.length,
    exactRaw: mean('exactRaw'),
    exactNormalised: mean('exactNormalised'),
    wordF1: mean('wordF1'),
    rougeL: mean('rougeL'),
    levenshtein: mean('levenshtein'),
    ...(scenes.length && { scene: share('scene'), rewarded: share('rewarded') }),
    ...rulesIn(outcomes),
    ...(outcomes.length > 0 &&
      outcomes.every(({ ms }) => ms !== undefined) && { ms: median(outcomes.map(({ ms = 0 }) => ms)) }),
    ...(outcomes.length > 0 &&
      outcomes.every(({ tokens }) => tokens !== undefined) && {
        tokens: median(outcomes.map(({ tokens = 0 }) => tokens))
      })
  }
}

function rulesIn(outcomes: SampleOutcome[]): Pick<Scores, 'rules'> {
  const rules: NonNullable<Scores['rules']> = {}
  const scored = outcomes.map(({ rules: verdicts = [] }) => axisScores(verdicts))
  for (const axis of Axis.options) {
    const held = scored.flatMap((one) => one[axis] ?? [])
    if (held.length) rules[axis] = { samples: held.length, held: held.reduce((sum, one) => sum + one, 0) / held.length }
  }
  return Object.keys(rules).length ? { rules } : {}
}

/** The value in the middle, or halfway between the two there; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
