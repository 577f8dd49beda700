// Who would answer the next action: executed or the model, and by which rule. It follows the typing.
import { Cpu, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Route } from '../../core/tree/ground.ts'
import { useAnswer } from '../loaded.ts'
import type { ParsedAction } from './ActionBar.tsx'
import type { RouteOf } from './surface.ts'

// A word is typed in less; the rules are asked when it pauses.
const PAUSE_MS = 250

export interface RouteHintProps {
  /** The next action as it is written. */
  text: string
  busy: boolean
  parse(text: string): ParsedAction
  /** Another one at another place. */
  routeOf: RouteOf
}

export function RouteHint({ text, busy, parse, routeOf }: RouteHintProps): ReactNode {
  /** `undefined` for what is no action yet. */
  const ask = async (): Promise<{ of: string; route: Route | null | undefined }> => {
    const parsed = parse(text)
    return { of: text, route: parsed.ok ? await routeOf(parsed.action) : undefined }
  }
  const answer = useAnswer(busy ? null : ask, null, [text, routeOf], PAUSE_MS)
  // What was found for another text, or before the step that runs, says nothing of this one.
  const found = !busy && answer?.of === text ? answer.route : undefined
  const executed = found?.by === 'ground'
  const Icon = executed ? Cpu : Sparkles
  return (
    <p role="status" className="flex min-h-5 items-center gap-2 text-[var(--muted)] text-xs">
      {found === null && 'A recording or the check of the call answers; no model is asked.'}
      {found && (
        <>
          <Icon
            size={13}
            aria-hidden
            className={`shrink-0 ${executed ? 'text-[var(--ok)]' : 'text-[var(--accent)]'}`}
          />
          <span className="min-w-0 truncate" title={found.why}>
            <span className="text-[var(--ink)]">{routeWords(found)}</span>. {found.why}
          </span>
        </>
      )}
    </p>
  )
}

/** In a few words, the rule by its name. */
export function routeWords({ by, rule }: Route): string {
  return by === 'ground' ? `Will be executed · ${rule}` : `The model answers · ${rule}`
}
