// The line at the bottom: what the engine does, how fast, how full its context is, and where the window is looking.
import type { ReactNode } from 'react'
import type { Pace } from '../../core/contract/steps.ts'
import type { Tokens } from '../../core/tree/model.ts'
import { atTip, currentBranch, liveRun } from '../store/data.ts'
import { useOrrery } from '../store/index.ts'
import { Hint } from '../ui.tsx'
import { count, counted, duration, position } from '../words.ts'
import { engineWords, runWords } from './engine.ts'
import { Parts } from './Parts.tsx'

export function StatusBar(): ReactNode {
  const engine = useOrrery((state) => state.engine)
  const lost = useOrrery((state) => state.lost)
  const run = useOrrery((state) => (state.world ? state.runs[state.world.branch] : undefined))
  const world = useOrrery((state) => state.world)
  const making = useOrrery((state) => liveRun(state) !== null)
  const others = useOrrery(
    (state) => Object.keys(state.runs).length - (state.world && state.runs[state.world.branch] ? 1 : 0)
  )
  const last = world?.detail?.calls.at(-1)
  const metered = run ? run.meter?.tokens : last?.tokens
  // A recording of a real machine, or of a perturbation, cost none.
  const tokens = metered && metered.prompt + metered.generated > 0 ? metered : undefined
  const speed = run?.meter?.tokensPerSecond
  return (
    <footer className="flex h-7 shrink-0 items-center gap-5 overflow-hidden whitespace-nowrap border-line border-t bg-panel px-4 max-[700px]:gap-2 text-muted text-xs tabular-nums">
      <span className="flex items-center gap-2">
        <span
          aria-hidden
          className={`size-2 rounded-full ${lost ? 'bg-danger' : run ? 'animate-pulse bg-accent' : engine?.state === 'ready' ? 'bg-ok' : engine?.state === 'crashed' ? 'bg-danger' : 'border border-muted'}`}
        />
        {run && !lost ? runWords(run) : engineWords(engine, lost)}
        {engine?.device && !lost && <span className="max-[700px]:hidden">on {engine.device}</span>}
      </span>
      {others > 0 && (
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
          {run ? `${counted(others, 'other step')} running` : `${counted(others, 'step')} running elsewhere`}
        </span>
      )}
      {!run && world?.pace && <PaceHint pace={world.pace} />}
      {speed !== undefined && <span className="text-ink">{speed.toFixed(1)} tokens/s</span>}
      {tokens && <TokenCounts tokens={tokens} />}
      <span className="flex-1" />
      {tokens && engine?.contextSize ? (
        <ContextMeter used={tokens.prompt + tokens.generated} size={engine.contextSize} />
      ) : null}
      {world && (
        <span className="max-[560px]:hidden">
          {making ? `step ${count(world.at + 1)} in progress` : position(world.at, world.rows.length)}
          {!atTip(world) && !making && ', viewing history'}
          <span aria-hidden> · </span>
          <span className="inline-block max-w-48 truncate align-bottom">{currentBranch(world).title}</span>
        </span>
      )}
      <Parts />
    </footer>
  )
}

/** How long the next answer will take, as far as the last ones tell. */
function PaceHint({ pace }: { pace: Pace }): ReactNode {
  const { answers, total, tokens, tokensPerSecond } = pace
  const label = `Median of the last ${counted(answers, 'answer')} of this model in this kind of world: ${count(Math.round(tokens))} tokens at ${tokensPerSecond.toFixed(1)} tokens/s`
  return (
    <Hint label={label}>
      <button type="button" className="rounded px-1 hover:text-ink max-[700px]:hidden">
        the model’s answers take about {duration(total)}
      </button>
    </Hint>
  )
}

function TokenCounts({ tokens }: { tokens: Tokens }): ReactNode {
  const fresh = tokens.prompt - tokens.cached
  return (
    <Hint label="Cached prompt tokens, new prompt tokens, and generated tokens">
      <button type="button" className="rounded px-1 hover:text-ink max-[1000px]:hidden">
        prompt {count(tokens.prompt)} ({count(tokens.cached)} cached, {count(fresh)} new), generated{' '}
        {count(tokens.generated)}
      </button>
    </Hint>
  )
}

/** How much of the context the prompt and answer take. */
export function ContextMeter({ used, size }: { used: number; size: number }): ReactNode {
  const share = Math.min(1, used / size)
  return (
    <span className="flex items-center gap-2 max-[1000px]:hidden">
      {/* biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn in the window's colours */}
      <span
        role="meter"
        aria-label="Context used"
        aria-valuemin={0}
        aria-valuemax={size}
        aria-valuenow={Math.min(used, size)}
        aria-valuetext={`${count(used)} of ${count(size)} tokens`}
        className="h-1.5 w-24 overflow-hidden rounded-full bg-hover"
      >
        <span
          className={`block h-full ${share > 0.9 ? 'bg-danger' : 'bg-accent'}`}
          style={{ width: `${Math.max(share * 100, 1)}%` }}
        />
      </span>
      {share > 0.9 && <span className="text-danger">nearly full:</span>}
      context {count(used)} of {count(size)}
    </span>
  )
}
