// The open world's panels, which can be dragged, resized and put back.
import {
  type DockviewApi,
  DockviewReact,
  type IDockviewPanelHeaderProps,
  type IDockviewPanelProps
} from 'dockview-react'
import 'dockview-react/dist/styles/dockview.css'
import { type FunctionComponent, type ReactNode, useEffect, useState } from 'react'
import type { Data } from '../store/data.ts'
import { standing } from '../store/folds.ts'
import { useOrrery } from '../store/index.ts'
import type { PanelId } from '../store/panels.ts'
import { arrange, foldAway, follow, offerProgram, reset } from './arrange.ts'
import { Prompt } from './Prompt.tsx'
import { Program } from './program/Program.tsx'
import { Rules } from './Rules.tsx'
import { StepPanel } from './StepPanel.tsx'
import { Surface } from './Surface.tsx'
import { Thinking } from './Thinking.tsx'
import { Timeline } from './Timeline.tsx'
import { Tokens } from './Tokens.tsx'
import './workspace.css'

const beside: Record<PanelId, FunctionComponent<IDockviewPanelProps>> = {
  step: whenSeen(StepPanel),
  thinking: whenSeen(Thinking),
  tokens: whenSeen(Tokens),
  prompt: whenSeen(Prompt),
  rules: Rules,
  program: SeenProgram
}
const components = { surface: Surface, timeline: Strip, ...beside }

const theme = { name: 'orrery', className: 'dockview-theme-orrery', gap: 0 }

export function Workspace(): ReactNode {
  const [api, setApi] = useState<DockviewApi | null>(null)
  const wish = useOrrery((state) => state.wish)
  const session = useOrrery((state) => state.world?.session.id)
  const program = useOrrery(hasProgram)
  useEffect(() => {
    if (!api || !wish) return
    if (wish.panel === 'reset') reset(api)
    else api.getPanel(wish.panel)?.api.setActive()
  }, [api, wish])
  useEffect(() => (api ? follow(api) : undefined), [api])
  const strip = useOrrery((state) => standing(state, 'strip') === 'inline')
  const most = useOrrery((state) => state.stripMost)
  const panels = useOrrery((state) => !state.folds.panels)
  useEffect(() => {
    if (!api) return
    const put = () => {
      offerProgram(api, program)
      foldAway(api, { strip, most, panels })
    }
    put()
    // Restoring a layout or another window width opens all panels, so the folded ones are folded again.
    const moved = [api.onDidLayoutFromJSON(put), api.onDidAddGroup(put), api.onDidRemoveGroup(put)]
    return () => {
      for (const one of moved) one.dispose()
    }
  }, [api, strip, most, panels, program])
  useEffect(() => {
    // Where the world is a tab among others, one that is opened is seen.
    const surface = api?.getPanel('surface')
    if (session !== undefined && surface && !surface.api.isVisible) surface.api.setActive()
  }, [api, session])
  return (
    <DockviewReact
      components={components}
      defaultTabComponent={Tab}
      theme={theme}
      disableFloatingGroups
      onReady={(event) => {
        arrange(event.api)
        setApi(event.api)
      }}
    />
  )
}

/** The strip in its place: folded, or over the world for a look, it is not here. */
function Strip(): ReactNode {
  const inline = useOrrery((state) => standing(state, 'strip') === 'inline')
  return inline && <Timeline />
}

/** dockview keeps the panels behind a tab mounted, and a stream would be drawn into each of them unseen. */
function whenSeen(Panel: () => ReactNode): (props: IDockviewPanelProps) => ReactNode {
  return function Seen({ api }) {
    return useSeen(api) && <Panel />
  }
}

/** What was typed into it stays while another panel is in front. */
function SeenProgram({ api }: IDockviewPanelProps): ReactNode {
  return <Program seen={useSeen(api)} />
}

function useSeen(api: IDockviewPanelProps['api']): boolean {
  const [seen, setSeen] = useState(api.isVisible)
  useEffect(() => {
    setSeen(api.isVisible)
    const watch = api.onDidVisibilityChange(({ isVisible }) => setSeen(isVisible))
    return () => watch.dispose()
  }, [api])
  return seen
}

/** A tab is its title: a panel of this window cannot be closed, only put elsewhere. */
function Tab({ api }: IDockviewPanelHeaderProps): ReactNode {
  const more = useOrrery(hasProgram)
  return <span className={`text-sm ${more ? 'px-1.5 max-[1200px]:px-1' : 'px-3 max-[1200px]:px-2'}`}>{api.title}</span>
}

/** Then there is one panel more. */
const hasProgram = ({ world }: Data): boolean => world?.opens ?? false
