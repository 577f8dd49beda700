// Exactness by the number of steps so far: whether a world model stays right as an episode grows (Word2World 4).
import { z } from 'zod'

/** The turns with one number that have an answer, and the means over them. */
export const CurvePoint = z.strictObject({
  /** From 1. */
  turn: z.int(),
  exact: z.number(),
  /** Of those that are scenes: the scene and its reward. Absent where none is. */
  rewarded: z.number().exactOptional(),
  turns: z.int()
})
export type CurvePoint = z.infer<typeof CurvePoint>

/** One answered turn; its scores are 0 or 1. */
export interface CurveTurn {
  turn: number
  exact: number
  rewarded?: number | undefined
}

export function curveOf(turns: Iterable<CurveTurn>): CurvePoint[] {
  const by = new Map<number, { exact: number[]; rewarded: number[] }>()
  for (const { turn, exact, rewarded } of turns) {
    const held = by.get(turn) ?? { exact: [], rewarded: [] }
    by.set(turn, held)
    held.exact.push(exact)
    if (rewarded !== undefined) held.rewarded.push(rewarded)
  }
  return [...by]
    .sort(([a], [b]) => a - b)
    .map(([turn, { exact, rewarded }]) => ({
      ...{ turn, exact: mean(exact), turns: exact.length },
      ...(rewarded.length && { rewarded: mean(rewarded) })
    }))
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
