// The perturbations of a world: a list to add to, change, order and clear, or a ready one.
import { ArrowDown, ArrowUp, Pencil, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Domain } from '../../../core/domains/domain.ts'
import type { Trigger } from '../../../core/tree/conditions.ts'
import type { PerturbationUse } from '../../../core/tree/model.ts'
import { useAnswer } from '../../loaded.ts'
import { useActions } from '../../store/index.ts'
import type { PresetRow } from '../../store/perturbations.ts'
import { Small } from './Small.tsx'

const Gallery = lazy(() => import('../../faults/Gallery.tsx').then(({ Gallery }) => ({ default: Gallery })))

interface Props {
  domain: Domain
  value: PerturbationUse[]
  onChange(uses: PerturbationUse[]): void
}

export function Perturbations({ domain, value, onChange }: Props): ReactNode {
  const { presetsOf } = useActions()
  const presets = useAnswer<PresetRow[]>(() => presetsOf(domain.id), [], [presetsOf, domain.id])
  // The place of the one that is changed; as long as the list for a new one.
  const [open, setOpen] = useState<number | null>(null)
  const same = (uses: PerturbationUse[]) => JSON.stringify(uses) === JSON.stringify(value)
  const chosen = presets.find(({ uses }) => same(uses))
  const initial = open === null ? undefined : value[open]
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">Perturbations</legend>
      {presets.length > 0 && (
        <div className="flex flex-col gap-1">
          <select
            aria-label="Preset"
            className="field"
            value={chosen?.name ?? ''}
            onChange={({ target }) => {
              const preset = presets.find(({ name }) => name === target.value)
              if (preset) onChange(preset.uses)
            }}
          >
            {!chosen && <option value="">Custom</option>}
            {presets.map(({ name, title }) => (
              <option key={name} value={name}>
                {name}: {title}
              </option>
            ))}
          </select>
          <p className="text-muted text-xs">{chosen?.description ?? 'A list of your own.'}</p>
        </div>
      )}
      {value.length > 0 && (
        <ol aria-label="Perturbations of this world" className="flex flex-col gap-1">
          {value.map((use, index) => (
            <li
              key={index}
              className="flex items-center gap-1 rounded-md border border-line bg-raised py-1 pr-1 pl-2.5"
            >
              <span className="min-w-0 flex-1">
                <span className="font-medium">{use.id ?? use.name}</span>
                <span className="block truncate text-muted text-xs">{told(use.when)}</span>
              </span>
              <Small
                label={`Move ${use.name} up`}
                disabled={index === 0}
                onClick={() => onChange(moved(value, index, -1))}
              >
                <ArrowUp size={14} aria-hidden />
              </Small>
              <Small
                label={`Move ${use.name} down`}
                disabled={index === value.length - 1}
                onClick={() => onChange(moved(value, index, 1))}
              >
                <ArrowDown size={14} aria-hidden />
              </Small>
              <Small label={`Change ${use.name}`} onClick={() => setOpen(index)}>
                <Pencil size={14} aria-hidden />
              </Small>
              <Small label={`Remove ${use.name}`} onClick={() => onChange(value.toSpliced(index, 1))}>
                <X size={14} aria-hidden />
              </Small>
            </li>
          ))}
        </ol>
      )}
      <button type="button" className="button self-start" onClick={() => setOpen(value.length)}>
        Add a perturbation…
      </button>
      {open !== null && (
        <Suspense>
          <Gallery
            domain={domain.id}
            {...(initial && { initial })}
            verb={initial ? 'Change' : 'Add'}
            onClose={() => setOpen(null)}
            onUse={(use) => {
              onChange(value.toSpliced(open, 1, use))
              setOpen(null)
            }}
          />
        </Suspense>
      )}
    </fieldset>
  )
}

function moved(uses: PerturbationUse[], at: number, by: number): PerturbationUse[] {
  const [use] = uses.slice(at, at + 1)
  return use ? uses.toSpliced(at, 1).toSpliced(at + by, 0, use) : uses
}

// What a trigger says, in the words of the form.
const WORDS: { [K in keyof Trigger]-?: (value: NonNullable<Trigger[K]>) => string } = {
  tool: (tool) => `calls of ${tool}`,
  action: (match) => `actions with ${typeof match === 'string' ? match : JSON.stringify(match)}`,
  observation: (match) => `observations with ${typeof match === 'string' ? match : JSON.stringify(match)}`,
  turn: (turns) => `turn ${some(turns)}`,
  call: (turns) => `number ${some(turns)} of these`,
  every: (nth) => `every ${nth} of these`,
  probability: (chance) => `with probability ${chance}`,
  after: (name) => `after ${name}`,
  while: () => 'while a condition holds',
  for: (turns) => `for ${turns} turns`,
  times: (most) => `at most ${most} times`
}

const some = (turns: number | number[]): string => {
  const all = Array.isArray(turns) ? turns : [turns]
  return all.length > 4 ? `${all.slice(0, 4).join(', ')} and so on` : all.join(', ')
}

function told(when: Trigger | undefined): string {
  if (!when) return 'In every turn'
  const said = Object.entries(when).map(([key, value]) => WORDS[key as keyof Trigger](value as never))
  return said.join(', ')
}
