// The film strip: every step of the branch as a frame, with a scrubber and a player. Looking never calls the model.
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  Diff,
  GitFork,
  LoaderCircle,
  Pause,
  Play,
  RefreshCw,
  Zap
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { StepRow } from '../../core/contract/steps.ts'
import { findDomain } from '../../core/domains/index.ts'
import type { Origin } from '../../core/tree/origin.ts'
import { LeakMark } from '../leak.tsx'
import { OriginMark } from '../origin.tsx'
import { labelHere, liveRun, type OpenWorld, setup } from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { IconButton } from '../ui.tsx'
import { count, counted, position } from '../words.ts'
import { Beginning } from './Beginning.tsx'
import { glance, thumbnailLine, useThumbnails } from './thumbnails.ts'

// A frame wide enough for a short command, and ten of them on a laptop's screen.
const FRAME = 164
const GAP = 8

export function Timeline(): ReactNode {
  const world = useOrrery((state) => state.world)
  const run = useOrrery(liveRun)
  if (!world) return null
  return (
    <div data-part="strip" className="@container flex h-full flex-col bg-panel">
      <Transport world={world} />
      <div className="flex min-h-0 flex-1">
        <Strip world={world} />
        {world.rows.length === 0 && !run && <Beginning world={world} />}
      </div>
    </div>
  )
}

