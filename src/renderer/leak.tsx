// What became of a reference answer that stood where it may not.
import { EyeOff, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Leak } from '../core/tree/fiction.ts'

export function LeakMark({ leak }: { leak: Leak }): ReactNode {
  const says = leak === 'repaired' ? 'The reference answer was withheld here' : 'The reference answer is exposed here'
  const Icon = leak === 'repaired' ? EyeOff : TriangleAlert
  return (
    <span title={says} data-leak={leak} className="flex items-center">
      <Icon size={12} aria-hidden className={leak === 'repaired' ? 'text-accent' : 'text-danger'} />
      <span className="sr-only">{says}</span>
    </span>
  )
}
