// The rules of the program at work: which ran in the step that is looked at, how often each did in this session, and which never.
import { CircleDashed, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OpenWorld } from '../../store/data.ts'
import { Empty, Refusal } from '../../ui.tsx'
import { count, counted } from '../../words.ts'
import type { TracedRules } from './traced.ts'

interface RulesProps {
  world: OpenWorld
  traced: { found: TracedRules | null; problem: string | null }
  onGo(place: { file?: string; line: number; column: number }): void
}

export function Rules({ world, traced: { found, problem }, onGo }: RulesProps): ReactNode {
  if (problem !== null)
    return (
      <div className="px-4 pb-4">
        <Refusal text={problem} />
      </div>
    )
  if (!found) return <p className="px-4 text-muted">Playing the steps once more…</p>
  const { rules, turns } = found
  if (!rules.length)
    return (
      <Empty title="No rules of its own">
        This program is data, and Orrery’s rules for worlds of its kind compute it.
      </Empty>
    )
  const times = rules.map((_, rule) => turns.filter(({ ran }) => ran.includes(rule)).length)
  const now = new Set(turns.find(({ turn }) => turn === world.at)?.ran)
  const never = rules.filter((_, rule) => !times[rule])
  const ran = rules.length - never.length
  if (!turns.length)
    return <Empty title="No step yet">When the program answers a step, the rules that ran for it are shown here.</Empty>
  return (
    <div className="flex flex-col gap-3 px-4 pb-4">
      <p role="status">
        {count(ran)} of {counted(rules.length, 'rule')} ran in {counted(turns.length, 'step')} (
        {Math.round((100 * ran) / Math.max(1, rules.length))} %).{' '}
        {now.size ? `In step ${count(world.at)}: ${count(now.size)}.` : 'None of them ran in the step that is shown.'}
      </p>
      <ul aria-label="Rules of the program" className="flex flex-col">
        {rules.map(({ name, file, line }, rule) => (
          <li key={`${file} ${line} ${name} ${rule}`} aria-current={now.has(rule) ? 'step' : undefined}>
            <button
              type="button"
              className={`flex w-full items-center gap-2 rounded px-2 py-0.5 text-left hover:bg-hover ${now.has(rule) ? 'bg-selected shadow-[inset_2px_0_0_var(--accent)]' : ''}`}
              onClick={() => onGo({ ...(file !== undefined && { file }), line, column: 1 })}
            >
              {now.has(rule) ? (
                <Play size={12} aria-hidden className="shrink-0 text-accent" />
              ) : (
                <CircleDashed size={12} aria-hidden className="shrink-0 text-muted" />
              )}
              <code className="min-w-0 flex-1 truncate font-mono text-xs">{name}</code>
              <span className="shrink-0 text-muted text-xs">
                {file !== undefined && `${file}, `}line {line},{' '}
                {times[rule] ? counted(times[rule], 'step') : 'never ran'}
                {now.has(rule) && ', ran in this step'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
