// Letting the built-in agent act in the open world: its task, and how many steps it may take.
import { type ReactNode, useState } from 'react'
import { Stop } from '../../core/tree/conditions.ts'
import { LineField, TextField } from '../fields.tsx'
import { currentBranch, needsModel, type OpenWorld, setup } from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Trouble } from '../ui.tsx'
import { useKept } from '../unsaved.ts'
import { WorkDialog } from '../WorkDialog.tsx'
import { whole } from '../words.ts'
import { engineName } from '../worlds/engine.ts'

// As many as a scenario gives that does not say.
const { turns: USUAL } = Stop.parse({})

export function LetAct(): ReactNode {
  const world = useOrrery((state) => state.world)
  return world && <Form world={world} />
}

function Form({ world }: { world: OpenWorld }): ReactNode {
  const engine = useOrrery((state) => state.engine)
  const other = useOrrery(({ builtIn }) => (builtIn && !builtIn.ended ? builtIn : null))
  const missing = useOrrery(
    ({ problems, engine }) => problems.agents !== undefined && needsModel(problems.agents, engine)
  )
  const { show, startBuiltIn, stopBuiltIn } = useActions()
  const [typed, keep] = useKept(`act ${world.branch}`, { task: setup(world).task ?? '', steps: String(USUAL) })
  const { task, steps } = typed
  const [starting, setStarting] = useState(false)
  const most = whole(steps)
  const fits = most !== null && Stop.shape.turns.safeParse(most).success
  const ready = fits && !other && !starting
  const start = async () => {
    if (!ready) return
    setStarting(true)
    if (await startBuiltIn({ task: task.trim(), steps: most })) {
      keep(null)
      show(null)
    } else setStarting(false)
  }
  const from = world.rows.length ? `from step ${world.rows.length} on` : 'from the start'
  return (
    <WorkDialog
      title="Let the built-in agent act"
      description={
        <>
          In “{world.session.title}”, on branch “{currentBranch(world).title}”, {from}.{' '}
          {engine?.model === null
            ? (engine.problem ?? 'It thinks with the model in use, and none is.')
            : `It thinks with the model in use: ${engineName(engine)}.`}
        </>
      }
      onClose={() => show(null)}
      submit="Start"
      disabled={!ready}
      onSubmit={() => void start()}
    >
      <div className="empty:hidden">
        <Trouble place="agents">
          {missing && (
            <button type="button" className="button h-7" onClick={() => show('models')}>
              Choose a model…
            </button>
          )}
        </Trouble>
      </div>
      {other && (
        <p className="flex items-center gap-3 rounded-md border border-line bg-raised px-3 py-2">
          <span className="min-w-0 flex-1">It acts in “{other.title}” now.</span>
          <button type="button" className="button h-7" onClick={stopBuiltIn}>
            Stop it
          </button>
        </p>
      )}
      <TextField
        label="Task"
        hint="What it is to achieve. Left empty, it explores."
        className="min-h-24"
        value={task}
        onText={(task) => keep({ ...typed, task })}
      />
      <LineField
        label="Steps"
        hint="It ends after so many, or when it says that it has finished."
        className="max-w-32 tabular-nums"
        inputMode="numeric"
        aria-invalid={!fits}
        value={steps}
        onText={(steps) => keep({ ...typed, steps })}
      />
    </WorkDialog>
  )
}
