// The editor of one fiction: what it is about, its tables, and what the check says of them.
import { ArrowLeft, Download, ListMinus, ListPlus, Plus, Redo2, Settings2, Undo2 } from 'lucide-react'
import { AlertDialog, Tabs } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { checkFacts, type FictionProblem } from '../../../core/grounds/fiction/check.ts'
import type { FictionTable } from '../../../core/tree/fiction.ts'
import type { OpenFiction } from '../../store/fictions.ts'
import { useActions, useOrrery } from '../../store/index.ts'
import { Empty, Hint, IconButton, Modal, Trouble } from '../../ui.tsx'
import { count, counted, isMac } from '../../words.ts'
import { About } from './About.tsx'
import { Ask } from './Ask.tsx'
import { ColumnForm, typeName } from './ColumnForm.tsx'
import {
  addRow,
  addTable,
  begun,
  type Changed,
  changeAbout,
  changed,
  changeTable,
  type Doc,
  type History,
  putColumn,
  redone,
  removeColumn,
  removeRow,
  removeTable,
  rowsIn,
  setCell,
  textOf,
  undone
} from './edit.ts'
import { Grid, type GridCell } from './Grid.tsx'
import { InventButton, InventProgress } from './Invent.tsx'
import { TableForm } from './TableForm.tsx'

const ABOUT = ' about'
const NOWHERE: GridCell = { row: 0, column: 0 }

