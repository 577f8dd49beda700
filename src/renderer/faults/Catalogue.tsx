// What there is of perturbations: found by words and by kind of world, listed by what the agent is told.
import { type ReactNode, useId } from 'react'
import type { PerturbationRow } from '../../core/contract/perturbations.ts'
import { domains } from '../../core/domains/index.ts'
import { counted } from '../words.ts'

const KINDS = [
  ['explicit', 'Explicit', 'The agent is told that something failed.'],
  ['implicit', 'Implicit', 'The agent has to find out.']
] as const

interface Wanted {
  query: string
  setQuery(query: string): void
  /** Only those that can disturb worlds of this kind; `null` for all. */
  kind: string | null
  setKind(kind: string | null): void
}

/** `rows`: all, `null` until they are read; `shown`: those that match what is wanted; `value`: the name of the chosen one. */
export function Catalogue(
  props: Wanted & {
    rows: PerturbationRow[] | null
    shown: PerturbationRow[]
    value: string
    onChange(name: string): void
  }
): ReactNode {
  const { rows, shown, value, onChange } = props
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Filters {...props} />
      {rows === null ? (
        <p className="text-muted">Reading the catalogue…</p>
      ) : (
        KINDS.map(([kind, title, says]) => (
          <Names
            key={kind}
            title={title}
            says={says}
            rows={shown.filter((one) => one.kind === kind)}
            value={value}
            onChange={onChange}
          />
        ))
      )}
      {rows !== null && (
        <p className="text-muted text-xs" role="status">
          {shown.length === rows.length
            ? counted(rows.length, 'perturbation')
            : `${shown.length} of ${counted(rows.length, 'perturbation')}`}
        </p>
      )}
    </div>
  )
}

/** Whether it has all the words of `query`, and can disturb worlds of this kind. */
export function matches(row: PerturbationRow, query: string, kind: string | null): boolean {
  if (kind !== null && !row.domains.includes(kind)) return false
  const text = `${row.name} ${row.title} ${row.description} ${row.weakness}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function Filters(props: Wanted): ReactNode {
  return (
    <div className="flex flex-col gap-2">
      <input
        aria-label="Find a perturbation"
        type="search"
        className="field"
        placeholder="Find…"
        value={props.query}
        onChange={(event) => props.setQuery(event.target.value)}
      />
      <select
        aria-label="Kind of world"
        className="field"
        value={props.kind ?? ''}
        onChange={(event) => props.setKind(event.target.value || null)}
      >
        <option value="">All kinds of worlds</option>
        {domains.map(({ id: value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}

function Names(props: {
  title: string
  says: string
  rows: PerturbationRow[]
  value: string
  onChange(name: string): void
}): ReactNode {
  const id = useId()
  if (!props.rows.length) return null
  return (
    <fieldset className="flex flex-col">
      <legend className="heading">{props.title}</legend>
      <p className="mb-1.5 text-muted text-xs">{props.says}</p>
      {props.rows.map(({ name, title }) => (
        <label
          key={name}
          className={`flex cursor-pointer items-baseline gap-2.5 rounded-md px-2 py-1 has-focus-visible:outline-2 has-focus-visible:outline-accent ${name === props.value ? 'bg-selected font-medium' : 'hover:bg-hover'}`}
        >
          <input
            type="radio"
            name={`${id}name`}
            className="accent-accent"
            checked={name === props.value}
            onChange={() => props.onChange(name)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  )
}
