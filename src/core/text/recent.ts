// Values by key, of which the least recently used go first.

/** @param most how much is kept @param sizeOf what a value takes of that: without it, values are counted */
export function createRecent<T, K = string>(most: number, sizeOf: (value: T) => number = () => 1) {
  const kept = new Map<K, T>()
  let size = 0

  function drop(key: K): void {
    const value = kept.get(key)
    if (value === undefined) return
    kept.delete(key)
    size -= sizeOf(value)
  }

  return {
    has: (key: K): boolean => kept.has(key),
    get(key: K): T | undefined {
      const value = kept.get(key)
      if (value !== undefined) {
        kept.delete(key)
        kept.set(key, value)
      }
      return value
    },
    set(key: K, value: T): T {
      drop(key)
      kept.set(key, value)
      size += sizeOf(value)
      for (const oldest of kept.keys()) {
        if (size <= most) break
        drop(oldest)
      }
      return value
    },
    drop
  }
}
