// Rows invented by the engine: what to ask for, how far it is, and what was refused and why.
import { Sparkles, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { FictionTable } from '../../../core/tree/fiction.ts'
import { LineField } from '../../fields.tsx'
import { useActions, useOrrery } from '../../store/index.ts'
import { Progress } from '../../ui.tsx'
import { count, counted } from '../../words.ts'
import { PopFields, PopForm } from './PopForm.tsx'

interface Props {
  table: FictionTable
  rows: number
  disabled: boolean
  /** Begins; what was edited is saved before. */
  onStart(options: { tables?: string[]; rows?: number; seed: number }): void
}

export function InventButton(props: Props): ReactNode {
  const trigger = (
    <button type="button" className="button">
      <Sparkles size={14} aria-hidden /> Generate…
    </button>
  )
  return (
    <PopForm label="Generate rows" align="end" disabled={props.disabled} trigger={trigger}>
      {(done) => <Fields {...props} onDone={done} />}
    </PopForm>
  )
}

function Fields({ table, rows, onStart, onDone }: Props & { onDone(): void }): ReactNode {
  const engine = useOrrery((state) => state.models?.find(({ active }) => active)?.title)
  const [all, setAll] = useState(false)
  const [wanted, setWanted] = useState(String(Math.max(table.rows ?? 10, rows)))
  const [seed, setSeed] = useState('0')
  const id = useId()
  const start = () => {
    onStart({ ...(!all && { tables: [table.name], rows: Number(wanted) }), seed: Number(seed) || 0 })
    return null
  }
  return (
    <PopFields submit="Generate" onSubmit={start} onDone={onDone}>
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
          <LineField
            label="Rows in the end"
            hint={`${counted(rows, 'row')} now`}
            type="number"
            min={1}
            max={2000}
            required
            className="tabular-nums"
            value={wanted}
            onText={setWanted}
          />
        )}
        <LineField
          label="Seed"
          hint="Another seed, other rows"
          type="number"
          min={0}
          className="tabular-nums"
          value={seed}
          onText={setSeed}
        />
      </div>
    </PopFields>
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
