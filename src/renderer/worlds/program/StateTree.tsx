// What the program keeps after the step that is looked at, as a tree, with what the step changed.
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight, Sparkles } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ModelAnswer } from '../../../core/tree/ground.ts'
import type { Json } from '../../../core/tree/ports.ts'
import { useLoaded } from '../../loaded.ts'
import { type OpenWorld, viewed } from '../../store/data.ts'
import { useActions } from '../../store/index.ts'
import type { ProgramView } from '../../store/programs.ts'
import { Refusal } from '../../ui.tsx'
import { count, counted } from '../../words.ts'
import { MakeRule } from './MakeRule.tsx'
import { jsonPathOf, marksOf, rowsOf, type StateRow, sizeOf } from './rows.ts'

const ROW = 24
const INDENT = 14
// Deeper rows stand below one another: their names would be pushed out of view.
const DEEPEST = 12
const PAGE = 12
// What a row and the details show of a long text.
const MOST_LINE = 200
const MOST_VALUE = 4000

/** `marked`: the steps tell what they changed. */
export function StateTree({ world, marked }: { world: OpenWorld; marked: boolean }): ReactNode {
  const { programState } = useActions()
  const at = viewed(world)
  const { branch } = world
  const { found, problem } = useLoaded<{ state: ProgramView | null }>(
    () => programState({ branch, at }),
    [branch, at, programState]
  )
  const detail = world.detail?.step.id === at ? world.detail : null
  // Of what the user did, the program computed the changes.
  const grounded = detail?.calls.find(
    ({ grounded }) => grounded?.ground === 'program' || grounded?.acted?.ground === 'program'
  )?.grounded
  const changes = grounded?.changes
  const marks = useMemo(() => marksOf(changes ?? []), [changes])
  const asked = grounded?.dreams.filter(({ rule }) => rule === 'ask') ?? []
  const state = found?.state
  const leftOut = Object.entries(state?.leftOut ?? {})
  return (
    <>
      <div className="flex flex-col gap-2 px-4 pb-2">
        <p className="text-muted text-xs">
          {world.at === 0 ? 'Before the first step' : `After step ${count(world.at)}`}
          {world.at > 0 && marked && (changes?.length ? `: ${counted(changes.length, 'change')}` : ': nothing changed')}
          .
        </p>
        {marked && <MakeRule world={world} />}
        {asked.map((one) => (
          <Answered key={one.of} answer={one} />
        ))}
        {leftOut.map(([name, size]) => (
          <p key={name} className="text-muted text-xs">
            <code className="font-mono">{name}</code> is not shown: it has {count(size)} characters.
          </p>
        ))}
        <Refusal text={problem} />
      </div>
      {state && <Tree label="State of the program" state={state.state} marks={marks} />}
    </>
  )
}

/** What a model answered, with the question of the program. */
function Answered({ answer: { of, text } }: { answer: ModelAnswer }): ReactNode {
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-raised px-2.5 py-1.5">
      <Sparkles size={14} aria-label="Answered by the model" className="mt-0.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <p className="text-muted text-xs">{of}</p>
        <code className="block max-h-24 overflow-y-auto whitespace-pre-wrap break-words font-mono text-xs">{text}</code>
      </div>
    </div>
  )
}

