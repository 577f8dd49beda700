// The tree of a screen as the picture and the inspector walk it: made once a screen, in time linear in its nodes.
import type { PixelBounds, Screen } from '../../../core/observations/screens/screen.ts'
import { face, isStop, kindOf, type WidgetKind } from './kinds.ts'

export interface ScreenOutline {
  kinds: WidgetKind[]
  stops: boolean[]
  /** Children of each node, and of the screen itself under index -1 (`tops`). */
  children: number[][]
  tops: number[]
  depths: number[]
  /** Whether something below it shows text, and whether something below it is a stop. */
  hasText: boolean[]
  hasStop: boolean[]
  /** Lists that hold items only, and tables that hold rows of cells only: what assistive technology takes for a list or a table. */
  proper: boolean[]
  /** At least half of what shows something knows where it is: it can be drawn in its place. */
  placed: boolean
  /** Right and bottom end of what is placed. */
  extent: { width: number; height: number }
}

const made = new WeakMap<Screen, ScreenOutline>()

export function outlineOf(screen: Screen): ScreenOutline {
  const known = made.get(screen)
  if (known) return known
  const outline = make(screen)
  made.set(screen, outline)
  return outline
}

/** The nodes above one, the nearest first. */
export function above(screen: Screen, index: number): number[] {
  const found: number[] = []
  for (let at = screen.nodes[index]?.parent ?? -1; at >= 0; at = screen.nodes[at]?.parent ?? -1) found.push(at)
  return found
}

/** The options of a drop-down, which may lie in a list or a popup of its own. */
export function optionsOf({ kinds, children }: ScreenOutline, index: number): number[] {
  const found: number[] = []
  const walk = [...(children[index] ?? [])].reverse()
  for (let at = walk.pop(); at !== undefined; at = walk.pop()) {
    if (kinds[at] === 'option') found.push(at)
    else if (kinds[at] !== 'select') for (const one of [...(children[at] ?? [])].reverse()) walk.push(one)
  }
  return found
}

/** Lower than this, a box holds one line, whatever its width. */
export const LOW = 48

/** The smallest box that holds both. */
export function around(one: PixelBounds, other: PixelBounds): PixelBounds {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y
  }
}

/** The pixels between two boxes, across or down, whichever is more; 0 where they touch. */
export function distance(one: PixelBounds, other: PixelBounds): number {
  const across = Math.max(other.x - one.x - one.width, one.x - other.x - other.width)
  const down = Math.max(other.y - one.y - one.height, one.y - other.y - other.height)
  return Math.max(0, across, down)
}

/** Whether the middle of `inner` lies in `outer`; with `whole`, all of it. */
export function holds(outer: PixelBounds, inner: PixelBounds, whole = false): boolean {
  const [x, y] = whole ? [inner.x, inner.y] : [inner.x + inner.width / 2, inner.y + inner.height / 2]
  const [right, bottom] = whole ? [inner.x + inner.width, inner.y + inner.height] : [x, y]
  return x >= outer.x && y >= outer.y && right <= outer.x + outer.width && bottom <= outer.y + outer.height
}

/** Whether a box is the whole screen. */
export function covers({ x, y, width, height }: PixelBounds, { extent }: ScreenOutline): boolean {
  return x <= 0 && y <= 0 && x + width >= extent.width && y + height >= extent.height
}

function make({ nodes, width, height }: Screen): ScreenOutline {
  const count = nodes.length
  const outline: ScreenOutline = {
    kinds: new Array<WidgetKind>(count),
    stops: new Array<boolean>(count).fill(false),
    children: Array.from({ length: count }, () => []),
    tops: [],
    depths: new Array<number>(count).fill(0),
    hasText: new Array<boolean>(count).fill(false),
    hasStop: new Array<boolean>(count).fill(false),
    proper: new Array<boolean>(count).fill(false),
    placed: false,
    extent: { width: width ?? 0, height: height ?? 0 }
  }
  let [showing, known] = [0, 0]
  nodes.forEach((node, index) => {
    const kind = kindOf(node)
    outline.kinds[index] = kind
    outline.stops[index] = isStop(node, kind)
    const siblings = outline.children[node.parent] ?? outline.tops
    siblings.push(index)
    outline.depths[index] = node.parent < 0 ? 0 : (outline.depths[node.parent] ?? 0) + 1
    const { bounds } = node
    if (face(node, kind) !== '') {
      showing++
      if (bounds) known++
    }
    if (bounds && width === null && bounds.width < FAR) {
      outline.extent.width = Math.max(outline.extent.width, Math.min(FAR, bounds.x + bounds.width))
    }
    if (bounds && height === null && bounds.height < FAR) {
      outline.extent.height = Math.max(outline.extent.height, Math.min(FAR, bounds.y + bounds.height))
    }
  })
  for (let index = count - 1; index >= 0; index--) {
    const node = nodes[index]
    const kind = outline.kinds[index]
    if (!node || !kind) continue
    outline.proper[index] = isProper(index, outline)
    // A menu that holds nothing is shut: what is seen of it is its name in the menu bar.
    if (kind === 'menu' && !outline.hasText[index] && face(node, kind) !== '') {
      outline.kinds[index] = 'menuitem'
      outline.stops[index] = true
    }
    // An open one is its word in the bar still: a click on that shuts it.
    if (kind === 'menu' && outline.hasText[index] && face(node, kind) !== '' && isInBar(node, outline)) {
      outline.stops[index] = true
    }
    if (node.parent < 0) continue
    if (outline.hasText[index] || face(node, kind) !== '') outline.hasText[node.parent] = true
    if (outline.hasStop[index] || outline.stops[index]) outline.hasStop[node.parent] = true
  }
  outline.placed = known > 0 && known * 2 >= showing && outline.extent.width > 0 && outline.extent.height > 0
  return outline
}

/** A menu that is drawn as a word: as low as a line, or, where boxes are not known, part of a bar. */
function isInBar({ bounds, parent }: Screen['nodes'][number], { kinds }: ScreenOutline): boolean {
  return bounds ? bounds.height < LOW : kinds[parent] === 'bar'
}

/** Children stand after their parents, so theirs is known already. */
function isProper(index: number, { kinds, children, proper }: ScreenOutline): boolean {
  const inner = children[index] ?? []
  const all = (...wanted: WidgetKind[]) =>
    inner.length > 0 && inner.every((child) => wanted.includes(kinds[child] ?? 'group'))
  if (kinds[index] === 'list') return all('item')
  if (kinds[index] === 'row') return all('cell', 'header')
  if (kinds[index] === 'rows') return all('row') && inner.every((child) => proper[child])
  return kinds[index] === 'table' && all('row', 'rows') && inner.every((child) => proper[child])
}

// No screen is wider; what says so is broken and must not shrink the rest to a dot.
const FAR = 20_000
