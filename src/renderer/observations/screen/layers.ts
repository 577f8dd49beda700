// What is drawn above what, on a screen with coordinates.
import type { PixelBounds, Screen } from '../../../core/observations/screens/screen.ts'
import { face } from './kinds.ts'
import { around, covers, distance, LOW, type ScreenOutline } from './outline.ts'
import type { Panel } from './panels.ts'

/** Nodes that lie at one height; `panel`: the sheet below them. */
export interface ScreenLayer {
  panel: Panel | null
  nodes: number[]
}

/**
 * The nodes that have a box to draw, from the lowest layer to the uppermost. Without `panels` the active window lies above the others,
 * and what a menu has opened above all.
 * `bounds` stand in for those of the screen.
 */
export function layersOf(
  screen: Screen,
  outline: ScreenOutline,
  given: {
    changed: ReadonlySet<number>
    panels?: Panel[] | null
    bounds?: ReadonlyMap<number, PixelBounds> | undefined
  }
): ScreenLayer[] {
  const { panels, bounds } = given
  const isDrawn = drawn(screen, outline, given.changed, bounds)
  if (panels) return panels.map((panel) => ({ panel, nodes: panel.nodes.filter(isDrawn) }))
  const [below, above, open]: [number[], number[], number[]] = [[], [], []]
  const active = screen.nodes.map(() => false)
  const opened = screen.nodes.map(() => false)
  screen.nodes.forEach((node, index) => {
    const kind = outline.kinds[index]
    active[index] =
      (node.parent >= 0 && active[node.parent] === true) ||
      ((kind === 'window' || kind === 'dialog') && (node.states.active === true || node.states.modal === true))
    // Trees name an open menu where its bar is, before the things it lies over.
    const box = bounds ? bounds.get(index) : node.bounds
    const menu = kind === 'menuitem' || (kind === 'menu' && box != null && box.height >= LOW)
    opened[index] = menu || (node.parent >= 0 && opened[node.parent] === true)
    if (isDrawn(index)) (opened[index] ? open : active[index] ? above : below).push(index)
  })
  return [
    { panel: null, nodes: below },
    { panel: null, nodes: above },
    { panel: null, nodes: open }
  ].filter(({ nodes }) => nodes.length > 0)
}

function drawn(
  { nodes }: Screen,
  outline: ScreenOutline,
  changed: ReadonlySet<number>,
  bounds: ReadonlyMap<number, PixelBounds> | undefined
): (index: number) => boolean {
  const { width, height } = outline.extent
  return (index) => {
    const node = nodes[index]
    if (!node) return false
    const kind = outline.kinds[index] ?? 'group'
    const box = bounds ? bounds.get(index) : node.bounds
    if (!box || box.width <= 0 || box.height <= 0) return false
    if (node.states.visible === false || node.states.showing === false) return false
    if (!bounds && (box.x >= width || box.y >= height || box.x + box.width <= 0 || box.y + box.height <= 0))
      return false
    const plain = kind === 'group' || kind === 'rows' || kind === 'list' || kind === 'landmark'
    const empty = outline.hasText[index] || face(node, kind) === ''
    return !plain || outline.stops[index] === true || changed.has(index) || !empty
  }
}

/**
 * The part of a desktop that shows something, as a box in its pixels with the proportions of `room`; `null` where that is most of
 * it, or where a dock of programs stands beside it. Other bars at the edges of the screen do not count.
 */
export function shownPart(
  screen: Screen,
  outline: ScreenOutline,
  { panels, size, room }: { panels: Panel[] | null; size: Size; room: Size }
): PixelBounds | null {
  const boxes = panels
    ? panels.filter(({ kind }) => kind !== 'bare').map(({ box }) => box)
    : (layersOf(screen, outline, { changed: NOTHING }) ?? []).flatMap(({ nodes }) =>
        nodes.flatMap((index) => {
          const bounds = screen.nodes[index]?.bounds
          return bounds && !covers(bounds, outline) && !isBar(bounds, size) ? [bounds] : []
        })
      )
  if (boxes.length === 0 || room.width <= 0 || room.height <= 0 || hasDock(screen)) return null
  const { x, y, width, height } = boxes.reduce(around)
  const wanted = { width: width + 2 * MARGIN, height: height + 2 * MARGIN }
  if (wanted.width * wanted.height > size.width * size.height * MOST) return null
  // As much of the wallpaper around it as the room has place for.
  const tall = Math.max(wanted.height, (wanted.width * room.height) / room.width, room.height / LARGEST)
  const wide = Math.max(wanted.width, (tall * room.width) / room.height)
  const across = Math.min(size.width, Math.round(wide))
  const down = Math.min(size.height, Math.round(tall))
  return {
    x: Math.round(within(x + width / 2 - across / 2, size.width - across)),
    y: Math.round(within(y + height / 2 - down / 2, size.height - down)),
    width: across,
    height: down
  }
}

interface Size {
  width: number
  height: number
}

/** Whether a box lies in that part, all of it that is on the screen. */
export function isInPart(part: PixelBounds, box: PixelBounds): boolean {
  return distance(part, box) === 0
}

const NOTHING: ReadonlySet<number> = new Set()
// What stands around the windows in the part that is shown, in the screen's pixels.
const MARGIN = 40
// A part larger than this, of the whole, is no less to look at than the whole.
const MOST = 0.75
/** Larger than this, a picture is not scaled to fit. */
export const LARGEST = 1.25

function isBar({ x, y, width, height }: PixelBounds, size: Size): boolean {
  return (height <= 40 && (y <= 2 || y + height >= size.height - 2)) || isInDock({ x, width })
}

const isInDock = ({ x, width }: Pick<PixelBounds, 'x' | 'width'>): boolean => x <= 2 && width <= 90

/** Whether programs can be started from a bar at the left edge. */
const hasDock = ({ nodes }: Screen): boolean =>
  nodes.some(({ role, bounds }) => role === 'button' && bounds && bounds.height > 40 && isInDock(bounds))

function within(at: number, most: number): number {
  return Math.max(0, Math.min(most, at))
}
