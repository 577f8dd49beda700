// The rules of the world, to be read and changed. Rules never change under steps: a change is a branch.
import { GitBranch } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Setup } from '../../core/tree/model.ts'
import { type OpenWorld, setup as rules } from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'
import type { RulesChange } from '../store/worlds.ts'
import { Trouble } from '../ui.tsx'
import { useUnsaved } from '../unsaved.ts'
import { SetupForm } from './SetupForm.tsx'

export function Rules(): ReactNode {
  const world = useOrrery((state) => state.world)
  // A new branch, a new form: what was typed for another one must not leak into it, and is there when it is looked at again.
  return world && <Editor key={world.branch} world={world} />
}

interface Typed {
  draft: Setup
  title: string
}

function Editor({ world }: { world: OpenWorld }): ReactNode {
  const { changeRules } = useActions()
  const now = rules(world)
  const [typed, keep] = useUnsaved<Typed>(`rules ${world.branch}`)
  const { draft, title } = typed ?? { draft: now, title: '' }
  const setDraft = (draft: Setup) => keep({ draft, title })
  const create = async () => {
    if (await changeRules(difference(now, draft), title.trim() || undefined)) keep(null)
  }
  const changed = JSON.stringify(draft) !== JSON.stringify(now)
  const next = world.at + 1
  return (
    <form
      className="flex h-full flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        if (changed) void create()
      }}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-3">
        <Trouble place="rules" />
        <SetupForm setup={draft} onChange={setDraft} />
      </div>
      <footer className="flex flex-col gap-2 border-line border-t px-4 py-3">
        {changed ? (
          <>
            <p className="flex items-start gap-2">
              <GitBranch size={15} aria-hidden className="mt-0.5 shrink-0 text-accent" />
              Applies from step {next}, on a new branch. Earlier steps and this branch do not change.
            </p>
            <input
              aria-label="Title of the new branch"
              className="field"
              placeholder="Title of the new branch (optional)"
              value={title}
              onChange={(event) => keep({ draft, title: event.target.value })}
            />
            <div className="flex justify-end gap-2">
              <button type="button" className="button" onClick={() => keep(null)}>
                Revert edits
              </button>
              <button type="submit" className="button-primary">
                Create branch
              </button>
            </div>
          </>
        ) : (
          <p className="text-muted">Edits apply from step {next}, on a new branch. Earlier steps do not change.</p>
        )}
      </footer>
    </form>
  )
}

/** What `draft` changes, so that the rest stays inherited. */
function difference(now: Setup, draft: Setup): RulesChange {
  const changed = Object.entries(draft).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(Object.entries(now).find(([one]) => one === key)?.[1])
  )
  return {
    ...Object.fromEntries(changed),
    ...(now.fiction && !draft.fiction && { fiction: null }),
    ...(now.program && !draft.program && { program: null }),
    ...(now.user && !draft.user && { user: null })
  }
}
