// When what a person entered ahead is sent: one after another, each when the step before it is here; never behind their back.
import { useEffect, useEffectEvent, useState } from 'react'
import { onward, type QueueMoment } from './ahead.ts'

export interface Flow {
  /** What was entered waits for a person, not for a step. */
  held: boolean
  /** Whatever waits is sent in its turn. */
  start(): void
  stop(): void
}

/** `queued`: how much waits; `send` sends the first of it. What was left in another world is held. */
export function useFlow(moment: QueueMoment, queued: number, send: () => void): Flow {
  const [flows, setFlows] = useState(false)
  const { busy, here, landed, ready } = moment
  const settle = useEffectEvent(() => {
    const next = onward(moment)
    if (!flows || next === 'wait') return
    if (queued > 0 && next === 'send') send()
    else setFlows(false)
  })
  useEffect(() => settle(), [busy, here, landed, ready, flows])
  return {
    held: queued > 0 && !busy && !flows,
    start: () => setFlows(true),
    stop: () => setFlows(false)
  }
}
