// The gallery of perturbations: what each does, shown on a sample; its options and when it takes part.
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import type { PerturbationRow } from '../../core/api.ts'
import { domains } from '../../core/domains/index.ts'
import type { PerturbationUse } from '../../core/model.ts'
import { useActions } from '../store/index.ts'
import { Field as SchemaField } from '../surfaces/document/Field.tsx'
import { isObject } from '../surfaces/document/fields.ts'
import { Empty, Modal } from '../ui.tsx'
import { counted } from '../words.ts'
import { Sample } from './Sample.tsx'
import { When } from './When.tsx'

export interface GalleryProps {
  /** Only those that can disturb worlds of this kind; `null` for all. */
  domain: string | null
  /** What is changed, instead of something new. */
  initial?: PerturbationUse
  verb: string
  /** Without it there is nothing to add to. */
  onUse?(use: PerturbationUse): void
  onClose(): void
}

const KINDS = [
  ['explicit', 'Explicit', 'The agent is told that something failed.'],
  ['implicit', 'Implicit', 'The agent has to find out.']
] as const

const EFFECTS: Record<PerturbationRow['effects'][number], [name: string, says: string]> = {
  answers: ['answers', 'Answers instead of the model'],
  alters: ['alters', 'Changes what is observed'],
  instructs: ['instructs', 'Instructs the model, and checks what it did'],
  breaks: ['breaks', 'Breaks the machine under the world']
}

export function Gallery({ domain, initial, verb, onUse, onClose }: GalleryProps): ReactNode {
  const { readPerturbations } = useActions()
  const [rows, setRows] = useState<PerturbationRow[] | null>(null)
  const [query, setQuery] = useState('')
  const [kind, setKind] = useState(domain)
  const [name, setName] = useState(initial?.name ?? '')
  // Each keeps what was set for it: looking at another must cost nothing.
  const [drafts, setDrafts] = useState<Record<string, PerturbationUse>>(initial ? { [initial.name]: initial } : {})
  useEffect(() => {
    let current = true
    void readPerturbations().then((found) => current && setRows(found))
    return () => {
      current = false
    }
  }, [readPerturbations])

  const shown = useMemo(() => (rows ?? []).filter((row) => matches(row, query, kind)), [rows, query, kind])
  const row = rows?.find((one) => one.name === name) ?? shown[0]
  const draft = row && (drafts[row.name] ?? { name: row.name, options: startOptions(row) })
  const change = (next: PerturbationUse) => setDrafts({ ...drafts, [next.name]: next })
  const fits = row !== undefined && (domain === null || row.domains.includes(domain))
  return (
    <Modal
      title={initial ? 'Change a perturbation' : 'Perturbations'}
      description="What worlds can be disturbed by. Each is shown on a sample."
      width="70rem"
      onClose={onClose}
      footer={
        draft && (
          <>
            <span className="min-w-0 flex-1 text-muted">
              {!onUse && 'Open a world, or make a new one, to use it.'}
              {onUse && !fits && 'It cannot disturb a world of this kind.'}
            </span>
            <button type="button" className="button" onClick={onClose}>
              {onUse ? 'Cancel' : 'Close'}
            </button>
            {onUse && (
              <button type="button" className="button-primary" disabled={!fits} onClick={() => onUse(draft)}>
                {verb}
              </button>
            )}
          </>
        )
      }
    >
      <div className="grid gap-x-6 gap-y-5 min-[860px]:grid-cols-[17.5rem_1fr]">
        <div className="flex min-w-0 flex-col gap-3">
          <Filters {...{ query, setQuery, kind, setKind }} />
          {rows === null ? (
            <p className="text-muted">Reading the catalogue…</p>
          ) : (
            KINDS.map(([kind, title, says]) => (
              <Names
                key={kind}
                title={title}
                says={says}
                rows={shown.filter((one) => one.kind === kind)}
                value={row?.name ?? ''}
                onChange={setName}
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
        {row && draft ? (
          <Details key={row.name} row={row} use={draft} domain={kind} onChange={change} />
        ) : (
          rows !== null && <Empty title="Nothing matches">Try other words, or all kinds of worlds.</Empty>
        )}
      </div>
    </Modal>
  )
}

function matches(row: PerturbationRow, query: string, kind: string | null): boolean {
  if (kind !== null && !row.domains.includes(kind)) return false
  const text = `${row.name} ${row.title} ${row.description} ${row.weakness}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** What its first example has, else nothing: the schema's defaults. */
const startOptions = (row: PerturbationRow): PerturbationUse['options'] => {
  const { required } = Object(row.form)
  return Array.isArray(required) && required.length ? (row.examples[0]?.options ?? {}) : {}
}

function Filters(props: {
  query: string
  setQuery(query: string): void
  kind: string | null
  setKind(kind: string | null): void
}): ReactNode {
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={`${id}query`} className="sr-only">
        Find a perturbation
      </label>
      <input
        id={`${id}query`}
        type="search"
        className="field"
        placeholder="Find…"
        value={props.query}
        onChange={(event) => props.setQuery(event.target.value)}
      />
      <label htmlFor={`${id}kind`} className="sr-only">
        Kind of world
      </label>
      <select
        id={`${id}kind`}
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

function Details(props: {
  row: PerturbationRow
  use: PerturbationUse
  domain: string | null
  onChange(use: PerturbationUse): void
}): ReactNode {
  const { row, use, domain, onChange } = props
  const form = isObject(row.form) ? row.form : {}
  const hasOptions = Object.keys(isObject(form.properties) ? form.properties : {}).length > 0
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-col gap-1.5">
        <h3 className="flex flex-wrap items-baseline gap-x-2.5 font-semibold text-base">
          {row.title}
          <code className="font-mono font-normal text-muted text-xs">{row.name}</code>
        </h3>
        <p>{row.description}</p>
        <p className="text-muted">
          <span className="font-medium text-ink">Exposes:</span> {row.weakness}
        </p>
        <ul aria-label="How it works" className="flex flex-wrap gap-1.5">
          {row.effects.map((effect) => (
            <li key={effect} className="rounded border border-line px-1.5 text-xs" title={EFFECTS[effect][1]}>
              {EFFECTS[effect][1]}
            </li>
          ))}
        </ul>
      </header>
      <Sample row={row} use={use} domain={domain} />
      {hasOptions && (
        <section aria-label="Options" className="flex flex-col gap-2">
          <h4 className="heading">Options</h4>
          <SchemaField
            name="Options"
            schema={form}
            root={form}
            value={use.options}
            required
            bare
            path={[]}
            problems={[]}
            strict={false}
            onChange={(options) => onChange({ ...use, options: options ?? {} })}
          />
        </section>
      )}
      <When use={use} alters={row.effects.includes('alters')} onChange={onChange} />
    </div>
  )
}
