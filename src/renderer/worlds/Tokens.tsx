// The tokens of the step shown, when they were recorded, and how to record them when not.
import type { ReactNode } from 'react'
import { liveRun } from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Empty } from '../ui.tsx'
import { TokenView } from './TokenView.tsx'

export function Tokens(): ReactNode {
  const calls = useOrrery((state) => state.world?.detail?.calls)
  const running = useOrrery((state) => liveRun(state) !== null)
  const tracing = useOrrery((state) => state.tracing)
  const { setTracing } = useActions()
  const call = calls?.findLast(({ trace }) => trace !== null)
  if (call?.trace && !running) return <TokenView key={call.id} trace={call.trace} />
  if (running) {
    return (
      <Empty title="Step in progress">
        {tracing ? 'Its tokens appear when it is complete.' : 'Token recording is off.'}
      </Empty>
    )
  }
  return (
    <Empty title="No tokens recorded for this step">
      <p>
        A step can keep the probability of each token and its alternatives. They are recorded while the step runs, which
        is slightly slower; not every engine provides them.
      </p>
      {tracing ? (
        <p className="mt-2">Recording is on: the next step will have them.</p>
      ) : (
        <button type="button" className="button mt-3" onClick={() => setTracing(true)}>
          Record from the next step
        </button>
      )}
    </Empty>
  )
}
