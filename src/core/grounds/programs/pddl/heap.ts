// What comes first of much that waits: the least key, and of equal ones what came first.

export interface Heap<T> {
  push(keys: readonly number[], value: T): void
  pop(): T | undefined
}

export function createHeap<T>(): Heap<T> {
  const all: { keys: readonly number[]; count: number; value: T }[] = []
  let count = 0
  const before = (one: number, other: number): boolean => {
    const [a, b] = [all[one], all[other]]
    if (!a || !b) return false
    for (const [index, key] of a.keys.entries()) {
      const difference = key - (b.keys[index] ?? 0)
      if (difference) return difference < 0
    }
    return a.count < b.count
  }
  const swap = (one: number, other: number): void => {
    const [a, b] = [all[one], all[other]]
    if (a && b) [all[one], all[other]] = [b, a]
  }
  return {
    push(keys, value) {
      all.push({ keys, count: count++, value })
      for (let at = all.length - 1; at > 0; ) {
        const above = (at - 1) >> 1
        if (!before(at, above)) break
        swap(at, above)
        at = above
      }
    },
    pop() {
      const [first] = all
      const last = all.pop()
      if (first && last && first !== last) {
        all[0] = last
        for (let at = 0; ; ) {
          let least = at
          for (const below of [2 * at + 1, 2 * at + 2]) if (below < all.length && before(below, least)) least = below
          if (least === at) break
          swap(at, least)
          at = least
        }
      }
      return first?.value
    }
  }
}
