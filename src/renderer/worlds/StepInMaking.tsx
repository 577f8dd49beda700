// The step that is being made: what was done, how far the answer is, and what it has cost so far.
import type { ReactNode } from 'react'
import { labelHere, type OpenWorld, type Run } from '../store/data.ts'
import { Progress } from '../ui.tsx'
import { count } from '../words.ts'
import { runWords } from './engine.ts'
import { Firings, Row } from './provenance.tsx'

export function StepInMaking({ world, run }: { world: OpenWorld; run: Run }): ReactNode {
  const { meter, progress } = run
  return (
    <section aria-label="Step in progress" className="h-full overflow-y-auto px-4 py-3">
      <p className="text-muted text-xs">Action</p>
      <code className="block whitespace-pre-wrap break-all font-medium font-mono">{labelHere(world, run.action)}</code>
      <h3 className="heading mt-4 mb-1.5">Step {count(world.at + 1)} in progress</h3>
      <Firings firings={run.firings} />
      <p className="mb-1.5 tabular-nums">{runWords(run)}</p>
      <Progress label={runWords(run)} value={progress ? progress.done / Math.max(progress.total, 0.001) : null} />
      <dl className="mt-3">
        {run.instruction && <Row name="Instruction">{run.instruction}</Row>}
        {meter && (
          <>
            <Row name="Prompt">
              {count(meter.tokens.prompt)} tokens
              <span className="text-muted">
                , {count(meter.tokens.cached)} cached, {count(meter.tokens.prompt - meter.tokens.cached)} new
              </span>
            </Row>
            <Row name="Generated">
              {count(meter.tokens.generated)} tokens
              <span className="text-muted">, {meter.tokensPerSecond.toFixed(1)} tokens/s</span>
            </Row>
          </>
        )}
      </dl>
      <p className="mt-4 text-muted">
        The step is saved when it is complete. Esc cancels it and keeps the partial answer as a draft.
      </p>
    </section>
  )
}
