// What a column holds: its name, its type, and what the check demands of its values.
import type { ReactNode } from 'react'
import type { Column, FictionTable } from '../../../core/tree/fiction.ts'
import { CheckField, LineField, SelectField } from '../../fields.tsx'
import { PopFields, PopForm, usePopKept } from './PopForm.tsx'

const TYPES: readonly (readonly [Column['type'], string])[] = [
  ['text', 'Text'],
  ['integer', 'Whole number'],
  ['number', 'Number'],
  ['date', 'Date'],
  ['boolean', 'True or false']
]
export const typeName = (type: Column['type']): string => TYPES.find(([name]) => name === type)?.[1] ?? type

interface Props {
  table: FictionTable
  /** Absent: a new one. */
  column?: Column
  tables: readonly FictionTable[]
  readOnly: boolean
  trigger: ReactNode
  /** Applies the change. @returns `null`, or why it cannot be made, as a sentence */
  onPut(made: { column: Column; isKey: boolean }): string | null
  onRemove?(): string | null
}

export function ColumnForm(props: Props): ReactNode {
  const { column, readOnly, trigger } = props
  return (
    <PopForm label={column ? `Column ${column.name}` : 'New column'} disabled={readOnly} trigger={trigger}>
      {(done) => <Fields {...props} onDone={done} />}
    </PopForm>
  )
}

interface Typed {
  draft: Column
  isKey: boolean
  values: string
  limits: { min: string; max: string }
}

function Fields({ table, column, tables, onPut, onRemove, onDone }: Props & { onDone(): void }): ReactNode {
  const usual: Typed = {
    draft: column ?? { name: '', type: 'text' },
    isKey: column?.name === table.key,
    values: column?.values?.join(', ') ?? '',
    limits: { min: String(column?.min ?? ''), max: String(column?.max ?? '') }
  }
  const [typed, keep] = usePopKept(`column ${table.name} ${JSON.stringify(column ?? null)}`, usual)
  const { draft, isKey, values, limits } = typed
  const setDraft = (draft: Column) => keep({ ...typed, draft })
  const set = (change: Partial<Column>) => setDraft({ ...draft, ...change })
  const ranged = draft.type === 'integer' || draft.type === 'number' || draft.type === 'date'
  const wasKey = column?.name === table.key
  return (
    <PopFields
      submit={column ? 'Apply' : 'Add column'}
      remove="Remove"
      onSubmit={() => onPut({ column: whole(draft, { values, limits, ranged }), isKey })}
      onRemove={column && !wasKey ? onRemove : undefined}
      onRevert={typed === usual ? undefined : () => keep(null)}
      onDone={() => {
        keep(null)
        onDone()
      }}
    >
      <LineField
        label="Column name"
        className="font-mono"
        spellCheck={false}
        value={draft.name}
        onText={(name) => set({ name })}
      />
      <SelectField
        label="Type"
        value={draft.type}
        options={TYPES}
        onText={(text) => set({ type: TYPES.find(([name]) => name === text)?.[0] ?? 'text' })}
      />
      {ranged && (
        <div className="grid grid-cols-2 gap-2">
          {(['min', 'max'] as const).map((end) => (
            <LineField
              key={end}
              label={end === 'min' ? 'Smallest' : 'Largest'}
              className="tabular-nums"
              placeholder={draft.type === 'date' ? 'YYYY-MM-DD' : 'any'}
              value={limits[end]}
              onText={(text) => keep({ ...typed, limits: { ...limits, [end]: text } })}
            />
          ))}
        </div>
      )}
      {draft.type === 'text' && (
        <LineField
          label="Allowed values"
          hint="Separated by commas. Empty: any."
          value={values}
          onText={(values) => keep({ ...typed, values })}
        />
      )}
      <SelectField
        label="Refers to"
        hint="Each value is the key of a row in that table."
        value={draft.refers ?? ''}
        options={[['', 'nothing'], ...tables.map(({ name }) => [name, name] as const)]}
        onText={(name) => {
          const { refers: _before, ...rest } = draft
          setDraft(name ? { ...rest, refers: name } : rest)
        }}
      />
      <fieldset className="flex flex-col gap-1.5">
        <legend className="sr-only">Rules</legend>
        <CheckField
          title="Key: names the row"
          checked={isKey}
          disabled={wasKey}
          onChange={(isKey) => keep({ ...typed, isKey })}
        />
        <CheckField
          title="Required"
          checked={isKey || (draft.required ?? false)}
          disabled={isKey}
          onChange={(required) => set({ required })}
        />
        <CheckField
          title="Unique"
          checked={isKey || (draft.unique ?? false)}
          disabled={isKey}
          onChange={(unique) => set({ unique })}
        />
        <CheckField
          title="May appear in search snippets"
          checked={draft.teaser ?? false}
          onChange={(teaser) => set({ teaser })}
        />
      </fieldset>
      <LineField
        label="Description"
        hint="Told to the model when it generates rows."
        value={draft.description ?? ''}
        onText={(description) => set({ description })}
      />
    </PopFields>
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