function Transport({ world }: { world: OpenWorld }): ReactNode {
  const playing = useOrrery((state) => state.playing)
  const running = useOrrery((state) => state.runs[world.branch] !== undefined)
  const actions = useActions()
  const { at, rows, recorded } = world
  const total = rows.length
  const recording = at === total && recorded.length > 0
  return (
    <fieldset aria-label="Player" className="flex shrink-0 items-center gap-1 px-3 pt-2">
      <IconButton
        label="Go to the start"
        shortcut="first"
        disabled={at === 0}
        onClick={() => void actions.stepTo('first')}
      >
        <ChevronFirst size={16} aria-hidden />
      </IconButton>
      <IconButton label="Step back" shortcut="back" disabled={at === 0} onClick={() => void actions.stepTo('back')}>
        <ChevronLeft size={16} aria-hidden />
      </IconButton>
      <IconButton
        label={playing ? 'Pause' : recording ? 'Play the recording' : 'Play the history'}
        shortcut="play"
        disabled={!playing && at === total && !recording}
        aria-pressed={playing}
        onClick={() => void actions.togglePlay()}
      >
        {playing ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
      </IconButton>
      <IconButton
        label="Step forward"
        shortcut="forward"
        disabled={at === total}
        onClick={() => void actions.stepTo('forward')}
      >
        <ChevronRight size={16} aria-hidden />
      </IconButton>
      <IconButton
        label="Go to the latest step"
        shortcut="last"
        disabled={at === total}
        onClick={() => void actions.stepTo('last')}
      >
        <ChevronLast size={16} aria-hidden />
      </IconButton>
      <input
        type="range"
        aria-label="Position in the history"
        aria-valuetext={position(at, total)}
        min={0}
        max={Math.max(total, 1)}
        value={at}
        disabled={total === 0}
        onChange={(event) => void actions.stepTo(Number(event.target.value))}
        className="mx-3 h-1.5 min-w-12 flex-1 accent-accent"
      />
      <span className="@max-[32rem]:hidden min-w-28 text-right text-muted tabular-nums">
        {running && at === total ? `running step ${count(total + 1)}` : position(at, total)}
      </span>
      <span aria-hidden className="mx-2 h-4 w-px bg-line" />
      <IconButton
        label="Regenerate this step as a sibling"
        shortcut="regenerate"
        disabled={at === 0 || running}
        onClick={() => void actions.regenerate()}
      >
        <RefreshCw size={14} aria-hidden />
      </IconButton>
    </fieldset>
  )
}

function Strip({ world }: { world: OpenWorld }): ReactNode {
  const run = useOrrery(liveRun)
  const actions = useActions()
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, at, session } = world
  // The start, the steps, and while an answer streams the step it will be.
  const growing = run !== null && at === rows.length
  const frames = useVirtualizer({
    count: rows.length + 1 + (growing ? 1 : 0),
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: () => FRAME + GAP,
    paddingStart: 12,
    paddingEnd: 12,
    // A frame's room on both sides: where one came from and what follows stay in sight.
    scrollPaddingStart: 12 + FRAME + GAP,
    scrollPaddingEnd: 12 + FRAME + GAP,
    overscan: 4
  })
  const items = frames.getVirtualItems()
  const { initialState } = setup(world)
  const first = useMemo(() => {
    const domain = findDomain(session.domain)
    const told = (domain.initialState.shown?.(initialState) ?? initialState).trim()
    return told && domain.screen ? glance(told) : told
  }, [initialState, session.domain])
  const thumbnail = useThumbnails(world, (items[0]?.index ?? 0) - 1, (items.at(-1)?.index ?? 0) - 1)
  const shown = growing ? rows.length + 1 : at
  useEffect(() => frames.scrollToIndex(shown, { align: 'auto' }), [frames, shown])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = {
      ArrowLeft: () => actions.stepTo('back'),
      ArrowRight: () => actions.stepTo('forward'),
      ArrowUp: () => actions.sibling(-1),
      ArrowDown: () => actions.sibling(1),
      PageUp: () => actions.stepTo(at - 10),
      PageDown: () => actions.stepTo(at + 10),
      Home: () => actions.stepTo('first'),
      End: () => actions.stepTo('last'),
      ' ': () => actions.togglePlay(),
      r: () => actions.regenerate()
    }[event.key === 'R' ? 'r' : event.key]
    if (!act) return
    event.preventDefault()
    void act()
  }

  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label="Steps"
      aria-orientation="horizontal"
      aria-activedescendant={`frame-${at}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className={`-outline-offset-2 min-h-0 overflow-x-auto overflow-y-hidden ${rows.length === 0 && !run ? 'w-47 shrink-0' : 'flex-1'}`}
    >
      <div role="presentation" className="relative h-full" style={{ width: frames.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <div
            key={index}
            id={`frame-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            aria-setsize={rows.length + 1}
            aria-posinset={index + 1}
            aria-busy={index > rows.length}
            onPointerDown={() => index <= rows.length && void actions.stepTo(index)}
            className="absolute inset-y-1.5"
            style={{ left: start, width: FRAME }}
          >
            {index === 0 ? (
              <Frame
                name="Start"
                current={at === 0}
                label=""
                preview={first || 'The world before the first step'}
                past
              />
            ) : index > rows.length && run ? (
              <Frame
                name={count(index)}
                label={labelHere(world, run.action)}
                preview={thumbnailLine(run.observation, labelHere(world, run.action))}
                running
                past
              />
            ) : (
              <RowFrame row={rows[index - 1]} index={index} at={at} thumbnail={thumbnail} />
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

function RowFrame(props: {
  row: StepRow | undefined
  index: number
  at: number
  thumbnail(row: StepRow): string
}): ReactNode {
  const { row, index, at, thumbnail } = props
  return (
    row && (
      <Frame
        name={count(index)}
        label={row.label}
        preview={thumbnail(row)}
        siblings={row.siblings}
        origin={row.origin}
        fired={row.fired}
        diverged={row.diverged}
        leak={row.leak}
        current={index === at}
        past={index <= at}
      />
    )
  )
}

/** That perturbations took part, and which. */
function FiredMark({ fired }: { fired: string[] }): ReactNode {
  const told = `Disturbed by ${fired.join(', ')}`
  return (
    <span className="flex items-center text-accent" title={told}>
      <Zap size={12} aria-hidden />
      <span className="sr-only">{told}</span>
    </span>
  )
}

/** That the machine showed something else when the step was done again. */
function DivergedMark(): ReactNode {
  return (
    <span className="flex items-center text-danger" title={DIVERGED}>
      <Diff size={12} aria-hidden />
      <span className="sr-only">{DIVERGED}</span>
    </span>
  )
}

const DIVERGED = 'Diverged: done again on the machine, this step shows something else'

/** One frame: its number, what was done, how the answer began. A frame ahead of the position is drawn hollow. */
function Frame(props: {
  name: string
  label: string
  preview: string
  siblings?: number
  origin?: Origin
  fired?: string[] | undefined
  diverged?: true | undefined
  leak?: StepRow['leak'] | undefined
  current?: boolean
  past: boolean
  running?: boolean
}): ReactNode {
  const { name, label, preview, siblings = 0, origin, fired, leak, current = false, past, running = false } = props
  const { diverged } = props
  return (
    <div
      className={`flex h-full flex-col overflow-hidden rounded-md border px-2.5 py-1.5 ${
        current
          ? 'border-accent bg-selected shadow-[inset_0_3px_0_var(--accent)]'
          : past
            ? 'border-line bg-raised hover:border-muted'
            : 'border-line border-dashed hover:border-muted'
      }`}
    >
      <span className="flex shrink-0 items-center gap-1.5 text-muted text-xs tabular-nums">
        {name}
        {origin && <OriginMark origin={origin} />}
        {fired && <FiredMark fired={fired} />}
        {diverged && <DivergedMark />}
        <span className="flex-1" />
        {leak && <LeakMark leak={leak} />}
        {running && <LoaderCircle size={12} className="animate-spin text-accent" aria-label="running" />}
        {siblings > 0 && (
          <span
            className="flex items-center gap-0.5"
            title={`${counted(siblings, 'sibling')}: other answers or actions here`}
          >
            <GitFork size={11} aria-hidden />
            <span aria-hidden>{siblings}</span>
            <span className="sr-only">{counted(siblings, 'sibling')}</span>
          </span>
        )}
      </span>
      {label && <code className="shrink-0 truncate font-medium font-mono text-[12.5px]">{label}</code>}
      <span className="mt-0.5 min-h-0 flex-1 text-muted leading-[14px]">
        {/* Whole lines only, as many as fit. */}
        <span
          className={`block max-h-[round(down,100%,14px)] overflow-hidden ${label ? 'whitespace-pre font-mono text-[10.5px]' : 'text-[11px]'}`}
        >
          {preview || (running || !label ? '' : 'no output')}
        </span>
      </span>
    </div>
  )
}
