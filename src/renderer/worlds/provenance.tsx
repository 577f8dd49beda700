// The parts of a step's provenance, for a finished step and for one in progress.
import { ChevronRight, Zap } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Firing } from '../../core/tree/model.ts'

/** A name and what it is. */
export function Row({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex gap-3 py-0.5">
      <dt className="w-24 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 flex-1 break-words tabular-nums">{children}</dd>
    </div>
  )
}

const EFFECT: Record<Firing['effect'], string> = {
  answer: 'answered instead of the model',
  instruct: 'instructed the model',
  alter: 'changed the answer',
  change: 'changed the machine'
}

/** The perturbations that took part. */
export function Firings({ firings }: { firings: Firing[] }): ReactNode {
  return firings.map((firing) => (
    <div
      key={`${firing.name} ${firing.effect}`}
      className="mb-1.5 flex items-start gap-2 rounded-md border border-line bg-raised px-2.5 py-1.5"
    >
      <Zap size={14} aria-label="Perturbation" className="mt-0.5 shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{firing.name}</span> {EFFECT[firing.effect]}: {firing.detail}
        {firing.draw !== null && <span className="text-muted"> (drew {firing.draw.toFixed(3)})</span>}
        {firing.took === false && <span className="block text-danger">Did not take: the answer does not show it.</span>}
        {firing.before !== undefined && <Fold title="Before the change">{firing.before}</Fold>}
      </span>
    </div>
  ))
}

/** Long text behind its title. */
export function Fold({ title, children }: { title: string; children: string }): ReactNode {
  return (
    <Collapsible.Root className="mt-2">
      <Collapsible.Trigger className="group -ml-1 flex items-center gap-1 rounded px-1 py-0.5 text-muted hover:text-ink">
        <ChevronRight size={14} aria-hidden className="group-data-[state=open]:rotate-90" />
        {title}
      </Collapsible.Trigger>
      <Collapsible.Content>
        <pre className="mt-1 max-h-80 overflow-y-auto whitespace-pre-wrap break-words rounded-md border border-line bg-field px-3 py-2 font-mono text-xs">
          {children || 'Empty.'}
        </pre>
      </Collapsible.Content>
    </Collapsible.Root>
  )
}
