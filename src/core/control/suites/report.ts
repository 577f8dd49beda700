// Benchmarks of worlds that models write: what is given, what each item scored, and the means over all of them.
import { z } from 'zod'

export const SuiteName = z.enum(['text2world', 'cwmb', 'bytesized32'])
export type SuiteName = z.infer<typeof SuiteName>

/** The names of Text2World's published results, with Agent2World's `similarity`; times 100. */
export interface Text2WorldScores extends Record<string, number | null> {
  executability: number
  levenshtein_ratio_cleaned: number
  similarity: number
  predicate_f1: number | null
  action_f1_params: number | null
  action_f1_preconds: number | null
  action_f1_effect: number | null
}

/** One item. A score that is `null` is missing, and `missing` says why. */
export const SuiteRow = z.strictObject({
  id: z.string(),
  scores: z.record(z.string(), z.number().nullable()),
  missing: z.record(z.string(), z.string()),
  /** What went wrong in the item itself, and counts against it. */
  problem: z.string().nullable(),
  /** What a model wrote, where it was asked for the item. */
  wrote: z.string().exactOptional(),
  tokens: z.strictObject({ prompt: z.int(), generated: z.int() }).exactOptional(),
  ms: z.int()
})
export type SuiteRow = z.infer<typeof SuiteRow>

const Mean = z.strictObject({
  score: z.string(),
  /** Over the items that have it; `null` where none has. */
  mean: z.number().nullable(),
  of: z.int(),
  missing: z.int(),
  /** As the benchmark's own script counts it, where that is another number: what cannot be executed counts as 0. */
  published: z.number().exactOptional()
})

export const SuiteReport = z.strictObject({
  suite: SuiteName,
  items: z.int(),
  failed: z.int(),
  means: z.array(Mean),
  rows: z.array(SuiteRow.omit({ wrote: true }))
})
export type SuiteReport = z.infer<typeof SuiteReport>

/** @param rows `null`: the item could not be done */
export function suiteReport(suite: SuiteName, rows: readonly (SuiteRow | null)[]): SuiteReport {
  const done = rows.flatMap((row) => row ?? [])
  const names = [...new Set(done.flatMap(({ scores }) => Object.keys(scores)))]
  const means = names.map((score) => {
    const all = done.map(({ scores }) => scores[score] ?? null)
    const known = all.flatMap((one) => one ?? [])
    const mean = known.length ? sum(known) / known.length : null
    const row = { score, mean, of: known.length, missing: all.length - known.length }
    const published = suite === 'text2world' ? publishedMean(done, score) : null
    return published === null || published === mean ? row : { ...row, published }
  })
  return {
    ...{ suite, items: rows.length, failed: rows.length - done.length, means },
    rows: done.map(({ wrote: _, ...row }) => row)
  }
}

/** Over everything that was written at all: a domain that cannot be executed scores 0. */
function publishedMean(rows: readonly SuiteRow[], score: string): number | null {
  const written = rows.filter(({ scores }) => scores.executability !== null)
  return written.length ? sum(written.map(({ scores }) => scores[score] ?? 0)) / written.length : null
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
