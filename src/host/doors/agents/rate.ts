// How often somebody may ask: a bucket that fills with time.

export interface Rate {
  /** Whether `who` may ask once more now. */
  allows(who: string): boolean
}

// More names than come at once; a bucket that is forgotten is a full one.
const MOST = 10_000

/** @param perSecond how fast the bucket of each fills. @param burst how many it holds */
export function createRate(
  { perSecond, burst }: { perSecond: number; burst: number },
  now = () => performance.now()
): Rate {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    allows(who) {
      const time = now()
      const { left, at } = buckets.get(who) ?? { left: burst, at: time }
      const filled = Math.min(burst, left + ((time - at) * perSecond) / 1000)
      buckets.delete(who)
      for (const oldest of buckets.keys()) if (buckets.size >= MOST) buckets.delete(oldest)
      buckets.set(who, { left: Math.max(0, filled - 1), at: time })
      return filled >= 1
    }
  }
}
