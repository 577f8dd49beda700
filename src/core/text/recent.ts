// Values by key, of which the least recently used go first.

export function createRecent<T>(most: number) {
  const kept = new Map<string, T>()
  return {
    get(key: string): T | undefined {
      const value = kept.get(key)
      if (value !== undefined) {
        kept.delete(key)
        kept.set(key, value)
      }
      return value
    },
    set(key: string, value: T): T {
      kept.delete(key)
      kept.set(key, value)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
      return value
    }
  }
}
