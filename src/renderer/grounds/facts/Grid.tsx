// The table itself: one stop of the Tab key, arrows move, typing edits, every cell that does not fit is marked and says why.
// Rows are placed by a virtualizer, which tables of HTML do not allow; the grid has the focus and names its cell.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys
import { useVirtualizer } from '@tanstack/react-virtual'
import { KeyRound } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { FictionProblem } from '../../../core/grounds/fiction/check.ts'
import type { Column, FactRow, FictionTable } from '../../../core/tree/fiction.ts'
import { isMac } from '../../words.ts'
import { textOf } from './edit.ts'

/** Where the keyboard is: indices from 0. */
export interface GridCell {
  row: number
  column: number
}

interface Props {
  table: FictionTable
  rows: readonly FactRow[]
  /** By row (from 0) and column name; `''` for a row as a whole. */
  problems: ReadonlyMap<number, ReadonlyMap<string, FictionProblem>>
  /** Keys of other tables by table, offered where a column refers to one. */
  keysOf(table: string): string[]
  place: GridCell
  readOnly: boolean
  /** Set while a cell is edited: Escape then ends that alone. */
  editing: RefObject<boolean>
  onPlace(place: GridCell): void
  onEdit(row: number, column: Column, text: string): void
  onAdd(after: number): void
  onRemove(row: number): void
  /** Opens a column's form. */
  header(column: Column): ReactNode
}

const ROW = 32
const NUMBER = 48
const WIDTHS: Record<Column['type'], string> = {
  text: 'minmax(11rem, 2fr)',
  integer: 'minmax(7rem, 1fr)',
  number: 'minmax(7rem, 1fr)',
  date: 'minmax(8rem, 1fr)',
  boolean: 'minmax(6rem, 0.6fr)'
}

