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
  return { ...about, low: at(0.025), high: at(0.975) }
}
