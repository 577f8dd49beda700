// The built-in agent as it is watched: what it thinks and does, how many of its steps are left, and why it ended.
import { Bot, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BuiltIn } from '../store/built-in.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { count, counted } from '../words.ts'

/** What it is at, below its line in the strip. */
export function AtWork({ paused }: { paused: boolean }): ReactNode {
  const agent = useOrrery((state) => state.builtIn)
  if (!agent) return null
  const { doing, thought, what, taken, steps } = agent
  const held = paused && doing === 'act' && what !== ''
  return (
    <div className="flex basis-full items-baseline gap-3 pl-[27px]">
      <span className="shrink-0 text-muted tabular-nums">
        {count(taken)} of {counted(steps, 'step')}
      </span>
      <p className="line-clamp-2 min-w-0 flex-1">
        {thought && <span>{thought} </span>}
        <span className="text-muted">
          {held && 'Next: '}
          {what && <span className="font-mono">{what}</span>}
          {!thought && !what && 'Thinks of what to do next…'}
        </span>
      </p>
    </div>
  )
}

/** Why it ended, in its world, until that is dismissed. */
export function Ended(): ReactNode {
  const agent = useOrrery(({ builtIn, world }) => (builtIn?.session === world?.session.id ? builtIn : null))
  const { dismissBuiltIn } = useActions()
  if (!agent?.ended) return null
  const { text } = agent.ended
  return (
    <section
      aria-label="Built-in agent"
      className="flex items-start gap-3 border-line border-b bg-selected px-4 py-1.5 text-sm"
    >
      <Bot size={15} aria-hidden className="mt-1 shrink-0 text-accent" />
      <div role="status" className="min-w-0 flex-1 py-0.5">
        <p>
          <strong className="font-medium">Built-in agent</strong> {endWords(agent)}
        </p>
        {text && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <p tabIndex={0} className="max-h-40 overflow-y-auto whitespace-pre-line break-words">
            {text}
          </p>
        )}
      </div>
      <button type="button" aria-label="Dismiss" className="icon-button" onClick={dismissBuiltIn}>
        <X size={14} aria-hidden />
      </button>
    </section>
  )
}

/** Goes on after its name. */
function endWords({ taken, steps, ended }: BuiltIn): string {
  const after = taken === 0 ? 'before its first step' : `after ${counted(taken, 'step')}`
  if (!ended) return 'acts.'
  const { reason } = ended
  switch (reason) {
    case 'agent':
      return text(`says that it has finished, ${after}`, ended.text)
    case 'turns':
      return steps === 1 ? 'has taken the one step that it had.' : `has taken all of its ${counted(steps, 'step')}.`
    case 'condition':
      return `stopped ${after}: the world says that it is over.`
    case 'gave-up':
      return text(`gave up ${after}`, ended.text)
    case 'failed':
      return text(`could not go on ${after}`, ended.text)
    case 'revoked':
      return `stopped ${after}: its link was revoked.`
    case 'deleted':
      return `stopped ${after}: its world was deleted.`
    case 'stopped':
      return `was stopped ${after}.`
    default:
      return reason satisfies never
  }
}

/** The sentence ends in a colon if `more`, the text shown below it, says something; else in a full stop. */
const text = (words: string, more: string): string => `${words}${more ? ':' : '.'}`
