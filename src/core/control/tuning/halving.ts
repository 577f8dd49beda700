// Successive halving: many candidates are tried on little, the better part of them on more, until one is left.

interface Rung<T> {
  /** The budget that each candidate had. */
  budget: number
  /** The best first. */
  scores: { candidate: T; score: number }[]
  kept: T[]
}

/**
 * The rungs in order; the last one's best is the winner. Each rung keeps 1 / `eta` of its candidates and gives them `eta` times the budget, up to
 * `most` (Jamieson and Talwalkar 2016, algorithm 1; the greater budget holds the smaller one, so nothing is tried twice). With one candidate there
 * is one rung. Among equals those named first stay.
 * @param options.first budget of the first rung @param options.score from 0 to 1, of a candidate with a budget
 */
export async function successiveHalving<T>(
  candidates: readonly T[],
  {
    first,
    most,
    eta = 2,
    score
  }: { first: number; most: number; eta?: number; score: (candidate: T, budget: number) => Promise<number> }
): Promise<Rung<T>[]> {
  const rungs: Rung<T>[] = []
  let left = [...candidates]
  let budget = Math.min(first, most)
  while (left.length) {
    const scores: Rung<T>['scores'] = []
    for (const candidate of left) scores.push({ candidate, score: await score(candidate, budget) })
    scores.sort((a, b) => b.score - a.score)
    const kept = scores.slice(0, Math.max(1, Math.ceil(left.length / eta))).map(({ candidate }) => candidate)
    rungs.push({ budget, scores, kept })
    if (left.length === 1) break
    left = kept
    budget = Math.min(most, budget * eta)
  }
  return rungs
}
