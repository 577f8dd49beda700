// How far two lists of marks agree.
import { mulberry32 } from '../../text/chance.ts'

/**
 * Rank correlation of pairs (Spearman), -1 to 1: Pearson's over ranks, equal values sharing the mean of theirs. `null` with fewer than two
 * pairs, or where one side is the same throughout.
 */
export function spearman(pairs: readonly (readonly [number, number])[]): number | null {
  if (pairs.length < 2) return null
  const [xs, ys] = [ranks(pairs.map(([x]) => x)), ranks(pairs.map(([, y]) => y))]
  const middle = (pairs.length + 1) / 2
  let [both, one, other] = [0, 0, 0]
  for (const [at, x] of xs.entries()) {
    const [dx, dy] = [x - middle, (ys[at] ?? middle) - middle]
    both += dx * dy
    one += dx * dx
    other += dy * dy
  }
  return one && other ? both / Math.sqrt(one * other) : null
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((value, at) => ({ value, at })).sort((a, b) => a.value - b.value)
  const found = values.map(() => 0)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to < order.length && order[to]?.value === order[from]?.value) to++
    for (let at = from; at < to; at++) found[order[at]?.at ?? 0] = (from + to + 1) / 2
    from = to
  }
  return found
}

/**
 * Cohen's kappa with quadratic weights, at most 1, for whole marks that are ordered: how much better two judges agree than their marks would
 * by chance, a difference of two counting four times one of one. `null` without pairs; 1 where both give one and the same mark throughout.
 */
export function kappa(pairs: readonly (readonly [number, number])[]): number | null {
  if (!pairs.length) return null
  const [xs, ys] = [counts(pairs.map(([x]) => x)), counts(pairs.map(([, y]) => y))]
  const seen = pairs.reduce((sum, [x, y]) => sum + (x - y) ** 2, 0) / pairs.length
  let chance = 0
  for (const [x, nx] of xs) for (const [y, ny] of ys) chance += (nx * ny * (x - y) ** 2) / pairs.length ** 2
  return chance ? 1 - seen / chance : 1
}

function counts(values: readonly number[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1)
  return found
}

/** A figure with bounds that hold with 95 % confidence; `null` bounds where sessions show no spread. */
export interface Bounded {
  value: number | null
  low: number | null
  high: number | null
}

const DRAWS = 1000

/** A statistic over pairs that come in sessions, with a percentile interval from drawing sessions with replacement, the same for the same seed. */
export function bounded(
  sessions: readonly (readonly (readonly [number, number])[])[],
  statistic: (pairs: readonly (readonly [number, number])[]) => number | null,
  seed: number
): Bounded {
  const value = statistic(sessions.flat())
  if (sessions.length < 2 || value === null) return { value, low: null, high: null }
  const found: number[] = []
  for (let draw = 0; draw < DRAWS; draw++) {
    const drawn = sessions.flatMap(
      (_, nth) => sessions[mulberry32(seed, draw * sessions.length + nth + 1) % sessions.length] ?? []
    )
    const one = statistic(drawn)
    if (one !== null) found.push(one)
  }
  found.sort((a, b) => a - b)
  const at = (share: number) => found[Math.round(share * (found.length - 1))] ?? null
  return { value, low: at(0.025), high: at(0.975) }
}
