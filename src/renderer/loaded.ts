// What a part of the window asks the host for: once, again when what it depends on changes, and never for a part that has gone.
import { useEffect, useEffectEvent, useState } from 'react'

/** `null`: there is nothing to ask now. */
type Ask<T> = (() => Promise<T>) | null

/** Asks after `pause` milliseconds, if given, and hands over the answer unless something of `on` has changed meanwhile. */
export function useAsked<T>(ask: Ask<T>, take: (answer: T) => void, on: readonly unknown[], pause?: number): void {
  const begin = useEffectEvent(async (isCurrent: () => boolean) => {
    const answer = await ask?.()
    if (answer !== undefined && isCurrent()) take(answer)
  })
  const asks = ask !== null
  useEffect(() => {
    if (!asks) return
    let current = true
    const isCurrent = () => current
    const timer = pause === undefined ? void begin(isCurrent) : setTimeout(begin, pause, isCurrent)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [asks, pause, ...on])
}

/** The latest answer; `first` until there is one. */
export function useAnswer<T>(ask: Ask<T>, first: T, on: readonly unknown[], pause?: number): T {
  const [answer, setAnswer] = useState(first)
  useAsked(ask, setAnswer, on, pause)
  return answer
}

/** The latest answer that was no failure, and what the latest one says where it was. */
export function useLoaded<T extends object>(
  ask: Ask<T | { message: string }>,
  on: readonly unknown[],
  pause?: number
): { found: T | null; problem: string | null } {
  const [state, setState] = useState<{ found: T | null; problem: string | null }>({ found: null, problem: null })
  const take = (answer: T | { message: string }) =>
    setState(({ found }) =>
      'message' in answer ? { found, problem: answer.message } : { found: answer, problem: null }
    )
  useAsked(ask, take, on, pause)
  return state
}
