// The fields of a world's rules, shared by the Rules panel and the new-world dialog.
import type { ReactNode } from 'react'
import { findDomain } from '../../core/domains/index.ts'
import { isGrounded } from '../../core/tree/ground.ts'
import { MOST_OBSERVATION, type Setup } from '../../core/tree/model.ts'
import { LineField, TextField } from '../fields.tsx'
import { FictionField } from './setup/FictionField.tsx'
import { GroundingField, useGround } from './setup/GroundingField.tsx'
import { InitialState } from './setup/InitialState.tsx'
import { Perturbations } from './setup/Perturbations.tsx'
import { SearchField } from './setup/SearchField.tsx'
import { Tables } from './setup/Tables.tsx'
import { TemplateField } from './setup/TemplateField.tsx'
import { ThinkingField } from './setup/ThinkingField.tsx'
import { Tools } from './setup/Tools.tsx'
import { UserField } from './setup/UserField.tsx'

// A machine reads no instruction.
const EXECUTED =
  ' Only the model follows it: executed answers do not. Use a perturbation, or the grounding “Model only”.'

interface Props {
  setup: Setup
  /** The world has not started. */
  starting?: boolean
  onChange(setup: Setup): void
}

export function SetupForm({ setup, starting = false, onChange }: Props): ReactNode {
  const domain = findDomain(setup.domain)
  const ground = useGround(setup)
  // A program gives a new world what its form does not.
  const begins = (starting && setup.program && ground?.begins) || null
  const set = (change: Partial<Setup>) => onChange({ ...setup, ...change })
  const sample = (change: Partial<Setup['sampling']>) => set({ sampling: { ...setup.sampling, ...change } })
  const number = (name: string, hint: string, value: number, to: (value: number) => void, limits: object) => (
    <LineField
      label={name}
      hint={hint}
      type="number"
      className="tabular-nums"
      value={value}
      onChange={(event) => Number.isFinite(event.target.valueAsNumber) && to(event.target.valueAsNumber)}
      {...limits}
    />
  )
  return (
    <>
      <TextField
        label="Task"
        hint="What the agent is to achieve here. The model is told it in turn 1."
        className="min-h-14 resize-y"
        value={setup.task ?? ''}
        placeholder="None"
        onText={(text) => set({ task: text })}
      />
      <InitialState domain={domain} setup={setup} given={begins?.initialState ?? null} onChange={set} />
      <TextField
        label="What the agent is not shown"
        hint="What this world holds beyond the initial state that is shown. The model answers by it and never says it unasked."
        className="min-h-14 resize-y"
        value={setup.hidden ?? ''}
        placeholder="Nothing"
        onText={(text) => set({ hidden: text })}
      />
      {domain.fiction && <FictionField setup={setup} onChange={onChange} />}
      {domain.fiction?.as === 'web' && <SearchField setup={setup} onChange={onChange} />}
      <GroundingField setup={setup} ground={ground} starting={starting} onChange={set} />
      {domain.tools && <Tools domain={domain} setup={setup} given={begins?.tools ?? null} onChange={set} />}
      {domain.door === 'tools' && <Tables setup={setup} onChange={onChange} />}
      {domain.says && <UserField domain={domain} setup={setup} onChange={onChange} />}
      <TextField
        label="Simulation instruction"
        hint={`How the world behaves at every step. Example: “every second attempt fails”.${isGrounded(setup) ? EXECUTED : ''}`}
        className="min-h-20 resize-y"
        value={setup.instruction}
        placeholder="None: the world behaves as the real one would."
        onText={(text) => set({ instruction: text })}
      />
      <Perturbations domain={domain} value={setup.perturbations} onChange={(perturbations) => set({ perturbations })} />
      <TemplateField domain={domain} value={setup.template} onChange={(template) => set({ template })} />
      <ThinkingField value={setup.thinking ?? 'full'} onChange={(thinking) => set({ thinking })} />
      <div className="grid grid-cols-2 gap-3">
        {number('Seed', 'Seeds all randomness in this world', setup.seed, (seed) => set({ seed }), { min: 0, step: 1 })}
        {number(
          'Temperature',
          '0 always picks the most likely token',
          setup.sampling.temperature,
          (temperature) => sample({ temperature }),
          { min: 0, max: 5, step: 0.01 }
        )}
        {number('Top-k', 'Candidates kept; 0 keeps all', setup.sampling.topK, (topK) => sample({ topK }), {
          min: 0,
          step: 1
        })}
        {number('Top-p', 'Probability mass kept, up to 1', setup.sampling.topP, (topP) => sample({ topP }), {
          min: 0.01,
          max: 1,
          step: 0.01
        })}
        <LineField
          label="Answer limit"
          hint="Tokens, including thinking; empty for the template's own limit"
          type="number"
          className="tabular-nums"
          min={1}
          step={1}
          placeholder="automatic"
          value={setup.sampling.maxTokens ?? ''}
          onChange={({ target: { value, valueAsNumber } }) => {
            if (value === '') sample({ maxTokens: null })
            else if (Number.isFinite(valueAsNumber)) sample({ maxTokens: valueAsNumber })
          }}
        />
        {number(
          'Observation limit',
          'Characters; longer observations are cut and marked',
          setup.observationLimit,
          (observationLimit) => set({ observationLimit }),
          { min: 200, max: MOST_OBSERVATION, step: 1 }
        )}
      </div>
      <Check
        title="Strict"
        hint="The same model, seed and history give the same step. Slower: no cached context is reused."
        checked={setup.strict}
        onChange={(strict) => set({ strict })}
      />
      <Check
        title="Leave out the oldest turns when the context is full"
        hint="The model no longer sees the beginning of the history. When off, a step that does not fit is refused."
        checked={setup.compact}
        onChange={(compact) => set({ compact })}
      />
    </>
  )
}

function Check(props: { title: string; hint: string; checked: boolean; onChange(checked: boolean): void }): ReactNode {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        className="mt-1 accent-accent"
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>
        <span className="font-medium">{props.title}</span>
        <span className="block text-muted text-xs">{props.hint}</span>
      </span>
    </label>
  )
}
