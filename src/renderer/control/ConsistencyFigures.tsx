// What the measure of consistency came to: in words, as shares of success, and rollout by rollout.

import type { ReactNode } from 'react'
import type {
  ConsistencyLine,
  ConsistencyReport,
  ConsistencyRow,
  Share
} from '../../core/control/consistency/report.ts'
import { useActions } from '../store/index.ts'

export function Measured({ notes, report }: { notes: readonly string[]; report: ConsistencyReport | null }): ReactNode {
  return (
    <div className="mt-6 flex flex-col gap-5">
      {report && <p>{inWords(report.overall)}</p>}
      {notes.length > 0 && (
        <ul className="text-muted text-xs">
          {[...new Set(notes)].map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {report && <Shares report={report} />}
      {report && <Rollouts rows={report.rows} />}
    </div>
  )
}

/** What the figures say, for those who know none of their names. */
function inWords({ rollouts, real, wm, w2r, cr }: ConsistencyLine): string {
  if (!rollouts || !real || !w2r) return 'No rollout came to an end that can be judged.'
  const said = wm
    ? ` In the model’s world ${percent(wm)} looked solved;`
    : ' Of the model’s world the checks say nothing;'
  const start = `In the executed world ${percent(real)} of ${rollouts} rollouts succeed.${said} what was done there, done again for real, solves ${percent(w2r)}.`
  if (!cr) return `${start} Nothing succeeds in the executed world, so there is no ratio.`
  return `${start} The model’s world is worth ${cr.mean.toFixed(2)} of the executed one (CR).`
}

const percent = ({ mean }: Share): string => `${Math.round(mean * 100)} %`

function shown(share: Share | null): string {
  if (!share) return '–'
  const { mean, low, high } = share
  return low === null || high === null ? mean.toFixed(2) : `${mean.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`
}

function Shares({ report }: { report: ConsistencyReport }): ReactNode {
  const rows: [string, ConsistencyLine][] = [
    ['All', report.overall],
    ...Object.entries(report.byDomain).map(([name, line]): [string, ConsistencyLine] => [name, line]),
    ...Object.entries(report.byTask).map(([name, line]): [string, ConsistencyLine] => [name, line])
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too
    <section className="overflow-x-auto" aria-label="Success" tabIndex={0}>
      <table className="text-left">
        <caption className="heading mb-1.5 text-left">Success</caption>
        <thead className="text-muted text-xs">
          <tr>
            {['', 'Rollouts', 'Real', 'Model’s world', 'Done again for real', 'CR'].map((title) =>
              title ? (
                <th key={title} scope="col" className="pr-5 font-normal">
                  {title}
                </th>
              ) : (
                <td key={title} />
              )
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, { rollouts, left, real, wm, w2r, cr }]) => (
            <tr key={name} className="border-line border-t tabular-nums">
              <th scope="row" className="py-1 pr-5 font-medium">
                {name}
              </th>
              <td className="pr-5">
                {rollouts}
                {left > 0 && <span className="text-muted"> ({left} left out)</span>}
              </td>
              {[real, wm, w2r, cr].map((share, at) => (
                <td key={at} className="pr-5">
                  {shown(share)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const ENDS = [
  ['real', 'Executed'],
  ['wm', 'Model’s world'],
  ['w2r', 'Done again']
] as const

function Rollouts({ rows }: { rows: readonly ConsistencyRow[] }): ReactNode {
  const { openRun, show } = useActions()
  return (
    <section aria-label="Rollouts">
      <h3 className="heading mb-1.5">Rollouts</h3>
      <ul className="flex flex-col gap-1.5">
        {rows.map((row) => (
          <li key={`${row.scenario} ${row.repeat}`} className="flex flex-wrap items-baseline gap-2">
            <span className="min-w-0 flex-1 break-words">
              <span className="font-medium">{row.title}</span>
              {row.repeat > 0 && ` (${row.repeat + 1})`}:{' '}
              {row.parted === null ? 'the worlds never differed' : `the worlds differed from turn ${row.parted}`}
            </span>
            {ENDS.map(([end, title]) => {
              const one = row[end]
              if (!one) return null
              return (
                <button
                  key={end}
                  type="button"
                  className="button whitespace-nowrap"
                  aria-label={`Open ${row.title}, run ${row.repeat + 1}: ${title}, ${one.verdict}`}
                  onClick={() => {
                    show(null)
                    void openRun(one, row.parted !== null && row.parted <= one.turns ? row.parted : null)
                  }}
                >
                  {title}: {one.verdict}
                </button>
              )
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
