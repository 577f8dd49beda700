// Rows invented by the engine: what to ask for, how far it is, and what was refused and why.
import { Sparkles, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import type { Table } from '../../../core/tree/fiction.ts'
import { useActions, useOrrery } from '../../store/index.ts'
import { Field, Progress } from '../../ui.tsx'
import { count, counted } from '../../words.ts'

interface Props {
  table: Table
  rows: number
  disabled: boolean
  /** Begins; what was edited is saved before. */
  onStart(options: { tables?: string[]; rows?: number; seed: number }): void
}

export function InventButton(props: Props): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="button" disabled={props.disabled}>
        <Sparkles size={14} aria-hidden /> Generate…
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Generate rows"
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-60 w-80 rounded-lg border border-line bg-panel p-4 shadow-lift outline-none"
        >
          <Form {...props} onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Form({ table, rows, onStart, onDone }: Props & { onDone(): void }): ReactNode {
  const engine = useOrrery((state) => state.models?.find(({ active }) => active)?.title)
  const [all, setAll] = useState(false)
  const [wanted, setWanted] = useState(String(Math.max(table.rows ?? 10, rows)))
  const [seed, setSeed] = useState('0')
  const id = useId()
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onDone()
        onStart({ ...(!all && { tables: [table.name], rows: Number(wanted) }), seed: Number(seed) || 0 })
      }}
    >
      <p className="text-muted">
        {engine ? `${engine} invents the rows.` : 'The model in use invents the rows.'} Each is checked before it is
        kept.
      </p>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-medium">Tables</legend>
        {(
          [
            [false, `Only ${table.name}`],
            [true, 'All, as many rows as each asks for']
          ] as const
        ).map(([value, says]) => (
          <label key={says} className="flex items-center gap-2.5">
            <input
              type="radio"
              name={`${id}tables`}
              className="accent-accent"
              checked={all === value}
              onChange={() => setAll(value)}
            />
            {says}
          </label>
        ))}
      </fieldset>
      <div className="grid grid-cols-2 gap-2">
        {!all && (
          <Field id={`${id}rows`} label="Rows in the end" hint={`${counted(rows, 'row')} now`}>
            <input
              id={`${id}rows`}
              type="number"
              min={1}
              max={2000}
              required
              className="field tabular-nums"
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          </Field>
        )}
        <Field id={`${id}seed`} label="Seed" hint="Another seed, other rows">
          <input
            id={`${id}seed`}
            type="number"
            min={0}
            className="field tabular-nums"
            value={seed}
            onChange={(event) => setSeed(event.target.value)}
          />
        </Field>
      </div>
      <button type="submit" className="button-primary self-end">
        Generate
      </button>
    </form>
  )
}

/** How far it is, or how it ended; nothing where none was asked for. */
export function InventProgress(): ReactNode {
  const inventing = useOrrery((state) => state.inventing)
  const { stopInventing, dismissInventing } = useActions()
  if (!inventing) return null
  const { table, done, total, dropped, end } = inventing
  return (
    <section aria-label="Generation" className="rounded-lg border border-line bg-raised px-4 py-3">
      <div className="flex items-center gap-3">
        <p role="status" className="flex-1">
          {end
            ? `${end.stopped ? 'Stopped. ' : ''}${counted(end.rows, 'row')} added${end.dropped ? `, ${count(end.dropped)} refused` : ''}.`
            : table
              ? `Generating ${table}: ${count(done)} of ${counted(total, 'row')}`
              : 'Starting the model…'}
        </p>
        {end ? (
          <button type="button" className="icon-button" aria-label="Dismiss" onClick={dismissInventing}>
            <X size={14} aria-hidden />
          </button>
        ) : (
          <button type="button" className="button" onClick={stopInventing}>
            Cancel
          </button>
        )}
      </div>
      {!end && (
        <div className="mt-2">
          <Progress label="Rows generated" value={total ? done / total : null} />
        </div>
      )}
      {dropped.length > 0 && (
        <details className="mt-2">
          <summary className="text-muted">{counted(dropped.length, 'refused row')}</summary>
          <ul className="mt-1 flex max-h-40 flex-col gap-1.5 overflow-y-auto">
            {dropped.map(({ table: of, row, reason }, at) => (
              <li key={at} className="text-xs">
                <code className="block truncate font-mono text-muted">
                  {of} {JSON.stringify(row)}
                </code>
                {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
