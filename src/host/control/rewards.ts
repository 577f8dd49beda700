// A batch of predictions rewarded: in the order in which it came, each row for itself.
import {
  idOf,
  needsVectors,
  type ReadRow,
  type RewardedRow,
  type RewardSettings,
  readRow,
  rewarding
} from '../../core/control/reward-rows.ts'
import { cosineDistance } from '../../core/control/rewards.ts'
import { toWire } from '../../core/errors.ts'
import type { Embed } from './embeddings/index.ts'
import { patiently } from './evaluate/patiently.ts'

// Servers refuse more at once: llama-server by its batch, hosted ones by a count of their own.
const TEXTS_AT_ONCE = 32

/** One result for each row. `embed` is `null` where no server was named. @throws OrreryError cancelled */
export async function rewarded(
  rows: readonly unknown[],
  settings: RewardSettings,
  { embed, signal }: { embed: Embed | null; signal: AbortSignal }
): Promise<RewardedRow[]> {
  const read = rows.map(readRow)
  const wanting = read.filter((one): one is ReadRow => !('error' in one) && needsVectors(one, settings))
  const vectors = embed ? await vectorsOf(wanting.flatMap(textsOf), embed, signal) : new Map<string, Vector>()
  const results: RewardedRow[] = []
  for (const [at, one] of read.entries()) {
    if ('error' in one) {
      results.push({ ...idOf(rows[at]), reward: null, error: one.error })
      continue
    }
    const embedded = needsVectors(one, settings) && embed ? distanceIn(one, vectors) : undefined
    results.push(await patiently(rewarding(one, settings, embedded), { signal }))
  }
  return results
}

/** A vector, or why there is none. */
type Vector = readonly number[] | string

/** Prediction and truth, where both have something to embed: servers refuse a text without words. */
function textsOf({ row, predicted }: ReadRow): string[] {
  const both = [predicted ?? '', row.truth ?? ''].map((text) => text.trim())
  return both[0] === both[1] || both.includes('') ? [] : both
}

function distanceIn(one: ReadRow, vectors: ReadonlyMap<string, Vector>): number | string {
  const [predicted, truth] = textsOf(one)
  if (predicted === undefined || truth === undefined)
    return (one.predicted ?? '').trim() === (one.row.truth ?? '').trim() ? 0 : 1
  const [a, b] = [vectors.get(predicted) ?? '', vectors.get(truth) ?? '']
  if (typeof a === 'string') return a
  if (typeof b === 'string') return b
  return cosineDistance(a, b) ?? 'The vectors of the server cannot be compared: their lengths differ, or one is all 0.'
}

/** Each text is asked for once. A server that fails costs the rows that asked with it. */
async function vectorsOf(texts: string[], embed: Embed, signal: AbortSignal): Promise<Map<string, Vector>> {
  const all = [...new Set(texts)]
  const found = new Map<string, Vector>()
  for (let from = 0; from < all.length; from += TEXTS_AT_ONCE) {
    const some = all.slice(from, from + TEXTS_AT_ONCE)
    try {
      const vectors = await embed(some, { signal })
      for (const [at, text] of some.entries()) found.set(text, vectors[at] ?? 'The server gave no vector.')
    } catch (error) {
      signal.throwIfAborted()
      for (const text of some) found.set(text, toWire(error).message)
    }
  }
  return found
}
