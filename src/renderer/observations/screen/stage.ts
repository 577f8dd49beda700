// How a screen is set: as an HTML page, in its places or as a list; how large, and which part of it.
import { useMemo } from 'react'
import type { Touch } from '../../../core/observations/screens/gestures.ts'
import type { PixelBounds, Screen } from '../../../core/observations/screens/screen.ts'
import { isInPart, shownPart } from './layers.ts'
import { outlineOf } from './outline.ts'
import { type Panel, panelsOf } from './panels.ts'
import { fitted, fittedList, stageSize } from './sizes.ts'

export interface Stage {
  set: 'html' | 'placed' | 'list'
  frame: Touch['frame']
  /** The screen's own pixels; 0 for what follows from its content. */
  width: number
  height: number
  /** CSS pixels for one of those. */
  scale: number
  /** Windows that the format does not tell. */
  panels: Panel[] | null
  /** The part that is shown, in the screen's pixels; `null` for all of it. */
  part: PixelBounds | null
}

export interface StageProps {
  frame: Touch['frame']
  /** Size of the room that the picture is fitted into, in CSS pixels. */
  room: { width: number; height: number }
  /** Larger than fitted. */
  zoom: number
  /** The whole screen, even where little of it shows something. */
  whole: boolean
  selected: number | null
  /** What is new or says something else than it did. */
  fresh: ReadonlySet<number>
}

// An HTML page of this many elements is drawn; a longer one as an outline.
export const MOST_HTML = 4000

/** `canPart`: whether there is less to look at than the whole. */
export function useStage(
  screen: Screen,
  { frame, room, zoom, whole, selected, fresh }: StageProps
): Stage & { canPart: boolean } {
  const html = screen.format === 'html' && screen.nodes.length <= MOST_HTML
  const set = html ? 'html' : outlineOf(screen).placed ? 'placed' : 'list'
  const desktop = set === 'placed' && frame === 'desktop'
  const size = stageSize(screen, frame)
  const panels = useMemo(() => (desktop ? panelsOf(screen, fresh) : null), [desktop, screen, fresh])
  const { width: across, height: down } = room
  const shown = useMemo(
    () =>
      desktop
        ? shownPart(screen, outlineOf(screen), {
            panels,
            size: stageSize(screen, frame),
            room: { width: across, height: down }
          })
        : null,
    [desktop, screen, panels, frame, across, down]
  )
  const at = selected === null ? null : (screen.nodes[selected]?.bounds ?? null)
  const part = whole || (at && shown && !isInPart(shown, at)) ? null : shown
  const common = { set, frame, panels, part, canPart: shown !== null } as const
  if (set === 'list') return { ...common, width: 0, height: 0, scale: fittedList(frame, room) * zoom }
  const width = set === 'placed' ? size.width : (screen.width ?? (frame === 'phone' ? 412 : 1024))
  const height = set === 'placed' ? size.height : 0
  return { ...common, width, height, scale: fitted(part ?? { width, height: height || 1 }, frame, room, html) * zoom }
}
