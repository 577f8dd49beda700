// How a model's tokens are drawn in new worlds that do not say themselves.
import { type ReactNode, useId } from 'react'
import type { Model } from '../../core/contract/models.ts'
import { Sampling } from '../../core/tree/model.ts'
import { LineField } from '../fields.tsx'
import { useActions } from '../store/index.ts'
import { useKept } from '../unsaved.ts'

const FIELDS = [
  {
    key: 'temperature',
    label: 'Temperature',
    hint: '0 always picks the most likely token',
    min: 0,
    max: 5,
    step: 0.05
  },
  { key: 'topK', label: 'Top-k', hint: 'Candidates kept; 0 keeps all', min: 0, step: 1 },
  { key: 'topP', label: 'Top-p', hint: 'Probability mass kept, up to 1', min: 0.01, max: 1, step: 0.01 },
  {
    key: 'maxTokens',
    label: 'Answer limit',
    hint: 'Tokens, including thinking; empty for the template’s own',
    min: 1,
    step: 1
  }
] as const

export function SamplingForm({ model }: { model: Model }): ReactNode {
  const { published } = model
  const now = model.sampling ?? published
  const [draft, keep] = useKept(`sampling ${model.id} ${JSON.stringify(now)}`, now)
  const { configureModel } = useActions()
  const id = useId()
  const changed = JSON.stringify(draft) !== JSON.stringify(now)
  async function save(sampling: Sampling | null): Promise<void> {
    if (await configureModel({ model: model.id, sampling })) keep(null)
  }
  return (
    <form
      aria-labelledby={`${id}title`}
      className="flex flex-col gap-3 border-line border-t pt-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save(draft)
      }}
    >
      <div>
        <h3 id={`${id}title`} className="heading">
          Sampling
        </h3>
        <p className="text-muted">For new worlds. Existing worlds keep their own rules.</p>
      </div>
      <div className="grid grid-cols-2 gap-3 min-[760px]:grid-cols-4">
        {FIELDS.map(({ key, label, hint, ...limits }) => (
          <LineField
            key={key}
            label={label}
            hint={hint}
            type="number"
            required={key !== 'maxTokens'}
            placeholder={key === 'maxTokens' ? 'automatic' : undefined}
            className="tabular-nums invalid:border-danger"
            value={Number.isNaN(draft[key]) ? '' : (draft[key] ?? '')}
            onChange={({ target }) => {
              const automatic = key === 'maxTokens' && target.value === ''
              keep({ ...draft, [key]: automatic ? null : target.valueAsNumber })
            }}
            {...limits}
          />
        ))}
      </div>
      <div className="flex gap-2">
        <button type="submit" className="button-primary" disabled={!changed || !Sampling.safeParse(draft).success}>
          Save
        </button>
        <button
          type="button"
          className="button"
          disabled={model.sampling === null && !changed}
          onClick={() => (model.sampling === null ? keep(null) : void save(null))}
        >
          Reset to published
        </button>
      </div>
    </form>
  )
}
