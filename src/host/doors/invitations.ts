// One-use links. Whatever opens a URL may show it in a process list, a history or a log, so no URL carries a lasting secret:
// it carries a code, which lets one browser in, once.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Invitations {
  /** A fresh code. It expires after `life` milliseconds; without `life` it is valid until it is used. */
  make(options?: { life?: number | undefined; onUsed?: (() => void) | undefined }): string
  /** Whether `code` is valid. It is not valid a second time. */
  use(code: string): boolean
}

// The terminal's link and the browser's file are all that is ever open at once; a leak must not grow without limit.
const MOST = 100

export function createInvitations(now: () => number = () => performance.now()): Invitations {
  const open = new Map<string, { until: number; onUsed: () => void }>()
  return {
    make({ life = Number.POSITIVE_INFINITY, onUsed = () => {} } = {}) {
      const code = randomBytes(24).toString('base64url')
      open.set(code, { until: now() + life, onUsed })
      for (const oldest of open.keys()) if (open.size > MOST) open.delete(oldest)
      return code
    },
    use(offered) {
      const code = [...open.keys()].find((one) => same(one, offered))
      const found = code !== undefined && open.get(code)
      if (!found) return false
      open.delete(code)
      if (found.until < now()) return false
      found.onUsed()
      return true
    }
  }
}

/** Compares secrets in a time that tells nothing of either, their lengths included. */
export function same(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
