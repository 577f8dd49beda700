// Save a world as a scenario: its name and title, and the file as it will be.
import { type ReactNode, useState } from 'react'
import type { CallOutput } from '../../core/contract/index.ts'
import { CheckField, LineField } from '../fields.tsx'
import { useLoaded } from '../loaded.ts'
import { useActions, useOrrery } from '../store/index.ts'
import type { WorldToSave } from '../store/scenarios.ts'
import { Refusal, Trouble } from '../ui.tsx'
import { useKept } from '../unsaved.ts'
import { Preview, WorkDialog } from '../WorkDialog.tsx'

// Typing changes the preview; one reads all steps of the world.
const PAUSE_MS = 250

type Made = CallOutput<'scenarios.ofWorld'>
type Part = NonNullable<Made['parts']>[number]

const PARTS: Record<Part['part'], string> = {
  state: 'The first state',
  summary: 'The hidden summary',
  controls: 'What each turn shows',
  end: 'The end'
}
const SOURCES: Record<Part['by'], string> = {
  recording: 'the recording',
  template: 'what was done, in fixed sentences',
  model: 'the model'
}

export function SaveScenario(): ReactNode {
  const world = useOrrery((state) => state.worldToSave)
  return world && <Form world={world} />
}

function Form({ world }: { world: WorldToSave }): ReactNode {
  const { session, branch } = world
  const scenarios = useOrrery((state) => state.scenarios)
  const { show, previewScenario, saveScenario } = useActions()
  const usual = { title: session.title, name: '', induces: false }
  const [typed, keep] = useKept(`save ${session.id} ${branch}`, usual)
  const { title, name, induces } = typed
  const set = (change: Partial<typeof usual>) => keep({ ...typed, ...change })
  const [saving, setSaving] = useState(false)
  const asked = JSON.stringify([title.trim(), name.trim(), induces])

  const ask = () => {
    const [ownTitle, ownName, isInduced]: [string, string, boolean] = JSON.parse(asked)
    return previewScenario({
      ...{ session: session.id, branch },
      ...(ownTitle && { title: ownTitle }),
      ...(ownName && { name: ownName }),
      ...(isInduced && { induce: 'template' as const })
    })
  }
  const { found, problem } = useLoaded<Made>(ask, [asked, session.id, branch, previewScenario], PAUSE_MS)
  const made = problem === null ? found : null

  const taken = scenarios.find((one) => one.name === made?.name)
  // What is saved is what is shown.
  const stale =
    made !== null &&
    (made.title !== (title.trim() || session.title) ||
      (name.trim() && made.name !== name.trim()) ||
      induces !== (made.parts !== undefined))
  const save = async () => {
    if (!made || stale || saving) return
    setSaving(true)
    if (await saveScenario({ name: made.name, text: made.text, fresh: !taken?.own })) keep(null)
    setSaving(false)
  }
  return (
    <WorkDialog
      title="Save as scenario"
      description="Writes down the rules, the actions and a starter check, to run again or to edit."
      width="46rem"
      submit={taken?.own ? 'Replace' : 'Save'}
      disabled={made === null || Boolean(stale) || saving}
      beside={
        <button
          type="button"
          className="button"
          onClick={() => {
            keep(null)
            show(null)
          }}
        >
          Cancel
        </button>
      }
      onSubmit={() => void save()}
      onClose={() => show(null)}
    >
      <div className="empty:hidden">
        <Trouble place="scenario" />
      </div>
      <div className="grid gap-4 min-[560px]:grid-cols-2">
        <LineField label="Title" value={title} placeholder={session.title} onText={(title) => set({ title })} />
        <LineField
          label="Name"
          hint="Names the file. Letters, digits, dot, dash and underscore."
          className="font-mono"
          spellCheck={false}
          value={name}
          placeholder={made?.name ?? ''}
          onText={(name) => set({ name })}
        />
      </div>
      <CheckField
        title="Write the instruction from what was done"
        hint="The first state, a summary that is hidden from the agent, what each turn shows and withholds, and the end. A model answers when it is run."
        checked={induces}
        onChange={(induces) => set({ induces })}
      />
      {made?.parts && (
        <ul aria-label="Where the instruction comes from" className="flex flex-col gap-0.5 text-muted text-xs">
          {made.parts.map(({ part, by, note }) => (
            <li key={part}>
              <span className="font-medium text-ink">{PARTS[part]}</span> from {SOURCES[by]}
              {note && `: ${note}`}
            </li>
          ))}
        </ul>
      )}
      {taken && (
        <p role="status" className="text-muted">
          {taken.own
            ? `You already have a scenario “${taken.name}”. Saving replaces it.`
            : `“${taken.name}” comes with Orrery. Yours takes its place in the list.`}
        </p>
      )}
      <Refusal text={problem} />
      {made && <Preview text={made.text} />}
    </WorkDialog>
  )
}
