// How good who answers is in this world: contestants, their figures in both passes, and a button to where each left the truth.
import type { ReactNode } from 'react'
import { MEASURES, type MeasureName } from '../../core/control/compare/measures.ts'
import type { CompareReport, Comparison, ContestantKind, Pass } from '../../core/control/compare/report.ts'
import { comparisonOf } from '../../core/control/compare/summary.ts'
import { CheckField, LineField } from '../fields.tsx'
import { useActions, useOrrery } from '../store/index.ts'
import { Trouble } from '../ui.tsx'
import { useKept } from '../unsaved.ts'
import { WorkDialog } from '../WorkDialog.tsx'
import { whole } from '../words.ts'
import { Judge } from './Judge.tsx'

const CONTESTANTS: [ContestantKind, title: string, about: string][] = [
  ['model', 'The model in use', 'answers everything'],
  ['grounded', 'What computes, then the model', 'the machine, programs and servers first'],
  ['executed', 'What computes, alone', 'the rest is missing'],
  ['repeat', 'Repeat', 'shows once more what was seen last: what any model has to beat']
]

const PASSES: Record<Pass, string> = {
  true: 'Each turn after the true ones before it',
  own: 'From the beginning on, after its own'
}

interface Choice {
  chosen: ContestantKind[]
  turns: string
  meaning: boolean
}

