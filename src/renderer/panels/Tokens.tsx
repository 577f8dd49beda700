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
      <Empty title="The step is in the making">
        {tracing ? 'Its tokens can be looked at when it is whole.' : 'Its tokens are not recorded.'}
      </Empty>
    )
  }
  return (
    <Empty title="No tokens were recorded here">
      <p>
        A step can keep how probable each of its tokens was, and what else could have come. That is recorded as the step
        is made, costs a little speed, and not every engine can tell.
      </p>
      {tracing ? (
        <p className="mt-2">It is switched on: the next step records them.</p>
      ) : (
        <button type="button" className="button mt-3" onClick={() => setTracing(true)}>
          Record them from the next step on
        </button>
      )}
    </Empty>
  )
}
