// A scenario's audit: whether its checks tell an agent that does the task from lazy ones that do not.
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AuditRow } from '../../core/control/audit.ts'
import { lazyAgents } from '../../core/control/lazy/index.ts'

const WITNESS = {
  pass: ['Its own actions pass.', CircleCheck, 'text-ok'],
  fail: ['Its own actions do not pass.', CircleX, 'text-danger'],
  model: ['Its own actions need a model, so nothing was decided.', CircleDashed, 'text-muted']
} as const

export function Audit({ row: { witness, lazy, walks = [] } }: { row: AuditRow }): ReactNode {
  const [said, Icon, colour] = WITNESS[witness.outcome]
  const runs = lazyAgents.map(({ name, about }) => {
    const all = lazy.filter(({ agent }) => agent === name)
    return { name, about, run: all.find(({ passes }) => passes) ?? all[0] }
  })
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-start gap-2">
        <Icon size={14} aria-hidden className={`mt-1 shrink-0 ${colour}`} />
        <span className="min-w-0 break-words">
          {said}
          {witness.outcome !== 'pass' && <span className="block text-muted text-xs">{witness.why}</span>}
        </span>
      </p>
      <ul aria-label="Lazy agents" className="flex flex-col gap-1.5">
        {runs.map(({ name, about, run }) => run && <Lazy key={name} name={name} about={about} run={run} />)}
      </ul>
      {walks.length > 0 && (
        <ul aria-label="Other walks" className="flex flex-col gap-1.5">
          {walks.map((one) => (
            <Walk key={one.walk} run={one} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Walk({ run: { walk, asSaid, why } }: { run: NonNullable<AuditRow['walks']>[number] }): ReactNode {
  const Icon = asSaid ? CircleCheck : CircleX
  return (
    <li className="flex items-start gap-2">
      <Icon size={14} aria-hidden className={`mt-1 shrink-0 ${asSaid ? 'text-ok' : 'text-danger'}`} />
      <span className="min-w-0 break-words">
        The walk <span className="font-medium">“{walk}”</span> comes out {asSaid ? 'as the file says.' : 'otherwise.'}
        <span className="block text-muted text-xs">{why}</span>
      </span>
    </li>
  )
}

/** A lazy agent that passes is a hole in the checks, unless the scenario says that it is open. */
function Lazy(props: { name: string; about: string; run: AuditRow['lazy'][number] }): ReactNode {
  const { name, about, run } = props
  const hole = run.passes && run.open === undefined
  const Icon = hole ? CircleX : run.passes ? CircleDashed : CircleCheck
  return (
    <li className="flex items-start gap-2">
      <Icon
        size={14}
        aria-hidden
        className={`mt-1 shrink-0 ${hole ? 'text-danger' : run.passes ? 'text-muted' : 'text-ok'}`}
      />
      <span className="min-w-0 break-words">
        The lazy agent <span className="font-medium">“{name}”</span>{' '}
        {hole ? 'passes: a hole in the checks.' : run.passes ? 'passes, as the scenario says.' : 'fails, as it should.'}
        <span className="block text-muted text-xs">{about}</span>
        {run.passes && <span className="block text-xs">{run.open ?? run.why}</span>}
      </span>
    </li>
  )
}
