// Settings of a table: its name, what names its rows on pages, and how many rows are to be generated.
import { Popover } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import type { Table } from '../../../core/tree/fiction.ts'
import { Field } from '../../ui.tsx'

interface Props {
  /** Absent: a new one. */
  table?: Table
  readOnly: boolean
  trigger: ReactNode
  /** Null when it went in; else why not. */
  onPut(change: { name: string; label: string; description: string; rows: number | null }): string | null
  onRemove?(): string | null
}

export function TableForm(props: Props): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild disabled={props.readOnly}>
        {props.trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={props.table ? `Table ${props.table.name}` : 'New table'}
          align="start"
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

function Form({ table, onPut, onRemove, onDone }: Props & { onDone(): void }): ReactNode {
  const [name, setName] = useState(table?.name ?? '')
  const [label, setLabel] = useState(table?.label ?? '')
  const [description, setDescription] = useState(table?.description ?? '')
  const [rows, setRows] = useState(table?.rows === undefined ? '' : String(table.rows))
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const finish = (why: string | null) => {
    setProblem(why)
    if (why === null) onDone()
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        finish(onPut({ name: name.trim(), label, description: description.trim(), rows: rows ? Number(rows) : null }))
      }}
    >
      <Field id={`${id}name`} label="Table name" hint="Lower-case letters, digits and underscores.">
        <input
          id={`${id}name`}
          className="field font-mono"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      {table && (
        <>
          <Field id={`${id}label`} label="Heading of a row" hint="The column that a page is headed with.">
            <select
              id={`${id}label`}
              className="field"
              value={label}
              onChange={(event) => setLabel(event.target.value)}
            >
              <option value="">{table.key} (key)</option>
              {table.columns
                .filter((one) => one.name !== table.key)
                .map((one) => (
                  <option key={one.name} value={one.name}>
                    {one.name}
                  </option>
                ))}
            </select>
          </Field>
          <Field id={`${id}about`} label="Description" hint="Told to the model when it generates rows.">
            <input
              id={`${id}about`}
              className="field"
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          </Field>
          <Field id={`${id}rows`} label="Rows to generate" hint="How many the table is to have in the end.">
            <input
              id={`${id}rows`}
              type="number"
              min={0}
              max={2000}
              className="field tabular-nums"
              placeholder="10"
              value={rows}
              onChange={(event) => setRows(event.target.value)}
            />
          </Field>
        </>
      )}
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <div className="flex gap-2">
        {onRemove && (
          <button type="button" className="button text-danger" onClick={() => finish(onRemove())}>
            Remove table
          </button>
        )}
        <span className="flex-1" />
        <button type="submit" className="button-primary">
          {table ? 'Apply' : 'Add table'}
        </button>
      </div>
    </form>
  )
}
