// A download as a bar and words, or why it stopped.
import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Model } from '../../core/contract/models.ts'
import type { Pull } from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { ProblemNote, Progress } from '../ui.tsx'
import { bytes, duration } from '../words.ts'

/** Nothing when no download of `model` runs or has failed. */
export function PullProgress({ model }: { model: Model }): ReactNode {
  const pull = useOrrery((state) => state.pulls[model.id])
  const problem = useOrrery((state) => state.pullProblems[model.id])
  const actions = useActions()
  if (problem) {
    return (
      <ProblemNote problem={problem}>
        <button type="button" className="button h-7" onClick={() => void actions.pull(model.id)}>
          <RotateCcw size={13} aria-hidden /> Retry
        </button>
      </ProblemNote>
    )
  }
  if (!pull) return null
  const total = pull.total ?? model.size
  return (
    <div className="flex flex-col gap-1.5">
      <Progress
        label={`${pull.phase === 'verifying' ? 'Verifying' : 'Downloading'} ${model.title}`}
        value={pull.phase === 'connecting' ? null : pull.done / Math.max(1, total)}
      />
      <span className="text-muted text-xs tabular-nums">{pullWords(pull, total)}</span>
    </div>
  )
}

function pullWords({ phase, source, done, bytesPerSecond }: Pull, total: number): string {
  if (phase === 'connecting') return source ? `Connecting to ${source}` : 'Finding a source'
  if (phase === 'verifying') return `Verifying the checksum, ${bytes(done)} of ${bytes(total)}`
  const left = bytesPerSecond > 0 ? `, ${duration((1000 * (total - done)) / bytesPerSecond)} left` : ''
  return `${bytes(done)} of ${bytes(total)}, ${bytes(bytesPerSecond)}/s${left}`
}
