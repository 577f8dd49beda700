// The world itself: the surface its domain asks for, and above it whatever must be known before acting.
import { Brain, CornerUpLeft, GitBranch, RotateCcw, X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { z } from 'zod'
import { findDomain } from '../../core/domains/index.ts'
import { isGrounded } from '../../core/ground.ts'
import type { Action, Draft, Setup } from '../../core/model.ts'
import type { Domain } from '../../core/plugins.ts'
import type { Scenario } from '../../core/scenario.ts'
import { parse as readTurn } from '../../core/step/parse.ts'
import { useChunk } from '../chunk.ts'
import { asideOf, atTip, labelHere, liveRun, NEEDS_MODEL, type Run, setup, viewed, type World } from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'
import type { Parsed } from '../surfaces/ActionBar.tsx'
import type { SurfaceProps, Unsent } from '../surfaces/surface.ts'
import { useDark } from '../theme.ts'
import { ProblemNote } from '../ui.tsx'
import { count } from '../words.ts'
import { AnswerNow } from './AnswerNow.tsx'
import { Aside } from './Aside.tsx'

// Each surface is a chunk of its own: a terminal world never loads a browser's parts.
const surfaces: Record<Domain['surface'], () => Promise<{ Surface(props: SurfaceProps): ReactNode }>> = {
  terminal: async () => ({ Surface: (await import('../surfaces/Terminal.tsx')).Terminal }),
  screen: async () => ({ Surface: (await import('../surfaces/screen/ScreenSurface.tsx')).ScreenSurface }),
  document: async () => ({ Surface: (await import('../surfaces/document/DocumentSurface.tsx')).DocumentSurface })
}

/** What was typed in each world and not sent, by session. */
const unsent = new Map<string, Unsent>()

function unsentIn(session: string): Unsent {
  const known = unsent.get(session) ?? {}
  unsent.set(session, known)
  return known
}

export function Surface(): ReactNode {
  const world = useOrrery((state) => state.world)
  // Another kind of surface is another chunk, fetched again.
  return world && <Open key={findDomain(world.session.domain).surface} world={world} />
}

function Open({ world }: { world: World }): ReactNode {
  const run = useOrrery(liveRun)
  const busy = useOrrery((state) => state.runs[world.branch] !== undefined)
  const landed = useOrrery((state) => state.landed)
  const instruction = useOrrery((state) => state.instruction)
  const tracing = useOrrery((state) => state.tracing)
  const actions = useActions()
  const dark = useDark()
  const domain = findDomain(world.session.domain)
  const chunk = useChunk(surfaces[domain.surface], true)
  const live = useMemo(() => run && { action: run.action, observation: run.observation }, [run])
  const tip = atTip(world)
  const aside = run && asideOf(run)
  const rules = setup(world)
  const here = `${world.branch} ${viewed(world)}`
  // Another one at each place: what was asked elsewhere is asked again.
  const routeOf = useMemo(
    () => (isGrounded(rules) && here ? (action: Action) => actions.routeOf(action) : undefined),
    [rules, here, actions]
  )
  return (
    <div className="flex h-full min-h-0 flex-col overflow-y-auto bg-panel">
      <div className="flex flex-col gap-2 bg-panel px-3 py-2 empty:hidden">
        {!tip && !run && <LookingBack world={world} />}
        {run && (aside ? <Aside world={world} run={run} kind={aside} /> : <ThinkingNow world={world} run={run} />)}
        <Failed branch={world.branch} />
        <Drafts world={world} />
      </div>
      {world.rows.length === 0 && !run && <Beginning world={world} />}
      {/* In a low window the panel scrolls before the terminal is squeezed away. */}
      <div className="min-h-72 flex-1">
        {chunk ? (
          <chunk.Surface
            key={world.session.id}
            domain={domain}
            setup={rules}
            steps={world.steps}
            live={live}
            state={world.state}
            busy={busy}
            landed={landed}
            atTip={tip}
            dark={dark}
            instruction={instruction}
            onInstruction={actions.setInstruction}
            tracing={tracing}
            onTracing={actions.setTracing}
            parse={(text) => parseWritten(text, domain)}
            onAct={(action) => {
              actions.stopPlaying()
              void actions.act(action)
            }}
            onCancel={actions.cancel}
            onRegenerate={viewed(world) !== null ? () => void actions.regenerate() : null}
            terminalAt={actions.terminalAt}
            routeOf={routeOf}
            autoFocus
            unsent={unsentIn(world.session.id)}
          />
        ) : (
          <div className="h-full bg-terminal" />
        )}
      </div>
    </div>
  )
}

/** Reads an action that was written by hand, in the model's form or as JSON; what is wrong is said in the schema's own words. */
function parseWritten(text: string, domain: Domain): Parsed {
  try {
    return { ok: true, action: domain.read(text) }
  } catch (error) {
    if (error instanceof z.ZodError) return { ok: false, message: z.prettifyError(error) }
    if (error instanceof SyntaxError && domain.fence === 'json') {
      return { ok: false, message: `This is not JSON yet: ${error.message}` }
    }
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

/** The model thinks: how far it is, and the way to its answer. */
function ThinkingNow({ world, run }: { world: World; run: Run }): ReactNode {
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

function LookingBack({ world }: { world: World }): ReactNode {
  const { stepTo } = useActions()
  return (
    <div role="status" className="flex items-center gap-2.5 rounded-md border border-line bg-selected px-3 py-1.5">
      <GitBranch size={15} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1">
        {world.at === 0 ? 'You are before the first step.' : `You are at step ${world.at} of ${world.rows.length}.`}{' '}
        Acting here starts a new branch; later steps are kept.
      </p>
      <button type="button" className="button h-7" onClick={() => void stepTo('last')}>
        Latest step
      </button>
    </div>
  )
}

/** Why the last action here came to nothing, and the ways out that there are. */
function Failed({ branch }: { branch: string }): ReactNode {
  const failure = useOrrery((state) => state.failures[branch])
  const compact = useOrrery(({ world }) => world !== null && setup(world).compact)
  // No model may be asked here, whichever is chosen.
  const executed = useOrrery(({ world }) => world !== null && setup(world).grounding === 'executed')
  const active = useOrrery(({ models }) => models?.find((model) => model.active)?.id ?? null)
  const { show, showModel, showPanel, dismissFailure, goOnCompact } = useActions()
  if (!failure) return null
  return (
    <ProblemNote problem={failure} onDismiss={() => dismissFailure(branch)}>
      {NEEDS_MODEL.includes(failure.code) &&
        (executed ? (
          <button type="button" className="button h-7" onClick={() => showPanel('rules')}>
            Open the rules…
          </button>
        ) : (
          <button type="button" className="button h-7" onClick={() => show('models')}>
            Choose a model…
          </button>
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

const STATUS: Record<Draft['status'], string> = {
  running: 'was interrupted',
  interrupted: 'was interrupted when Orrery closed',
  cancelled: 'was cancelled',
  failed: 'failed'
}

function Drafts({ world }: { world: World }): ReactNode {
  const running = useOrrery((state) => state.runs[world.branch] !== undefined)
  const told = useOrrery((state) => state.failures[world.branch] !== undefined)
  const { retry, dismissDraft } = useActions()
  if (running) return null
  // A draft is shown where it happened: after the step it was to follow.
  const drafts = world.drafts.filter(({ branch, parent }) => branch === world.branch && parent === viewed(world))
  const draft = drafts.at(-1)
  if (!draft) return null
  const { observation, thinking } = readTurn(draft.raw)
  const shown = observation || thinking
  return (
    <section aria-label="Unfinished step" className="rounded-md border border-line border-dashed bg-raised">
      <div className="flex items-center gap-2 py-1.5 pr-1.5 pl-3">
        <p className="line-clamp-2 min-w-0 flex-1 break-words">
          <code className="font-mono">{labelHere(world, draft.action)}</code>{' '}
          <span className="text-muted">
            {STATUS[draft.status]}
            {drafts.length > 1 ? ` (and ${drafts.length - 1} more)` : ''}
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

// How one acts on each surface, for those who see it for the first time.
const WAYS: Record<Domain['surface'], { begin: string; orTry: string }> = {
  terminal: { begin: 'Type a command and press Enter.', orTry: 'Type a command, or try' },
  screen: { begin: 'Click, type or scroll on the screen.', orTry: 'Click or type on the screen, or try' },
  document: { begin: 'Choose a tool, fill in its arguments and call it.', orTry: 'Choose a tool, or try' }
}

// A document without tools takes its action as a line of text.
const SAYING = { begin: 'Type a command and press Enter.', orTry: 'Type a command, or try' }

/** A world without steps says what to try: the recording's first action, or its scenario's suggestions. */
function Beginning({ world }: { world: World }): ReactNode {
  const scenarios = useOrrery((state) => state.scenarios)
  const engine = useOrrery((state) => state.engine)
  const actions = useActions()
  const domain = findDomain(world.session.domain)
  const rules = setup(world)
  const tries = scenarios.find((one) => isOf(one, rules))?.tries ?? []
  const ways = domain.surface === 'document' && !domain.tools ? SAYING : WAYS[domain.surface]
  if (world.recorded.length > 0) {
    return (
      <Strip>
        <span className="flex-1">This world is a recording: play it, or act to branch off.</span>
        <button type="button" className="button-primary h-7" onClick={() => void actions.togglePlay()}>
          Play the recording
        </button>
      </Strip>
    )
  }
  return (
    <Strip>
      {engine?.model === null && rules.recording === null && !isGrounded(rules) ? (
        <>
          <span className="flex-1">No model is selected. Choose one to act here.</span>
          <button type="button" className="button-primary h-7" onClick={() => actions.show('models')}>
            Choose a model…
          </button>
        </>
      ) : (
        <>
          <span>{tries.length > 0 ? ways.orTry : ways.begin}</span>
          {tries.map((line) => (
            <button
              key={line}
              type="button"
              title={line}
              className="button h-7 max-w-full font-mono text-xs"
              onClick={() => void actions.act(domain.fromText(line, rules))}
            >
              <CornerUpLeft size={12} aria-hidden className="-scale-x-100 shrink-0 text-muted" />
              <span className="truncate">{line}</span>
            </button>
          ))}
        </>
      )}
    </Strip>
  )
}

/** Whether a world with these rules began as this scenario. */
function isOf({ setup }: Scenario, rules: Setup): boolean {
  const same = setup.domain === rules.domain && setup.initialState === rules.initialState
  return same && setup.instruction === rules.instruction && JSON.stringify(setup.tools) === JSON.stringify(rules.tools)
}

function Strip({ children }: { children: ReactNode }): ReactNode {
  return (
    // Two rows: what is suggested must not take the room of what it is for.
    <div className="flex max-h-21 shrink-0 flex-wrap items-center gap-2 overflow-y-auto border-line border-b bg-panel px-3 py-2">
      {children}
    </div>
  )
}
