// The keyboard and the selection on a picture, from one screen to the next.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Screen } from '../../../core/screen.ts'
import { label } from './kinds.ts'
import type { Outline } from './outline.ts'
import { focusNode, nodeElement, rove } from './roving.ts'

/**
 * On a new screen the keyboard stays on what it was on, by what actions call it. `measured`: the screen whose boxes the browser has
 * told, which HTML has only once it is laid out.
 */
export function useKeptFocus(
  stage: RefObject<HTMLElement | null>,
  { screen, outline, measured }: { screen: Screen; outline: Outline; measured: Screen | null }
): void {
  const had = useRef<{ ref: string | null; name: string; focused: boolean } | null>(null)
  const settle = useEffectEvent(() => {
    const root = stage.current
    if (!root) return
    const kept = had.current
    const again = kept ? outline.stops.findIndex((stop, index) => stop && isSame(screen, index, kept)) : -1
    const at = again >= 0 ? again : outline.stops.indexOf(true)
    rove(root, at)
    const active = document.activeElement
    if (kept?.focused && (active === document.body || root.contains(active))) focusNode(root, at)
  })
  useLayoutEffect(() => {
    const root = stage.current
    if (!root) return
    settle()
    return () => {
      const node = screen.nodes[rove(root)]
      had.current = node ? { ref: node.ref, name: label(node), focused: root.contains(document.activeElement) } : null
    }
  }, [stage, screen, outline])
  useLayoutEffect(() => {
    if (measured) settle()
  }, [measured])
}

function isSame(screen: Screen, index: number, kept: { ref: string | null; name: string }): boolean {
  const node = screen.nodes[index]
  return node !== undefined && (kept.ref !== null ? node.ref === kept.ref : label(node) === kept.name)
}

/** Marks the selected node, and brings it into view when something else than the picture selected it. */
export function useSelection(
  stage: RefObject<HTMLElement | null>,
  { screen, selected, scale }: { screen: Screen; selected: number | null; scale: number }
): void {
  const reveal = useEffectEvent(() => {
    const root = stage.current
    if (root && selected !== null && !root.contains(document.activeElement)) {
      nodeElement(root, selected)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
  })
  useEffect(() => {
    const root = stage.current
    if (!root) return
    for (const element of root.querySelectorAll('[data-selected]')) element.removeAttribute('data-selected')
    if (selected === null) return
    nodeElement(root, selected)?.setAttribute('data-selected', '')
    reveal()
  }, [stage, selected, screen, scale])
}
