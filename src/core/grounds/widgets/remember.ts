// What a press on something that opens led to, which the same press on the same page leads to again.
import type { Intent, Intents } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import type { Action } from '../../tree/model.ts'
import { withBack } from './back.ts'
import { edited } from './edit.ts'
import { around, childrenOf, focused, isOpenSummary, isSummary } from './kinds.ts'
import { withMenus } from './menus.ts'
import { withTabs } from './notebooks.ts'
import { addressOf, type Decided, dialogsIn, openerIn, type ScreenState, screenOf, withoutFocus } from './state.ts'
import { isFocusHidden } from './taught.ts'

/** What was typed into a dialog is in it still when it opens again. */
export function keptInDialog(
  { page, openers }: ScreenState,
  after: string,
  opened: ScreenState['opened']
): ScreenState['opened'] {
  const [before, now] = [screenOf(page), screenOf(after)]
  const opener = openers.at(-1)?.ref ?? null
  if (!before || !now || opener === null || dialogsIn(now) >= dialogsIn(before)) return opened
  const node = openerIn(now, opener)
  const key = node === null ? null : pressed(after, now, { do: 'click', at: { node }, count: 1 })
  const known = key === null ? undefined : screenOf(opened.get(key) ?? '')
  if (key === null || !known) return opened
  if (isFocusHidden(known)) return new Map([...opened].filter(([one]) => one !== key))
  // What a field held when the dialog opened a page may have put there, and puts there again.
  const isFilled = known.nodes.some(({ ref, role, value }) => {
    const last = value && ref !== null && FILLED.test(role) ? before.nodes.find((one) => one.ref === ref) : undefined
    return last !== undefined && last.value !== value
  })
  if (isFilled) return new Map([...opened].filter(([one]) => one !== key))
  const ref = known.nodes[focused(known) ?? -1]?.ref
  const text = edited(before, page, { focus: openerIn(before, ref ?? null) })
  return text === null ? opened : new Map([...opened, [key, text]])
}

const FILLED = /^(?:textbox|searchbox)$/

// Pages that open and close things are few; a page that goes on changing is not kept for ever.
const MOST_OPENED = 64

const menusIn = ({ nodes }: Screen): number => nodes.filter(({ role }) => role === 'menu').length

/** What has the focus again when each dialog that is shown closes, the innermost last. */
export function openersAfter(
  by: Intents<Action>,
  { page, openers }: ScreenState,
  action: Action,
  after: string
): ScreenState['openers'] {
  const [before, now] = [screenOf(page), screenOf(after)]
  const added = dialogsIn(now) - dialogsIn(before)
  if (!before || added === 0) return openers
  if (added < 0) return openers.slice(0, Math.max(openers.length + added, 0))
  const [intent, ...more] = by.read(action, before) ?? []
  const at = intent?.do === 'click' && !more.length && typeof intent.at === 'object' ? intent.at : null
  const ref = at && 'node' in at ? (before.nodes[at.node]?.ref ?? null) : null
  return [...openers, ...Array.from({ length: added }, () => ({ ref, page }))]
}

/** Notes what a press on something that opens led to, and what the press on it again leads back to. */
export function remember(
  by: Intents<Action>,
  { page, opened }: ScreenState,
  { action, page: after, decided }: { action: Action; page: string; decided: Decided }
): ScreenState['opened'] {
  const before = screenOf(page)
  const intents = (before && by.read(action, before)) ?? []
  if (before && by.like === 'desktop')
    return withTabs(withMenus(opened, { screen: before, page, after, intents }), before, page)
  const now = screenOf(after)
  if (before && now && by.like === 'phone') opened = withBack(opened, { screen: before, page, now, after, intents })
  const [intent, ...more] = intents
  if (!before || !intent || more.length || addressOf(after) !== addressOf(page)) return opened
  const back = tabBack(before, page, after)
  if (back) opened = new Map([...opened, back].slice(-MOST_OPENED))
  const closing = closedAgain(before, page, after, intent)
  if (closing) return new Map([...opened, closing].slice(-MOST_OPENED))
  const key = pressed(page, before, intent)
  // A page may do more with a box than the box does by itself.
  const isOther = 'text' in decided && decided.text !== null && decided.text !== after
  if (
    key === null ||
    !(isOther || opens(before, screenOf(after), intent)) ||
    withoutFocus(page) === withoutFocus(after)
  )
    return opened
  const shown = screenOf(after)
  const noted: [string, string][] = [[key, after]]
  if (shown && intent.do === 'click' && typeof intent.at === 'object' && 'node' in intent.at) {
    const node = before.nodes[intent.at.node]
    // A dialog lies over what opened it.
    const again =
      dialogsIn(shown) > 0 ? -1 : shown.nodes.findIndex(({ ref, role }) => ref === node?.ref && role === node?.role)
    const focusedBefore = edited(before, page, { focus: intent.at.node })
    // Escape closes a menu, and what opened it has the focus again.
    const inMenu = around(shown, focused(shown) ?? -1, /^menu$/) !== null
    if (menusIn(shown) > menusIn(before) && inMenu && focusedBefore !== null)
      noted.push([`Escape\n${withoutFocus(after)}`, focusedBefore])
    // What a summary shows goes when it is closed, whatever was closed when it opened.
    if (
      again >= 0 &&
      !isFocusHidden(shown) &&
      node?.role !== 'tab' &&
      !isSummary(before, intent.at.node) &&
      focusedBefore !== null
    ) {
      const backKey = pressed(after, shown, { ...intent, at: { node: again } })
      if (backKey !== null && !changesOthers(before, shown, intent.at.node)) noted.push([backKey, focusedBefore])
    }
  }
  return new Map([...opened, ...noted].slice(-MOST_OPENED))
}

