// The keyboard and the selection on a picture, from one screen to the next.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import { label } from './kinds.ts'
import type { ScreenOutline } from './outline.ts'
import { focusNode, nodeElement, rove } from './roving.ts'

/**
 * On a new screen the keyboard stays on what it was on, by what actions call it. `measured`: the screen whose boxes the browser has
 * told, which HTML has only once it is laid out. `autoFocus`: the first screen gets the keyboard, unless a person is at something
 * else. Returns `true` while a focus event was not caused by the user.
 */
export function useKeptFocus(
  stage: RefObject<HTMLElement | null>,
  given: { screen: Screen; outline: ScreenOutline; measured: Screen | null; autoFocus: boolean }
): () => boolean {
  const { screen, outline, measured } = given
  const had = useRef<{ ref: string | null; name: string; focused: boolean } | null>(null)
  const wanted = useRef(given.autoFocus ? screen : null)
  // `still`: it was not moved since it was put here. `quiet`: it is being put here now.
  const still = useRef(false)
  const quiet = useRef(false)
  const settle = useEffectEvent(() => {
    const root = stage.current
    if (!root) return
    const kept = had.current
    const again = kept ? outline.stops.findIndex((stop, index) => stop && isSame(screen, index, kept)) : -1
    const at = again >= 0 ? again : outline.stops.indexOf(true)
    rove(root, at)
    const active = document.activeElement
    const within = root.contains(active)
    const first = wanted.current === screen && !within && !isTaken(active)
    if (!first && !(kept?.focused && (active === document.body || within))) return
    quiet.current = first || still.current
    focusNode(root, at, { preventScroll: quiet.current })
    still.current = quiet.current && root.contains(document.activeElement)
    if (still.current) wanted.current = null
    quiet.current = false
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
  return () => {
    if (!quiet.current) still.current = false
    return quiet.current
  }
}

/** Whether a person is typing, or a dialog is open. */
function isTaken(active: Element | null): boolean {
  return active?.matches(TYPING) === true || document.querySelector(DIALOG) !== null
}

const TYPING = 'input, textarea, select, [contenteditable="true"]'
const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** Whether the node is what actions called `kept`. */
export function isSame(screen: Screen, index: number, kept: { ref: string | null; name: string }): boolean {
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
