// Writing a world from the steps of one: how, how far the work is, and what the program is worth on turns that nobody saw who wrote it.
import { CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AskedTurn, AuthorReport, AuthorScore } from '../../core/control/authoring/report.ts'
import { scoreTold, turnTold } from '../../core/control/authoring/score.ts'
import { SelectField } from '../fields.tsx'
import { useActions, useOrrery } from '../store/index.ts'
import { Trouble } from '../ui.tsx'
import { useKept } from '../unsaved.ts'
import { Preview, WorkDialog } from '../WorkDialog.tsx'
import { counted, duration } from '../words.ts'

interface Choice {
  by: 'rules' | 'model'
  hold: number
}

const HELD = [0.2, 0.3, 0.5]

export function Author(): ReactNode {
  const from = useOrrery((state) => state.writtenFrom)
  const made = useOrrery((state) => state.writing)
  const model = useOrrery((state) => state.engine?.model ?? null)
  const { show, writeWorld, stopWriting, openWritten } = useActions()
  const [typed, keep] = useKept<Choice>('author', { by: 'rules', hold: 0.3 })
  const { by, hold } = typed
  if (!from) return null
  const { progress = null, report = null, cost = null, turns = [] } = made ?? {}
  return (
    <WorkDialog
      title={`Write “${from.title}” as a program`}
      description="Makes rules of what was done in this world, so that it runs without a model. The last turns are held back before anything is written, and say what the program is worth."
      width="56rem"
      submit={report ? 'Write again' : 'Write'}
      disabled={false}
      beside={
        report?.program && (
          <button type="button" className="button" onClick={() => void openWritten()}>
            Open it as a new world
          </button>
        )
      }
      work={
        progress && {
          ...{ label: 'Writing', value: progress.total ? progress.done / progress.total : null },
          ...{ said: progress.label, stop: 'Stop', onStop: stopWriting }
        }
      }
      below={
        <>
          {report && <Written report={report} />}
          {turns.length > 0 && <Turns turns={turns} />}
        </>
      }
      onSubmit={() => void writeWorld({ by, hold })}
      onClose={() => {
        stopWriting()
        show(null)
      }}
    >
      <div className="empty:hidden">
        <Trouble place="scenario" />
      </div>
      <div className="grid gap-4 min-[700px]:grid-cols-2">
        <SelectField
          label="Written by"
          hint={cost ?? 'A model goes on from the rules, tests what it wrote, and takes minutes.'}
          value={by}
          onText={(text) => keep({ ...typed, by: text === 'model' ? 'model' : 'rules' })}
        >
          <option value="rules">Rules alone</option>
          <option value="model" disabled={model === null}>
            {model === null ? 'Rules, then a model (none is in use)' : `Rules, then ${model}`}
          </option>
        </SelectField>
        <SelectField
          label="Held back"
          hint="Of the turns, at their end."
          value={String(hold)}
          onText={(text) => keep({ ...typed, hold: Number(text) })}
        >
          {HELD.map((share) => (
            <option key={share} value={share}>
              {Math.round(share * 100)} %
            </option>
          ))}
        </SelectField>
      </div>
    </WorkDialog>
  )
}

function Written({ report }: { report: AuthorReport }): ReactNode {
  const { turns, held, program, attempts, chosen, tested, unknown } = report
  return (
    <div className="mt-5 flex flex-col gap-5">
      <p role="status" className="font-medium">
        The program {report.label}.
      </p>
      <p className="text-muted text-xs">
        {turns.all} turns: {turns.shown} shown, {turns.held} held back.
        {turns.told > 0 && ` ${turns.told} do not count, since what was given tells them.`}
      </p>
      {turns.held > 0 && (
        <table className="text-left">
          <caption className="heading mb-1.5 text-left">Right in held-back turns</caption>
          <tbody>
            <Scored name="The program" score={held.program} />
            <Scored name="Rules alone" score={held.induced} />
            <Scored name="A look-up of what was answered before" score={held.lookup} />
          </tbody>
        </table>
      )}
      {attempts.length > 0 && (
        <section aria-label="Ways that were tried">
          <h3 className="heading mb-1.5">Ways that were tried</h3>
          <ul className="flex flex-col gap-1">
            {attempts.map((one, at) => (
              <Way key={at} tried={one} chosen={one.by === chosen} />
            ))}
          </ul>
        </section>
      )}
      {tested && (
        <section aria-label="Tests">
          <h3 className="heading mb-1.5">
            {tested.passed} of {tested.passed + tested.failed.length} tests pass
          </h3>
          <ul className="flex flex-col gap-1">
            {tested.failed.map(({ name, why }) => (
              <li key={name} className="flex items-start gap-2">
                <CircleX size={14} aria-hidden className="mt-1 shrink-0 text-danger" />
                <span className="min-w-0 break-words">
                  <span className="font-medium">{name}</span>: {why}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {unknown.length > 0 && (
        <section aria-label="What stays unknown">
          <h3 className="heading mb-1.5">What stays unknown</h3>
          <ul className="list-disc pl-5">
            {unknown.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
      )}
      {program && <Preview text={program.text} />}
    </div>
  )
}

const ROLES: Record<AskedTurn['role'], string> = {
  researcher: 'Researcher',
  developer: 'Developer',
  unit: 'Unit tester',
  play: 'Play tester',
  single: 'Agent'
}

/** What the model was asked in its roles, what it said, and what it was told back. */
function Turns({ turns }: { turns: readonly AskedTurn[] }): ReactNode {
  return (
    <section aria-label="The model at work" className="mt-5">
      <h3 className="heading mb-1.5">The model at work</h3>
      <ol className="flex flex-col gap-1">
        {turns.map((turn, at) => (
          <li key={at} className="rounded-md border border-line bg-raised px-2.5 py-1">
            <details>
              <summary>
                <span className="font-medium">{ROLES[turn.role]}</span>, round {turn.round + 1}, turn {turn.step}:{' '}
                {turnTold(turn)}{' '}
                <span className="text-muted text-xs">
                  {counted(turn.tokens.generated, 'token')}, {duration(turn.ms)}
                </span>
              </summary>
              <Said name="Said" text={turn.said} />
              {turn.told && <Said name="Told back" text={turn.told} />}
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Said({ name, text }: { name: string; text: string }): ReactNode {
  return (
    <div className="mt-1.5">
      <h4 className="text-muted text-xs">{name}</h4>
      <pre className="whitespace-pre-wrap break-words font-mono text-xs leading-5">{text}</pre>
    </div>
  )
}

function Scored({ name, score }: { name: string; score: AuthorScore | null }): ReactNode {
  return (
    <tr className="border-line border-t">
      <th scope="row" className="py-1 pr-4 font-normal">
        {name}
      </th>
      <td className="pr-4 tabular-nums">{score ? scoreTold(score) : '–'}</td>
    </tr>
  )
}

function Way({ tried, chosen }: { tried: AuthorReport['attempts'][number]; chosen: boolean }): ReactNode {
  const Icon = chosen ? CircleCheck : CircleX
  const came =
    tried.problem === undefined
      ? `right in ${tried.shown ? scoreTold(tried.shown) : 'no'} shown turns`
      : `cannot begin: ${tried.problem}`
  return (
    <li className="flex items-start gap-2">
      <Icon size={14} aria-hidden className={`mt-1 shrink-0 ${chosen ? 'text-ok' : 'text-muted'}`} />
      <span className="min-w-0 break-words">
        <span className="font-medium">{tried.by}</span>: {came}
        {chosen && <span className="text-muted"> (taken)</span>}
      </span>
    </li>
  )
}
