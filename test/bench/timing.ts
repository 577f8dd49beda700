// How benchmarks time and report.

/** Runs `work` and adds the milliseconds it took to `ms`. */
export function timed<T>(ms: number[], work: () => T): T {
  const from = performance.now()
  const value = work()
  ms.push(performance.now() - from)
  return value
}

/** What a list of milliseconds comes to: the middle, the slow end and the worst. */
export function summary(ms: number[]): { median: number; p95: number; max: number; samples: number } {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { median: at(0.5), p95: at(0.95), max: at(1), samples: ms.length }
}

/** Three decimals: a microsecond is the finest that means anything here. */
export function round(value: number): number {
  return Number(value.toFixed(3))
}
