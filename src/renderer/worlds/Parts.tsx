// What folds away around the world, in the window's last line: what is folded says so, and opens by a click.
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { FOLDS } from '../commands.ts'
import { unfinished } from '../store/data.ts'
import { standing, type WindowPart } from '../store/folds.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Hint } from '../ui.tsx'

const NAMES: Record<WindowPart, string> = { action: 'Actions', draft: 'Unfinished', strip: 'Steps', panels: 'Panels' }

export function Parts(): ReactNode {
  const open = useOrrery((state) => state.world !== null)
  const draft = useOrrery(({ world, runs }) => world !== null && !runs[world.branch] && unfinished(world) !== null)
  if (!open) return null
  return (
    <fieldset aria-label="Parts of the window" className="flex shrink-0 items-center gap-0.5">
      {FOLDS.map(([part, name]) => (part !== 'draft' || draft) && <Fold key={part} {...{ part, name }} />)}
    </fieldset>
  )
}

function Fold({ part, name }: { part: WindowPart; name: string }): ReactNode {
  const stands = useOrrery((state) => standing(state, part))
  const tight = useOrrery((state) => !state.room[part])
  const { toggleFold } = useActions()
  const folded = stands === 'folded'
  const why = folded && tight ? ', for which this window is too low: it opens over the world' : ''
  const Icon = folded ? ChevronUp : ChevronDown
  return (
    <Hint label={`${folded ? 'Show' : 'Fold'} ${name}${why}`} shortcut={`fold-${part}`}>
      <button
        type="button"
        aria-expanded={!folded}
        onClick={() => toggleFold(part)}
        className={`flex h-5 items-center gap-0.5 rounded px-1.5 hover:bg-hover hover:text-ink ${
          folded ? 'border border-line bg-raised text-ink' : 'border border-transparent'
        }`}
      >
        {NAMES[part]}
        {folded && <span className="sr-only"> folded</span>}
        <Icon size={12} aria-hidden />
      </button>
    </Hint>
  )
}
