// The dialogs, one at a time, in a chunk of their own.
import type { ReactNode } from 'react'
import type { Imported } from '../data.ts'
import { useActions, useOrrery } from '../store.ts'
import { Modal, Trouble } from '../ui.tsx'
import { counted } from '../words.ts'
import { Help } from './Help.tsx'
import { Models } from './Models.tsx'
import { NewWorld } from './NewWorld.tsx'
import { Palette } from './Palette.tsx'

export function Dialogs(): ReactNode {
  const dialog = useOrrery((state) => state.dialog)
  switch (dialog) {
    case 'new':
      return <NewWorld />
    case 'models':
      return <Models />
    case 'palette':
      return <Palette />
    case 'help':
      return <Help />
    case 'delete':
      return <Delete />
    case null:
      return <ImportDone />
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
      description="Its branches and every step that no other world holds are deleted. This cannot be undone; an export brings it back."
      onClose={() => show(null)}
      footer={
        <>
          <button type="button" className="button" onClick={() => show(null)}>
            Keep it
          </button>
          <button
            type="button"
            className="button border-danger text-danger"
            onClick={() => void deleteSession(session.id)}
          >
            Delete this world
          </button>
        </>
      }
    >
      <Trouble place="worlds" />
      <p className="text-muted">Made {new Date(session.createdAt).toLocaleString()}.</p>
    </Modal>
  )
}

/** Worlds by what became of them. A world that was here keeps what it had and gains what it lacked. */
function broughtWords({ sessions, steps, known }: Pick<Imported, 'sessions' | 'steps' | 'known'>): string {
  const fresh = sessions.length - known
  const kept =
    known === 1
      ? 'was here before: it keeps what it had, and steps and branches that it lacked were added'
      : 'were here before: they keep what they had, and steps and branches that they lacked were added'
  if (known === 0) return `${counted(fresh, 'world')}, ${counted(steps, 'step')}.`
  if (fresh === 0) return `${known === 1 ? 'This world' : `These ${known} worlds`} ${kept}.`
  return `${counted(fresh, 'world')} new. ${counted(known, 'world')} ${kept}. ${counted(steps, 'step')} in all.`
}

/** What an import did, shown when there is something to tell. */
function ImportDone(): ReactNode {
  const report = useOrrery((state) => state.imported)
  const { dismissImport } = useActions()
  if (!report) return null
  const { sessions, steps, skipped, unlisted = 0, known } = report
  const left = counted(skipped.length + unlisted, 'line')
  return (
    <Modal
      title={
        sessions.length === 0
          ? 'Nothing to import'
          : `${known === sessions.length ? 'Already here' : 'Imported'}${skipped.length === 0 ? '' : `, with ${left} left out`}`
      }
      description={sessions.length === 0 ? 'The file holds no world.' : broughtWords({ sessions, steps, known })}
      onClose={dismissImport}
      footer={
        <button type="button" className="button-primary" onClick={dismissImport}>
          Done
        </button>
      }
    >
      {skipped.length === 0 ? (
        <p>Every line was read. {sessions.length === 1 ? 'The world is open.' : 'The first of the worlds is open.'}</p>
      ) : (
        <table className="w-full text-left">
          <thead className="text-muted">
            <tr>
              <th className="w-20 pb-1 font-medium">Line</th>
              <th className="pb-1 font-medium">Why it was left out</th>
            </tr>
          </thead>
          <tbody>
            {skipped.map(({ line, reason }) => (
              <tr key={`${line} ${reason}`} className="border-line border-t align-top">
                <td className="py-1 tabular-nums">{line}</td>
                <td className="py-1">{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unlisted > 0 && <p className="mt-2 text-muted">And {counted(unlisted, 'more line')}.</p>}
    </Modal>
  )
}
