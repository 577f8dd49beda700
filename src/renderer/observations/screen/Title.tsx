// A window's title bar: in the room its content leaves at its top, else above it.
import type { CSSProperties, ReactNode } from 'react'
import type { PixelBounds, Screen, ScreenNode } from '../../../core/observations/screens/screen.ts'
import { label } from './kinds.ts'
import { holds, type ScreenOutline } from './outline.ts'

export interface TitleProps {
  screen: Screen
  outline: ScreenOutline
  index: number
  box: PixelBounds
  /** Where its content begins, in the screen's pixels; `null` where the screen tells by what lies in it. */
  top: number | null
  /** The size of letters, in the screen's pixels. */
  usual: number
}

// The most and the least that a title bar takes, and what it takes above a window without room for it, in the screen's pixels.
const [MOST, LEAST, ABOVE] = [44, 18, 28]

/** A button that stands in a window's title bar. */
export function isWindowKey(node: ScreenNode): boolean {
  return (node.bounds?.height ?? MOST) < MOST && /^(?:minimi[sz]e|maximi[sz]e|restore|close)$/i.test(label(node))
}

export function Title({ screen, outline, index, box, top, usual }: TitleProps): ReactNode {
  const node = screen.nodes[index]
  const room = Math.min((top ?? contentOf(screen, outline, index)) - box.y, MOST)
  if (room < LEAST && box.y < ABOVE - 2) return null
  // A program that puts things into its own title, as a browser its tabs, has its window's keys beside them.
  const strip = { ...box, height: MOST }
  if (room < LEAST && screen.nodes.some((one) => one.bounds && isWindowKey(one) && holds(strip, one.bounds, true)))
    return null
  const high = room >= LEAST ? room : ABOVE
  const style: CSSProperties & { '--fit': string } = {
    top: room >= LEAST ? 0 : -high,
    height: high,
    '--fit': `${Math.round(Math.min(usual, high * 0.62))}px`
  }
  const bar = { ...box, height: high }
  const own = screen.nodes.some((one) => one.bounds && isWindowKey(one) && holds(bar, one.bounds, true))
  return (
    <span className="pic-title" style={style}>
      <span className="pic-title-text">{node ? label(node) : ''}</span>
      {!own && (
        <span className="pic-title-keys" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
    </span>
  )
}

// What is high up comes early.
const MOST_LOOKED_AT = 300

/** The top of the highest thing in a window that shows something. */
function contentOf(screen: Screen, outline: ScreenOutline, index: number): number {
  let top = Number.POSITIVE_INFINITY
  const walk = [...(outline.children[index] ?? [])]
  for (let at = 0; at < walk.length && at < MOST_LOOKED_AT; at++) {
    const child = walk[at]
    const node = child === undefined ? undefined : screen.nodes[child]
    if (child === undefined || !node || isWindowKey(node)) continue
    const kind = outline.kinds[child] ?? 'group'
    if (node.bounds && node.bounds.height > 0 && kind !== 'group' && kind !== 'window')
      top = Math.min(top, node.bounds.y)
    else for (const one of outline.children[child] ?? []) walk.push(one)
  }
  return top
}
