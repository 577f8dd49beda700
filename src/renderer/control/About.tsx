// What a scenario's text comes to: its world, what is done, what disturbs it, what is expected, and how many runs that makes.
import type { ReactNode } from 'react'
import { domains, findDomain } from '../../core/domains/index.ts'
import type { Action } from '../../core/tree/model.ts'
import type { ScenarioFile } from '../../core/tree/scenario.ts'
import type { Checked } from '../store/control.ts'
import { counted } from '../words.ts'
import { AXES } from './verdicts.ts'

const MOST = 12

export function About({ checked: { scenario, variants, labels } }: { checked: Checked }): ReactNode {
  if (!scenario) return <p className="text-muted">The text is no scenario yet. Its problems are listed below it.</p>
  const { title, description, teaches, setup, checks } = scenario
  const kind = domains.find(({ id }) => id === setup.domain)?.title ?? setup.domain
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="font-medium">{title}</p>
        <p className="text-muted">{description}</p>
        {teaches && (
          <p className="mt-1">
            <span className="font-medium">Teaches:</span> {teaches}
          </p>
        )}
      </div>
      <dl className="flex flex-col gap-2">
        <Part name="World">
          {kind}
          {setup.grounding && `, ${GROUNDING[setup.grounding]}`}
          {setup.recording && `, recording “${setup.recording}”`}
        </Part>
        <Part name="Actions">{actionsOf(scenario)}</Part>
        <Part name="Faults">{faultsOf(scenario)}</Part>
        <Part name="Checks">
          {checks.length === 0 ? (
            'None: it can be started, and a run of it decides nothing.'
          ) : (
            <ul className="list-disc pl-4 marker:text-muted">
              {checks.slice(0, MOST).map(({ name, axis }) => (
                <li key={name}>
                  {name} <span className="text-muted text-xs">{AXES[axis]}</span>
                </li>
              ))}
              {checks.length > MOST && <li className="text-muted">and {checks.length - MOST} more</li>}
            </ul>
          )}
        </Part>
        <Part name={counted(variants, 'run')}>
          {variants > 1 && (
            <ul className="flex flex-wrap gap-1">
              {labels.slice(0, MOST).map((label) => (
                <li key={label} className="rounded border border-line px-1.5 text-xs">
                  {label}
                </li>
              ))}
              {variants > MOST && <li className="text-muted text-xs">and {variants - MOST} more</li>}
            </ul>
          )}
        </Part>
      </dl>
    </div>
  )
}

const GROUNDING = { model: 'predicted', grounded: 'executed where possible', executed: 'executed only' }

function Part({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="text-muted text-xs">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** As the timeline has it, where the text is an action of its kind of world. */
function told(domain: string, action: unknown): string {
  if (typeof action === 'string') return action
  try {
    return findDomain(domain).label(action as Action)
  } catch {
    return JSON.stringify(action)
  }
}

function actionsOf({ actions, tries, stop, setup }: ScenarioFile): ReactNode {
  const done = actions ?? tries
  if (!done.length) return `None: an agent acts, for ${counted(stop.turns, 'turn')} at most.`
  return (
    <ol className="list-decimal pl-5 font-mono text-xs marker:text-muted">
      {done.slice(0, 6).map((action, index) => (
        <li key={index} className="truncate">
          {told(setup.domain, action)}
        </li>
      ))}
      {done.length > 6 && <li className="list-none text-muted">and {done.length - 6} more</li>}
    </ol>
  )
}

function faultsOf({ setup, matrix }: ScenarioFile): string {
  const levels = Object.keys(matrix?.perturbations ?? {})
  const own = setup.perturbations.map(({ name, id }) => id ?? name)
  const parts = [own.join(', '), levels.length > 0 && `levels ${levels.join(', ')}`].filter(Boolean)
  return parts.join('; ') || 'None'
}
