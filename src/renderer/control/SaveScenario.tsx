// Save a world as a scenario: its name and title, and the file as it will be.
import { type ReactNode, useId, useState } from 'react'
import type { CallOutput } from '../../core/contract/index.ts'
import { LineField } from '../fields.tsx'
import { useLoaded } from '../loaded.ts'
import { useActions, useOrrery } from '../store/index.ts'
import type { WorldToSave } from '../store/scenarios.ts'
import { Modal, Trouble } from '../ui.tsx'

// Typing changes the preview; one reads all steps of the world.
const PAUSE_MS = 250

type Made = CallOutput<'scenarios.ofWorld'>

export function SaveScenario(): ReactNode {
  const world = useOrrery((state) => state.worldToSave)
  return world && <Form world={world} />
}

function Form({ world }: { world: WorldToSave }): ReactNode {
  const { session, branch } = world
  const scenarios = useOrrery((state) => state.scenarios)
  const { show, previewScenario, saveScenario } = useActions()
  const [title, setTitle] = useState(session.title)
  const [name, setName] = useState('')
  const [saving, setSaving] = useState(false)
  const id = useId()
  const asked = JSON.stringify([title.trim(), name.trim()])

  const ask = () => {
    const [ownTitle, ownName]: string[] = JSON.parse(asked)
    return previewScenario({
      ...{ session: session.id, branch },
      ...(ownTitle && { title: ownTitle }),
      ...(ownName && { name: ownName })
    })
  }
  const { found, problem } = useLoaded<Made>(ask, [asked, session.id, branch, previewScenario], PAUSE_MS)
  const made = problem === null ? found : null

  const taken = scenarios.find((one) => one.name === made?.name)
  // What is saved is what is shown.
  const stale =
    made !== null && (made.title !== (title.trim() || session.title) || (name.trim() && made.name !== name.trim()))
  const save = async () => {
    if (!made || stale || saving) return
    setSaving(true)
    await saveScenario({ name: made.name, text: made.text, fresh: !taken?.own })
    setSaving(false)
  }
  return (
    <Modal
      title="Save as scenario"
      description="Writes down the rules, the actions and a starter check, to run again or to edit."
      width="46rem"
      onClose={() => show(null)}
      footer={
        <>
          <button type="button" className="button" onClick={() => show(null)}>
            Cancel
          </button>
          <button
            type="submit"
            form={`${id}form`}
            className="button-primary"
            disabled={made === null || Boolean(stale) || saving}
          >
            {taken?.own ? 'Replace' : 'Save'}
          </button>
        </>
      }
    >
      <form
        id={`${id}form`}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="empty:hidden">
          <Trouble place="scenario" />
        </div>
        <div className="grid gap-4 min-[560px]:grid-cols-2">
          <LineField label="Title" value={title} placeholder={session.title} onText={setTitle} />
          <LineField
            label="Name"
            hint="Names the file. Letters, digits, dot, dash and underscore."
            className="font-mono"
            spellCheck={false}
            value={name}
            placeholder={made?.name ?? ''}
            onText={setName}
          />
        </div>
        {taken && (
          <p role="status" className="text-muted">
            {taken.own
              ? `You already have a scenario “${taken.name}”. Saving replaces it.`
              : `“${taken.name}” comes with Orrery. Yours takes its place in the list.`}
          </p>
        )}
        {problem !== null && (
          <p role="alert" className="whitespace-pre-line text-danger">
            {problem}
          </p>
        )}
        {made && <Preview text={made.text} />}
      </form>
    </Modal>
  )
}

function Preview({ text }: { text: string }): ReactNode {
  const id = useId()
  return (
    <div className="min-w-0">
      <h3 id={id} className="heading mb-1.5">
        Preview
      </h3>
      <section
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-md border border-line bg-field p-3"
      >
        <pre className="whitespace-pre-wrap break-words font-mono text-xs leading-5">{text}</pre>
      </section>
    </div>
  )
}
