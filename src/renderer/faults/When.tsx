// When a perturbation takes part. What is left empty does not restrict it.
import type { ReactNode } from 'react'
import type { Trigger } from '../../core/tree/conditions.ts'
import type { PerturbationUse } from '../../core/tree/model.ts'
import { LineField } from '../fields.tsx'

interface Props {
  use: PerturbationUse
  /** It changes what is observed, so that it can wait for an observation. */
  alters: boolean
  onChange(use: PerturbationUse): void
}

export function When({ use, alters, onChange }: Props): ReactNode {
  const when: Trigger = use.when ?? {}
  const set = (change: { [K in keyof Trigger]?: Trigger[K] | undefined }) => {
    const next = Object.fromEntries(Object.entries({ ...when, ...change }).filter(([, value]) => value !== undefined))
    const { when: _, ...rest } = use
    onChange(Object.keys(next).length ? { ...rest, when: next } : rest)
  }
  const text = (key: 'tool' | 'action' | 'observation' | 'after', label: string, hint: string) => {
    const value = when[key]
    // A condition that is an object (`matches`, `longer`) comes from a file. It is shown as JSON and cannot be edited here.
    const written = typeof value === 'string' || value === undefined
    return (
      <LineField
        label={label}
        hint={hint}
        className="font-mono text-xs"
        readOnly={!written}
        value={written ? (value ?? '') : JSON.stringify(value)}
        onText={(text) => set({ [key]: text || undefined })}
      />
    )
  }
  const turns = (key: 'turn' | 'call', label: string, hint: string) => {
    const value = when[key]
    return (
      <LineField
        label={label}
        hint={hint}
        className="tabular-nums"
        inputMode="numeric"
        placeholder="any"
        defaultValue={Array.isArray(value) ? value.join(', ') : (value ?? '')}
        onText={(text) => set({ [key]: numbersIn(text) })}
      />
    )
  }
  const count = (key: 'every' | 'for' | 'times', label: string, hint: string) => (
    <LineField
      label={label}
      hint={hint}
      type="number"
      min={1}
      step={1}
      className="tabular-nums"
      placeholder="any"
      value={when[key] ?? ''}
      onChange={({ target: { valueAsNumber } }) =>
        set({ [key]: Number.isInteger(valueAsNumber) && valueAsNumber >= 1 ? valueAsNumber : undefined })
      }
    />
  )
  return (
    <section aria-label="When it takes part" className="flex flex-col gap-3">
      <h4 className="heading">When</h4>
      <p className="-mt-2 text-muted text-xs">
        All that is filled in must hold. With nothing filled in, it may take part in every turn.
      </p>
      <div className="grid grid-cols-2 gap-3 min-[1000px]:grid-cols-3">
        {turns('turn', 'Turns', 'Such as 3, or 2, 5, 8')}
        {text('tool', 'Tool or program', 'Such as git or list_*')}
        {text('action', 'Action contains', 'Part of the action’s line')}
        {turns('call', 'Which of these', 'Such as 2: the second of them')}
        {count('every', 'Every nth of these', '')}
        <LineField
          label="Probability"
          hint="0 to 1, drawn from the seed"
          type="number"
          min={0}
          max={1}
          step={0.05}
          className="tabular-nums"
          placeholder="1"
          value={when.probability ?? ''}
          onChange={({ target: { valueAsNumber } }) =>
            set({ probability: valueAsNumber >= 0 && valueAsNumber <= 1 ? valueAsNumber : undefined })
          }
        />
        {alters && text('observation', 'Observation contains', 'Part of what is observed')}
        {text('after', 'After', 'A perturbation that took part before')}
        {count('for', 'For this many turns', 'Once it took part')}
        {count('times', 'At most so often', 'In the whole world')}
      </div>
      {when.while !== undefined && (
        <p className="text-muted text-xs">
          While this held of the turn before: <code className="font-mono">{JSON.stringify(when.while)}</code>{' '}
          <button type="button" className="underline underline-offset-4" onClick={() => set({ while: undefined })}>
            Remove
          </button>
        </p>
      )}
    </section>
  )
}

/** One number, a list of several, or nothing. */
function numbersIn(text: string): number | number[] | undefined {
  const numbers = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number)
    .filter((number) => Number.isInteger(number) && number >= 1)
  return numbers.length > 1 ? numbers : numbers[0]
}
