// Nodes at their coordinates, as flat boxes in the order they are drawn. The frame scales the whole.
import { type CSSProperties, memo, type ReactNode } from 'react'
import type { Touch } from '../../../core/observations/screens/gestures.ts'
import type { PixelBounds, Screen, ScreenNode } from '../../../core/observations/screens/screen.ts'
import { classes } from './classes.ts'
import { Face } from './Face.tsx'
import { iconFor } from './icons.ts'
import { aria, face, type WidgetKind } from './kinds.ts'
import { layersOf } from './layers.ts'
import { letterSize, usualSize } from './letters.ts'
import { covers, holds, LOW, outlineOf, type ScreenOutline } from './outline.ts'
import type { Panel } from './panels.ts'
import { isWindowKey, Title } from './Title.tsx'

export interface PlacedProps {
  screen: Screen
  changed: ReadonlySet<number>
  /** At most this many boxes are drawn. */
  most: number
  frame?: Touch['frame']
  /** Windows that the format does not tell. */
  panels?: Panel[] | null
  /** Boxes of nodes whose bounds the screen does not tell, in its stead. */
  bounds?: ReadonlyMap<number, PixelBounds>
  /** Only for pointer and keyboard: what is seen is drawn by something else. */
  bare?: boolean
}

export const Placed = memo(function Placed(props: PlacedProps): ReactNode {
  const { screen, changed, most, frame = 'browser', panels = null, bounds, bare = false } = props
  const outline = outlineOf(screen)
  const usual = usualSize(frame, outline.extent.width)
  let left = most
  return layersOf(screen, outline, { changed, panels, bounds }).map(({ panel, nodes }, nth) => {
    const shown = nodes.slice(0, Math.max(0, left))
    left -= shown.length
    return (
      <div key={nth} className="pic-layer">
        {panel && panel.kind !== 'bare' && panel.owner === null && <Sheet panel={panel} />}
        {shown.map((index) => {
          const node = screen.nodes[index]
          const box = bounds ? bounds.get(index) : node?.bounds
          const top = panel?.owner === index ? highest(screen, panel, index) : null
          const context = { screen, outline, changed: changed.has(index), bare, usual, frame, top }
          return node && box ? draw(node, index, box, context) : null
        })}
      </div>
    )
  })
})

/** What a click on finds nothing: a window's own ground. */
function Sheet({ panel: { kind, box } }: { panel: Panel }): ReactNode {
  const { x, y, width, height } = box
  return (
    <div
      className={kind === 'menu' ? 'pic-sheet-of pic-sheet-menu' : 'pic-sheet-of'}
      data-ground
      style={{ left: x, top: y, width, height }}
    />
  )
}

/** Where the content of a panel begins, below its owner. */
function highest({ nodes }: Screen, panel: Panel, owner: number): number {
  let top = Number.POSITIVE_INFINITY
  for (const index of panel.nodes) {
    const node = nodes[index]
    if (index !== owner && node?.bounds && !isWindowKey(node)) top = Math.min(top, node.bounds.y)
  }
  return top
}

interface Context {
  screen: Screen
  outline: ScreenOutline
  changed: boolean
  bare: boolean
  /** The size of letters, in the screen's pixels. */
  usual: number
  frame: Touch['frame']
  /** For a window that holds what follows it: where that begins. */
  top: number | null
}

function draw(node: ScreenNode, index: number, box: PixelBounds, context: Context): ReactNode {
  const { screen, outline, changed, bare, usual, frame, top } = context
  const told = outline.kinds[index] ?? 'group'
  const kind = told === 'alert' && top !== null ? 'dialog' : told
  const stop = outline.stops[index] === true
  const drawn = look(kind, box, outline)
  // A menu keeps its word while it is open; of other things that hold text, the text is what is seen.
  const says = kind === 'field' || kind === 'select' || drawn === 'menuitem'
  const whole = kind === 'window' || kind === 'dialog' || (outline.hasText[index] && !says) ? '' : face(node, kind)
  const glyph = kind === 'check' || kind === 'radio' || kind === 'switch' ? box.height : 0
  // A switch at the end of its row is named for those who cannot see the row; a small button has an icon.
  const shown = glyph > 0 && box.width < glyph * 3 ? '' : whole
  const small =
    (kind === 'button' || kind === 'image' || kind === 'link') && box.width < box.height * 1.7 && whole.length > 3
  const inside = { width: box.width - glyph - padding(kind) * 2, height: box.height }
  const size =
    small || shown === ''
      ? Math.min(usual * 1.5, Math.min(box.width, box.height) * 0.62)
      : letterSize(shown, inside, { usual, kind, frame })
  const style: CSSProperties & { '--fit': string } = {
    left: box.x,
    top: box.y,
    width: box.width,
    height: box.height,
    '--fit': `${Math.round(size * 10) / 10}px`
  }
  // A word may stand a little over its box: cut off it would say nothing.
  const word = kind === 'text' && shown.length <= WORD
  const over = inField(screen, outline, index, box)
  const own = classes(node, drawn, { changed, bare, stop, single: isSingle(kind, box) })
  // What stands at the edge above, as a clock, is a part of the system's bar; what a menu has opened covers what is under it.
  const names = drawn === 'menuitem' && box.y <= 0 ? `${own} pic-on-bar` : own
  return (
    <div
      key={index}
      data-node={index}
      className={over || (small && iconFor(whole)) ? `${names} pic-icon` : word ? `${names} pic-word` : names}
      style={style}
      tabIndex={stop ? -1 : undefined}
      {...aria(node, told, stop)}
    >
      {bare ? (
        !stop && shown && <span className="pic-unseen">{shown}</span>
      ) : (kind === 'window' || kind === 'dialog') && !covers(box, outline) ? (
        <Title screen={screen} outline={outline} index={index} box={box} top={top} usual={usual} />
      ) : (
        !over && <Face node={node} kind={kind} text={shown} small={small} />
      )}
    </div>
  )
}

/** A sign inside the field before it, that would stand over its text. */
function inField({ nodes }: Screen, { kinds }: ScreenOutline, index: number, box: PixelBounds): boolean {
  const field = kinds[index] === 'image' && kinds[index - 1] === 'field' ? nodes[index - 1]?.bounds : null
  return field ? holds(field, box, true) : false
}

const WORD = 16

function isSingle(kind: WidgetKind, { width, height }: PixelBounds): boolean {
  return height < LOW || (kind === 'field' && height * 4.5 < width)
}

/** What covers the whole screen is its wallpaper, not a window on it; a menu as low as a line is a word in a bar. */
function look(kind: WidgetKind, box: PixelBounds, outline: ScreenOutline): WidgetKind {
  if (kind === 'window' && covers(box, outline)) return 'group'
  return kind === 'menu' && box.height < LOW ? 'menuitem' : kind
}

/** What stands between a box's edge and its text, in the screen's pixels. */
function padding(kind: WidgetKind): number {
  return kind === 'button' || kind === 'field' || kind === 'select' ? 6 : kind === 'text' ? 0 : 1
}
