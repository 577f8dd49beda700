// The best plan of a world in PDDL from the step that is looked at, beside the world: it can be followed action by action.
import { Check, CornerUpLeft, Route } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { findDomain } from '../../../core/domains/index.ts'
import { type OpenWorld, setup as rules, viewed } from '../../store/data.ts'
import { useActions } from '../../store/index.ts'
import type { PlanFound } from '../../store/programs.ts'
import { Empty, Progress, Refusal } from '../../ui.tsx'
import { count, counted } from '../../words.ts'

/** A plan with where it begins. */
interface Made {
  branch: string
  at: number
  plan: PlanFound
}

export function Plan({ world }: { world: OpenWorld }): ReactNode {
  const { planProgram } = useActions()
  const [trouble, setTrouble] = useState<string | null>(null)
  const [looking, setLooking] = useState<{ stop: AbortController; states: number } | null>(null)
  const [made, setMade] = useState<Made | null>(null)
  const stop = looking?.stop
  useEffect(() => () => stop?.abort(), [stop])
  const look = async () => {
    const { branch, at } = world
    const own = new AbortController()
    setTrouble(null)
    setLooking({ stop: own, states: 0 })
    const plan = await planProgram(
      { branch, at: viewed(world) },
      { signal: own.signal, onProgress: (states) => setLooking({ stop: own, states }) }
    )
    setLooking(null)
    if (plan && 'message' in plan) setTrouble(plan.message)
    else setMade(plan && { branch, at, plan })
  }
  const shown = made?.branch === world.branch && world.at >= made.at ? made : null
  return (
    <div className="flex flex-col gap-3 px-4 pb-4">
      <div>
        <button type="button" className="button h-7" disabled={looking !== null} onClick={() => void look()}>
          <Route size={13} aria-hidden /> Find the best plan from{' '}
          {world.at ? `step ${count(world.at)}` : 'the beginning'}
        </button>
      </div>
      {looking && (
        <div className="flex items-center gap-3">
          <Progress label="Planning" value={null} />
          <span className="shrink-0 text-muted text-xs">{counted(looking.states, 'state')} looked at</span>
          <button type="button" className="button h-7" onClick={() => looking.stop.abort()}>
            Stop
          </button>
        </div>
      )}
      <Refusal text={trouble} />
      {shown ? (
        <Lines world={world} made={shown} />
      ) : (
        !looking && (
          <Empty title="No plan yet">
            A plan is the shortest way to the goal, or the cheapest where the problem asks for that. It is searched for,
            and never guessed.
          </Empty>
        )
      )}
    </div>
  )
}

function Lines({ world, made: { at, plan } }: { world: OpenWorld; made: Made }): ReactNode {
  const { act } = useActions()
  const { lines, why, states, cost } = plan
  const looked = `${counted(states, 'state')} looked at.`
  if (!lines)
    return (
      <p role="status">
        {why === 'none' ? 'The goal cannot be reached from here.' : 'No plan was found; there may be one.'} {looked}
      </p>
    )
  if (!lines.length) return <p role="status">The goal is reached here.</p>
  const taken = world.rows.slice(at, world.at).map(({ label }) => label)
  const left = taken.findIndex((label, index) => label !== lines[index])
  const done = left < 0 ? taken.length : left
  const said =
    left < 0
      ? `${count(done)} of ${counted(lines.length, 'action')} done${cost ? `, cost ${count(cost)}` : ''}. ${looked}`
      : `The world left this plan in step ${count(at + left + 1)}.`
  return (
    <>
      <p role="status">{said}</p>
      <ol aria-label="The plan" className="flex flex-col">
        {lines.map((line, index) => (
          <li key={`${index} ${line}`} aria-current={left < 0 && index === done ? 'step' : undefined}>
            <div
              className={`flex min-h-7 items-center gap-2 rounded px-2 py-0.5 ${left < 0 && index === done ? 'bg-selected shadow-[inset_2px_0_0_var(--accent)]' : ''}`}
            >
              <span className="w-6 shrink-0 text-right text-muted text-xs">{index + 1}</span>
              {index < done ? (
                <Check size={12} aria-label="Done" className="shrink-0 text-ok" />
              ) : (
                <span aria-hidden className="w-3 shrink-0" />
              )}
              <code className="min-w-0 flex-1 break-words font-mono text-xs">{line}</code>
              {left < 0 && index === done && (
                <button
                  type="button"
                  className="button h-6 text-xs"
                  onClick={() => void act(findDomain(world.session.domain).fromText(line, rules(world)))}
                >
                  <CornerUpLeft size={12} aria-hidden className="-scale-x-100" /> Do this
                </button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
