// Fictional worlds: the list, ways to begin one, and the editor of the one that is open.
import { Download, FileUp, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { AlertDialog } from 'radix-ui'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { FictionSpec } from '../../../core/tree/fiction.ts'
import type { FictionRow } from '../../store/fictions.ts'
import { fileOf } from '../../store/files.ts'
import { useActions, useOrrery } from '../../store/index.ts'
import { Empty, Field, IconButton, Modal, Trouble, Yours } from '../../ui.tsx'
import { count } from '../../words.ts'
import { Ask } from './Ask.tsx'
import { Editor } from './Editor.tsx'

export function Fictions(): ReactNode {
  const fiction = useOrrery((state) => state.fiction)
  const { loadFictions } = useActions()
  useEffect(() => void loadFictions(), [loadFictions])
  return fiction ? <Editor key={fiction.name} fiction={fiction} /> : <Library />
}

function Library(): ReactNode {
  const fictions = useOrrery((state) => state.fictions)
  const { show } = useActions()
  const [making, setMaking] = useState<Making | null>(null)
  return (
    <Modal
      title="Fictional worlds"
      description="Tables of invented facts. Search and MCP worlds can be grounded in them."
      width="62rem"
      onClose={() => show(null)}
    >
      <div className="flex flex-col gap-6">
        <div className="empty:hidden">
          <Trouble place="fictions" />
        </div>
        <Begin making={making} onChoose={setMaking} />
        <section aria-labelledby="fictions-list">
          <h3 id="fictions-list" className="heading mb-2">
            Library
          </h3>
          {fictions?.length === 0 && (
            <Empty title="No fictional worlds">Create one from a preset, or import a file.</Empty>
          )}
          <ul className="overflow-hidden rounded-lg border border-line empty:hidden">
            {fictions?.map((one) => (
              <Item key={one.name} fiction={one} />
            ))}
          </ul>
        </section>
      </div>
    </Modal>
  )
}

function Item({ fiction }: { fiction: FictionRow }): ReactNode {
  const { openFiction, exportFiction } = useActions()
  const { name, title, premise, tables, date, strategy, shipped } = fiction
  const presets = useOrrery((state) => state.fictionPresets)
  const kind = presets?.find((one) => one.name === strategy)?.title
  return (
    <li className="flex items-start gap-3 border-line bg-raised px-4 py-3 not-last:border-b">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {title} {!shipped && <Yours />}
        </p>
        <p className="line-clamp-2 text-muted">{premise}</p>
        <p className="mt-0.5 text-muted text-xs">
          {[
            <code key="name" className="font-mono">
              {name}
            </code>,
            ...(kind ? [kind] : []),
            `Present day ${date}`,
            tables.map((table) => `${table.name} ${count(table.rows)}`).join(', ')
          ].map((part, at) => (
            <span key={at}>
              {at > 0 && ' · '}
              {part}
            </span>
          ))}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <button type="button" className="button" onClick={() => void openFiction(name)}>
          <Pencil size={14} aria-hidden /> Edit<span className="sr-only"> {title}</span>
        </button>
        <IconButton label={`Export ${title} as a database`} onClick={() => void exportFiction({ name, as: 'sqlite' })}>
          <Download size={15} aria-hidden />
        </IconButton>
        <DeleteFiction fiction={fiction} />
      </div>
    </li>
  )
}

function DeleteFiction({ fiction: { name, title, shipped } }: { fiction: FictionRow }): ReactNode {
  const { deleteFiction } = useActions()
  const verb = shipped ? 'Restore the original' : 'Delete'
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger asChild>
        <button type="button" className="icon-button" aria-label={`${verb}: ${title}`} title={`${verb}…`}>
          {shipped ? <RotateCcw size={15} aria-hidden /> : <Trash2 size={15} aria-hidden />}
        </button>
      </AlertDialog.Trigger>
      <Ask
        title={shipped ? `Restore “${title}”?` : `Delete “${title}”?`}
        says={
          shipped
            ? 'Your changes to it are deleted. Worlds that were made with them keep their facts.'
            : 'Its tables are deleted from this machine. Worlds that were made with it keep their facts.'
        }
      >
        <AlertDialog.Cancel className="button">Cancel</AlertDialog.Cancel>
        <AlertDialog.Action className="button border-danger text-danger" onClick={() => void deleteFiction(name)}>
          {verb}
        </AlertDialog.Action>
      </Ask>
    </AlertDialog.Root>
  )
}

