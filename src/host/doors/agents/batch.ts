// Many episodes in one request: each item is what a request of its own would be, and is answered in its place, failures too.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { OrreryError } from '../../../core/errors.ts'
import { sentenceOf } from '../../../core/text/issues.ts'

/** Items of one request: as many sessions as a link may hold are four of them. */
const MOST_ITEMS = 256
// The rest waits here and not at the machines, where others wait too.
const AT_ONCE = 16
// By then a link may ask several times more.
const SLOW_MS = 10

const Items = z.looseObject({
  items: z.array(z.unknown()).min(1).max(MOST_ITEMS, `there are more than ${MOST_ITEMS}; send the rest in another one`)
})

/** The items of a request's body. @throws OrreryError invalid-input */
export function itemsIn(body: unknown): unknown[] {
  const { data, error } = Items.safeParse(body)
  if (data) return data.items
  throw new OrreryError(
    'invalid-input',
    `A batch is {"items": […]}: ${sentenceOf(error, { value: body, schema: Items })}`
  )
}

interface Each {
  /** What an item acts on: items of one are done one after the other, in their order. `null`: on nothing that others do. */
  of(item: unknown): string | null
  /** The answer to an item. */
  work(item: unknown): Promise<unknown>
  /** The answer to one that failed. */
  failed(error: unknown): unknown
  /** Whether the link may ask once more now. */
  allowed(): boolean
  /** Aborts when nobody waits for it any more: nothing further is begun. */
  gone: AbortSignal
}

/** @returns an answer for each item, in their order. Never rejects */
export async function inBatch(
  items: readonly unknown[],
  { of, work, failed, allowed, gone }: Each
): Promise<unknown[]> {
  const lines = new Map<string, number[]>()
  for (const [index, item] of items.entries()) {
    const name = of(item)
    const line = name === null ? `alone ${index}` : `on ${name}`
    lines.set(line, [...(lines.get(line) ?? []), index])
  }
  const answers: unknown[] = items.map(() => null)
  const left = [...lines.values()]

  async function one(item: unknown): Promise<unknown> {
    try {
      // Each counts as a request.
      while (!allowed() && !gone.aborted) await sleep(SLOW_MS)
      if (gone.aborted) throw new OrreryError('cancelled', 'Whoever asked has gone. Nothing was done.')
      return await work(item)
    } catch (error) {
      return failed(error)
    }
  }

  async function worker(): Promise<void> {
    for (let line = left.shift(); line; line = left.shift())
      for (const index of line) answers[index] = await one(items[index])
  }

  await Promise.all(Array.from({ length: Math.min(AT_ONCE, left.length) }, worker))
  return answers
}
