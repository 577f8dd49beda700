// Export: a format by what one wants to do with it, its options, what will be lost, and the first record.

import { TriangleAlert } from 'lucide-react'
import { Fragment, type ReactNode, useId, useState } from 'react'
import type { ExporterRow, ExportPreview } from '../../core/contract/formats.ts'
import type { Coverage } from '../../core/control/evaluate/coverage-report.ts'
import { coverageRows } from '../../core/formats/coverage-words.ts'
import { judgeChooses } from '../../core/formats/judged-best.ts'
import { isObject } from '../../core/text/json.ts'
import type { Json } from '../../core/tree/ports.ts'
import { Judge } from '../control/Judge.tsx'
import { SelectField } from '../fields.tsx'
import { useLoaded } from '../loaded.ts'
import { Field as SchemaField } from '../observations/document/Field.tsx'
import { presets } from '../store/exports.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Refusal, Trouble } from '../ui.tsx'
import { useKept } from '../unsaved.ts'
import { Preview, WorkDialog } from '../WorkDialog.tsx'
import { bytes, counted } from '../words.ts'

const PURPOSES = [
  // First, since one of these is chosen until somebody chooses.
  ['keep', 'Keep and exchange'],
  ['watch', 'View'],
  ['train', 'Train'],
  ['evaluate', 'Evaluate']
] as const

// Options change with every key; a preview reads up to 1,000 steps.
const PAUSE_MS = 250

export function Export(): ReactNode {
  const sessions = useOrrery((state) => state.exportOf)
  const exporters = useOrrery((state) => state.exporters)
  const world = useOrrery((state) => state.world)
  const run = useOrrery((state) => state.exportRun)
  const { show, previewExport, startExport, cancelExport } = useActions()
  // Each format keeps what was chosen for it.
  const [typed, keep] = useKept<{ name: string; chosen: Record<string, Json> }>('export', {
    ...{ name: exporters[0]?.name ?? '', chosen: {} }
  })
  const { name, chosen } = typed
  const format = exporters.find((one) => one.name === name)
  const options = chosen[name] ?? (format ? presets(format) : {})
  const own = sessions.length === 1 && world?.session.id === sessions[0]?.id ? world : null
  const [branch, setBranch] = useState(own?.branch)
  const input = {
    sessions: sessions.map(({ id }) => id),
    format: name,
    branch,
    options: isObject(options) ? options : {}
  }
  const chooses = format ? judgeChooses(format, input.options) : 'no'
  // Scores of a judge hold for the worlds and the branch that it was asked about.
  const of = JSON.stringify([input.sessions, branch])
  const [judged, setJudged] = useState<{ of: string; scores: Record<string, number> } | null>(null)
  const scores = judged?.of === of ? judged.scores : null
  const waits = chooses === 'yes' && scores === null
  const whole = { ...input, ...(chooses === 'yes' && scores && { scores }) }
  const asked = JSON.stringify(whole)

  const ask = waits || chooses === 'apart' ? null : () => previewExport(JSON.parse(asked))
  const { found, problem } = useLoaded<ExportPreview>(ask, [asked, previewExport], PAUSE_MS)
  const preview = problem === null && ask ? found : null

  const close = () => {
    cancelExport()
    show(null)
  }
  const [first] = sessions
  return (
    <WorkDialog
      title={sessions.length === 1 && first ? `Export “${first.title}”` : `Export ${counted(sessions.length, 'world')}`}
      description="Formats are grouped by purpose."
      width="60rem"
      layout="grid gap-x-6 gap-y-5 min-[760px]:grid-cols-[17.5rem_1fr]"
      submit="Export"
      disabled={problem !== null || ask === null || format === undefined}
      work={
        run && {
          ...{ label: 'Export', value: run.total ? run.done / run.total : null, stop: 'Cancel', onStop: cancelExport },
          said: `${run.filename}, ${bytes(run.bytes)}`
        }
      }
      beside={
        <span className="min-w-0 flex-1 truncate text-muted">
          {preview && `${preview.filename}, ${preview.exact ? '' : 'about '}${bytes(preview.bytes)}`}
        </span>
      }
      onSubmit={() => void startExport(whole)}
      onClose={close}
    >
      <div className="flex flex-col gap-4">
        {PURPOSES.map(([purpose, title]) => (
          <Formats
            key={purpose}
            title={title}
            formats={exporters.filter((one) => one.purpose === purpose)}
            value={name}
            onChange={(name) => keep({ ...typed, name })}
          />
        ))}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <div className="empty:hidden">
          <Trouble place="export" />
        </div>
        {format && <p>{format.description}</p>}
        {own && own.branches.length > 1 && (
          <Branch branches={own.branches} value={branch} onChange={setBranch} whole={format?.lossless === true} />
        )}
        {format && Object.keys(isObject(format.form.properties) ? format.form.properties : {}).length > 0 && (
          <SchemaField
            key={name}
            name="Options"
            schema={format.form}
            root={format.form}
            value={options}
            required
            bare
            path={[]}
            problems={[]}
            strict={false}
            onChange={(value) => keep({ ...typed, chosen: { ...chosen, [name]: value ?? {} } })}
          />
        )}
        {chooses === 'apart' && (
          <Refusal text="A judge chooses in rows of single turns of a world model: set view to world, and rows to turn." />
        )}
        {chooses === 'yes' && (
          <Judge
            key={of}
            submit="Ask the judge"
            exported={{ sessions: input.sessions, branch }}
            onJudged={(one) => setJudged(one?.scores ? { of, scores: one.scores } : null)}
          />
        )}
        <Refusal text={ask && problem} />
        {preview && <Losses preview={preview} />}
        <Covered sessions={input.sessions} branch={branch} />
        {preview && format && <Head preview={preview} format={format} />}
      </div>
    </WorkDialog>
  )
}

