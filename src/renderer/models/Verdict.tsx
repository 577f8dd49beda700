// Whether a model fits this machine: a sign, words and the numbers, never a colour alone.
import { CircleCheckBig, CircleHelp, CircleX, Contrast, Cpu } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Fit } from '../../core/contract/fit.ts'
import type { ShownError } from '../store/data.ts'
import { isFit } from '../store/fits.ts'

const VERDICT = {
  gpu: { Icon: CircleCheckBig, words: 'Fits on the GPU', tone: 'text-ok' },
  partial: { Icon: Contrast, words: 'Fits, partly on the GPU', tone: 'text-accent' },
  cpu: { Icon: Cpu, words: 'Fits, runs on the CPU', tone: 'text-ok' },
  'too-big': { Icon: CircleX, words: 'Too large for this machine', tone: 'text-danger' }
} as const

/** A file that is no model to choose, and why. */
export function Unfit({ why }: { why: string }): ReactNode {
  return (
    <p className="flex items-start gap-1.5 text-xs">
      <CircleX size={14} aria-hidden className="mt-px shrink-0 text-danger" />
      <span>
        <span className="font-medium text-danger">Cannot answer.</span> <span className="text-muted">{why}</span>
      </span>
    </p>
  )
}

/** `fit` is `undefined` while it is being asked. */
export function Verdict({ fit }: { fit: Fit | ShownError | undefined }): ReactNode {
  if (fit === undefined) return <p className="text-muted text-xs">Checking whether it fits…</p>
  if (!isFit(fit)) {
    return (
      <p className="flex items-start gap-1.5 text-xs">
        <CircleHelp size={14} aria-hidden className="mt-px shrink-0 text-muted" />
        <span>
          <span className="font-medium">Memory needs unknown.</span> <span className="text-muted">{fit.message}</span>
        </span>
      </p>
    )
  }
  const { Icon, words, tone } = VERDICT[fit.verdict]
  return (
    <p className="flex items-start gap-1.5 text-xs tabular-nums">
      <Icon size={14} aria-hidden className={`mt-px shrink-0 ${tone}`} />
      <span>
        <span className={`font-medium ${tone}`}>{words}.</span> <span className="text-muted">{fit.reason}</span>
      </span>
    </p>
  )
}
