// Nodes at their coordinates, as flat boxes in the order they are drawn. The frame scales the whole.
import { type CSSProperties, memo, type ReactNode } from 'react'
import type { Bounds, Screen, ScreenNode } from '../../../core/screen.ts'
import { Face } from './Face.tsx'
import { fit } from './fit.ts'
import { aria, face, type Kind, label } from './kinds.ts'
import { type Outline, outlineOf } from './outline.ts'

export interface PlacedProps {
  screen: Screen
  changed: ReadonlySet<number>
  /** At most this many boxes are drawn. */
  most: number
  /** Boxes of nodes whose bounds the screen does not tell, in its stead. */
  bounds?: ReadonlyMap<number, Bounds>
  /** Only for pointer and keyboard: what is seen is drawn by something else. */
  bare?: boolean
}

export const Placed = memo(function Placed({ screen, changed, most, bounds, bare = false }: PlacedProps): ReactNode {
  const outline = outlineOf(screen)
  const boxes = order(screen, outline, changed, bounds)
  return boxes.slice(0, most).map((index) => {
    const node = screen.nodes[index]
    const box = bounds ? bounds.get(index) : node?.bounds
    return node && box ? draw(node, index, box, { screen, outline, changed: changed.has(index), bare }) : null
  })
})

/** The nodes that have a box to draw, in the order of drawing: the active window comes above the others, and what a menu has opened above all. */
export function order(
  screen: Screen,
  outline: Outline,
  changed: ReadonlySet<number>,
  bounds?: ReadonlyMap<number, Bounds>
): number[] {
  const { width, height } = outline.extent
  const [below, above, open]: [number[], number[], number[]] = [[], [], []]
  const active = screen.nodes.map(() => false)
  const opened = screen.nodes.map(() => false)
  screen.nodes.forEach((node, index) => {
    const kind = outline.kinds[index] ?? 'group'
    active[index] =
      (node.parent >= 0 && active[node.parent] === true) ||
      ((kind === 'window' || kind === 'dialog') && (node.states.active === true || node.states.modal === true))
    const box = bounds ? bounds.get(index) : node.bounds
    // Trees name an open menu where its bar is, before the things it lies over.
    const menu = kind === 'menuitem' || (kind === 'menu' && box != null && box.height >= LOW)
    opened[index] = menu || (node.parent >= 0 && opened[node.parent] === true)
    if (!box || box.width <= 0 || box.height <= 0 || node.states.visible === false || node.states.showing === false)
      return
    if (!bounds && (box.x >= width || box.y >= height || box.x + box.width <= 0 || box.y + box.height <= 0)) return
    const plain = kind === 'group' || kind === 'rows' || kind === 'list' || kind === 'landmark'
    if (plain && !outline.stops[index] && !changed.has(index) && (outline.hasText[index] || face(node, kind) === ''))
      return
    if (opened[index]) open.push(index)
    else if (active[index]) above.push(index)
    else below.push(index)
  })
  return below.concat(above, open)
}

interface Context {
  screen: Screen
  outline: Outline
  changed: boolean
  bare: boolean
}

function draw(node: ScreenNode, index: number, box: Bounds, { screen, outline, changed, bare }: Context): ReactNode {
  const kind = outline.kinds[index] ?? 'group'
  const stop = outline.stops[index] === true
  const drawn = look(kind, box, outline)
  // A menu keeps its word while it is open; of other things that hold text, the text is what is seen.
  const own = kind === 'field' || kind === 'select' || drawn === 'menuitem'
  const whole = kind === 'window' || kind === 'dialog' || (outline.hasText[index] && !own) ? '' : face(node, kind)
  const glyph = kind === 'check' || kind === 'radio' || kind === 'switch' ? box.height : 0
  // A switch at the end of its row is named for those who cannot see the row; a small button has an icon.
  const shown = glyph > 0 && box.width < glyph * 3 ? '' : whole
  const small =
    (kind === 'button' || kind === 'image' || kind === 'link') && box.width < box.height * 1.7 && whole.length > 3
  const size =
    small || shown === ''
      ? Math.min(box.width, box.height) * 0.55
      : fit(shown.length, box.width - glyph - padding(kind) * 2, box.height)
  const style: CSSProperties & { '--fit': string } = {
    left: box.x,
    top: box.y,
    width: box.width,
    height: box.height,
    '--fit': `${Math.round(size)}px`
  }
  return (
    <div
      key={index}
      data-node={index}
      className={classes(node, drawn, { changed, bare, stop, single: isSingle(kind, box) })}
      style={style}
      tabIndex={stop ? -1 : undefined}
      {...aria(node, kind, stop)}
    >
      {bare ? (
        !stop && shown && <span className="pic-unseen">{shown}</span>
      ) : (kind === 'window' || kind === 'dialog') && !covers(box, outline) ? (
        <Title screen={screen} outline={outline} index={index} box={box} />
      ) : (
        <Face node={node} kind={kind} text={shown} small={small} />
      )}
    </div>
  )
}

