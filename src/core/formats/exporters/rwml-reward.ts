// RWML's reward for a predicted next state: near enough to the truth for what a world or a user says, how alike for what a tool returns.
//
// The paper's distance is one between embeddings. There is no embedding model here, so it is 1 - word-level F1.
import { rougeL, wordF1 } from '../../control/evaluate/metrics.ts'
import { findDomain } from '../../domains/index.ts'
import { parseJson } from '../../text/json.ts'
import { canonical } from '../../tree/history.ts'
import type { Action } from '../../tree/model.ts'
import type { ExportedTurn } from '../exporting.ts'
import { callIn } from './view.ts'

/** Who gave the next state: the world as text, a user, or a tool. */
type NextStateKind = 'state' | 'user' | 'tool'

export function kindOf(turn: Pick<ExportedTurn, 'step' | 'setup'>): NextStateKind {
  const domain = findDomain(turn.setup.domain)
  if (turn.setup.user && (domain.says?.(turn.step.action) ?? null) !== null) return 'user'
  return callIn(domain, turn) ? 'tool' : 'state'
}

/** A prediction is right below these distances: stricter while data is prepared than while a model is trained (RWML, table A2). */
export const DISTANCES = { data: { state: 0.1, user: 0.15 }, training: { state: 0.2, user: 0.4 } } as const

/** 1 or 0. */
export const nearness = (predicted: string, truth: string, distance: number): number =>
  1 - wordF1(predicted, truth) < distance ? 1 : 0

/** As the paper has it while data is prepared, from 0 to 1; for a tool's answer in steps of 0.2. */
export function rewardOf(predicted: string, truth: string, kind: NextStateKind): number {
  if (kind !== 'tool') return nearness(predicted, truth, DISTANCES.data[kind])
  return Math.round(rougeL(maskedJson(predicted), maskedJson(truth)) * 5) / 5
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
