// Variations of a scenario or a world: which kinds, how many, and what was kept and dropped.
import { type ReactNode, useState } from 'react'
import {
  type DroppedVariation,
  type KeptVariation,
  VARIATION_KINDS,
  type VariationKind
} from '../../core/control/variation.ts'
import { LineField } from '../fields.tsx'
import { useActions, useOrrery } from '../store/index.ts'
import { Trouble } from '../ui.tsx'
import { useKept } from '../unsaved.ts'
import { WorkDialog } from '../WorkDialog.tsx'
import { whole } from '../words.ts'

const KINDS: Record<VariationKind, [title: string, about: string]> = {
  state: ['State', 'other names, files, ids and numbers'],
  intent: ['Intent', 'the task in other words'],
  difficulty: ['Difficulty', 'more or less help, a longer or shorter chain, faults'],
  compose: ['Goals', 'a second scenario is done after it']
}
// More are for the command line.
const MOST = 200
const USUAL = { kinds: VARIATION_KINDS.slice(), n: '10', seed: '0', byModel: false }

export function Variations(): ReactNode {
  const one = useOrrery((state) => state.variedOne)
  const made = useOrrery((state) => state.variations)
  const model = useOrrery((state) => state.engine?.model ?? null)
  const { show, vary, stopVarying, saveVariations } = useActions()
  const [typed, keep] = useKept('vary', USUAL)
  const { kinds, n, seed, byModel } = typed
  const set = (change: Partial<typeof typed>) => keep({ ...typed, ...change })
  const [saved, setSaved] = useState(false)
  if (!one) return null
  const progress = made?.progress ?? null
  const [count, root] = [whole(n), whole(seed)]
  const ready = kinds.length > 0 && count !== null && count >= 1 && count <= MOST && root !== null
  const start = () => {
    if (!ready) return
    setSaved(false)
    const chosen = VARIATION_KINDS.filter((kind) => kinds.includes(kind))
    void vary({ n: count, seed: root, kinds: chosen, by: byModel ? 'model' : 'rules' })
  }
  return (
    <WorkDialog
      title={`Vary “${one.title}”`}
      description="Makes scenarios of this one. Kept are those that validate, that the original’s answers pass, and whose checks can fail."
      width="64rem"
      submit="Make variations"
      disabled={!ready}
      work={
        progress && {
          ...{ label: 'Variations', value: progress.total ? progress.done / progress.total : null },
          ...{ said: `${progress.done} of ${progress.total}`, stop: 'Stop', onStop: stopVarying }
        }
      }
      beside={
        made !== null &&
        made.kept.length > 0 && (
          <button
            type="button"
            className="button"
            disabled={saved}
            onClick={async () => setSaved(await saveVariations(made.kept))}
          >
            {saved ? 'Saved' : 'Save all as yours'}
          </button>
        )
      }
      below={made && <Made kept={made.kept} dropped={made.dropped} ended={progress === null} />}
      onSubmit={start}
      onClose={() => {
        stopVarying()
        show(null)
      }}
    >
      <div className="empty:hidden">
        <Trouble place="scenario" />
      </div>
      <div className="grid gap-4 min-[700px]:grid-cols-[1fr_8rem_8rem]">
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 font-medium">What is varied</legend>
          {VARIATION_KINDS.map((kind) => (
            <label key={kind} className="flex items-baseline gap-2">
              <input
                type="checkbox"
                className="accent-accent"
                checked={kinds.includes(kind)}
                onChange={({ target }) =>
                  set({ kinds: target.checked ? [...kinds, kind] : kinds.filter((other) => other !== kind) })
                }
              />
              <span>
                {KINDS[kind][0]} <span className="text-muted text-xs">{KINDS[kind][1]}</span>
              </span>
            </label>
          ))}
          <label className="mt-2 flex items-baseline gap-2">
            <input
              type="checkbox"
              className="accent-accent"
              checked={byModel}
              disabled={model === null}
              onChange={({ target }) => set({ byModel: target.checked })}
            />
            <span>
              Let the model rephrase and invent{' '}
              <span className="text-muted text-xs">
                {model === null ? 'no model is in use' : 'what it says has to pass the same tests'}
              </span>
            </span>
          </label>
        </fieldset>
        <LineField label="How many" hint={`1 to ${MOST}`} inputMode="numeric" value={n} onText={(n) => set({ n })} />
        <LineField
          label="Seed"
          hint="The same seed gives the same files."
          inputMode="numeric"
          value={seed}
          onText={(seed) => set({ seed })}
        />
      </div>
    </WorkDialog>
  )
}

function Made(props: { kept: KeptVariation[]; dropped: DroppedVariation[]; ended: boolean }): ReactNode {
  const { kept, dropped, ended } = props
  const { editVariation } = useActions()
  const own = useOrrery((state) => state.scenarios)
  const replaced = kept.filter(({ name }) => own.some((other) => other.own && other.name === name)).length
  return (
    <div className="mt-5 flex flex-col gap-4">
      <p role="status">
        <span className="font-medium">{kept.length} kept</span>, {dropped.length} dropped
        {!ended && ' so far'}
        {replaced > 0 && `. You have scenarios of ${replaced} of these names; saving replaces them.`}
      </p>
      {kept.length > 0 && (
        <table className="w-full text-left">
          <caption className="heading mb-1.5 text-left">Kept</caption>
          <thead className="text-muted text-xs">
            <tr>
              <th scope="col" className="pr-3 font-normal">
                Name
              </th>
              <th scope="col" className="pr-3 font-normal">
                What differs
              </th>
              <th scope="col">
                <span className="sr-only">Open</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {kept.map((one) => (
              <tr key={one.name} className="border-line border-t align-top">
                <th scope="row" className="py-1.5 pr-3 font-mono font-normal text-xs">
                  {one.name}
                </th>
                <td className="break-words py-1.5 pr-3">{one.how}</td>
                <td className="py-1 text-right">
                  <button
                    type="button"
                    className="button whitespace-nowrap"
                    aria-label={`Edit ${one.name}`}
                    title="Saves it as yours and opens it in the editor"
                    onClick={() => void editVariation(one)}
                  >
                    Edit
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {dropped.length > 0 && <Dropped dropped={dropped} />}
    </div>
  )
}

function Dropped({ dropped }: { dropped: DroppedVariation[] }): ReactNode {
  const rows = new Map<string, DroppedVariation & { times: number }>()
  for (const one of dropped) {
    const key = JSON.stringify(one)
    rows.set(key, { ...one, times: (rows.get(key)?.times ?? 0) + 1 })
  }
  return (
    <table className="w-full text-left">
      <caption className="heading mb-1.5 text-left">Dropped</caption>
      <thead className="text-muted text-xs">
        <tr>
          <th scope="col" className="pr-3 font-normal">
            What was tried
          </th>
          <th scope="col" className="font-normal">
            Why it was dropped
          </th>
        </tr>
      </thead>
      <tbody>
        {[...rows].map(([key, { kind, how, reason, times }]) => (
          <tr key={key} className="border-line border-t align-top">
            <td className="break-words py-1.5 pr-3">
              {KINDS[kind][0]}
              {how && `: ${how}`}
            </td>
            <td className="break-words py-1.5">
              {reason} {times > 1 && <span className="text-muted text-xs">{times} times</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
