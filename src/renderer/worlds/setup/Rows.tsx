// A list that is written row by row: a row that cannot be read yet stays as it was typed.
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Small } from './Small.tsx'

/** @param read the value that the rows stand for; `null` while they stand for none @returns the rows as they were typed, and what changes them */
export function useRows<Row, Value>(
  value: Value,
  { rowsOf, read, onRead }: { rowsOf(value: Value): Row[]; read(rows: Row[]): Value | null; onRead(value: Value): void }
): [Row[], (rows: Row[]) => void] {
  const [typed, setTyped] = useState<{ rows: Row[]; over: string } | null>(null)
  const now = JSON.stringify(value)
  return [
    // A value from elsewhere replaces what was typed.
    typed?.over === now ? typed.rows : rowsOf(value),
    (rows) => {
      const meant = read(rows)
      setTyped({ rows, over: meant === null ? now : JSON.stringify(meant) })
      if (meant !== null) onRead(meant)
    }
  ]
}

interface Props<Row> {
  label: string
  hint: string
  /** What one row is called: `Rule`. */
  one: string
  rows: Row[]
  blank: Row
  problem: string
  /** The order means something. */
  ordered?: boolean
  onRows(rows: Row[]): void
  children(row: Row, put: (change: Partial<Row>) => void, name: string): ReactNode
}

export function Rows<Row>(props: Props<Row>): ReactNode {
  const { label, hint, one, rows, blank, problem, ordered = false, onRows, children } = props
  const note = useId()
  const list = useRef<HTMLOListElement>(null)
  const [added, setAdded] = useState(0)
  useEffect(() => {
    if (added > 0) list.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [added])
  /** The row at this place, and the one after it, in the other order. */
  const swapped = (at: number) =>
    onRows([...rows.slice(0, at), ...rows.slice(at, at + 2).toReversed(), ...rows.slice(at + 2)])
  return (
    <fieldset aria-describedby={problem ? note : undefined} className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <p className="text-muted text-xs">{hint}</p>
      {rows.length > 0 && (
        <ol ref={list} className="flex flex-col gap-2">
          {rows.map((row, at) => {
            const name = `${one} ${at + 1}`
            const remove = (
              <Small label={`Remove ${name}`} onClick={() => onRows(rows.toSpliced(at, 1))}>
                <X size={14} aria-hidden />
              </Small>
            )
            return (
              <li
                key={name}
                className={ordered ? 'rounded-md border border-line px-3 pt-1 pb-2' : 'flex items-center gap-1'}
              >
                {ordered ? (
                  <div className="flex items-center">
                    <span className="flex-1 text-muted text-xs">{name}</span>
                    <Small label={`Move ${name} up`} disabled={at === 0} onClick={() => swapped(at - 1)}>
                      <ArrowUp size={14} aria-hidden />
                    </Small>
                    <Small label={`Move ${name} down`} disabled={at === rows.length - 1} onClick={() => swapped(at)}>
                      <ArrowDown size={14} aria-hidden />
                    </Small>
                    {remove}
                  </div>
                ) : null}
                <div className="min-w-0 flex-1">
                  {children(row, (change) => onRows(rows.toSpliced(at, 1, { ...row, ...change })), name)}
                </div>
                {!ordered && remove}
              </li>
            )
          })}
        </ol>
      )}
      <button
        type="button"
        className="button self-start"
        onClick={() => {
          onRows([...rows, blank])
          setAdded(added + 1)
        }}
      >
        <Plus size={14} aria-hidden />
        Add a {one.toLowerCase()}
      </button>
      {problem && (
        <p id={note} role="status" className="text-danger text-xs">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