/** What a new one begins with. */
type Making = { kind: 'preset'; spec: FictionSpec } | { kind: 'files'; files: File[] }

const nameFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')

function Begin({ making, onChoose }: { making: Making | null; onChoose(making: Making | null): void }): ReactNode {
  const presets = useOrrery((state) => state.fictionPresets)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <section aria-labelledby="fictions-new">
      <h3 id="fictions-new" className="heading mb-2">
        New
      </h3>
      <ul className="grid gap-2.5 min-[700px]:grid-cols-2">
        {presets?.map(({ name, title, description, spec }) => {
          const chosen = making?.kind === 'preset' && making.spec === spec
          return (
            <li key={name} className={`card flex hover:border-accent ${chosen ? 'border-accent bg-selected' : ''}`}>
              <button
                type="button"
                aria-pressed={chosen}
                className="flex-1 rounded-lg px-4 py-2.5 text-left"
                onClick={() => onChoose({ kind: 'preset', spec })}
              >
                <span className="block font-medium">{title}</span>
                <span className="block text-muted text-xs">{description}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept=".csv,.tsv,.txt,.db,.sqlite,.sqlite3"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length) onChoose({ kind: 'files', files })
        }}
      />
      <button type="button" className="button mt-2.5" onClick={() => picker.current?.click()}>
        <FileUp size={14} aria-hidden /> Import CSV or SQLite…
      </button>
      {making && (
        <Naming
          key={making.kind === 'preset' ? making.spec.title : making.files.map(({ name }) => name).join()}
          making={making}
          onCancel={() => onChoose(null)}
        />
      )}
    </section>
  )
}

function Naming({ making, onCancel }: { making: Making; onCancel(): void }): ReactNode {
  const { createFiction, importFiction } = useActions()
  const fictions = useOrrery((state) => state.fictions)
  const free = (wanted: string) => {
    let name = wanted || 'world'
    for (let at = 2; fictions?.some((one) => one.name === name); at++) name = `${wanted}-${at}`
    return name
  }
  const first = making.kind === 'preset' ? making.spec.title : (making.files[0]?.name.replace(/\.[^.]*$/, '') ?? '')
  const [name, setName] = useState(() => free(nameFrom(first)))
  const [busy, setBusy] = useState(false)
  const taken = fictions?.find((one) => one.name === name)
  const id = useId()
  const create = async () => {
    setBusy(true)
    if (making.kind === 'preset') await createFiction(name, making.spec)
    else await importFiction(name, await Promise.all(making.files.map((file) => fileOf(file, file.name))))
    setBusy(false)
  }
  const verb = making.kind === 'preset' ? 'Create' : 'Import'
  return (
    <form
      aria-label={`${verb} a fictional world`}
      className="mt-3 flex flex-wrap items-end gap-2 rounded-lg border border-line bg-raised px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <div className="min-w-64 flex-1">
        <Field
          id={id}
          label="Name"
          hint={
            making.kind === 'files'
              ? taken
                ? `Adds the tables of ${making.files.map((file) => file.name).join(', ')} to “${taken.title}”.`
                : `From ${making.files.map((file) => file.name).join(', ')}. Lower-case letters, digits and dashes.`
              : taken
                ? `There is already a fictional world “${name}”.`
                : 'Lower-case letters, digits and dashes.'
          }
        >
          <input
            id={id}
            className="field font-mono"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the form appears because somebody chose to fill it in
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </div>
      <div className="flex gap-2 pb-5">
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="submit"
          className="button-primary"
          disabled={busy || name === '' || (making.kind === 'preset' && taken !== undefined)}
        >
          {verb}
        </button>
      </div>
    </form>
  )
}