export function Grid(props: Props): ReactNode {
  const { table, rows, problems, place, readOnly, editing } = props
  const { columns } = table
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useState<string | null>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    scrollPaddingStart: ROW
  })
  const at = { row: Math.min(place.row, rows.length - 1), column: Math.min(place.column, columns.length - 1) }
  useEffect(() => {
    if (at.row >= 0) list.scrollToIndex(at.row, { align: 'auto' })
    document.getElementById(`${id}-${at.row}-${at.column}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [list, id, at.row, at.column])
  const template = `${NUMBER}px ${columns.map(({ type }) => WIDTHS[type]).join(' ')}`

  const begin = (text: string) => {
    if (readOnly || at.row < 0) return
    editing.current = true
    setDraft(text)
  }
  const end = (keep: boolean) => {
    const column = columns[at.column]
    if (keep && draft !== null && column) props.onEdit(at.row, column, draft)
    editing.current = false
    setDraft(null)
    scroller.current?.focus()
  }
  const move = (row: number, column: number) =>
    props.onPlace({
      row: Math.max(0, Math.min(rows.length - 1, row)),
      column: Math.max(0, Math.min(columns.length - 1, column))
    })
  const value = textOf(rows[at.row]?.[columns[at.column]?.name ?? ''])

  const onKeyDown = (event: KeyboardEvent) => {
    if (draft !== null || event.target !== scroller.current) return
    const mod = isMac ? event.metaKey : event.ctrlKey
    if (mod && event.key === 'Enter' && !readOnly) props.onAdd(at.row)
    else if (mod && (event.key === 'Delete' || event.key === 'Backspace') && !readOnly) props.onRemove(at.row)
    else if (mod && event.key === 'Home') move(0, 0)
    else if (mod && event.key === 'End') move(rows.length - 1, columns.length - 1)
    else if (event.ctrlKey || event.metaKey || event.altKey) return
    else if (event.key === 'ArrowUp') move(at.row - 1, at.column)
    else if (event.key === 'ArrowDown') move(at.row + 1, at.column)
    else if (event.key === 'ArrowLeft') move(at.row, at.column - 1)
    else if (event.key === 'ArrowRight') move(at.row, at.column + 1)
    else if (event.key === 'PageUp') move(at.row - 10, at.column)
    else if (event.key === 'PageDown') move(at.row + 10, at.column)
    else if (event.key === 'Home') move(at.row, 0)
    else if (event.key === 'End') move(at.row, columns.length - 1)
    else if (event.key === 'Enter' || event.key === 'F2') begin(value)
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      const column = columns[at.column]
      if (column && !readOnly && at.row >= 0) props.onEdit(at.row, column, '')
    } else if (event.key.length === 1) begin(event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={`Rows of ${table.title ?? table.name}`}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-readonly={readOnly}
      aria-activedescendant={rows.length ? `${id}-${at.row}-${at.column}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="-outline-offset-2 overflow-auto rounded-lg border border-line bg-field"
      style={{ height: `min(${rows.length * ROW + 48}px, 42vh)` }}
    >
      <div className="min-w-max">
        <div role="rowgroup" className="sticky top-0 z-20">
          <div
            role="row"
            aria-rowindex={1}
            className="grid border-line border-b bg-raised"
            style={{ gridTemplateColumns: template }}
          >
            <div role="columnheader" aria-colindex={1} className="sticky left-0 z-10 bg-raised">
              <span className="sr-only">Row</span>
            </div>
            {columns.map((column, index) => (
              <div
                key={column.name}
                role="columnheader"
                aria-colindex={index + 2}
                className="flex min-w-0 items-center gap-1 border-line border-l px-1 py-1.5"
              >
                {column.name === table.key && <KeyRound size={12} aria-label="Key" className="shrink-0 text-accent" />}
                {props.header(column)}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const wrong = problems.get(index)
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                className="absolute inset-x-0 grid border-line border-b"
                style={{ gridTemplateColumns: template, height: ROW, top: start }}
              >
                <div
                  role="rowheader"
                  aria-colindex={1}
                  className={`sticky left-0 z-10 flex items-center justify-end bg-raised px-2 text-xs tabular-nums ${wrong ? 'font-medium text-danger' : 'text-muted'}`}
                >
                  {index + 1}
                </div>
                {columns.map((column, place) => (
                  <OneCell
                    key={column.name}
                    id={`${id}-${index}-${place}`}
                    index={place}
                    column={column}
                    text={textOf(rows[index]?.[column.name])}
                    problem={wrong?.get(column.name)?.message}
                    current={index === at.row && place === at.column}
                    draft={index === at.row && place === at.column ? draft : null}
                    choices={
                      draft !== null && index === at.row && place === at.column
                        ? choicesOf(column, props.keysOf)
                        : undefined
                    }
                    onPress={() => move(index, place)}
                    onOpen={() => begin(textOf(rows[index]?.[column.name]))}
                    onDraft={setDraft}
                    onEnd={(keep, [down, right]) => {
                      // Ending an edit moves the focus, and the blur calls this a second time: then nothing is left to end.
                      if (!editing.current) return
                      end(keep)
                      move(at.row + down, at.column + right)
                    }}
                  />
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

const choicesOf = (column: Column, keysOf: Props['keysOf']): string[] =>
  column.values ?? (column.refers ? keysOf(column.refers) : column.type === 'boolean' ? ['true', 'false'] : [])

function OneCell(props: {
  id: string
  index: number
  column: Column
  text: string
  problem: string | undefined
  current: boolean
  draft: string | null
  choices: string[] | undefined
  onPress(): void
  onOpen(): void
  onDraft(text: string): void
  onEnd(keep: boolean, move: [down: number, right: number]): void
}): ReactNode {
  const { id, column, text, problem, current, draft, choices = [] } = props
  const numeric = column.type === 'integer' || column.type === 'number'
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={props.index + 2}
      aria-selected={current}
      aria-invalid={problem !== undefined}
      title={problem ?? text}
      onClick={props.onPress}
      onDoubleClick={props.onOpen}
      className={`relative min-w-0 border-line border-l ${problem ? 'bg-danger/12' : ''} ${
        current
          ? 'outline-2 outline-accent -outline-offset-2'
          : problem
            ? 'outline-1 outline-danger -outline-offset-1'
            : ''
      }`}
    >
      {draft === null ? (
        <span
          className={`block truncate px-2 leading-8 ${numeric ? 'text-right tabular-nums' : ''} ${text === '' ? 'text-muted' : ''}`}
        >
          {text === '' ? '–' : text}
        </span>
      ) : (
        <>
          <input
            aria-label={column.name}
            // biome-ignore lint/a11y/noAutofocus: editing begins with a key or a double click on this very cell
            autoFocus
            list={choices.length ? `${id}-choices` : undefined}
            spellCheck={false}
            className={`absolute inset-0 w-full bg-panel px-2 outline-2 outline-accent -outline-offset-2 ${numeric ? 'text-right tabular-nums' : ''}`}
            value={draft}
            onChange={(event) => props.onDraft(event.target.value)}
            onBlur={() => props.onEnd(true, [0, 0])}
            onKeyDown={(event) => {
              if (event.key === 'Enter') props.onEnd(true, [event.shiftKey ? -1 : 1, 0])
              else if (event.key === 'Tab') props.onEnd(true, [0, event.shiftKey ? -1 : 1])
              else if (event.key === 'Escape') props.onEnd(false, [0, 0])
              else return
              event.preventDefault()
              event.stopPropagation()
            }}
          />
          {choices.length > 0 && (
            <datalist id={`${id}-choices`}>
              {choices.slice(0, 200).map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )}
        </>
      )}
    </div>
  )
}
