// Lines that were sent and have not become steps: of a step that failed, or was cancelled, the line can be had again.
import { useEffect, useState } from 'react'
import type { Unsent } from '../surface.ts'

// A person who tries again and again wants the last few.
const MOST = 20

/** The lines, oldest first, and what remembers one. A step that lands forgets them: its chain has them. */
export function useSent(
  unsent: Unsent | undefined,
  landed: string | null
): [sent: readonly string[], remember: (line: string) => void] {
  const [sent, setSent] = useState<readonly string[]>(unsent?.sent ?? [])
  const [of, setOf] = useState(landed)
  if (of !== landed) {
    setOf(landed)
    if (landed !== null) setSent([])
  }
  useEffect(() => {
    if (unsent) unsent.sent = sent
  }, [unsent, sent])
  const remember = (line: string) => {
    if (line.trim() !== '') setSent((now) => [...now.filter((one) => one !== line), line].slice(-MOST))
  }
  return [sent, remember]
}
