// What must be known before acting, above the world: where the window looks, what runs, what failed, what stayed unfinished.
import { Brain, Clock, Cpu, GitBranch, LoaderCircle, RotateCcw, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { parse as readTurn } from '../../core/step/parse.ts'
import type { Draft } from '../../core/tree/model.ts'
import { whoRuns } from '../elsewhere.ts'
import { useBetterModel } from '../store/better.ts'
import {
  labelHere,
  modelTextKind,
  needsModel,
  type OpenWorld,
  type Run,
  runningElsewhere,
  setup,
  unfinished,
  viewed
} from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { SAME } from '../store/steps.ts'
import { ProblemNote } from '../ui.tsx'
import { bytes, count, duration } from '../words.ts'
import { AnswerNow } from './AnswerNow.tsx'
import { Beginning } from './Beginning.tsx'
import { ModelText } from './ModelText.tsx'

export function Notices({ world, run, atTip }: { world: OpenWorld; run: Run | null; atTip: boolean }): ReactNode {
  const aside = run && modelTextKind(run)
  const folded = useOrrery((state) => state.folds.draft)
  // What to try stands in the strip, where there is room for one.
  const tries = useOrrery(({ room }) => !room.strip) && world.rows.length === 0 && !run
  return (
    <div data-part="notices" className="shrink-0">
      <div className="flex flex-col gap-2 bg-panel px-3 py-2 empty:hidden">
        {!atTip && !run && <LookingBack world={world} />}
        {run && (aside ? <ModelText world={world} run={run} kind={aside} /> : <ThinkingNow world={world} run={run} />)}
        <Same world={world} />
        <WentOn session={world.session.id} />
        <Elsewhere world={world} />
        <Queued world={world} />
        <Failed branch={world.branch} />
        {tries && <Beginning world={world} />}
      </div>
      {!folded && (
        <div className="bg-panel px-3 py-2 empty:hidden">
          <Drafts world={world} />
        </div>
      )}
    </div>
  )
}

/** The model thinks: how far it is, and the way to its answer. */
function ThinkingNow({ world, run }: { world: OpenWorld; run: Run }): ReactNode {
  const [asked, setAsked] = useState(false)
  if (run.thinking === '' || run.observation !== '') return null
  const { thinking = 'full' } = setup(world)
  const { meter } = run
  const most = typeof thinking === 'number' ? ` of ${count(thinking)}` : ''
  const so = meter ? `${count(meter.tokens.generated)}${most} tokens, ${meter.tokensPerSecond.toFixed(1)} tokens/s` : ''
  return (
    <div className="flex items-center gap-2.5 rounded-md border border-line bg-raised px-3 py-1.5">
      <Brain size={15} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1 tabular-nums">
        {asked ? 'Closing the thought' : 'Thinking'}
        {so && <span className="text-muted"> · {so}</span>}
      </p>
      <AnswerNow onAsked={() => setAsked(true)} />
    </div>
  )
}

function LookingBack({ world }: { world: OpenWorld }): ReactNode {
  const { stepTo } = useActions()
  return (
    <div
      data-slim
      role="status"
      className="flex items-center gap-2.5 rounded-md border border-line bg-selected px-3 py-1.5"
    >
      <GitBranch size={15} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1">
        {world.at === 0 ? 'You are before the first step.' : `You are at step ${world.at} of ${world.rows.length}.`}{' '}
        Acting here starts a new branch; later steps are kept.
      </p>
      <button type="button" className="button h-7 shrink-0" onClick={() => void stepTo('last')}>
        Latest step
      </button>
    </div>
  )
}

/** That the step shown cannot come out otherwise, and what a model would say beside it. */
function Same({ world }: { world: OpenWorld }): ReactNode {
  const same = useOrrery((state) => state.same)
  const { regenerate, dismissSame } = useActions()
  if (same === null || viewed(world) !== same) return null
  const barred = setup(world).grounding === 'executed'
  return (
    <div role="status" className="flex items-center gap-2.5 rounded-md border border-line bg-selected px-3 py-1.5">
      <Cpu size={15} aria-hidden className="shrink-0 text-ok" />
      <p className="min-w-0 flex-1">
        {SAME}
        {barred && ' The rules of this branch do not let the model answer.'}
      </p>
      {!barred && (
        <button type="button" className="button h-7" onClick={() => void regenerate('model')}>
          Show the model’s answer beside it
        </button>
      )}
      <button type="button" aria-label="Dismiss" className="icon-button" onClick={dismissSame}>
        <X size={14} aria-hidden />
      </button>
    </div>
  )
}

/** That others went on from a step that this window showed. */
function WentOn({ session }: { session: string }): ReactNode {
  const news = useOrrery((state) => state.news[session])
  const { dismissNews, switchBranch } = useActions()
  if (!news) return null
  return (
    <div role="status" className="flex items-center gap-2.5 rounded-md border border-line bg-selected px-3 py-1.5">
      <GitBranch size={15} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1">{news.text}</p>
      <button
        type="button"
        className="button h-7"
        onClick={() => {
          dismissNews()
          void switchBranch(news.branch)
        }}
      >
        Show what was added
      </button>
      <button type="button" aria-label="Dismiss" className="icon-button" onClick={dismissNews}>
        <X size={14} aria-hidden />
      </button>
    </div>
  )
}

/** A step that this window did not begin: what it does, who runs it, and for how long. It cannot be stopped or dismissed here. */
function Elsewhere({ world }: { world: OpenWorld }): ReactNode {
  const draft = useOrrery((state) => runningElsewhere(state, world.branch))
  const now = useNow(draft !== null)
  if (!draft) return null
  const { startedAt } = draft
  return (
    <section
      aria-label="Step running elsewhere"
      className="flex items-center gap-2.5 rounded-md border border-line bg-raised px-3 py-1.5"
    >
      <LoaderCircle size={15} aria-hidden className="shrink-0 animate-spin text-accent" />
      <p className="min-w-0 flex-1 truncate">
        <code className="font-mono">{labelHere(world, draft.action)}</code>{' '}
        <span className="text-muted">
          is running, by {whoRuns(draft)}
          {startedAt !== undefined && <span className="tabular-nums"> · {duration(Math.max(0, now - startedAt))}</span>}
        </span>
      </p>
    </section>
  )
}

/** An action that is sent once the step that runs elsewhere has ended. */
function Queued({ world }: { world: OpenWorld }): ReactNode {
  const waits = useOrrery(({ queued }) => queued[world.branch])
  const { dropQueued } = useActions()
  if (!waits) return null
  return (
    <section
      aria-label="Action that waits"
      className="flex items-center gap-2.5 rounded-md border border-line bg-raised px-3 py-1.5"
    >
      <Clock size={15} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1 truncate">
        <code className="font-mono">{labelHere(world, waits.action)}</code>{' '}
        <span className="text-muted">is sent when that step has ended</span>
      </p>
      <button type="button" className="button h-7" onClick={() => dropQueued(world.branch)}>
        <X size={13} aria-hidden /> Do not send
      </button>
    </section>
  )
}

/** The time in milliseconds, each second while it is `wanted`. */
function useNow(wanted: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!wanted) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [wanted])
  return now
}

