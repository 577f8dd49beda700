// The open world's panels, which can be dragged, resized and put back.
import {
  type DockviewApi,
  DockviewReact,
  type DockviewReadyEvent,
  type IDockviewPanelHeaderProps,
  type IDockviewPanelProps
} from 'dockview-react'
import 'dockview-react/dist/styles/dockview.css'
import { type ReactNode, useEffect, useState } from 'react'
import { read, write } from '../settings.ts'
import { useOrrery } from '../store.ts'
import { Prompt } from './Prompt.tsx'
import { Rules } from './Rules.tsx'
import { StepPanel } from './StepPanel.tsx'
import { Surface } from './Surface.tsx'
import { Thinking } from './Thinking.tsx'
import { Timeline } from './Timeline.tsx'
import { Tokens } from './Tokens.tsx'
import './workspace.css'

// The number goes up when the panels change: an old arrangement would miss some.
const KEY = 'orrery.panels.2'

const components = {
  surface: Surface,
  timeline: Timeline,
  step: whenSeen(StepPanel),
  thinking: whenSeen(Thinking),
  tokens: whenSeen(Tokens),
  prompt: whenSeen(Prompt),
  rules: Rules
}

const theme = { name: 'orrery', className: 'dockview-theme-orrery', gap: 0 }

export function Workspace(): ReactNode {
  const [api, setApi] = useState<DockviewApi | null>(null)
  const wish = useOrrery((state) => state.wish)
  useEffect(() => {
    if (!api || !wish) return
    if (wish.panel === 'reset') {
      api.clear()
      arrangeAnew(api)
    } else api.getPanel(wish.panel)?.api.setActive()
  }, [api, wish])
  useEffect(() => {
    const kept = api?.onDidLayoutChange(() => write(KEY, api.toJSON()))
    return () => kept?.dispose()
  }, [api])
  return (
    <DockviewReact
      components={components}
      defaultTabComponent={Tab}
      theme={theme}
      disableFloatingGroups
      onReady={(event) => {
        arrange(event)
        setApi(event.api)
      }}
    />
  )
}

/** Puts the panels as they were left, else as they are meant. */
function arrange({ api }: DockviewReadyEvent): void {
  const kept = read(KEY)
  if (kept !== null) {
    try {
      api.fromJSON(kept as Parameters<DockviewApi['fromJSON']>[0]) // its own toJSON; it throws on anything else
      if (Object.keys(components).every((id) => api.getPanel(id))) return
    } catch {
      // A damaged arrangement is only an arrangement: start from the usual one.
    }
    api.clear()
  }
  arrangeAnew(api)
}

function arrangeAnew(api: DockviewApi): void {
  const surface = api.addPanel({ id: 'surface', component: 'surface', title: 'World' })
  const timeline = api.addPanel({
    id: 'timeline',
    component: 'timeline',
    title: 'Timeline',
    position: { referencePanel: surface, direction: 'below' },
    initialHeight: 184,
    minimumHeight: 112,
    maximumHeight: 300
  })
  const step = api.addPanel({
    id: 'step',
    component: 'step',
    title: 'Step',
    position: { direction: 'right' },
    // Room for a step id in two lines, in a small window for the five tabs: the share it begins with is kept when the window grows.
    initialWidth: Math.max(284, Math.min(372, Math.round(api.width * 0.31))),
    minimumWidth: 240,
    maximumWidth: 620
  })
  for (const [id, title] of [
    ['thinking', 'Thinking'],
    ['tokens', 'Tokens'],
    ['prompt', 'Prompt'],
    ['rules', 'Rules']
  ] as const) {
    api.addPanel({ id, component: id, title, inactive: true, position: { referencePanel: step } })
  }
  // One panel each and always there: a tab would only take the room of two lines of terminal.
  for (const panel of [surface, timeline]) {
    panel.group.header.hidden = true
    panel.group.locked = true
  }
  step.api.setActive()
  surface.api.setActive()
}

/** dockview keeps the panels behind a tab mounted, and a stream would be drawn into each of them unseen. */
function whenSeen(Panel: () => ReactNode): (props: IDockviewPanelProps) => ReactNode {
  return function Seen({ api }) {
    const [seen, setSeen] = useState(api.isVisible)
    useEffect(() => {
      setSeen(api.isVisible)
      const watch = api.onDidVisibilityChange(({ isVisible }) => setSeen(isVisible))
      return () => watch.dispose()
    }, [api])
    return seen && <Panel />
  }
}

/** A tab is its title: a panel of this window cannot be closed, only put elsewhere. */
function Tab({ api }: IDockviewPanelHeaderProps): ReactNode {
  return <span className="px-3 text-sm max-[1200px]:px-2">{api.title}</span>
}
