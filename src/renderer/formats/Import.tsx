// Import: what was found in the files before anything is kept, and what became of it afterwards.
import type { ReactNode } from 'react'
import type { ImportReport } from '../../core/contract/formats.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Modal, Progress } from '../ui.tsx'
import { counted } from '../words.ts'

/** The import that waits for an answer, or the one that was just made. */
export function Import(): ReactNode {
  const imported = useOrrery((state) => state.imported)
  const { dismissImport, keepImport } = useActions()
  if (!imported) return null
  const { report } = imported
  const { worlds, kept } = report
  return (
    <Modal
      title={titleOf(report)}
      description={worlds.length === 0 ? 'No worlds found.' : wordsOf(report)}
      width="44rem"
      onClose={dismissImport}
      footer={
        kept || worlds.length === 0 ? (
          <button type="button" className="button-primary" onClick={dismissImport}>
            Done
          </button>
        ) : (
          <>
            <button type="button" className="button" onClick={dismissImport}>
              Cancel
            </button>
            <button type="button" className="button-primary" onClick={() => void keepImport()}>
              Import
            </button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {kept && report.problems.length === 0 && (
          <p>Every line was read. {worlds.length === 1 ? 'The world is open.' : 'The first world is open.'}</p>
        )}
        {(!kept || report.files.length > 1) && <Files report={report} />}
        <Counts title="Not imported" list={report.dropped} />
        {!kept && <Counts title="Recognised" list={report.understood} />}
        <Problems report={report} />
      </div>
    </Modal>
  )
}

/** How far an import is, with the way to stop it. */
export function Importing(): ReactNode {
  const run = useOrrery((state) => state.importRun)
  const { cancelImport } = useActions()
  if (!run) return null
  const { file, at, of, share } = run
  return (
    <Modal
      title="Reading files"
      description={of > 1 ? `File ${at} of ${of}` : of ? 'One file' : 'Opening the files'}
      onClose={cancelImport}
      footer={
        <button type="button" className="button" onClick={cancelImport}>
          Cancel
        </button>
      }
    >
      <Progress label="Import" value={of > 1 ? (at - 1) / of : share} />
      <p className="mt-2 truncate text-muted">{file}</p>
    </Modal>
  )
}

function titleOf({ worlds, problems, unlisted, kept }: ImportReport): string {
  if (!worlds.length) return 'Nothing to import'
  if (!kept) return 'Import this?'
  const done = worlds.every(({ known }) => known) ? 'Already imported' : 'Imported'
  return problems.length ? `${done}, ${counted(problems.length + unlisted, 'line')} skipped` : done
}

/** Worlds by what becomes of them. A world that was here keeps what it had and gains what it lacked. */
function wordsOf({ worlds, kept }: ImportReport): string {
  const steps = worlds.reduce((sum, world) => sum + world.steps, 0)
  const known = worlds.filter((world) => world.known).length
  const fresh = worlds.length - known
  if (!kept) {
    const here = known ? ` ${counted(known, 'world')} already imported.` : ''
    return `${counted(worlds.length, 'world')}, ${counted(steps, 'step')}.${here}`
  }
  const rest =
    known === 1
      ? 'already existed: nothing was replaced, missing steps and branches were added'
      : 'already existed: nothing was replaced, missing steps and branches were added'
  if (known === 0) return `${counted(fresh, 'world')}, ${counted(steps, 'step')}.`
  if (fresh === 0) return `${known === 1 ? 'This world' : `These ${known} worlds`} ${rest}.`
  return `${counted(fresh, 'world')} new. ${counted(known, 'world')} ${rest}. ${counted(steps, 'step')} in all.`
}

function Files({ report: { files } }: { report: ImportReport }): ReactNode {
  return (
    <Table heads={['File', 'Format']} rows={files.map(({ name, format, sure }) => [name, formatWords(format, sure)])} />
  )
}

function formatWords(format: string | null, sure: ImportReport['files'][number]['sure']): string {
  if (format === null) return 'Unknown: skipped'
  if (sure === 'likely') return `${format}, probably`
  return sure === 'possible' ? `${format}, possibly` : format
}

function Counts({ title, list }: { title: string; list: ImportReport['dropped'] }): ReactNode {
  if (!list.length) return null
  return (
    <section>
      <h3 className="heading mb-1.5">{title}</h3>
      <ul className="list-disc pl-5 marker:text-muted">
        {list.map(({ what, count }) => (
          <li key={what}>
            {what}
            {count > 1 && <span className="text-muted">, {count} times</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Problems({ report: { problems, unlisted, files, kept } }: { report: ImportReport }): ReactNode {
  if (!problems.length) return null
  const several = files.length > 1
  const rows = problems.map(({ file, line, reason }) => [...(several ? [file] : []), String(line ?? ''), reason])
  if (unlisted) rows.push([...(several ? [''] : []), '', `${counted(unlisted, 'more line')} could not be read.`])
  const why = kept ? 'Why it was skipped' : 'Why it will be skipped'
  return <Table heads={[...(several ? ['File'] : []), 'Line', why]} rows={rows} />
}

function Table({ heads, rows }: { heads: string[]; rows: string[][] }): ReactNode {
  return (
    <table className="w-full text-left">
      <thead className="text-muted">
        <tr>
          {heads.map((head) => (
            <th key={head} className="pr-4 pb-1 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.join(' ')} className="border-line border-t align-top">
            {cells.map((cell, column) => (
              // Columns have no name but their place.
              <td key={column} className="break-words py-1 pr-4 tabular-nums">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