/** Why the last action here came to nothing, and the ways out that there are. */
function Failed({ branch }: { branch: string }): ReactNode {
  const failure = useOrrery((state) => state.failures[branch])
  const engine = useOrrery((state) => state.engine)
  const compact = useOrrery(({ world }) => world !== null && setup(world).compact)
  // No model may be asked here, whichever is chosen.
  const executed = useOrrery(({ world }) => world !== null && setup(world).grounding === 'executed')
  const active = useOrrery(({ models }) => models?.find((model) => model.active)?.id ?? null)
  const { show, showModel, showPanel, dismissFailure, goOnCompact, sendLater, sendAside } = useActions()
  if (!failure) return null
  return (
    <ProblemNote problem={failure} onDismiss={() => dismissFailure(branch)}>
      {failure.refused && (
        <>
          <button type="button" className="button h-7" onClick={sendLater}>
            <Clock size={13} aria-hidden /> Send it when that step ends
          </button>
          <button type="button" className="button h-7" onClick={() => void sendAside()}>
            <GitBranch size={13} aria-hidden /> Send it on a new branch
          </button>
        </>
      )}
      {needsModel(failure, engine) &&
        (executed ? (
          <button type="button" className="button h-7" onClick={() => showPanel('rules')}>
            Open the rules…
          </button>
        ) : (
          <>
            <button type="button" className="button h-7" onClick={() => show('models')}>
              Choose a model…
            </button>
            <FetchBetter />
          </>
        ))}
      {failure.code === 'context-full' && (
        <>
          {!compact && (
            <button type="button" className="button h-7" onClick={() => void goOnCompact()}>
              <GitBranch size={13} aria-hidden /> Continue without the oldest turns
            </button>
          )}
          <button type="button" className="button h-7" onClick={() => showModel(active)}>
            Open model options…
          </button>
        </>
      )}
    </ProblemNote>
  )
}

/** Fetches the best model that fits this machine, where it is not there. */
function FetchBetter(): ReactNode {
  const model = useBetterModel()
  const pulling = useOrrery(({ pulls }) => model !== null && pulls[model.id] !== undefined)
  const { pullAndUse } = useActions()
  if (!model) return null
  return (
    <button type="button" className="button h-7" disabled={pulling} onClick={() => void pullAndUse(model.id)}>
      {pulling ? `Downloading ${model.title}` : `Download ${model.title}, ${bytes(model.size)}`}
    </button>
  )
}

const STATUS: Record<Draft['status'], string> = {
  running: 'is running',
  interrupted: 'was interrupted when Orrery closed',
  cancelled: 'was cancelled',
  failed: 'failed'
}

function Drafts({ world }: { world: OpenWorld }): ReactNode {
  const running = useOrrery((state) => state.runs[world.branch] !== undefined)
  const told = useOrrery((state) => state.failures[world.branch] !== undefined)
  const { retry, dismissDraft } = useActions()
  if (running) return null
  const found = unfinished(world)
  if (!found) return null
  const { draft, more } = found
  const { observation, thinking } = readTurn(draft.raw)
  const shown = observation || thinking
  return (
    <section aria-label="Unfinished step" className="rounded-md border border-line border-dashed bg-raised">
      <div className="flex items-center gap-2 py-1.5 pr-1.5 pl-3">
        <p className="line-clamp-2 min-w-0 flex-1 break-words">
          <code className="font-mono">{labelHere(world, draft.action)}</code>{' '}
          <span className="text-muted">
            {STATUS[draft.status]}
            {more > 0 ? ` (and ${more} more)` : ''}
            {draft.status === 'failed' && draft.reason && !told ? `: ${draft.reason}` : ''}
          </span>
        </p>
        <button type="button" className="button h-7" onClick={() => void retry(draft)}>
          <RotateCcw size={13} aria-hidden /> Retry
        </button>
        <button type="button" className="button h-7" onClick={() => void dismissDraft(draft)}>
          <X size={13} aria-hidden /> Dismiss
        </button>
      </div>
      {shown && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-28 overflow-y-auto whitespace-pre-wrap break-words border-line border-t px-3 py-2 font-mono text-muted text-xs"
        >
          {shown}
        </pre>
      )}
    </section>
  )
}
