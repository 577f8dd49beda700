// The calls so far, the one in flight last; the arrow keys go through them.
import { Check, LoaderCircle, X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import type { Domain } from '../../../core/domains/domain.ts'
import type { Live } from '../../../core/observations/terminal/transcript.ts'
import { visible } from '../../../core/text/visible.ts'
import type { Step, StepId } from '../../../core/tree/model.ts'
import { documentOf, saysFailed } from './calls.ts'
import { keepInSight, moved } from './ToolList.tsx'

export interface CallsProps {
  domain: Domain
  steps: readonly Step[]
  /** Those that failed, where their text does not say it. */
  failed?: readonly StepId[] | undefined
  live: Live | null
  /** Index in `steps` of the one whose result is shown; `steps.length` for the one in flight. */
  at: number
  onPick(index: number): void
}

export function Calls({ domain, steps, failed, live, at, onPick }: CallsProps): ReactNode {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const count = steps.length + (live ? 1 : 0)
  useLayoutEffect(() => {
    const row = box.current?.children[at]
    if (row instanceof HTMLElement && box.current) keepInSight(row, box.current)
  }, [at])
  if (count === 0) return null
  return (
    <div
      ref={box}
      role="listbox"
      aria-label="Calls so far"
      tabIndex={0}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={(event) => {
        const ends: Record<string, number> = { Home: 0, End: count - 1 }
        const to = ends[event.key] ?? moved(event.key, at, count)
        if (to === null || event.altKey) return
        event.preventDefault()
        event.stopPropagation()
        onPick(to)
      }}
      className="relative min-h-0 overflow-y-auto px-2 py-1.5 focus-visible:-outline-offset-2"
    >
      {steps.map((step, index) => (
        <Row key={step.id} id={`${id}-${index}`} number={index + 1} chosen={index === at} onPick={() => onPick(index)}>
          <Mark error={failed?.includes(step.id) || saysFailed(documentOf(domain, step))} />
          <span className="truncate font-mono text-xs">{visible(domain.label(step.action))}</span>
        </Row>
      ))}
      {live && (
        <Row
          id={`${id}-${steps.length}`}
          number={count}
          chosen={at === steps.length}
          onPick={() => onPick(steps.length)}
        >
          <LoaderCircle size={13} aria-hidden className="shrink-0 animate-spin text-accent" />
          <span className="sr-only">in flight: </span>
          <span className="truncate font-mono text-xs">{visible(domain.label(live.action))}</span>
        </Row>
      )}
    </div>
  )
}

function Row(props: { id: string; number: number; chosen: boolean; onPick(): void; children: ReactNode }): ReactNode {
  return (
    // The list has the keyboard: rows are only clicked.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={props.chosen}
      onClick={props.onPick}
      className="flex items-center gap-2 rounded-md px-2 py-1 hover:bg-hover aria-selected:bg-selected"
    >
      <span className="w-5 shrink-0 text-right text-muted text-xs tabular-nums">{props.number}</span>
      {props.children}
    </div>
  )
}

function Mark({ error }: { error: boolean }): ReactNode {
  return error ? (
    <>
      <X size={13} aria-hidden className="shrink-0 text-danger" />
      <span className="sr-only">error: </span>
    </>
  ) : (
    <>
      <Check size={13} aria-hidden className="shrink-0 text-ok" />
      <span className="sr-only">answered: </span>
    </>
  )
}
