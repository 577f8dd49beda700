// Consistency of whole trajectories: which tasks, who acts, and whether what succeeds in the model's world succeeds in the executed one.
import { type ReactNode, useState } from 'react'
import type {
  ConsistencyLine,
  ConsistencyReport,
  ConsistencyRow,
  Share
} from '../../core/control/consistency/report.ts'
import { CheckField, LineField, SelectField } from '../fields.tsx'
import { useActions, useOrrery } from '../store/index.ts'
import { Trouble } from '../ui.tsx'
import { WorkDialog } from '../WorkDialog.tsx'
import { whole } from '../words.ts'

const NOISE = [
  ['0', 'The scenario’s own actions'],
  ['0.2', 'The same, one in five with a mistake'],
  ['model', 'The model in use, as an agent']
] as const

export function Consistency(): ReactNode {
  const scenarios = useOrrery((state) => state.scenarios)
  const made = useOrrery((state) => state.consistency)
  const model = useOrrery((state) => state.engine?.model ?? null)
  const { show, measureConsistency, stopConsistency } = useActions()
  const tasks = scenarios.filter(
    ({ answers, checks }) => (answers === 'executed' || answers === 'both') && checks.length > 0
  )
  const [chosen, setChosen] = useState<string[]>([])
  const [noise, setNoise] = useState<(typeof NOISE)[number][0]>('0')
  const [query, setQuery] = useState('')
  const [repeats, setRepeats] = useState('1')
  const repeat = whole(repeats)
  const ready = chosen.length > 0 && repeat !== null && repeat >= 1 && model !== null
  const progress = made?.progress ?? null
  const found = tasks.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(query.trim().toLowerCase()))
  return (
    <WorkDialog
      title="Does the model’s world lead to the same end?"
      description="Each task is done in the executed world and in the model’s. What was done in the model’s is then done again for real."
      width="72rem"
      submit="Measure"
      disabled={!ready}
      work={
        progress && {
          ...{ label: 'Rollouts', value: progress.total ? progress.done / progress.total : null },
          ...{ said: `${progress.done} of ${progress.total || '…'} ${progress.label}`, stop: 'Stop' },
          onStop: stopConsistency
        }
      }
      below={made && <Measured notes={made.notes} report={made.report} />}
      onSubmit={() => {
        if (ready)
          void measureConsistency({ scenarios: chosen, repeat, noise: noise === 'model' ? null : Number(noise) })
      }}
      onClose={() => {
        stopConsistency()
        show(null)
      }}
    >
      <div className="empty:hidden">
        <Trouble place="scenario" />
      </div>
      {model === null && (
        <p className="text-muted">No model is in use. Choose one first: its world is what is measured.</p>
      )}
      <div className="grid gap-5 min-[800px]:grid-cols-[1fr_18rem]">
        <fieldset className="min-w-0">
          <legend className="mb-1 font-medium">Tasks</legend>
          <input
            aria-label="Find a task"
            type="search"
            className="field mb-2"
            placeholder="Find…"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
          <div className="flex max-h-56 flex-col gap-1 overflow-y-auto">
            {found.map(({ name, title }) => (
              <CheckField
                key={name}
                title={title}
                checked={chosen.includes(name)}
                onChange={(checked) => setChosen(checked ? [...chosen, name] : chosen.filter((one) => one !== name))}
              />
            ))}
          </div>
        </fieldset>
        <div className="flex flex-col gap-3">
          <SelectField
            label="Who acts"
            value={noise}
            onChange={({ target }) => setNoise(NOISE.find(([value]) => value === target.value)?.[0] ?? '0')}
            options={NOISE}
          />
          {noise === '0' && (
            <p className="text-muted text-xs">
              These actions look at nothing they are shown, so only “Model’s world” tells of the model.
            </p>
          )}
          <LineField label="Times each" inputMode="numeric" value={repeats} onText={setRepeats} />
        </div>
      </div>
    </WorkDialog>
  )
}

function Measured({ notes, report }: { notes: readonly string[]; report: ConsistencyReport | null }): ReactNode {
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
