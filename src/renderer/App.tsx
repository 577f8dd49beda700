// The window: bar, worlds, the open world or the welcome, status. What is not needed for the first paint comes later.
import { Tooltip } from 'radix-ui'
import { type ReactNode, useEffect } from 'react'
import { Ended } from './agents/AtWork.tsx'
import { Watching } from './agents/Watching.tsx'
import { useChunk } from './chunk.ts'
import { dropped } from './store/files.ts'
import { useActions, useOrrery } from './store/index.ts'
import { onNarrow } from './store/settings.ts'
import { Trouble } from './ui.tsx'
import { StatusBar } from './worlds/StatusBar.tsx'
import { TopBar } from './worlds/TopBar.tsx'
import { Welcome } from './worlds/Welcome.tsx'
import { Worlds } from './worlds/Worlds.tsx'

const workspace = () => import('./worlds/Workspace.tsx')
const dialogs = () => import('./dialogs/Dialogs.tsx')

export function App(): ReactNode {
  const open = useOrrery((state) => state.world !== null)
  const ready = useOrrery((state) => state.sessions !== null || state.problems.app !== undefined)
  const sidebar = useOrrery((state) => state.sidebar && (state.sessions?.length ?? 0) > 0)
  const dialog = useOrrery((state) => state.dialog !== null || state.imported !== null || state.importRun !== null)
  const announcement = useOrrery((state) => state.announcement)
  const announced = useOrrery((state) => state.announced)
  const notice = useOrrery((state) => state.info?.notice ?? null)
  const actions = useActions()
  useEffect(() => onNarrow(actions.fitSidebar), [actions])
  const world = useChunk(workspace, open)
  const over = useChunk(dialogs, dialog)
  return (
    <Tooltip.Provider delayDuration={500}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped anywhere; the palette imports too */}
      <div
        className="flex h-full flex-col"
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          event.preventDefault()
          void dropped(event.dataTransfer).then(actions.importFiles)
        }}
      >
        <TopBar />
        {notice && (
          <p role="status" className="border-line border-b bg-selected px-4 py-1.5">
            {notice}
          </p>
        )}
        <div className="relative flex min-h-0 flex-1">
          {sidebar && <Worlds />}
          <main tabIndex={-1} className="relative flex min-w-0 flex-1 flex-col outline-none">
            <div className="px-3 pt-2 empty:hidden">
              <Trouble place="app" />
            </div>
            <div className="px-3 pt-2 empty:hidden">{open && !sidebar && <Trouble place="worlds" />}</div>
            {open && <Watching />}
            {open && <Ended />}
            <div className="min-h-0 flex-1">{open ? world && <world.Workspace /> : ready && <Welcome />}</div>
          </main>
        </div>
        <StatusBar />
        {dialog && over && <over.Dialogs />}
        <p className="sr-only" aria-live="polite">
          <span key={announced}>{announcement}</span>
        </p>
      </div>
    </Tooltip.Provider>
  )
}