export function Editor({ fiction }: { fiction: OpenFiction }): ReactNode {
  const { show, closeFiction, saveFiction, inventRows } = useActions()
  const inventing = useOrrery((state) => state.inventing !== null && state.inventing.end === null)
  const [read, setRead] = useState<Doc>(fiction)
  const [history, setHistory] = useState<History>(() => begun(fiction))
  const [tab, setTab] = useState(fiction.spec.tables[0]?.name ?? ABOUT)
  const [places, setPlaces] = useState<Record<string, GridCell>>({})
  const [leaving, setLeaving] = useState<(() => void) | null>(null)
  const editing = useRef(false)
  const { now } = history
  const dirty = now !== read
  const problems = useMemo(() => checkFacts(now.spec, (table) => rowsIn(now, table)), [now])

  // The stored fiction changed: it was saved, or the engine added rows. Added rows are one step of the history, which undo takes back.
  useEffect(() => {
    setRead(fiction)
    setHistory((before) => (same(before.now, fiction) ? { ...before, now: fiction } : changed(before, fiction)))
  }, [fiction])

  const edit = (next: (doc: Doc) => Doc) => setHistory((before) => changed(before, next(before.now)))
  const tryTo = (made: Changed): string | null => {
    if ('problem' in made) return made.problem
    edit(() => made.doc)
    return null
  }
  const leave = (then: () => void) => (dirty ? setLeaving(() => then) : then())
  const close = () => {
    closeFiction()
    show(null)
  }
  const save = () => saveFiction({ spec: now.spec, rows: now.rows })
  const table = now.spec.tables.find(({ name }) => name === tab) ?? null
  const go = ({ table: of, row, column }: FictionProblem) => {
    const index = now.spec.tables.find(({ name }) => name === of)?.columns.findIndex(({ name }) => name === column) ?? 0
    setTab(of)
    setPlaces({ ...places, [of]: { row: row - 1, column: Math.max(0, index) } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const mod = isMac ? event.metaKey : event.ctrlKey
    if (!mod || event.altKey || inventing) return
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    const key = event.key.toLowerCase()
    if (key === 's') void (dirty && save())
    else if (typing) return
    else if (key === 'z') setHistory(event.shiftKey ? redone : undone)
    else if (key === 'y') setHistory(redone)
    else return
    event.preventDefault()
  }

  return (
    <Modal
      title={now.spec.title}
      description={`${fiction.name}, present day ${now.spec.date}. New worlds use the saved version; older ones keep theirs.`}
      width="84rem"
      keepsEscape={() => editing.current}
      onClose={() => leave(close)}
      footer={
        <>
          <button type="button" className="button mr-auto" onClick={() => leave(closeFiction)}>
            <ArrowLeft size={14} aria-hidden /> All fictional worlds
          </button>
          <span role="status" className="text-muted">
            {dirty ? 'Unsaved changes' : 'Saved'}
          </span>
          <Hint label="Save" keys="Mod+S">
            <button type="button" className="button-primary" disabled={!dirty || inventing} onClick={() => void save()}>
              Save
            </button>
          </Hint>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that hold for the whole editor */}
      <div className="flex flex-col gap-3" onKeyDown={onKeyDown}>
        <div className="empty:hidden">
          <Trouble place="fictions" />
        </div>
        <InventProgress />
        <Tabs.Root value={table ? tab : ABOUT} onValueChange={setTab} className="flex min-w-0 flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <TableTabs doc={now} problems={problems} />
            <TableForm
              readOnly={inventing}
              trigger={
                <button type="button" className="icon-button" aria-label="Add a table" title="Add a table">
                  <Plus size={15} aria-hidden />
                </button>
              }
              onPut={({ name }) => {
                const why = tryTo(addTable(now, name))
                if (why === null) setTab(name)
                return why
              }}
            />
            <span className="flex-1" />
            <IconButton
              label="Undo"
              keys="Mod+Z"
              disabled={!history.past.length || inventing}
              onClick={() => setHistory(undone)}
            >
              <Undo2 size={15} aria-hidden />
            </IconButton>
            <IconButton
              label="Redo"
              keys="Mod+Shift+Z"
              disabled={!history.future.length || inventing}
              onClick={() => setHistory(redone)}
            >
              <Redo2 size={15} aria-hidden />
            </IconButton>
          </div>
          <Tabs.Content value={ABOUT} tabIndex={-1}>
            <About
              key={JSON.stringify(now.spec.tables.length)}
              spec={now.spec}
              readOnly={inventing}
              onChange={(spec) => tryTo(changeAbout({ ...now, spec }, {}))}
            />
          </Tabs.Content>
          {table && (
            <Tabs.Content value={table.name} tabIndex={-1} className="min-w-0">
              <OneTable
                key={table.name}
                {...{ doc: now, table, problems, editing, dirty, edit, tryTo }}
                name={fiction.name}
                readOnly={inventing}
                place={places[table.name] ?? NOWHERE}
                onPlace={(place) => setPlaces({ ...places, [table.name]: place })}
                onTab={setTab}
                onInvent={async (options) => {
                  if (!dirty || (await save())) await inventRows(options)
                }}
              />
            </Tabs.Content>
          )}
        </Tabs.Root>
        <Problems problems={problems} onGo={go} />
      </div>
      <AlertDialog.Root open={leaving !== null} onOpenChange={(open) => !open && setLeaving(null)}>
        <Ask title="Save your changes?" says={`“${now.spec.title}” was changed. What is not saved is lost.`}>
          <AlertDialog.Cancel className="button">Keep editing</AlertDialog.Cancel>
          <AlertDialog.Action className="button text-danger" onClick={() => leaving?.()}>
            Discard
          </AlertDialog.Action>
          <AlertDialog.Action
            className="button-primary"
            onClick={async () => {
              const then = leaving
              if (await save()) then?.()
            }}
          >
            Save
          </AlertDialog.Action>
        </Ask>
      </AlertDialog.Root>
    </Modal>
  )
}

const same = (one: Doc, other: Doc): boolean => one.spec === other.spec && one.rows === other.rows

function TableTabs({ doc, problems }: { doc: Doc; problems: readonly FictionProblem[] }): ReactNode {
  const look =
    'flex items-center gap-1.5 rounded-md px-3 py-1 text-muted hover:text-ink data-[state=active]:bg-selected data-[state=active]:font-medium data-[state=active]:text-ink'
  return (
    <Tabs.List aria-label="Tables" className="flex max-w-full flex-wrap rounded-lg border border-line bg-field p-0.5">
      <Tabs.Trigger value={ABOUT} className={look}>
        About
      </Tabs.Trigger>
      {doc.spec.tables.map(({ name }) => {
        const wrong = problems.filter((one) => one.table === name).length
        return (
          <Tabs.Trigger key={name} value={name} className={look}>
            <span className="font-mono text-xs">{name}</span>
            <span className="text-muted text-xs tabular-nums">{count(rowsIn(doc, name).length)}</span>
            {wrong > 0 && (
              <span className="rounded-full bg-danger/15 px-1.5 text-danger text-xs tabular-nums">
                {count(wrong)}
                <span className="sr-only"> {wrong === 1 ? 'problem' : 'problems'}</span>
              </span>
            )}
          </Tabs.Trigger>
        )
      })}
    </Tabs.List>
  )
}

function OneTable(props: {
  doc: Doc
  table: FictionTable
  name: string
  problems: readonly FictionProblem[]
  place: GridCell
  readOnly: boolean
  dirty: boolean
  editing: { current: boolean }
  edit(next: (doc: Doc) => Doc): void
  tryTo(made: Changed): string | null
  onPlace(place: GridCell): void
  onTab(name: string): void
  onInvent(options: { tables?: string[]; rows?: number; seed: number }): void
}): ReactNode {
  const { doc, table, problems, place, readOnly, edit, tryTo, onPlace } = props
  const { exportFiction } = useActions()
  const rows = rowsIn(doc, table.name)
  const at = { ...place, row: Math.min(place.row, rows.length - 1) }
  const column = table.columns[at.column]
  const byRow = useMemo(() => marks(problems, table.name), [problems, table.name])
  const here = column && byRow.get(at.row)?.get(column.name)?.message
  const add = (after: number) => {
    edit((now) => addRow(now, table, after))
    onPlace({ row: after + 1, column: 0 })
  }
  const remove = (row: number) => row >= 0 && edit((now) => removeRow(now, table, row))
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        <Hint label="Add a row below" keys="Mod+Enter">
          <button type="button" className="button" disabled={readOnly} onClick={() => add(at.row)}>
            <ListPlus size={14} aria-hidden /> Add row
          </button>
        </Hint>
        <Hint label="Remove this row" keys="Mod+Delete">
          <button type="button" className="button" disabled={readOnly || !rows.length} onClick={() => remove(at.row)}>
            <ListMinus size={14} aria-hidden /> Remove row
          </button>
        </Hint>
        <ColumnForm
          table={table}
          tables={doc.spec.tables}
          readOnly={readOnly}
          trigger={
            <button type="button" className="button">
              <Plus size={14} aria-hidden /> Add column
            </button>
          }
          onPut={(made) => tryTo(putColumn(doc, table, null, made))}
        />
        <TableForm
          key={JSON.stringify([table.name, table.label, table.rows, table.description])}
          table={table}
          readOnly={readOnly}
          trigger={
            <button type="button" className="button">
              <Settings2 size={14} aria-hidden /> Table
            </button>
          }
          onPut={({ name, label, description, rows: wanted }) => {
            const { label: _label, description: _description, rows: _rows, ...rest } = table
            const change: FictionTable = {
              ...{ ...rest, name },
              ...(label && { label }),
              ...(description && { description }),
              ...(wanted !== null && { rows: wanted })
            }
            const why = tryTo(changeTable(doc, table, change))
            if (why === null) props.onTab(name)
            return why
          }}
          onRemove={() => tryTo(removeTable(doc, table))}
        />
        <span className="flex-1" />
        <IconButton
          label={props.dirty ? 'Export as CSV: save first' : `Export ${table.name} as CSV`}
          disabled={props.dirty}
          onClick={() => void exportFiction({ name: props.name, as: 'csv', table: table.name })}
        >
          <Download size={15} aria-hidden />
        </IconButton>
        <InventButton
          key={`${table.rows} ${rows.length}`}
          table={table}
          rows={rows.length}
          disabled={readOnly}
          onStart={props.onInvent}
        />
      </div>
      {rows.length === 0 ? (
        <div className="rounded-lg border border-line">
          <Empty title="No rows yet">Add one, or have the model generate them.</Empty>
        </div>
      ) : (
        <Grid
          {...{ table, rows, readOnly, onPlace }}
          place={at}
          problems={byRow}
          editing={props.editing}
          keysOf={(name) => {
            const other = doc.spec.tables.find((one) => one.name === name)
            return other ? rowsIn(doc, name).map((row) => textOf(row[other.key])) : []
          }}
          onEdit={(row, into, text) => edit((now) => setCell(now, table, row, into, text))}
          onAdd={add}
          onRemove={remove}
          header={(one) => (
            <ColumnForm
              key={JSON.stringify([one, table.key])}
              table={table}
              column={one}
              tables={doc.spec.tables}
              readOnly={readOnly}
              trigger={
                <button
                  type="button"
                  title={one.description}
                  className={`min-w-0 flex-1 rounded px-1 hover:bg-hover ${one.type === 'integer' || one.type === 'number' ? 'text-right' : 'text-left'}`}
                >
                  <span className="block truncate font-medium font-mono text-xs">{one.name}</span>
                  <span className="block truncate text-muted text-xs leading-4">
                    {one.refers ? `→ ${one.refers}` : typeName(one.type)}
                  </span>
                </button>
              }
              onPut={(made) => tryTo(putColumn(doc, table, one.name, made))}
              onRemove={() => tryTo(removeColumn(doc, table, one.name))}
            />
          )}
        />
      )}
      <p role="status" hidden={!rows.length} className={`min-h-5 text-xs ${here ? 'text-danger' : 'text-muted'}`}>
        {here ?? 'Type or press Enter to edit a cell, Escape to cancel, Delete to empty it.'}
      </p>
    </div>
  )
}

/** The first problem of each cell, by row from 0 and column. */
function marks(problems: readonly FictionProblem[], table: string): Map<number, Map<string, FictionProblem>> {
  const found = new Map<number, Map<string, FictionProblem>>()
  for (const problem of problems) {
    if (problem.table !== table) continue
    const row = found.get(problem.row - 1) ?? new Map<string, FictionProblem>()
    const column = problem.column ?? ''
    if (!row.has(column)) row.set(column, problem)
    found.set(problem.row - 1, row)
  }
  return found
}

// The rest is found by mending these.
const SHOWN = 50

function Problems({
  problems,
  onGo
}: {
  problems: readonly FictionProblem[]
  onGo(problem: FictionProblem): void
}): ReactNode {
  if (!problems.length)
    return (
      <p role="status" className="text-muted">
        Every row fits.
      </p>
    )
  return (
    <section aria-label="Problems">
      <h3 className="heading mb-1">{counted(problems.length, 'problem')}</h3>
      <ul className="max-h-36 overflow-y-auto rounded-lg border border-line">
        {problems.slice(0, SHOWN).map((problem, at) => (
          <li key={at} className="border-line not-last:border-b">
            <button
              type="button"
              className="-outline-offset-2 block w-full px-3 py-1 text-left hover:bg-hover"
              onClick={() => onGo(problem)}
            >
              <span className="text-muted text-xs">
                {problem.table}, row {count(problem.row)}
              </span>{' '}
              {problem.message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