// Lower than this, a box holds one line, whatever its width.
const LOW = 48

function isSingle(kind: Kind, { width, height }: Bounds): boolean {
  return height < LOW || (kind === 'field' && height * 4.5 < width)
}

/** What covers the whole screen is its wallpaper, not a window on it; a menu as low as a line is a word in a bar. */
function look(kind: Kind, box: Bounds, outline: Outline): Kind {
  if (kind === 'window' && covers(box, outline)) return 'group'
  return kind === 'menu' && box.height < LOW ? 'menuitem' : kind
}

function covers({ x, y, width, height }: Bounds, { extent }: Outline): boolean {
  return x <= 0 && y <= 0 && x + width >= extent.width && y + height >= extent.height
}

/** What stands between a box's edge and its text, in the screen's pixels. */
function padding(kind: Kind): number {
  return kind === 'button' || kind === 'field' || kind === 'select' ? 8 : 2
}

export function classes(
  node: ScreenNode,
  kind: Kind,
  { changed, bare = false, stop, single = false }: { changed: boolean; bare?: boolean; stop: boolean; single?: boolean }
): string {
  const { states } = node
  let names = bare ? 'pic-n pic-bare' : `pic-n pic-${kind}`
  if (stop) names += ' pic-stop'
  if (changed) names += ' pic-changed'
  if (single) names += ' pic-single'
  if (states.disabled === true) names += ' pic-off'
  if (states.focused === true) names += ' pic-focused'
  if (states.selected === true || states.checked === true || states.pressed === true) names += ' pic-on'
  if (states.active === true || states.modal === true) names += ' pic-active'
  return names
}

/** A window's title bar: in the room its content leaves at its top, else above it. */
function Title(props: { screen: Screen; outline: Outline; index: number; box: Bounds }): ReactNode {
  const { screen, outline, index, box } = props
  const node = screen.nodes[index]
  const name = node ? label(node) : ''
  const first = content(screen, outline, index)
  const room = Math.min(first - box.y, 44)
  if (room < 18 && box.y < 26) return null
  const high = room >= 18 ? room : 28
  const style: CSSProperties & { '--fit': string } = {
    top: room >= 18 ? 0 : -high,
    height: high,
    '--fit': `${Math.round(high * 0.62)}px`
  }
  return (
    <span className="pic-title" style={style}>
      <span className="pic-title-text">{name}</span>
      <span className="pic-title-keys" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
    </span>
  )
}

/** Where a window's content begins: the top of the highest thing in it that shows something. */
function content(screen: Screen, outline: Outline, index: number): number {
  let top = Number.POSITIVE_INFINITY
  const walk = [...(outline.children[index] ?? [])]
  // Only the first few hundred: what is high up comes early.
  for (let at = 0; at < walk.length && at < 300; at++) {
    const child = walk[at]
    const node = child === undefined ? undefined : screen.nodes[child]
    if (child === undefined || !node) continue
    const kind = outline.kinds[child] ?? 'group'
    if (node.bounds && node.bounds.height > 0 && kind !== 'group' && kind !== 'window')
      top = Math.min(top, node.bounds.y)
    else walk.push(...(outline.children[child] ?? []))
  }
  return top
}
