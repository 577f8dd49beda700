// How long a model that thinks may think before it answers.
import { type ReactNode, useId } from 'react'
import type { Thinking } from '../../../core/tree/model.ts'
import { Field } from '../../ui.tsx'

// Enough for most easy steps of the 35B, a quarter of its median.
const FIRST_BUDGET = 1024

export function ThinkingField({ value, onChange }: { value: Thinking; onChange(thinking: Thinking): void }): ReactNode {
  const id = useId()
  const budget = typeof value === 'number'
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field id={id} label="Thinking" hint="For templates in which the model thinks first">
        <select
          id={id}
          className="field"
          value={budget ? 'budget' : value}
          onChange={({ target }) => {
            if (target.value === 'budget') onChange(FIRST_BUDGET)
            else onChange(target.value === 'off' ? 'off' : 'full')
          }}
        >
          <option value="full">As long as it wants</option>
          <option value="budget">Up to a budget</option>
          <option value="off">None: it answers at once</option>
        </select>
      </Field>
      {budget && (
        <Field id={`${id}budget`} label="Thinking budget" hint="Tokens; then it must answer">
          <input
            id={`${id}budget`}
            type="number"
            className="field tabular-nums"
            min={1}
            step={1}
            value={value}
            onChange={({ target }) => target.valueAsNumber >= 1 && onChange(Math.floor(target.valueAsNumber))}
          />
        </Field>
      )}
    </div>
  )
}
