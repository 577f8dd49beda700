// Settings of a table: its name, what names its rows on pages, and how many rows are to be generated.
import type { ReactNode } from 'react'
import type { FictionTable } from '../../../core/tree/fiction.ts'
import { LineField, SelectField } from '../../fields.tsx'
import { PopFields, PopForm, usePopKept } from './PopForm.tsx'

interface Props {
  /** Absent: a new one. */
  table?: FictionTable
  readOnly: boolean
  trigger: ReactNode
  /** Applies the change. @returns `null`, or why it cannot be made, as a sentence */
  onPut(change: { name: string; label: string; description: string; rows: number | null }): string | null
  onRemove?(): string | null
}

export function TableForm(props: Props): ReactNode {
  const { table, readOnly, trigger } = props
  return (
    <PopForm label={table ? `Table ${table.name}` : 'New table'} disabled={readOnly} trigger={trigger}>
      {(done) => <Fields {...props} onDone={done} />}
    </PopForm>
  )
}

function Fields({ table, onPut, onRemove, onDone }: Props & { onDone(): void }): ReactNode {
  const { name: was = '', label: headed = '', description: told = '', rows: wanted } = table ?? {}
  const usual = { name: was, label: headed, description: told, rows: wanted === undefined ? '' : String(wanted) }
  const [typed, keep] = usePopKept(`table ${JSON.stringify(table ?? null)}`, usual)
  const { name, label, description, rows } = typed
  const set = (change: Partial<typeof usual>) => keep({ ...typed, ...change })
  const others = table?.columns.filter((one) => one.name !== table.key) ?? []
  return (
    <PopFields
      submit={table ? 'Apply' : 'Add table'}
      remove="Remove table"
      onSubmit={() =>
        onPut({ name: name.trim(), label, description: description.trim(), rows: rows ? Number(rows) : null })
      }
      onRemove={onRemove}
      onRevert={typed === usual ? undefined : () => keep(null)}
      onDone={() => {
        keep(null)
        onDone()
      }}
    >
      <LineField
        label="Table name"
        hint="Lower-case letters, digits and underscores."
        className="font-mono"
        spellCheck={false}
        value={name}
        onText={(name) => set({ name })}
      />
      {table && (
        <>
          <SelectField
            label="Heading of a row"
            hint="The column that a page is headed with."
            value={label}
            options={[['', `${table.key} (key)`], ...others.map((one) => [one.name, one.name] as const)]}
            onText={(label) => set({ label })}
          />
          <LineField
            label="Description"
            hint="Told to the model when it generates rows."
            value={description}
            onText={(description) => set({ description })}
          />
          <LineField
            label="Rows to generate"
            hint="How many the table is to have in the end."
            type="number"
            min={0}
            max={2000}
            className="tabular-nums"
            placeholder="10"
            value={rows}
            onText={(rows) => set({ rows })}
          />
        </>
      )}
    </PopFields>
  )
}
