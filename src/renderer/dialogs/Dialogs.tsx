// The dialogs, one at a time, in a chunk of their own.
import type { ReactNode } from 'react'
import { Connections } from '../agents/Connections.tsx'
import { LetAct } from '../agents/LetAct.tsx'
import { Author } from '../control/Author.tsx'
import { Consistency } from '../control/Consistency.tsx'
import { Fidelity } from '../control/Fidelity.tsx'
import { SaveScenario } from '../control/SaveScenario.tsx'
import { Scenarios } from '../control/Scenarios.tsx'
import { Turing } from '../control/Turing.tsx'
import { Variations } from '../control/Variations.tsx'
import { Browse } from '../faults/Perturbations.tsx'
import { Export } from '../formats/Export.tsx'
import { Import, Importing } from '../formats/Import.tsx'
import { Fictions } from '../grounds/facts/Fictions.tsx'
import { Models } from '../models/Models.tsx'
import { useActions, useOrrery } from '../store/index.ts'
import { Modal, Trouble } from '../ui.tsx'
import { NewWorld } from '../worlds/NewWorld.tsx'
import { Help } from './Help.tsx'
import { Palette } from './Palette.tsx'

export function Dialogs(): ReactNode {
  const dialog = useOrrery((state) => state.dialog)
  const importing = useOrrery((state) => state.importRun !== null)
  if (importing) return <Importing />
  switch (dialog) {
    case 'new':
      return <NewWorld />
    case 'models':
      return <Models />
    case 'palette':
      return <Palette />
    case 'help':
      return <Help />
    case 'export':
      return <Export />
    case 'scenario':
      return <SaveScenario />
    case 'perturbations':
      return <Browse />
    case 'scenarios':
      return <Scenarios />
    case 'vary':
      return <Variations />
    case 'fidelity':
      return <Fidelity />
    case 'consistency':
      return <Consistency />
    case 'turing':
      return <Turing />
    case 'author':
      return <Author />
    case 'fictions':
      return <Fictions />
    case 'connections':
      return <Connections />
    case 'built-in':
      return <LetAct />
    case 'delete':
      return <Delete />
    case null:
      return <Import />
    default:
      return dialog satisfies never
  }
}

function Delete(): ReactNode {
  const session = useOrrery((state) => state.deleting)
  const { show, deleteSession } = useActions()
  if (!session) return null
  return (
    <Modal
      title={`Delete “${session.title}”?`}
      description="Deletes its branches and every step that no other world shares. This cannot be undone. Export the world first to keep a copy."
      onClose={() => show(null)}
      footer={
        <>
          <button type="button" className="button" onClick={() => show(null)}>
            Cancel
          </button>
          <button
            type="button"
            className="button border-danger text-danger"
            onClick={() => void deleteSession(session.id)}
          >
            Delete world
          </button>
        </>
      }
    >
      <Trouble place="worlds" />
      <p className="text-muted">Created {new Date(session.createdAt).toLocaleString()}.</p>
    </Modal>
  )
}
