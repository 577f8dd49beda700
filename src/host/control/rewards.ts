// A batch of predictions rewarded: in the order in which it came, each row for itself.
import { setImmediate } from 'node:timers/promises'
import type { JudgedItem, JudgeItem } from '../../core/control/judging/report.ts'
import {
  idOf,
  judgeItemOf,
  needsVectors,
  type ReadRow,
  type RewardedRow,
  type RewardSettings,
  type RowVerdicts,
  readRow,
  rewarding,
  ruledTurnOf
} from '../../core/control/reward-rows.ts'
import { cosineDistance } from '../../core/control/rewards.ts'
import { ruleHeld } from '../../core/control/rules/held.ts'
import { toldVerdicts } from '../../core/control/rules/told.ts'
import { toWire } from '../../core/errors.ts'
import type { Embed } from './embeddings/index.ts'
import { patiently } from './evaluate/patiently.ts'

/** Asks a judge, and gives what it said of each item, in their order. @throws OrreryError for a judge that is gone; cancelled */
export type AskJudge = (items: JudgeItem[], options: { signal: AbortSignal }) => Promise<JudgedItem[]>

interface Helpers {
  /** `null` where no server was named. */
  embed: Embed | null
  /** `null` where no judge was named. */
  judge?: AskJudge | null
  signal: AbortSignal
}

// Servers refuse more at once: llama-server by its batch, hosted ones by a count of their own.
const TEXTS_AT_ONCE = 32

/** One result for each row. @throws OrreryError cancelled */
export async function rewarded(
  rows: readonly unknown[],
  settings: RewardSettings,
  { embed, judge = null, signal }: Helpers
): Promise<RewardedRow[]> {
  const read = rows.map(readRow)
  const wanting = read.filter((one): one is ReadRow => !('error' in one) && needsVectors(one, settings))
  const vectors = embed ? await vectorsOf(wanting.flatMap(textsOf), embed, signal) : new Map<string, Vector>()
  const verdicts = settings.reward === 'hybrid' ? await verdictsOf(read, { judge, signal }) : []
  const results: RewardedRow[] = []
  for (const [at, one] of read.entries()) {
    if ('error' in one) {
      results.push({ ...idOf(rows[at]), reward: null, error: one.error })
      continue
    }
    const embedded = needsVectors(one, settings) && embed ? distanceIn(one, vectors) : undefined
    results.push(await patiently(rewarding(one, settings, embedded, verdicts[at]), { signal }))
  }
  return results
}

type Read = ReturnType<typeof readRow>

/** What the judge and the rules say of each row. A judge that is gone costs the rows that need it, and no others. */
async function verdictsOf(
  rows: readonly Read[],
  { judge, signal }: { judge: AskJudge | null; signal: AbortSignal }
): Promise<RowVerdicts[]> {
  const verdicts: RowVerdicts[] = rows.map(() => ({}))
  const items: JudgeItem[] = []
  for (const [at, row] of rows.entries()) {
    if ('error' in row) continue
    const item = judge ? judgeItemOf(row, at) : null
    if (typeof item === 'string') verdicts[at] = { lacks: item }
    else if (item) items.push(item)
    const rule = await ruleOf(row, rows)
    verdicts[at] = { ...verdicts[at], rule }
    // In between the host answers others, and hears that nobody waits any more.
    await setImmediate()
    signal.throwIfAborted()
  }
  for (const [at, said] of judge && items.length ? await judged(items, judge, signal) : [])
    verdicts[at] = { ...verdicts[at], ...said }
  return verdicts
}

async function judged(
  items: JudgeItem[],
  judge: AskJudge,
  signal: AbortSignal
): Promise<[number, Pick<RowVerdicts, 'scores' | 'gone'>][]> {
  try {
    const found = await judge(items, { signal })
    return found.map(({ id, scores, read, failed = 0 }) => [
      Number(id),
      !read && failed
        ? { gone: 'The judge failed at this row. Send it again: what it has answered is kept.' }
        : { scores }
    ])
  } catch (error) {
    signal.throwIfAborted()
    const gone = `The judge gave no answer, so the row has no reward: ${toWire(error).message}`
    return items.map(({ id }) => [Number(id), { gone }])
  }
}

// As many as can be drawn from; they are for rules to be tried on.
const MOST_FOREIGN = 3

async function ruleOf(row: ReadRow, all: readonly Read[]): Promise<boolean | null> {
  const turn = ruledTurnOf(row)
  if (!turn) return null
  const foreign: string[] = []
  for (const other of all) {
    if (foreign.length === MOST_FOREIGN) break
    if ('error' in other || other === row || other.row.domain !== row.row.domain) continue
    const { truth } = other.row
    if (truth !== undefined && truth !== row.row.truth) foreign.push(truth)
  }
  return ruleHeld(await toldVerdicts({ ...turn, foreign }))
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
    signal.throwIfAborted()
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