function Formats(props: {
  title: string
  formats: ExporterRow[]
  value: string
  onChange(name: string): void
}): ReactNode {
  if (!props.formats.length) return null
  return (
    <fieldset className="flex flex-col">
      <legend className="heading mb-1.5">{props.title}</legend>
      {props.formats.map(({ name, title }) => (
        <label
          key={name}
          className={`flex cursor-pointer items-baseline gap-2.5 rounded-md px-2 py-1.5 ${name === props.value ? 'bg-selected font-medium' : 'hover:bg-hover'}`}
        >
          <input
            type="radio"
            name="format"
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

function Branch(props: {
  branches: { id: string; title: string }[]
  value: string | undefined
  whole: boolean
  onChange(id: string): void
}): ReactNode {
  if (props.whole) return null
  return (
    <SelectField
      label="Branch"
      className="max-w-72"
      value={props.value}
      onText={(text) => props.onChange(text)}
      options={props.branches.map((branch) => [branch.id, branch.title] as const)}
    />
  )
}

function Losses({ preview: { losses, warnings = [] } }: { preview: ExportPreview }): ReactNode {
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} className="flex items-start gap-2">
          <TriangleAlert size={15} aria-label="Warning" className="mt-0.5 shrink-0 text-accent" />
          {warning}
        </p>
      ))}
      <NotIncluded losses={losses} />
    </>
  )
}

function NotIncluded({ losses }: Pick<ExportPreview, 'losses'>): ReactNode {
  const id = useId()
  if (!losses.length) return <p className="text-muted">Lossless: the whole world can be imported again.</p>
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="heading mb-1.5">
        Not included
      </h3>
      <ul className="list-disc pl-5 marker:text-muted">
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
    </section>
  )
}

/** What behaviour the worlds cover, once it is asked for: all of them are read. */
function Covered({ sessions, branch }: { sessions: string[]; branch: string | undefined }): ReactNode {
  const { coverage } = useActions()
  const [open, setOpen] = useState(false)
  const ask = open ? () => coverage({ sessions, branch }) : null
  const { found, problem } = useLoaded<Coverage>(ask, [sessions.join(), branch, open, coverage])
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer">What is covered</summary>
      <Refusal text={problem} />
      {open && !found && problem === null && <p className="mt-1.5 text-muted">Reading…</p>}
      {found && (
        <dl className="mt-1.5 grid grid-cols-[minmax(8rem,auto)_1fr] gap-x-4 gap-y-1">
          {coverageRows(found).map(([what, told]) => (
            <Fragment key={what}>
              <dt className="text-muted">{what}</dt>
              <dd className="min-w-0 break-words">{told}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </details>
  )
}

function Head({ preview, format }: { preview: ExportPreview; format: ExporterRow }): ReactNode {
  const text = format.mediaType === 'application/jsonl' ? records(preview) : preview.head
  if (!text) return <p className="text-muted">The file will be empty: this branch has no steps yet.</p>
  return <Preview text={preview.truncated ? `${text}\n…` : text} className="max-h-72" />
}

// A file's first line may be a header only.
const RECORDS = 3

/** The first lines, each laid out as JSON; a line that is cut stays as it is. */
function records({ head }: ExportPreview): string {
  return head
    .split('\n')
    .slice(0, RECORDS)
    .map((line) => {
      try {
        return JSON.stringify(JSON.parse(line), null, 2)
      } catch {
        return line
      }
    })
    .join('\n')
}
