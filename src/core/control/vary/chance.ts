// Chance that depends on a key alone: the same key gives the same draws on every machine.
import { draw } from '../../tree/history.ts'

export interface DrawnChance {
  /** In [0, 1). */
  next(): Promise<number>
  /** @throws RangeError for an empty list */
  pick<Item>(items: readonly Item[]): Promise<Item>
  /** All of them in another order. */
  shuffled<Item>(items: readonly Item[]): Promise<Item[]>
}

export function chanceOf(key: string): DrawnChance {
  let count = 0
  const next = () => draw(`${key}|${count++}`)
  return {
    next,
    async pick(items) {
      const found = items[Math.floor((await next()) * items.length)]
      if (found === undefined) throw new RangeError('Nothing to pick from.')
      return found
    },
    async shuffled(items) {
      const drawn = await Promise.all(items.map(async (item) => ({ item, at: await next() })))
      return drawn.sort((a, b) => a.at - b.at).map(({ item }) => item)
    }
  }
}
