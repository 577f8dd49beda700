// Where the panels of an open world stand: beside each other as a person left them, or in a narrow window one at a time over the timeline.
import type { DockviewApi } from 'dockview-react'
import { PANELS, PROGRAM_PANEL } from '../store/panels.ts'
import { read, write } from '../store/settings.ts'
import { STRIP } from './room.ts'

// An arrangement that misses a panel is not used, so the name stays when the panels change.
const KEY = 'orrery.panels.2'
// Below this a world beside a panel would have no room for a line of 80 characters, nor a tool's form for its fields.
const NARROW = '(max-width: 720px)'

// A list of worlds that closes may leave the panels as wide as they were.
const MOST_FRAMES = 20

const MOVED = [...PANELS, PROGRAM_PANEL]

/** Every panel that each world has. */
const ALL = ['surface', 'timeline', ...PANELS.map(({ id }) => id)]

/** Puts the panels where they belong, once. */
export function arrange(api: DockviewApi): void {
  if (matchMedia(NARROW).matches) inTabs(api)
  else restore(api)
}

/** Keeps where the panels are left, and puts them elsewhere when the window becomes narrow or wide. Returns what ends that. */
export function follow(api: DockviewApi): () => void {
  const narrow = matchMedia(NARROW)
  // In a narrow window there is nothing to remember: the wide one comes back as it was.
  // Neither is how they stand on the way from one to the other.
  let settling = false
  // How they stand: the window may be wide some time before they are told.
  let gathered = narrow.matches
  const keep = () => gathered || narrow.matches || settling || write(KEY, api.toJSON())
  keep()
  const kept = api.onDidLayoutChange(keep)
  let due = 0
  const changed = () => {
    cancelAnimationFrame(due)
    settling = true
    const before = api.width
    // Only once the panels have the window's new size, which comes to them a few frames later.
    const settle = (frames: number) => {
      if (api.width === before && frames > 0) due = requestAnimationFrame(() => settle(frames - 1))
      else {
        if (narrow.matches) gather(api)
        else restore(api)
        gathered = narrow.matches
        settling = false
      }
    }
    settle(MOST_FRAMES)
  }
  narrow.addEventListener('change', changed)
  return () => {
    cancelAnimationFrame(due)
    kept.dispose()
    narrow.removeEventListener('change', changed)
  }
}

/** Shows the strip, at most so high, and the panels beside the world, or takes them away from where they stay. */
export function foldAway(
  api: DockviewApi,
  { strip, most, panels }: { strip: boolean; most: number; panels: boolean }
): void {
  const world = api.getPanel('surface')
  const timeline = api.getPanel('timeline')
  if (!world || !timeline) return
  for (const group of api.groups) {
    const show = group === world.group || (group === timeline.group ? strip : panels)
    if (group.api.isVisible !== show) group.api.setVisible(show)
    // It takes no room any more, but its tabs could still be reached.
    group.element.style.visibility = show ? '' : 'hidden'
  }
  timeline.group.api.setConstraints({ minimumHeight: Math.min(STRIP.least, most), maximumHeight: most })
  if (strip && timeline.group.height > most) timeline.group.api.setSize({ height: most })
  // In a narrow window the panels are tabs over the world.
  if (!PANELS.some(({ id }) => api.getPanel(id)?.group === world.group)) return
  world.group.header.hidden = !panels
  if (!panels) world.api.setActive()
}

/** Puts the panel of the program beside the rules, or takes it away. */
export function offerProgram(api: DockviewApi, wanted: boolean): void {
  const there = api.getPanel(PROGRAM_PANEL.id)
  const rules = api.getPanel('rules')
  if (there && !wanted) api.removePanel(there)
  if (there || !wanted || !rules) return
  api.addPanel({
    id: PROGRAM_PANEL.id,
    component: PROGRAM_PANEL.id,
    title: PROGRAM_PANEL.title,
    inactive: true,
    position: { referencePanel: rules }
  })
}

/** Puts the panels where they are meant to be. */
export function reset(api: DockviewApi): void {
  const program = api.getPanel(PROGRAM_PANEL.id) !== undefined
  api.clear()
  if (matchMedia(NARROW).matches) inTabs(api)
  else beside(api)
  offerProgram(api, program)
}

/** The panels as they were left, else as they are meant. Those that are there stay, with what was typed into them. */
function restore(api: DockviewApi): void {
  const kept = read(KEY)
  if (kept !== null) {
    try {
      // Its own toJSON; it throws on anything else.
      api.fromJSON(kept as Parameters<DockviewApi['fromJSON']>[0], { reuseExistingPanels: true })
      if (ALL.every((id) => api.getPanel(id))) return
    } catch {
      // A damaged arrangement is only an arrangement: start from the usual one.
    }
    api.clear()
  }
  if (api.getPanel('surface')) spread(api)
  else beside(api)
}

function beside(api: DockviewApi): void {
  const surface = world(api, 184)
  const [{ id: first, title: firstTitle }] = PANELS
  const step = api.addPanel({
    id: first,
    component: first,
    title: firstTitle,
    position: { direction: 'right' },
    initialWidth: widthBeside(api),
    ...BOUNDS
  })
  for (const { id, title } of PANELS.slice(1)) {
    api.addPanel({ id, component: id, title, inactive: true, position: { referencePanel: step } })
  }
  // One panel and always there: a tab would only take the room of two lines of terminal.
  surface.group.header.hidden = true
  surface.group.locked = true
  step.api.setActive()
  surface.api.setActive()
}

const BOUNDS = { minimumWidth: 240, maximumWidth: 620 }

/** Room for a step id in two lines, in a small window for the five tabs: the share it begins with is kept when the window grows. */
function widthBeside({ width }: DockviewApi): number {
  return Math.max(284, Math.min(372, Math.round(width * 0.31)))
}

/** The reverse of `gather`, where no arrangement was kept. */
function spread(api: DockviewApi): void {
  const surface = api.getPanel('surface')
  if (!surface) return
  const group = api.addGroup({ direction: 'right' })
  for (const { id } of MOVED) api.getPanel(id)?.api.moveTo({ group, skipSetActive: true })
  group.api.setSize({ width: widthBeside(api) })
  group.api.setConstraints(BOUNDS)
  surface.group.header.hidden = true
  surface.group.locked = true
  api.getPanel(PANELS[0].id)?.api.setActive()
  surface.api.setActive()
}

function inTabs(api: DockviewApi): void {
  const surface = world(api, 132)
  for (const { id, title } of PANELS) {
    api.addPanel({ id, component: id, title, inactive: true, position: { referencePanel: surface } })
  }
  surface.api.setActive()
}

/** Brings all panels but the timeline to the world, as tabs. */
function gather(api: DockviewApi): void {
  const surface = api.getPanel('surface')
  if (!surface) return
  surface.group.header.hidden = false
  surface.group.locked = false
  for (const { id } of MOVED) api.getPanel(id)?.api.moveTo({ group: surface.group, skipSetActive: true })
  surface.api.setActive()
}

/** The world over its timeline. */
function world(api: DockviewApi, timelineHeight: number) {
  const surface = api.addPanel({ id: 'surface', component: 'surface', title: 'World' })
  const timeline = api.addPanel({
    id: 'timeline',
    component: 'timeline',
    title: 'Timeline',
    position: { referencePanel: surface, direction: 'below' },
    initialHeight: timelineHeight,
    minimumHeight: STRIP.least,
    maximumHeight: STRIP.most
  })
  timeline.group.header.hidden = true
  timeline.group.locked = true
  return surface
}
