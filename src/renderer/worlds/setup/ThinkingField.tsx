// How long a model that thinks may think before it answers.
import type { ReactNode } from 'react'
import type { Thinking } from '../../../core/tree/model.ts'
import { LineField, SelectField } from '../../fields.tsx'

// Enough for most easy steps of the 35B, a quarter of its median.
const FIRST_BUDGET = 1024

export function ThinkingField({ value, onChange }: { value: Thinking; onChange(thinking: Thinking): void }): ReactNode {
  const budget = typeof value === 'number'
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label="Thinking"
        hint="For templates in which the model thinks first"
        value={budget ? 'budget' : value}
        onText={(text) => {
          if (text === 'budget') onChange(FIRST_BUDGET)
          else onChange(text === 'off' ? 'off' : 'full')
        }}
      >
        <option value="full">As long as it wants</option>
        <option value="budget">Up to a budget</option>
        <option value="off">None: it answers at once</option>
      </SelectField>
      {budget && (
        <LineField
          label="Thinking budget"
          hint="Tokens; then it must answer"
          type="number"
          className="tabular-nums"
          min={1}
          step={1}
          value={value}
          onChange={({ target }) => target.valueAsNumber >= 1 && onChange(Math.floor(target.valueAsNumber))}
        />
      )}
    </div>
  )
}
