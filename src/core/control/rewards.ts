// Rewards of a predicted observation, for training a world model: RWML's, by its distance from the truth, and the one of Qwen-AgentWorld, by a judge and a rule.
import { z } from 'zod'
import { parseJson } from '../text/json.ts'
import { canonical } from '../tree/history.ts'
import type { Action } from '../tree/model.ts'
import { done, type SteppedWork } from './evaluate/distance.ts'
import { exactMatch, measuringLevenshtein, measuringRougeL, wordF1 } from './evaluate/metrics.ts'
import { DIMENSIONS, type RubricScores } from './judging/report.ts'

/** Who gave the next state: the world as text, a user, or a tool. */
export const NextStateKind = z.enum(['state', 'user', 'tool'])
export type NextStateKind = z.infer<typeof NextStateKind>

/** A prediction is right below these distances: stricter while data is prepared than while a model is trained (RWML, table A2). */
export const THRESHOLDS = { data: { state: 0.1, user: 0.15 }, training: { state: 0.2, user: 0.4 } } as const

/** Distances between two texts, from 0 to 1, and what each says in few words. They stand in for the paper's, which is between embeddings. */
export const TEXT_DISTANCES = {
  words: '1 - word-level F1',
  edits: 'edit distance / length of the longer text',
  rouge: '1 - ROUGE-L',
  exact: '0 for the same text, else 1'
}
export const TextDistance = z.enum(Object.keys(TEXT_DISTANCES) as [keyof typeof TEXT_DISTANCES]) // Object.keys forgets which keys there are.
export type TextDistance = keyof typeof TEXT_DISTANCES

/** How far two texts are apart, in pieces (`evaluate/distance.ts`). */
export function* measuringDistance(name: TextDistance, predicted: string, truth: string): SteppedWork<number> {
  switch (name) {
    case 'words':
      return 1 - wordF1(predicted, truth)
    case 'edits':
      return 1 - (yield* measuringLevenshtein(predicted, truth))
    case 'rouge':
      return 1 - (yield* measuringRougeL(predicted, truth))
    case 'exact':
      return 1 - exactMatch(predicted, truth)
    default:
      return name satisfies never
  }
}

/**
 * 1 - cosine, from 0 to 2 (RWML 2.2): what a distance is once an embedding model gave a vector of each text. `null` where the vectors have
 * not the same length, or one of them no direction.
 */
export function cosineDistance(one: readonly number[], other: readonly number[]): number | null {
  if (one.length !== other.length) return null
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0)
  const size = Math.sqrt(dot(one, one)) * Math.sqrt(dot(other, other))
  return size > 0 && Number.isFinite(size) ? Math.min(2, Math.max(0, 1 - dot(one, other) / size)) : null
}

// 1 - 0.9 is a little less than 0.1, and would be right where the definition says wrong.
const exactly = (distance: number): number => Math.round(distance * 1e12) / 1e12

/** RWML's gap reward (2.2): 1 below the threshold, 0 at it and above. */
export const gapReward = (distance: number, threshold: number): 0 | 1 => (exactly(distance) < threshold ? 1 : 0)

/** RWML's reward of a tool's answer (C.1): ROUGE-L in steps of 0.2, of JSON only its schema. @param options.masked both are a schema already */
export function toolReward(predicted: string, truth: string, options: { masked?: boolean } = {}): number {
  return done(measuringToolReward(predicted, truth, options))
}

/** The same in pieces. */
export function* measuringToolReward(
  predicted: string,
  truth: string,
  { masked = false }: { masked?: boolean } = {}
): SteppedWork<number> {
  const [one, other] = masked ? [predicted, truth] : [maskedJson(predicted), maskedJson(truth)]
  return Math.round(exactly(yield* measuringRougeL(one, other)) * 5) / 5
}

/** RWML's reward of words, of a state or a user, while data is prepared; and of a tool's answer. */
export function dataReward(predicted: string, truth: string, kind: NextStateKind): number {
  if (kind === 'tool') return toolReward(predicted, truth)
  return gapReward(1 - wordF1(predicted, truth), THRESHOLDS.data[kind])
}

// Qwen-AgentWorld, 3.4.1.
const PER_MARK = 5
const RULE = 25
const SHARE_OF_RUBRIC = 0.9

/** The mean of the five dimensions times 5, from 5 to 25. No scores, or one that is not from 1 to 5, is an invalid answer: 0. */
export function rubricReward(scores: RubricScores | null): number {
  if (!scores || DIMENSIONS.some((name) => !(scores[name] >= 1 && scores[name] <= 5))) return 0
  return (DIMENSIONS.reduce((sum, name) => sum + scores[name], 0) / DIMENSIONS.length) * PER_MARK
}

/** 25 where the rule held, else 0. */
export const ruleReward = (held: boolean): number => (held ? RULE : 0)

/** Rubric and rule 9 to 1. Only a part of the turns has a rule; without one (`null`) it is the rubric's alone. */
export function hybridReward({ scores, rule }: { scores: RubricScores | null; rule: boolean | null }): number {
  if (rule === null) return rubricReward(scores)
  return exactly(SHARE_OF_RUBRIC * rubricReward(scores) + (1 - SHARE_OF_RUBRIC) * ruleReward(rule))
}

/** The schema of a JSON object or list, as JSON; any other text as it is. */
export function maskedJson(text: string): string {
  let value: Action
  try {
    value = parseJson(text)
  } catch {
    return text
  }
  return typeof value === 'object' && value !== null ? JSON.stringify(schemaOfValue(value)) : text
}

function schemaOfValue(value: Action): { [name: string]: Action } {
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) {
    const each = new Map(value.map(schemaOfValue).map((schema) => [canonical(schema), schema]))
    const [first, ...more] = each.values()
    if (!first) return { type: 'array' }
    return { type: 'array', items: more.length ? { anyOf: [first, ...more] } : first }
  }
  if (typeof value === 'object') {
    const properties = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, schemaOfValue(one)]))
    return { type: 'object', properties }
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' }
  return { type: typeof value }
}