const TWO_FOLD = ['expanded', 'pressed', 'selected', 'checked'] as const

/** Whether a press changed other things that are open or on too: closing it again does not bring them back. */
function changesOthers(before: Screen, after: Screen, pressed: number): boolean {
  const own = before.nodes[pressed]?.ref
  return before.nodes.some((was) => {
    const now = was.ref === null || was.ref === own ? undefined : after.nodes.find(({ ref }) => ref === was.ref)
    return now !== undefined && TWO_FOLD.some((state) => (was.states[state] ?? false) !== (now.states[state] ?? false))
  })
}

/** From one tab back to the one that was shown before, as it was left. */
function tabBack(before: Screen, page: string, after: string): [key: string, page: string] | null {
  const now = screenOf(after)
  if (!now) return null
  const isOn = ({ role, states }: ScreenNode) => role === 'tab' && states.selected === true
  const left = (one: ScreenNode) => now.nodes.findIndex(({ role, ref }) => role === 'tab' && ref === one.ref)
  const shown = before.nodes.findIndex((one) => isOn(one) && now.nodes[left(one)]?.states.selected !== true)
  const other = shown < 0 ? -1 : left(before.nodes[shown] as ScreenNode)
  if (other < 0) return null
  const key = pressed(after, now, { do: 'click', at: { node: other }, count: 1 })
  const text = edited(before, page, { focus: shown })
  return key === null || text === null ? null : [key, text]
}

/** What a summary that was closed shows when it opens again: what it showed last; `null` for other presses. */
function closedAgain(before: Screen, page: string, after: string, intent: Intent): [key: string, page: string] | null {
  if (intent.do !== 'click' || typeof intent.at === 'string' || !('node' in intent.at)) return null
  const { node } = intent.at
  const now = screenOf(after)
  if (!now || !isSummary(before, node) || !isOpenSummary(before, node)) return null
  const again = now.nodes.findIndex(
    ({ ref, role }) => ref === before.nodes[node]?.ref && role === before.nodes[node]?.role
  )
  const key = again < 0 ? null : pressed(after, now, { ...intent, at: { node: again } })
  const text = edited(before, page, { focus: node })
  return key === null || text === null || isOpenSummary(now, again) ? null : [key, text]
}

/** What tells a press on something that opens, closes or changes between two: the thing and the page; `null` for other actions. */
export function pressed(page: string, screen: Screen, intent: Intent): string | null {
  if (intent.do === 'press' && intent.key === 'Escape') return `Escape\n${withoutFocus(page)}`
  if (intent.do !== 'click' || intent.long || intent.count !== 1) return null
  if (typeof intent.at === 'string' || !('node' in intent.at)) return null
  const node = screen.nodes[intent.at.node]
  // The middle of a branch that is open is one of the things in it.
  if (node?.role === 'treeitem' && childrenOf(screen, intent.at.node).length > 1) return null
  if (!node?.ref || !(OPENERS.has(node.role) || typeof node.states.expanded === 'boolean') || node.role === 'combobox')
    return null
  return `${node.ref}\n${withoutFocus(page)}`
}

// A snapshot says of these only that they are open, and nothing when they are closed.
const OPENERS = new Set(['tab', 'button', 'generic', 'treeitem', 'menuitem', 'checkbox', 'switch'])

/** Whether a press opened or closed something, which the same press on the same page then does again. */
function opens(before: Screen, after: Screen | null, intent: Intent): boolean {
  if (!after || intent.do !== 'click' || typeof intent.at === 'string' || !('node' in intent.at)) return false
  const node = before.nodes[intent.at.node]
  if (node?.role === 'tab' || typeof node?.states.expanded === 'boolean' || isSummary(before, intent.at.node))
    return true
  const again = after.nodes.find(({ ref, role }) => ref === node?.ref && role === node?.role)
  return (
    typeof again?.states.expanded === 'boolean' ||
    typeof again?.states.pressed === 'boolean' ||
    dialogsIn(after) > dialogsIn(before)
  )
}
