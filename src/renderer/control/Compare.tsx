// The same scenario without its fault and with it, turn by turn.
import type { ReactNode } from 'react'
import type { StepRow } from '../../core/contract/steps.ts'
import type { ScenarioGroup } from '../../core/control/summary.ts'
import type { Step } from '../../core/tree/model.ts'
import { useLoaded } from '../loaded.ts'
import type { PlayedRun } from '../store/control.ts'
import { useActions } from '../store/index.ts'
import { Refusal } from '../ui.tsx'
import { Took } from './Took.tsx'

type Asked = NonNullable<ScenarioGroup['first']>

interface Props {
  group: ScenarioGroup
  baseline: ScenarioGroup | null
  onClose(): void
}

export function Compare({ group, baseline, onClose }: Props): ReactNode {
  const { played } = useActions()
  const [without, disturbed] = [baseline?.first ?? null, group.failures[0] ?? group.first]
  const ask = async (one: Asked, other: Asked): Promise<[PlayedRun, PlayedRun] | { message: string }> => {
    const [left, right] = await Promise.all([played(one), played(other)])
    if ('message' in left) return left
    return 'message' in right ? right : [left, right]
  }
  const { found: sides, problem } = useLoaded(without && disturbed && (() => ask(without, disturbed)), [
    without,
    disturbed,
    played
  ])
  const turns = sides ? Math.max(sides[0].steps.length, sides[1].steps.length) : 0
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <h3 className="min-w-0 flex-1 font-semibold text-base">
          {group.title}: without faults, and with {group.variant || 'its own'}
        </h3>
        <button type="button" className="button" onClick={onClose}>
          Back to the results
        </button>
      </div>
      {(!without || !disturbed) && <p className="text-muted">There is no run without faults beside it.</p>}
      <Refusal text={problem} />
      {sides && (
        <table className="w-full table-fixed border-separate border-spacing-x-2 border-spacing-y-1.5">
          <caption className="sr-only">The turns of both runs</caption>
          <thead>
            <tr className="text-left text-muted text-xs">
              <th scope="col" className="w-8 font-normal">
                <span className="sr-only">Turn</span>
              </th>
              <th scope="col" className="font-normal">
                Without faults
              </th>
              <th scope="col" className="font-normal">
                With {group.variant || 'faults'}
              </th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: turns }, (_, at) => (
              <Turn key={at} at={at} left={side(sides[0], at)} right={side(sides[1], at)} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

interface Side {
  step: Step
  row: StepRow | undefined
}

function side({ steps, rows }: PlayedRun, at: number): Side | null {
  const step = steps[at]
  return step ? { step, row: rows.find(({ id }) => id === step.id) } : null
}

function Turn({ at, left, right }: { at: number; left: Side | null; right: Side | null }): ReactNode {
  const same = left?.step.observation.text === right?.step.observation.text && left?.row?.label === right?.row?.label
  return (
    <tr className="align-top">
      <th scope="row" className="pt-1.5 text-right font-normal text-muted text-xs tabular-nums">
        {at + 1}
      </th>
      {same ? (
        <td colSpan={2} className="rounded-md border border-line px-2.5 py-1.5 text-muted">
          <code className="font-mono text-xs">{left?.row?.label}</code>
          <span className="ml-2 text-xs">the same in both</span>
        </td>
      ) : (
        <>
          <Seen side={left} />
          <Seen side={right} />
        </>
      )}
    </tr>
  )
}

function Seen({ side }: { side: Side | null }): ReactNode {
  if (!side) return <td className="rounded-md border border-line border-dashed px-2.5 py-1.5 text-muted">no turn</td>
  const { step, row } = side
  return (
    <td className="rounded-md border border-line bg-field px-2.5 py-1.5">
      <Took action={row?.label ?? null} fired={row?.fired} text={step.observation.text} />
    </td>
  )
}
