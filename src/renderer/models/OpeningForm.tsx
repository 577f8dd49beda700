// How a model is opened, with what that takes of this machine's memory as the choices change.
import { type ReactNode, useId } from 'react'
import { type Fit, LoadOptions } from '../../core/contract/fit.ts'
import type { EngineRow, Model, ModelInfo } from '../../core/contract/models.ts'
import { LineField, SelectField } from '../fields.tsx'
import { useAnswer } from '../loaded.ts'
import type { ShownError } from '../store/data.ts'
import { isFit } from '../store/fits.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { useKept } from '../unsaved.ts'
import { count } from '../words.ts'
import { MemoryBars } from './MemoryBars.tsx'
import { Verdict } from './Verdict.tsx'

// Long enough for a number to be typed to its end, short enough to feel live.
const ASK_AFTER_MS = 250

export function OpeningForm({ model, info }: { model: Model; info: ModelInfo | null }): ReactNode {
  const now = { runtime: model.runtime, load: model.load }
  const [draft, keep] = useKept(`opening ${model.id} ${JSON.stringify(now)}`, now)
  const { runtime, load } = draft
  const setLoad = (load: LoadOptions) => keep({ ...draft, load })
  const { configureModel } = useActions()
  const engines = useOrrery((state) => state.engines)
  const runtimes = engines.filter(({ takes }) => takes === 'file')
  const chosenRuntime = runtimes.find((one) => one.id === runtime)
  const fit = useEstimate(model, load)
  const id = useId()
  const chosen = isFit(fit) ? fit.options : null
  const changed = JSON.stringify(draft) !== JSON.stringify(now)
  const valid = LoadOptions.safeParse(load).success
  const automatic = JSON.stringify(load) === JSON.stringify(LoadOptions.parse({}))
  const set = (change: Partial<LoadOptions>) => setLoad({ ...load, ...change })
  const number = (
    key: 'contextSize' | 'gpuLayers' | 'sequences' | 'cpuExperts',
    label: string,
    hint: string,
    limits: { min: number; max?: number; step?: number; disabled?: boolean }
  ) => (
    <LineField
      label={label}
      hint={hint}
      type="number"
      className="tabular-nums invalid:border-danger"
      placeholder={chosen ? `Automatic: ${count(chosen[key])}` : 'Automatic'}
      value={load[key] ?? ''}
      onChange={(event) => set({ [key]: event.target.value === '' ? null : Math.round(event.target.valueAsNumber) })}
      {...limits}
    />
  )
  // Without a GPU the number of layers on it cannot be chosen. One that was set before stays editable, so that it can be cleared.
  const noGpu = isFit(fit) && load.gpuLayers === null && !fit.backends.some(({ name, used }) => used && name !== 'cpu')
  const trained = info?.contextLength ? `, up to ${count(info.contextLength)}` : ''
  return (
    <form
      aria-labelledby={`${id}title`}
      className="grid gap-x-8 gap-y-4 min-[760px]:grid-cols-[1.1fr_1fr]"
      onSubmit={(event) => {
        event.preventDefault()
        void configureModel({ model: model.id, runtime, load }).then((done) => done && keep(null))
      }}
    >
      <div className="flex flex-col gap-3">
        <h3 id={`${id}title`} className="heading">
          Load options
        </h3>
        <SelectField
          label="Runtime"
          hint={chosenRuntime?.description ?? ''}
          value={runtime}
          onText={(runtime) => keep({ ...draft, runtime })}
          options={runtimes.map((one) => [one.id, one.title] as const)}
        />
        <div className="grid grid-cols-2 gap-3">
          {number('contextSize', 'Context size', `Tokens of history and answer${trained}`, { min: 256, step: 1 })}
          {number('sequences', 'Concurrent worlds', 'Each has its own context', { min: 1, max: 64 })}
          {number('gpuLayers', 'GPU layers', layersHint(fit), { min: 0, disabled: noGpu })}
          <SelectField
            label="KV cache type"
            hint="q8_0 halves its memory"
            value={load.kvType ?? ''}
            onText={(text) => set({ kvType: LoadOptions.shape.kvType.parse(text || null) })}
          >
            <option value="">Automatic{chosen && load.kvType === null ? `: ${chosen.kvType}` : ''}</option>
            <option value="f16">f16</option>
            <option value="q8_0">q8_0</option>
          </SelectField>
          {chosenRuntime &&
            takesOption(chosenRuntime, 'cpuExperts') &&
            number('cpuExperts', 'Expert layers on the CPU', 'For mixture-of-experts models that the GPU cannot hold', {
              min: 0
            })}
        </div>
        {!valid && (
          <p role="alert" className="text-danger">
            Allowed: context from 256 tokens, 1 to 64 concurrent worlds, layers from 0.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <button type="submit" className="button-primary" disabled={!changed || !valid}>
            Save
          </button>
          <button type="button" className="button" disabled={!changed} onClick={() => keep(null)}>
            Revert
          </button>
          <button type="button" className="button" disabled={automatic} onClick={() => setLoad(LoadOptions.parse({}))}>
            Reset to automatic
          </button>
        </div>
        {changed && model.active && <p className="text-muted text-xs">Saving reloads the model.</p>}
      </div>
      <section aria-label="Memory needed on this machine" aria-live="polite" className="flex flex-col gap-3">
        <h3 className="heading">Memory needed</h3>
        <Verdict fit={fit} />
        {isFit(fit) && <MemoryBars fit={fit} />}
      </section>
    </form>
  )
}

/** Whether the engine can be told this about opening a model. */
function takesOption({ form }: EngineRow, option: keyof LoadOptions): boolean {
  const { properties } = form
  return typeof properties === 'object' && properties !== null && option in properties
}

function layersHint(fit: Fit | ShownError | undefined): string {
  if (!isFit(fit)) return 'The rest stay on the CPU'
  const gpu = fit.backends.some(({ name, used }) => used && name !== 'cpu')
  return gpu ? `Of ${fit.layers}; the rest stay on the CPU` : 'No GPU is used on this machine'
}

/** The last answer stays until the next one is there. */
function useEstimate(model: Model, load: LoadOptions): Fit | ShownError | undefined {
  const known = useOrrery((state) => state.fits[model.id])
  const { estimate } = useActions()
  const key = JSON.stringify(load)
  const options = LoadOptions.safeParse(load).data
  return useAnswer(options ? () => estimate(model.id, options) : null, known, [estimate, model.id, key], ASK_AFTER_MS)
}
