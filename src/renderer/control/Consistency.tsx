// Consistency of whole trajectories: which tasks, who acts, and whether what succeeds in the model's world succeeds in the executed one.

import { type ReactNode, useState } from 'react'
import { CheckField, LineField, SelectField } from '../fields.tsx'
import { useActions, useOrrery } from '../store/index.ts'
import { Trouble } from '../ui.tsx'
import { useKept } from '../unsaved.ts'
import { WorkDialog } from '../WorkDialog.tsx'
import { whole } from '../words.ts'
import { Measured } from './ConsistencyFigures.tsx'

const NOISE = [
  ['0', 'The scenario’s own actions'],
  ['0.2', 'The same, one in five with a mistake'],
  ['model', 'The model in use, as an agent']
] as const

interface Choice {
  /** Names of scenarios. */
  chosen: string[]
  noise: (typeof NOISE)[number][0]
  repeats: string
}
const USUAL: Choice = { chosen: [], noise: '0', repeats: '1' }

export function Consistency(): ReactNode {
  const scenarios = useOrrery((state) => state.scenarios)
  const made = useOrrery((state) => state.consistency)
  const model = useOrrery((state) => state.engine?.model ?? null)
  const { show, measureConsistency, stopConsistency } = useActions()
  const tasks = scenarios.filter(
    ({ answers, checks }) => (answers === 'executed' || answers === 'both') && checks.length > 0
  )
  const [typed, keep] = useKept('consistency', USUAL)
  const { chosen, noise, repeats } = typed
  const set = (change: Partial<Choice>) => keep({ ...typed, ...change })
  const [query, setQuery] = useState('')
  const repeat = whole(repeats)
  const ready = chosen.length > 0 && repeat !== null && repeat >= 1 && model !== null
  const progress = made?.progress ?? null
  const found = tasks.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(query.trim().toLowerCase()))
  return (
    <WorkDialog
      title="Does the model’s world lead to the same end?"
      description="Each task is done in the executed world and in the model’s. What was done in the model’s is then done again for real."
      width="72rem"
      submit="Measure"
      disabled={!ready}
      work={
        progress && {
          ...{ label: 'Rollouts', value: progress.total ? progress.done / progress.total : null },
          ...{ said: `${progress.done} of ${progress.total || '…'} ${progress.label}`, stop: 'Stop' },
          onStop: stopConsistency
        }
      }
      below={made && <Measured notes={made.notes} report={made.report} />}
      onSubmit={() => {
        if (ready)
          void measureConsistency({ scenarios: chosen, repeat, noise: noise === 'model' ? null : Number(noise) })
      }}
      onClose={() => {
        stopConsistency()
        show(null)
      }}
    >
      <div className="empty:hidden">
        <Trouble place="scenario" />
      </div>
      {model === null && (
        <p className="text-muted">No model is in use. Choose one first: its world is what is measured.</p>
      )}
      <div className="grid gap-5 min-[800px]:grid-cols-[1fr_18rem]">
        <fieldset className="min-w-0">
          <legend className="mb-1 font-medium">Tasks</legend>
          <input
            aria-label="Find a task"
            type="search"
            className="field mb-2"
            placeholder="Find…"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
          <div className="flex max-h-56 flex-col gap-1 overflow-y-auto">
            {found.map(({ name, title }) => (
              <CheckField
                key={name}
                title={title}
                checked={chosen.includes(name)}
                onChange={(checked) =>
                  set({ chosen: checked ? [...chosen, name] : chosen.filter((one) => one !== name) })
                }
              />
            ))}
          </div>
        </fieldset>
        <div className="flex flex-col gap-3">
          <SelectField
            label="Who acts"
            value={noise}
            onChange={({ target }) => set({ noise: NOISE.find(([value]) => value === target.value)?.[0] ?? '0' })}
            options={NOISE}
          />
          {noise === '0' && (
            <p className="text-muted text-xs">
              These actions look at nothing they are shown, so only “Model’s world” tells of the model.
            </p>
          )}
          <LineField label="Times each" inputMode="numeric" value={repeats} onText={(repeats) => set({ repeats })} />
        </div>
      </div>
    </WorkDialog>
  )
}
