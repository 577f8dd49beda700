// What a column holds: its name, its type, and what the check demands of its values.
import { Popover } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import type { Column, Table } from '../../../core/tree/fiction.ts'
import { Field } from '../../ui.tsx'

const TYPES: readonly (readonly [Column['type'], string])[] = [
  ['text', 'Text'],
  ['integer', 'Whole number'],
  ['number', 'Number'],
  ['date', 'Date'],
  ['boolean', 'True or false']
]
export const typeName = (type: Column['type']): string => TYPES.find(([name]) => name === type)?.[1] ?? type

interface Props {
  table: Table
  /** Absent: a new one. */
  column?: Column
  tables: readonly Table[]
  readOnly: boolean
  trigger: ReactNode
  /** Null when it went in; else why not. */
  onPut(made: { column: Column; isKey: boolean }): string | null
  onRemove?(): string | null
}

export function ColumnForm(props: Props): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild disabled={props.readOnly}>
        {props.trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={props.column ? `Column ${props.column.name}` : 'New column'}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="z-60 max-h-[70vh] w-80 overflow-y-auto rounded-lg border border-line bg-panel p-4 shadow-lift outline-none"
        >
          <Form {...props} onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Form({ table, column, tables, onPut, onRemove, onDone }: Props & { onDone(): void }): ReactNode {
  const [draft, setDraft] = useState<Column>(column ?? { name: '', type: 'text' })
  const [isKey, setKey] = useState(column?.name === table.key)
  const [values, setValues] = useState(column?.values?.join(', ') ?? '')
  const [limits, setLimits] = useState({ min: String(column?.min ?? ''), max: String(column?.max ?? '') })
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const set = (change: Partial<Column>) => setDraft({ ...draft, ...change })
  const ranged = draft.type === 'integer' || draft.type === 'number' || draft.type === 'date'
  const finish = (why: string | null) => {
    setProblem(why)
    if (why === null) onDone()
  }
  const put = () => finish(onPut({ column: whole(draft, { values, limits, ranged }), isKey }))
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        put()
      }}
    >
      <Field id={`${id}name`} label="Column name">
        <input
          id={`${id}name`}
          className="field font-mono"
          spellCheck={false}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field id={`${id}type`} label="Type">
        <select
          id={`${id}type`}
          className="field"
          value={draft.type}
          onChange={({ target }) => {
            const [type] = TYPES.find(([name]) => name === target.value) ?? ['text']
            set({ type })
          }}
        >
          {TYPES.map(([type, name]) => (
            <option key={type} value={type}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      {ranged && (
        <div className="grid grid-cols-2 gap-2">
          {(['min', 'max'] as const).map((end) => (
            <Field key={end} id={id + end} label={end === 'min' ? 'Smallest' : 'Largest'}>
              <input
                id={id + end}
                className="field tabular-nums"
                placeholder={draft.type === 'date' ? 'YYYY-MM-DD' : 'any'}
                value={limits[end]}
                onChange={(event) => setLimits({ ...limits, [end]: event.target.value })}
              />
            </Field>
          ))}
        </div>
      )}
      {draft.type === 'text' && (
        <Field id={`${id}values`} label="Allowed values" hint="Separated by commas. Empty: any.">
          <input
            id={`${id}values`}
            className="field"
            value={values}
            onChange={(event) => setValues(event.target.value)}
          />
        </Field>
      )}
      <Field id={`${id}refers`} label="Refers to" hint="Each value is the key of a row in that table.">
        <select
          id={`${id}refers`}
          className="field"
          value={draft.refers ?? ''}
          onChange={({ target }) => {
            const { refers: _before, ...rest } = draft
            setDraft(target.value ? { ...rest, refers: target.value } : rest)
          }}
        >
          <option value="">nothing</option>
          {tables.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="sr-only">Rules</legend>
        <Rule title="Key: names the row" checked={isKey} disabled={column?.name === table.key} onChange={setKey} />
        <Rule
          title="Required"
          checked={isKey || (draft.required ?? false)}
          disabled={isKey}
          onChange={(required) => set({ required })}
        />
        <Rule
          title="Unique"
          checked={isKey || (draft.unique ?? false)}
          disabled={isKey}
          onChange={(unique) => set({ unique })}
        />
        <Rule
          title="May appear in search snippets"
          checked={draft.teaser ?? false}
          onChange={(teaser) => set({ teaser })}
        />
      </fieldset>
      <Field id={`${id}about`} label="Description" hint="Told to the model when it generates rows.">
        <input
          id={`${id}about`}
          className="field"
          value={draft.description ?? ''}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <div className="flex gap-2">
        {column && onRemove && column.name !== table.key && (
          <button type="button" className="button text-danger" onClick={() => finish(onRemove())}>
            Remove
          </button>
        )}
        <span className="flex-1" />
        <button type="submit" className="button-primary">
          {column ? 'Apply' : 'Add column'}
        </button>
      </div>
    </form>
  )
}

function Rule(props: {
  title: string
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}): ReactNode {
  return (
    <label className="flex items-center gap-2.5">
      <input
        type="checkbox"
        className="accent-accent"
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      {props.title}
    </label>
  )
}

/** The column without what it does not say. */
function whole(
  { name, type, description, required, unique, teaser, refers }: Column,
  { values, limits, ranged }: { values: string; limits: { min: string; max: string }; ranged: boolean }
): Column {
  const end = (text: string) => {
    const bare = text.trim()
    return type === 'date' || !Number.isFinite(Number(bare)) ? bare : Number(bare)
  }
  const allowed = values
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  return {
    name: name.trim(),
    type,
    ...(description?.trim() && { description: description.trim() }),
    ...(required && { required }),
    ...(unique && { unique }),
    ...(teaser && { teaser }),
    ...(refers && { refers }),
    ...(ranged && limits.min.trim() && { min: end(limits.min) }),
    ...(ranged && limits.max.trim() && { max: end(limits.max) }),
    ...(type === 'text' && allowed.length > 0 && { values: allowed })
  }
}