export function Fidelity(): ReactNode {
  const world = useOrrery((state) => state.trueWorld)
  const made = useOrrery((state) => state.fidelity)
  const model = useOrrery((state) => state.engine?.model ?? null)
  const { show, measureFidelity, stopFidelity } = useActions()
  const [typed, keep] = useKept<Choice>('fidelity', {
    chosen: [model === null ? 'executed' : 'model', 'repeat'],
    ...{ turns: '10', meaning: false }
  })
  const { chosen, turns, meaning } = typed
  const set = (change: Partial<Choice>) => keep({ ...typed, ...change })
  // One that was trained for it, where it is on this machine.
  const embedder = useOrrery((state) => state.models?.find(({ embeds, path }) => embeds && path !== null)?.id ?? null)
  if (!world) return null
  const most = whole(turns)
  const progress = made?.progress ?? null
  const ready = chosen.length > 0 && most !== null && most >= 1
  const start = () => {
    if (!ready) return
    const contestants = CONTESTANTS.flatMap(([kind]) => (chosen.includes(kind) ? [kind] : []))
    void measureFidelity({ contestants, turns: most, embeddings: meaning ? (embedder ?? 'bundled') : null })
  }
  return (
    <WorkDialog
      title={`How good is the model in “${world.title}”?`}
      description="Asks for each turn of this world again and compares the answers with what is there. What is answered stays as a branch of this world."
      width="64rem"
      submit="Compare"
      disabled={!ready}
      work={
        progress && {
          ...{ label: 'Comparison', value: progress.total ? progress.done / progress.total : null },
          ...{ said: `${progress.who}: ${progress.done} of ${progress.total}`, stop: 'Stop', onStop: stopFidelity }
        }
      }
      below={made && made.reports.length > 0 && <Compared reports={made.reports} />}
      onSubmit={start}
      onClose={() => {
        stopFidelity()
        show(null)
      }}
    >
      <div className="empty:hidden">
        <Trouble place="scenario" />
      </div>
      <div className="grid gap-4 min-[700px]:grid-cols-[1fr_10rem]">
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 font-medium">Who answers</legend>
          {CONTESTANTS.map(([kind, title, about]) => (
            <label key={kind} className="flex items-baseline gap-2">
              <input
                type="checkbox"
                className="accent-accent"
                checked={chosen.includes(kind)}
                disabled={kind === 'model' && model === null}
                onChange={({ target }) =>
                  set({ chosen: target.checked ? [...chosen, kind] : chosen.filter((other) => other !== kind) })
                }
              />
              <span>
                {kind === 'model' && model !== null ? model : title}{' '}
                <span className="text-muted text-xs">
                  {kind === 'model' && model === null ? 'no model is in use' : about}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <LineField
          label="Turns"
          hint="The first so many."
          inputMode="numeric"
          value={turns}
          onText={(turns) => set({ turns })}
        />
      </div>
      <CheckField
        title="Nearness in meaning too"
        hint={
          embedder === null
            ? 'By the model that comes with Orrery, which is weak at this; an embedding model is in the catalogue.'
            : `By ${embedder}, with RWML’s thresholds.`
        }
        checked={meaning}
        onChange={(meaning) => set({ meaning })}
      />
      <details>
        <summary className="cursor-pointer">Can a model judge?</summary>
        <p className="my-2 text-muted text-xs">
          Where no measure decides, a model can. Its scores of what is known to be wrong have to fall first.
        </p>
        <Judge submit="Calibrate" exported={null} />
      </details>
    </WorkDialog>
  )
}

function Compared({ reports }: { reports: readonly CompareReport[] }): ReactNode {
  const { contestants } = comparisonOf(reports, { seed: 0 })
  return (
    <div className="mt-5 flex flex-col gap-5">
      <ul className="flex flex-col gap-1">
        {contestants.map((one) => (
          <li key={one.name}>{inWords(one)}</li>
        ))}
      </ul>
      <p className="text-muted text-xs">
        Means from 0 to 1. One world shows no spread: to tell a difference from noise, compare several with{' '}
        <code>orrery compare</code>.
      </p>
      <Figures contestants={contestants} pass="true" />
      <Figures contestants={contestants} pass="own" />
      <Divergences contestants={contestants} />
    </div>
  )
}

/** What the figures say, for those who know none of their names. */
function inWords({ name, passes, divergences }: Comparison['contestants'][number]): string {
  const { overall } = passes.true ?? {}
  if (!overall) return `${name} was not asked after the true turns.`
  const { exact, wordF1 } = overall.figures
  if (!exact) return `${name} gave no answer to any of ${overall.turns} turns.`
  const same = `${name} shows the same as this world in ${Math.round(exact.mean * exact.turns)} of ${exact.turns} turns`
  const words = wordF1 ? `, and ${Math.round(wordF1.mean * 100)} % of the words on average` : ''
  const [first] = divergences
  if (!first) return `${same}${words}.`
  const left = first.turn === null ? `never leaves the truth` : `leaves the truth in turn ${first.turn}`
  return `${same}${words}; by itself it ${left}.`
}

interface Props {
  contestants: Comparison['contestants']
}

function Figures({ contestants, pass }: Props & { pass: Pass }): ReactNode {
  const rows = contestants.flatMap(({ name, passes }) => {
    const table = passes[pass]?.overall
    return table ? [{ name, table }] : []
  })
  if (!rows.length) return null
  const names = Object.keys(MEASURES) as MeasureName[] // Object.keys forgets which keys there are.
  const measures = names.filter((name) => rows.some(({ table }) => table.figures[name]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too
    <section className="overflow-x-auto" aria-label={PASSES[pass]} tabIndex={0}>
      <table className="text-left">
        <caption className="heading mb-1.5 text-left">{PASSES[pass]}</caption>
        <thead className="text-muted text-xs">
          <tr>
            <th scope="col" className="pr-4 font-normal">
              Who
            </th>
            <th scope="col" className="pr-4 font-normal">
              Turns
            </th>
            {measures.map((measure) => (
              <th key={measure} scope="col" className="pr-4 font-normal" title={MEASURES[measure]}>
                {measure}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, table }) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="py-1 pr-4 font-medium">
                {name}
              </th>
              <td className="pr-4">
                {table.turns}
                {table.missing > 0 && <span className="text-muted"> ({table.missing} missing)</span>}
              </td>
              {measures.map((measure) => (
                <td key={measure} className="pr-4 tabular-nums">
                  {table.figures[measure]?.mean.toFixed(2) ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Divergences({ contestants }: Props): ReactNode {
  const { openRun, show } = useActions()
  const all = contestants.flatMap(({ name, divergences }) => divergences.map((one) => ({ name, ...one })))
  if (!all.length) return null
  return (
    <section aria-label="Where each left the truth">
      <h3 className="heading mb-1.5">Where each left the truth</h3>
      <ul className="flex flex-col gap-1.5">
        {all.map(({ name, session, branch, turn, turns, label, step }) => (
          <li key={name} className="flex items-baseline gap-3">
            <span className="min-w-0 flex-1 break-words">
              <span className="font-medium">{name}</span>:{' '}
              {turn === null ? `never, in ${turns} turns` : `turn ${turn} of ${turns}, ${label}`}
              {turn !== null && step === null && <span className="text-muted"> (no answer)</span>}
            </span>
            {branch !== null && (turn === null || step !== null) && (
              <button
                type="button"
                className="button whitespace-nowrap"
                aria-label={turn === null ? `Open the branch of ${name}` : `Open turn ${turn} of ${name}`}
                onClick={() => {
                  show(null)
                  void openRun({ session, branch }, turn)
                }}
              >
                {turn === null ? 'Open' : `Open turn ${turn}`}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
