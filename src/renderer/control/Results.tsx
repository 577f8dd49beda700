// What runs came to: a grid with a row for each scenario and a cell for each variant. A cell opens the world where it went wrong.
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import type { RunRow } from '../../core/contract/runs.ts'
import { tableLine } from '../../core/control/evaluate/table-answer.ts'
import { expectedLine } from '../../core/control/expectations.ts'
import { rubricLine } from '../../core/control/rubric.ts'
import { type Saw, sawLines } from '../../core/control/saw.ts'
import type { ScenarioGroup, ScenarioReport } from '../../core/control/summary.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Empty, Refusal } from '../ui.tsx'
import { counted } from '../words.ts'
import { Compare } from './Compare.tsx'
import { Divergence } from './Divergence.tsx'
import { Harder } from './Harder.tsx'
import { AXES, COLOURS, told, VERDICTS } from './verdicts.ts'

interface Shown {
  name: string
  report: ScenarioReport
}

/** What a variant's runs are held against: the run without a fault, or each other; or a harder variant that is made of them. */
interface Beside {
  what: 'baseline' | 'repeats' | 'harder'
  group: ScenarioGroup
}

interface Props {
  shown: Shown | null
  onShow(shown: Shown | null): void
  /** Shows a scenario in the editor. */
  onEdit(name: string): void
}

