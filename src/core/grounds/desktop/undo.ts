// What Ctrl+Z takes back: texts that a field of the window in front had before it was typed into. A page that is loaded anew has none.
import { fieldValue, isField } from '../../observations/pages/controls.ts'
import { livePage, visitOf } from '../browser/state.ts'
import { type DesktopState, withWindow } from './state.ts'

const MOST_KEPT = 20

/** The state after something was done, with the text that it replaced. */
export function withUndo(before: DesktopState, after: DesktopState): DesktopState {
  const at = after.browser.shown
  const window = after.windows[at]
  const [then, now] = [visitOf(before.browser), visitOf(after.browser)]
  const field = then.page.focus === null ? undefined : livePage(then).document.elements[then.page.focus]
  if (!window || before.windows[before.browser.shown]?.app !== window.app || then.html !== now.html)
    return window?.undo?.length ? withWindow(after, at, { undo: [] }) : after
  if (!field || !isField(field)) return after
  const text = fieldValue(livePage(then), field)
  if (text === fieldValue(livePage(now), field)) return after
  return withWindow(after, at, { undo: [...(window.undo ?? []), { element: field.index, text }].slice(-MOST_KEPT) })
}

/** The text before the last one, and the state without it; `null` for none. */
export function undone(state: DesktopState): { state: DesktopState; element: number; text: string } | null {
  const at = state.browser.shown
  const kept = state.windows[at]?.undo ?? []
  const last = kept.at(-1)
  return last ? { state: withWindow(state, at, { undo: kept.slice(0, -1) }), ...last } : null
}
