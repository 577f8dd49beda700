// What this machine computes with, and when it gives the model's memory back.
import { CircleCheckBig, CircleMinus } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { Fit } from '../../core/contract/fit.ts'
import { SelectField } from '../fields.tsx'
import { isFit } from '../store/fits.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { bytes } from '../words.ts'

export function Machine(): ReactNode {
  // The fit of each model describes the machine in the same way, so the first one is taken.
  const fit = useOrrery((state) => Object.values(state.fits).find(isFit))
  const first = useOrrery((state) => state.models?.find(({ unfit }) => unfit === undefined))
  const { askFit, readPreferences } = useActions()
  useEffect(() => void readPreferences(), [readPreferences])
  useEffect(() => {
    if (!fit && first) void askFit(first)
  }, [fit, first, askFit])
  return (
    <div className="flex flex-col gap-6">
      <section aria-label="Compute backends">
        <h3 className="heading mb-2">Compute backends</h3>
        {fit ? <Backends fit={fit} /> : <p className="text-muted">Checking this machine…</p>}
      </section>
      <Idle />
    </div>
  )
}

const BACKEND = { cuda: 'CUDA', vulkan: 'Vulkan', metal: 'Metal', cpu: 'CPU' } as const

function Backends({ fit }: { fit: Fit }): ReactNode {
  return (
    <>
      <ul className="card divide-y divide-line">
        {fit.backends.map(({ name, used, reason }) => (
          <li key={name} className="flex items-start gap-3 px-4 py-2.5">
            {used ? (
              <CircleCheckBig size={15} aria-hidden className="mt-0.5 shrink-0 text-ok" />
            ) : (
              <CircleMinus size={15} aria-hidden className="mt-0.5 shrink-0 text-muted" />
            )}
            <span className="w-36 shrink-0">
              <span className="font-medium">{BACKEND[name]}</span>
              <span className={used ? 'text-ok' : 'text-muted'}>{used ? ', used' : ', not used'}</span>
            </span>
            <span className="min-w-0 flex-1 text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted tabular-nums">
        Free now: {bytes(fit.free.ram)} of main memory
        {fit.free.vram > 0 ? `, ${bytes(fit.free.vram)} of GPU memory` : ', no GPU memory'}.
      </p>
    </>
  )
}

// From a short break to half a working day.
const MINUTES = [5, 15, 30, 60, 240]

function Idle(): ReactNode {
  const preferences = useOrrery((state) => state.preferences)
  const { setIdleMinutes } = useActions()
  if (!preferences) return null
  const { idleMinutes } = preferences
  const choices = idleMinutes === null ? MINUTES : [...new Set([...MINUTES, idleMinutes])].toSorted((a, b) => a - b)
  return (
    <SelectField
      label="Unload models"
      hint="An unloaded model loads again at the next step."
      className="max-w-72"
      value={idleMinutes ?? 'never'}
      onText={(text) => void setIdleMinutes(text === 'never' ? null : Number(text))}
    >
      {choices.map((minutes) => (
        <option key={minutes} value={minutes}>
          after {minutes >= 60 && minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`} idle
        </option>
      ))}
      <option value="never">never</option>
    </SelectField>
  )
}