export function Results({ shown, onShow, onEdit }: Props): ReactNode {
  const running = useOrrery((state) => state.scenarioRun)
  const { scenarioRuns, scenarioReport, deleteScenarioRun } = useActions()
  const [rows, setRows] = useState<RunRow[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [beside, setBeside] = useState<Beside | null>(null)
  const id = useId()
  const read = useCallback(async () => setRows(await scenarioRuns()), [scenarioRuns])
  // The host lists a run from its first event on, which tells how many jobs it has. So the list is read again then, and when the run ends.
  const begun = (running?.total ?? 0) > 0
  useEffect(() => void read(), [read, begun])
  const open = async (name: string) => {
    setBeside(null)
    const answer = await scenarioReport(name)
    setProblem('message' in answer ? answer.message : null)
    onShow('message' in answer ? null : { name, report: answer })
  }
  const remove = async (name: string) => {
    if (!(await deleteScenarioRun(name))) return
    if (shown?.name === name) onShow(null)
    await read()
  }
  if (rows === null) return <p className="text-muted">Reading the runs…</p>
  if (!rows.length && !shown && running) return <p className="text-muted">The first run begins…</p>
  if (!rows.length && !shown) {
    return (
      <Empty title="No runs yet">
        Choose a scenario in the editor and press Run. Runs of the command line, <code>orrery run</code>, are listed
        here too.
      </Empty>
    )
  }
  return (
    <div className="grid gap-x-5 gap-y-4 min-[900px]:grid-cols-[16rem_1fr]">
      <section aria-labelledby={`${id}runs`} className="min-w-0">
        <h3 id={`${id}runs`} className="heading mb-1.5">
          Runs
        </h3>
        <ul className="flex max-h-[56vh] flex-col gap-0.5 overflow-y-auto">
          {rows.map(({ name, state, done, total, startedAt }) => (
            <li key={name} className="flex items-center gap-1">
              <button
                type="button"
                aria-current={shown?.name === name}
                className={`min-w-0 flex-1 rounded-md px-2 py-1 text-left ${shown?.name === name ? 'bg-selected' : 'hover:bg-hover'}`}
                onClick={() => void open(name)}
              >
                <span className="block truncate font-medium">{name}</span>
                <span className="block text-muted text-xs">
                  {STATES[state]}, {running?.name === name ? running.done : done}
                  {total !== null && total !== done && ` of ${total}`} {done === 1 ? 'run' : 'runs'}
                  {startedAt !== null && `, ${new Date(startedAt).toLocaleString()}`}
                </span>
              </button>
              <button
                type="button"
                aria-label={`Delete the run ${name}`}
                title="Delete this run. Its worlds stay."
                className="icon-button size-7"
                disabled={state === 'running'}
                onClick={() => void remove(name)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="Results" className="min-w-0">
        <Refusal text={problem} />
        {shown && (
          // Hidden, not removed, so that the grid keeps its choices while a comparison is shown in its place.
          <div hidden={beside !== null}>
            <Grid key={shown.name} report={shown.report} onBeside={setBeside} />
          </div>
        )}
        {shown && beside?.what === 'baseline' && (
          <Compare
            group={beside.group}
            baseline={baselineOf(shown.report, beside.group)}
            onClose={() => setBeside(null)}
          />
        )}
        {shown && beside?.what === 'repeats' && (
          <Divergence run={shown.name} group={beside.group} onClose={() => setBeside(null)} />
        )}
        {shown && beside?.what === 'harder' && (
          <Harder run={shown.name} group={beside.group} onEdit={onEdit} onClose={() => setBeside(null)} />
        )}
        {!shown && problem === null && <p className="text-muted">Choose a run.</p>}
      </section>
    </div>
  )
}

const STATES = { running: 'Running', finished: 'Finished', stopped: 'Stopped', broken: 'Damaged' }

/** The run without a fault that the group is held against: of the same scenario, and the same seed and model where they are named. */
function baselineOf({ groups }: ScenarioReport, group: ScenarioGroup): ScenarioGroup | null {
  const rest = (variant: string) => variant.split(', ').slice(1).join(', ')
  const all = groups.filter(({ scenario, baseline }) => baseline && scenario === group.scenario)
  return all.find(({ variant }) => rest(variant) === rest(group.variant)) ?? all[0] ?? null
}

function Grid({ report, onBeside }: { report: ScenarioReport; onBeside(beside: Beside): void }): ReactNode {
  const rows = new Map<string, ScenarioGroup[]>()
  for (const group of report.groups) rows.set(group.scenario, [...(rows.get(group.scenario) ?? []), group])
  const [chosen, setChosen] = useState<ScenarioGroup | null>(
    report.groups.find(({ verdict }) => verdict === 'fail') ??
      report.groups.find(({ baseline }) => !baseline) ??
      report.groups[0] ??
      null
  )
  const { counts, runs, broken } = report
  return (
    <div className="flex flex-col gap-4">
      <p role="status">
        <span className="font-medium">{counts.pass} passed</span>
        {counts.fail > 0 && `, ${counts.fail} failed`}
        {counts.flaky > 0 && `, ${counts.flaky} of them flaky`}
        {counts.inconclusive > 0 && `, ${counts.inconclusive} inconclusive`}
        {broken > 0 && `, ${counted(broken, 'run')} stopped by the engine`}{' '}
        <span className="text-muted">({counted(runs, 'run')})</span>
      </p>
      <table className="w-full border-separate border-spacing-y-1.5">
        <caption className="sr-only">Scenarios and their variants</caption>
        <tbody>
          {[...rows].map(([scenario, groups]) => (
            <tr key={scenario} className="align-top">
              <th scope="row" className="w-44 max-w-44 truncate pt-1.5 pr-3 text-left font-medium" title={scenario}>
                {scenario}
              </th>
              <td>
                <div className="flex flex-wrap gap-1.5">
                  {groups.map((group) => (
                    <Cell
                      key={group.variant}
                      group={group}
                      chosen={group === chosen}
                      onChoose={() => setChosen(group)}
                    />
                  ))}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {chosen && <Details group={chosen} onBeside={(what) => onBeside({ what, group: chosen })} />}
    </div>
  )
}

function Cell(props: { group: ScenarioGroup; chosen: boolean; onChoose(): void }): ReactNode {
  const { group, chosen, onChoose } = props
  const { openRun } = useActions()
  const verdict = told(group)
  const [word, Icon, look] = VERDICTS[verdict]
  const worst = group.failures[0] ?? group.first
  const turn = worst?.checks.find((check) => check.verdict !== 'pass')?.turn ?? null
  return (
    <button
      type="button"
      aria-pressed={chosen}
      title={`${word}: ${rateOf(group)}. Double-click opens the world.`}
      className={`flex min-w-28 items-center gap-1.5 rounded-md border px-2 py-1 text-left text-xs ${look} ${chosen ? 'outline-2 outline-accent' : ''}`}
      onClick={onChoose}
      onDoubleClick={() => worst && void openRun(worst, turn)}
    >
      <Icon size={14} aria-hidden className={`shrink-0 ${COLOURS[verdict]}`} />
      <span className="min-w-0">
        <span className="block truncate font-medium">
          {group.variant || (group.baseline ? 'no faults' : 'one run')}
        </span>
        <span className="block text-muted">{word}</span>
      </span>
    </button>
  )
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

function rateOf({ counts, rate, low, high }: ScenarioGroup): string {
  const decided = counts.pass + counts.fail
  if (rate === null) return 'no run was decided'
  const interval = decided > 1 ? ` (95 % interval ${percent(low)} to ${percent(high)})` : ''
  return `${counts.pass} of ${decided} passed${interval}`
}

const DETERMINISM = {
  exact: 'Byte-identical when repeated',
  strict: 'The same steps with the same model',
  sampled: 'May differ when repeated'
}

function Details({ group, onBeside }: { group: ScenarioGroup; onBeside(what: Beside['what']): void }): ReactNode {
  const { openRun } = useActions()
  const { counts, failures, first, recovery, gate, rubrics, expected, table, passK, determinism } = group
  const worst = failures[0] ?? first
  const id = useId()
  return (
    <section aria-labelledby={`${id}title`} className="flex flex-col gap-3 rounded-md border border-line bg-raised p-4">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1">
          <h4 id={`${id}title`} className="font-semibold">
            {group.title} {group.variant && <span className="font-normal text-muted">{group.variant}</span>}
          </h4>
          <p className="text-muted text-xs">
            {rateOf(group)}
            {passK !== null && counts.pass + counts.fail > 1 && `, pass^k ${percent(passK)}`}
            {determinism && `. ${DETERMINISM[determinism]}.`}
          </p>
        </div>
        {counts.pass + counts.fail + counts.inconclusive > 1 && (
          <button type="button" className="button" onClick={() => onBeside('repeats')}>
            Where they parted
          </button>
        )}
        {!group.baseline && (
          <button type="button" className="button" onClick={() => onBeside('baseline')}>
            Compare with no faults
          </button>
        )}
        {counts.pass + counts.fail > 0 && (
          <button type="button" className="button" onClick={() => onBeside('harder')}>
            Harder variant…
          </button>
        )}
        {worst && (
          <button
            type="button"
            className="button-primary"
            onClick={() => void openRun(worst, worst.checks.find((check) => check.verdict !== 'pass')?.turn ?? null)}
          >
            Open the world
          </button>
        )}
      </div>
      {worst && (
        <>
          {worst.verdict !== 'pass' && <p>{worst.why}</p>}
          <ul aria-label="Checks" className="flex flex-col gap-1">
            {worst.checks.map((check) => {
              const [word, Icon] = VERDICTS[check.verdict]
              return (
                <li key={check.name} className="flex items-start gap-2">
                  <Icon size={14} aria-label={word} className={`mt-1 shrink-0 ${COLOURS[check.verdict]}`} />
                  <span className="min-w-0">
                    {check.name} <span className="text-muted text-xs">{check.votes ? 'rubric' : AXES[check.axis]}</span>
                    {(check.verdict !== 'pass' || check.votes) && (
                      <span className="block text-muted text-xs">
                        {check.turn !== null && `Turn ${check.turn}: `}
                        {check.why}
                      </span>
                    )}
                    {check.saw && check.saw.length > 0 && <Looked saw={check.saw} />}
                  </span>
                </li>
              )
            })}
          </ul>
          {worst.fired.length > 0 && (
            <p className="text-muted text-xs">
              {worst.fired
                .map(
                  ({ name, count, missed }) =>
                    `${name} took part ${count === 1 ? 'once' : `${count} times`}${missed ? `, ${missed} not shown` : ''}`
                )
                .join('; ')}
            </p>
          )}
        </>
      )}
      {recovery && (
        <p className="text-muted text-xs">
          After the first fault, on average: turns {round(recovery.turns)}, retries {round(recovery.retries)}, blind
          writes {round(recovery.blindWrites)}, tokens {Math.round(recovery.tokens)}.
          {recovery.falseClaims > 0 && ` ${counted(recovery.falseClaims, 'run')} claimed a success that was none.`}
        </p>
      )}
      {rubrics && <p className="text-muted text-xs">Rubrics: {rubricLine(rubrics)}.</p>}
      {table && <p className="text-muted text-xs">Its answer as a table: {tableLine(table)}.</p>}
      {expected && <p className="text-muted text-xs">What the agent expected: {expectedLine(expected)}.</p>}
      {gate && (
        <p className="text-muted text-xs">
          Gate: {counted(gate.previews, 'preview')}, {gate.taken} taken after a predicted success, {gate.held} held back
          {gate.held > 0 && ` (${gate.saved} saved, ${gate.refusedWrongly} refused wrongly, ${gate.unknown} not known)`}
          {gate.afterBudget > 0 && `, ${gate.afterBudget} after the last preview`}.
        </p>
      )}
    </section>
  )
}

/** What a check that failed looked at. */
function Looked({ saw }: { saw: readonly Saw[] }): ReactNode {
  return (
    <pre className="mt-1 whitespace-pre-wrap break-words rounded-md border border-line bg-field px-2 py-1 font-mono text-xs">
      {sawLines(saw).join('\n')}
    </pre>
  )
}

const round = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1))
