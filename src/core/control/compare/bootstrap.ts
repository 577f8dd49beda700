// How sure a mean over turns is, when the turns come in sessions: sessions are drawn, not turns, since turns of one session are alike.
import { mulberry32 } from '../../text/chance.ts'
import type { Figure } from './report.ts'

/** A session's turns, added up. */
export interface Cluster {
  sum: number
  turns: number
}

// The bounds of 95 % are then known to about half a percent of their distance.
const DRAWS = 1000
// What an interval of 95 % leaves out on each side.
const TAIL = 0.025

/**
 * Mean over all turns with a percentile interval of 95 % from drawing sessions with replacement (Efron 1979), the same for the same seed. `null`
 * where no session has a turn. One session shows no spread: its bounds are `null`.
 */
export function figureOf(clusters: readonly Cluster[], seed: number): Figure | null {
  const held = clusters.filter(({ turns }) => turns > 0)
  const turns = held.reduce((all, one) => all + one.turns, 0)
  if (!turns) return null
  const mean = held.reduce((all, { sum }) => all + sum, 0) / turns
  const about = { mean, turns, sessions: held.length }
  if (held.length < 2) return { ...about, low: null, high: null }
  const means = Float64Array.from({ length: DRAWS }, (_, draw) => {
    let [sum, count] = [0, 0]
    for (let nth = 0; nth < held.length; nth++) {
      const drawn = held[mulberry32(seed, draw * held.length + nth + 1) % held.length]
      sum += drawn?.sum ?? 0
      count += drawn?.turns ?? 0
    }
    return sum / count
  }).sort()
  const at = (share: number) => means[Math.round(share * (DRAWS - 1))] ?? mean
  return { ...about, low: at(TAIL), high: at(1 - TAIL) }
}

/**
 * The ratio of two sums over the same clusters, with an interval from drawing clusters as `figureOf` does. `null` where the sum below is 0. Draws in
 * which it is 0 have no ratio: with more of them than an interval leaves out on one side, or with one cluster, the bounds are `null`.
 */
export function ratioOf(
  clusters: readonly { over: number; under: number }[],
  seed: number
): { mean: number; low: number | null; high: number | null } | null {
  const sum = (all: readonly { over: number; under: number }[]) => {
    let [over, under] = [0, 0]
    for (const one of all) {
      over += one.over
      under += one.under
    }
    return under ? over / under : null
  }
  const mean = sum(clusters)
  if (mean === null) return null
  const draws = Array.from({ length: clusters.length < 2 ? 0 : DRAWS }, (_, draw) =>
    sum(
      clusters.map((one, nth) => clusters[mulberry32(seed, draw * clusters.length + nth + 1) % clusters.length] ?? one)
    )
  )
  const ratios = draws.flatMap((one) => one ?? []).sort((a, b) => a - b)
  if (ratios.length < DRAWS * (1 - TAIL)) return { mean, low: null, high: null }
  const at = (share: number) => ratios[Math.round(share * (ratios.length - 1))] ?? mean
  return { mean, low: at(TAIL), high: at(1 - TAIL) }
}
