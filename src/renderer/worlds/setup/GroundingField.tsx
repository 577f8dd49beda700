// Who answers in a world that can be computed: the model, the machine with the model's help, or the machine alone.
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { GroundRow } from '../../../core/contract/worlds.ts'
import { type Grounding, isGrounded } from '../../../core/tree/ground.ts'
import type { Setup } from '../../../core/tree/model.ts'
import { EffectList } from '../../effects.tsx'
import { useAnswer } from '../../loaded.ts'
import { useActions } from '../../store/index.ts'

const CHOICES: readonly (readonly [Grounding, name: string, says: string])[] = [
  ['model', 'Model only', 'The model predicts every answer.'],
  ['grounded', 'Grounded', 'What can be computed is executed; the model answers the rest, and the world remembers it.'],
  ['executed', 'Executed only', 'A step that only the model could answer fails.']
]

interface Props {
  setup: Setup
  /** What can compute it; `undefined` before it is known. */
  ground: GroundRow | null | undefined
  /** The world has not started: what its initial state comes to is shown. */
  starting: boolean
  onChange(change: Pick<Setup, 'grounding' | 'check'>): void
}

export function GroundingField({ setup, ground, starting, onChange }: Props): ReactNode {
  const id = useId()
  // A world from another computer may be grounded where nothing here can execute it.
  if (ground === undefined || (!ground && !isGrounded(setup))) return null
  // A new world that does not say is grounded where that fits; an existing one is the model's.
  const value = setup.grounding ?? (starting ? ground?.usual : undefined) ?? 'model'
  return (
    <>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-medium">Grounding</legend>
        {CHOICES.map(([choice, name, says]) => (
          <label key={choice} className="flex items-start gap-2.5">
            <input
              type="radio"
              name={id}
              className="mt-1 accent-accent"
              checked={value === choice}
              onChange={() => onChange({ grounding: choice })}
            />
            <span>
              {name}
              <span className="block text-muted text-xs">{says}</span>
            </span>
          </label>
        ))}
        <p className="text-muted text-xs">
          {ground
            ? `Executed by: ${ground.title}.`
            : 'Nothing on this computer can execute this world. The model answers.'}
        </p>
      </fieldset>
      {isGrounded({ grounding: value }) && (
        <>
          <label className="flex items-start gap-2.5">
            <input
              type="checkbox"
              role="switch"
              aria-checked={setup.check ?? false}
              className="mt-1 accent-accent"
              checked={setup.check ?? false}
              onChange={({ target }) => onChange({ check: target.checked })}
            />
            <span>
              <span className="font-medium">Predict and check</span>
              <span className="block text-muted text-xs">
                The model predicts executed answers too. Each step shows where it differs, and the world keeps a score.
              </span>
            </span>
          </label>
          {starting && ground && <Initial ground={ground} />}
        </>
      )}
    </>
  )
}

/** What the initial state comes to. */
function Initial({ ground: { initial, notReproduced, title } }: { ground: GroundRow }): ReactNode {
  return (
    <section aria-label="Before the first step" className="rounded-md border border-line bg-raised px-3 py-2">
      <h3 className="heading mb-1.5">Before the first step</h3>
      {initial.length === 0 ? (
        <p className="text-muted text-xs">
          The initial state names no files, folders or variables. The world starts as the {title} is.
        </p>
      ) : (
        <EffectList effects={initial} label="What the initial state comes to" />
      )}
      {notReproduced.map((sentence) => (
        <p key={sentence} className="mt-1.5 flex items-start gap-2 text-xs">
          <TriangleAlert size={14} aria-label="Not reproduced" className="mt-px shrink-0 text-accent" />
          {sentence} The model is told it; the machine does not show it.
        </p>
      ))}
    </section>
  )
}

// The initial state is typed; it is compiled when the typing pauses.
const PAUSE_MS = 300

/** What can compute a world of this setup; `undefined` before it is known, then the last one known while it is asked again. */
export function useGround(setup: Setup): GroundRow | null | undefined {
  const { groundOf } = useActions()
  const asked = JSON.stringify([
    setup.domain,
    setup.initialState,
    setup.tools,
    setup.recording,
    setup.grounding,
    setup.fiction,
    setup.program?.hash
  ])
  return useAnswer<GroundRow | null | undefined>(() => groundOf(setup), undefined, [asked], PAUSE_MS)
}