/** Plain data that is moved through by keys, with the value of the selected row below it. */
export function Tree(props: { label: string; state: Json; marks: ReturnType<typeof marksOf> }): ReactNode {
  const { label, state, marks } = props
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [selected, setSelected] = useState<string | null>(null)
  const rows = useMemo(() => rowsOf(state, marks, toggled), [state, marks, toggled])
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8
  })
  const at = rows.findIndex((row) => row.id === selected)
  const row = rows[at]
  useEffect(() => {
    if (at >= 0) list.scrollToIndex(at, { align: 'auto' })
  }, [at, list])
  const toggle = ({ id, open }: StateRow) => setToggled(new Map(toggled).set(id, !open))
  const go = (to: number) => setSelected(rows[Math.max(0, Math.min(rows.length - 1, to))]?.id ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const act = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at < 0 ? 0 : at - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      PageDown: () => go(at + PAGE),
      PageUp: () => go(at - PAGE),
      ArrowRight: () => row && (row.open === false ? toggle(row) : row.open && go(at + 1)),
      ArrowLeft: () => row && (row.open ? toggle(row) : row.parent >= 0 && go(row.parent)),
      Enter: () => row && row.open !== null && toggle(row),
      ' ': () => row && row.open !== null && toggle(row)
    }[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  if (rows.length === 0) return <p className="px-4 text-muted">Nothing is kept.</p>
  return (
    <>
      <div
        ref={scroller}
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={row ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
        onFocus={(event) => at < 0 && event.currentTarget.matches(':focus-visible') && go(0)}
        className="-outline-offset-2 min-h-24 flex-1 overflow-y-auto border-line border-t py-1"
      >
        <div role="none" className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const one = rows[index]
            return (
              one && (
                <Row
                  key={one.id}
                  id={`${id}-${index}`}
                  row={one}
                  top={start}
                  selected={index === at}
                  within={marks.within.has(one.id)}
                  onSelect={() => setSelected(one.id)}
                  onToggle={() => toggle(one)}
                />
              )
            )
          })}
        </div>
      </div>
      {row && <Details row={row} />}
    </>
  )
}

function Row(props: {
  id: string
  row: StateRow
  top: number
  selected: boolean
  /** Something in it was changed. */
  within: boolean
  onSelect(): void
  onToggle(): void
}): ReactNode {
  const { row, selected, within, onSelect, onToggle } = props
  const { open, changed } = row
  const Twist = open ? ChevronDown : ChevronRight
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree names the active row
    <div
      id={props.id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-setsize={row.of}
      aria-posinset={row.place}
      aria-selected={selected}
      aria-expanded={open ?? undefined}
      onClick={onSelect}
      onDoubleClick={() => open !== null && onToggle()}
      className={`absolute inset-x-0 flex items-center gap-1.5 pr-3 ${selected ? 'bg-selected' : 'hover:bg-hover'} ${changed ? 'shadow-[inset_2px_0_0_var(--accent)]' : ''}`}
      style={{ top: props.top, height: ROW, paddingLeft: 12 + INDENT * Math.min(DEEPEST, row.depth) }}
    >
      <span
        aria-hidden
        className="flex size-4 shrink-0 items-center justify-center text-muted"
        onClick={(event) => {
          event.stopPropagation()
          if (open !== null) onToggle()
        }}
      >
        {open !== null && <Twist size={13} />}
      </span>
      <code className={`max-w-[60%] shrink-0 truncate font-mono text-xs ${changed ? 'font-semibold' : ''}`}>
        {String(row.at.at(-1))}
      </code>
      <span className="min-w-0 flex-1 truncate font-mono text-muted text-xs">{short(row.value)}</span>
      {changed && <span className="shrink-0 text-accent text-xs">changed</span>}
      {!changed && within && !open && <span className="shrink-0 text-accent text-xs">changed inside</span>}
    </div>
  )
}

function short(value: Json): string {
  if (typeof value === 'object' && value !== null) {
    const size = sizeOf(value)
    return Array.isArray(value) ? counted(size, 'item') : counted(size, 'field')
  }
  return JSON.stringify(typeof value === 'string' ? value.slice(0, MOST_LINE) : value)
}

/** The selected value in full, with its path as tests and checks write it. */
function Details({ row }: { row: StateRow }): ReactNode {
  const text = useMemo(() => {
    const whole = typeof row.value === 'string' ? row.value : JSON.stringify(row.value, null, 2)
    return whole.length > MOST_VALUE ? `${whole.slice(0, MOST_VALUE)}…` : whole
  }, [row.value])
  return (
    <section
      aria-label="Selected value"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="-outline-offset-2 max-h-[38%] shrink-0 overflow-y-auto border-line border-t px-4 py-2 font-mono text-xs"
    >
      <code className="mb-1 block break-all text-muted">{jsonPathOf(row.at)}</code>
      <pre className="whitespace-pre-wrap break-words">{text}</pre>
    </section>
  )
}
