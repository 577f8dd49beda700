// What rules say of an action on a screen, intent by intent.
import type { Intent, Refusal } from '../../domains/intents.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import type { GroundAsked } from '../../tree/ports.ts'
import { backFrom } from './back.ts'
import { behave } from './behave.ts'
import { whatPassed, withBubble } from './bubbles.ts'
import { withCounters } from './counters.ts'
import { coverOf } from './covered.ts'
import { behaveOnDesktop } from './desktop.ts'
import { withFront, withoutDialog } from './dialogs.ts'
import { edited, withFocus } from './edit.ts'
import { type Behaviour, PASTE } from './fields.ts'
import { mayFollow, withRepeats } from './follows.ts'
import { isGiven, keptBack, resetEdit } from './forms.ts'
import { isUntold, withMark } from './hidden.ts'
import { around, childrenOf, focused, isOpenSummary, isSelect, isSummary, isTriangle } from './kinds.ts'
import { inMenus } from './menus.ts'
import { withTab } from './notebooks.ts'
import { behaveOnPhone } from './phone.ts'
import { mayLock, mayReach } from './reaching.ts'
import { reloaded } from './reload.ts'
import { pressed } from './remember.ts'
import type { WidgetRuleName } from './rules.ts'
import type { ScreenEdit } from './screen-edit.ts'
import {
  type Decided,
  documentOf,
  openerIn,
  type ScreenState,
  type ScreenWorld,
  screenOf,
  sightsOf,
  withoutFocus
} from './state.ts'
import type { Taught } from './taught.ts'
import { takenBack } from './undo.ts'

/** A page as it comes back from the history: what was open is closed, and nothing has the focus. */
function loaded(page: string): string {
  let text = withoutFocus(page)
  for (;;) {
    const screen = screenOf(text)
    const open = screen?.nodes.findIndex(({ tag, states }) => isTriangle({ tag }) && states.expanded === true) ?? -1
    if (!screen || open < 0) return text
    const closed = behave(screen, { do: 'click', at: { node: open }, count: 1 }, null)
    const after = 'edit' in closed ? edited(screen, text, { ...closed.edit, focus: null }) : null
    if (after === null) return text
    text = after
  }
}

const closesDialog = ({ nodes }: Screen, { removed }: ScreenEdit): boolean =>
  removed?.some((node) => /^(?:alert)?dialog$/.test(nodes[node]?.role ?? '')) ?? false

export function decideAsked(
  world: ScreenWorld,
  state: ScreenState,
  { setup, action, instruction }: GroundAsked
): Decided {
  if ([setup.instruction, instruction].some((one) => one.trim())) return { rule: 'instruction', text: null }
  return decide(world, state, action)
}

export function decide({ by }: ScreenWorld, state: ScreenState, action: GroundAsked['action']): Decided {
  const first = screenOf(state.page)
  if (!first) return { rule: 'unread', text: null }
  const { modal } = state
  if (modal !== null && by.read(action, first)?.every((one) => one.do !== 'back' && one.do !== 'forward'))
    return { rule: 'refused', refusal: { why: 'modal', said: modal }, stays: state.page }
  const decided = decideStill({ by, first }, state, action)
  // Where a clock runs, nobody knows what it shows next.
  return state.taught.runs && !('refusal' in decided) ? { rule: 'unclear', text: null } : decided
}

/** What rules say of an action on a screen that does not change by itself. */
function decideStill(
  { by, first }: { by: ScreenWorld['by']; first: Screen },
  state: ScreenState,
  action: GroundAsked['action']
): Decided {
  const intents = by.read(action, first)
  if (!intents) return { rule: 'meaning', text: null }
  let { page: text, caret, focus } = state
  let screen = withFocus(first, focus)
  let rule: WidgetRuleName = 'look'
  let clipboard = state.clipboard
  let start = first.nodes.findIndex(({ ref }) => ref !== null && ref === state.start)
  const isBrowser = by.like === 'browser'
  for (const asked of intents) {
    const intent = isBrowser ? meant(screen, asked, { clipboard, taught: state.taught }) : pasted(asked, clipboard)
    if (!intent) return { rule: 'unclear', text: null }
    const isPointed =
      (intent.do === 'click' || intent.do === 'hover') && typeof intent.at === 'object' && 'node' in intent.at
    if (state.taught.hovers && isPointed) return { rule: 'unclear', text: null }
    const before = by.like === 'phone' ? backFrom(screen, text, intent, state.opened) : null
    if (before !== null) return { rule: 'history', text: before, caret: null, focus: null }
    if (intent.do === 'back' || intent.do === 'forward') {
      const at = state.at + (intent.do === 'back' ? -1 : 1)
      const page = state.visits[at]
      const isAnew = isBrowser && first.format !== 'html' && documentOf(page ?? '') !== documentOf(state.page)
      const shown =
        page === undefined ? null : isAnew ? reloaded(state.firsts[at] ?? page, page, state.page) : loaded(page)
      return shown === null
        ? { rule: 'meaning', text: null }
        : { rule: 'history', text: shown, caret: null, focus: null, at }
    }
    if (by.like === 'desktop' && mayReach(screen, intent, state.taught.acting)) return { rule: 'unclear', text: null }
    const menu = by.like === 'desktop' ? inMenus(screen, text, intent, state.opened) : null
    if (menu === 'meaning') return { rule: menu, text: null }
    if (menu !== null) return { rule: 'reopen', text: menu, caret: null, focus: null }
    const tab = by.like === 'desktop' ? withTab(screen, text, intent, state.opened) : null
    if (tab !== null) return { rule: 'reopen', text: tab, caret: null, focus: null }
    const fronts = by.like === 'desktop' ? withFront(state.fronts, first) : null
    const closed = fronts && withoutDialog(screen, text, intent, fronts)
    if (closed === 'unclear') return { rule: closed, text: null }
    if (closed) return { rule: 'close', text: closed, caret: null, focus: null }
    const key = by.like === 'desktop' ? null : pressed(text, screen, intent)
    const known = key === null ? undefined : state.opened.get(key)
    const hints = screen.nodes.some(({ role }) => role === 'tooltip')
    if (known !== undefined && hints) return { rule: 'unclear', text: null }
    if (known !== undefined) return { rule: 'reopen', text: known, caret: null, focus: null }
    const form = isBrowser ? inForm(screen, text, intent, state) : null
    if (form === 'unclear') return { rule: 'unclear', text: null }
    if (form) return { rule: form.rule, text: form.text, caret: null, focus: form.focus }
    const given = isBrowser ? isGiven(screen, intent, sightsOf(state.loaded)) : null
    // What holds a number or a code from the beginning may be read-only.
    if (given !== null) return { rule: 'unclear', text: null }
    const back = isBrowser ? takenBack(screen, intent, state.earlier) : null
    const done: Behaviour = back
      ? back
      : isBrowser
        ? behave(screen, intent, caret, { start: start < 0 ? null : start, taught: state.taught })
        : by.like === 'phone'
          ? behaveOnPhone(screen, intent, caret, state.taught)
          : behaveOnDesktop(screen, intent, caret, state.taught)
    if ('refusal' in done) {
      // What is hidden takes no keyboard, and is not refused it; what a key then does it does elsewhere.
      const refusal = isBrowser ? seenBefore(done.refusal, state) : done.refusal
      if (intent.do === 'focus' && refusal.why === 'missing' && refusal.seen) return { rule: 'unclear', text: null }
      const stays = done.edit ? (edited(screen, text, done.edit) ?? text) : text
      return { rule: 'refused', refusal, stays }
    }
    if (!('edit' in done)) return { rule: done.rule as WidgetRuleName, text: null }
    if (isBrowser && shownBefore(screen, intent, done.rule, sightsOf(state.loaded)))
      return { rule: 'unclear', text: null }
    const opener = closesDialog(screen, done.edit) ? state.openers.at(-1) : undefined
    const told = closesDialog(screen, done.edit)
      ? { ...done.edit, focus: openerIn(screen, opener?.ref ?? null) }
      : done.edit
    const edit = isBrowser ? withRepeats(screen, withCounters(screen, told)) : told
    if (edit === null || (isBrowser && mayFollow(screen, edit, state.taught))) return { rule: 'unclear', text: null }
    if (by.like === 'desktop' && mayLock(screen, edit, state.taught.acting)) return { rule: 'unclear', text: null }
    const hides = isBrowser ? isUntold(screen, edit, state.taught) : false
    if (hides === 'unclear') return { rule: 'unclear', text: null }
    const after = withMark(edited(screen, text, { ...edit, last: state.last }), hides)
    const read = after === null ? null : screenOf(after)
    if (after === null || !read) return { rule: 'unread', text: null }
    // Under a dialog some pages tell things otherwise.
    if (opener && withoutFocus(after) !== withoutFocus(opener.page)) return { rule: 'unclear', text: null }
    // What is typed says more than the key after it.
    if (rule !== 'text') rule = done.rule
    caret = done.caret
    clipboard = done.copied ?? clipboard
    const clicked = intent.do === 'click' && typeof intent.at === 'object' && 'node' in intent.at ? intent.at.node : -1
    start = done.start ?? (edit.focus === null && !edit.removed ? clicked : -1)
    if (done.edit.focus !== undefined) focus = done.keyboard ?? done.edit.focus
    // Things after those that went or came have other numbers.
    if (done.edit.removed || done.edit.inserted) focus = null
    const now =
      isBrowser && intent.do !== 'look' && intent.do !== 'hover'
        ? whatPassed(read, after, { keepsLabels: state.keepsLabels })
        : after
    text = now
    screen = withFocus(screenOf(now) ?? read, focus)
  }
  const told = start < 0 ? null : (screen.nodes[start]?.ref ?? null)
  return { rule, text, caret, focus, start: told, ...(clipboard !== null && { copied: clipboard }) }
}

/** Whether what seems to be a summary of bare text, which a snapshot always tells, was seen to show more. */
function shownBefore(screen: Screen, intent: Intent, rule: WidgetRuleName, sights: readonly Screen[]): boolean {
  const at =
    intent.do === 'click' && typeof intent.at === 'object' && 'node' in intent.at ? intent.at.node : focused(screen)
  if (rule !== 'focus' || at === null || screen.format !== 'aria' || !isSummary(screen, at)) return false
  return sights.some((one) =>
    one.nodes.some(
      ({ ref }, index) => ref === screen.nodes[at]?.ref && isSummary(one, index) && isOpenSummary(one, index)
    )
  )
}

/** The refusal of a thing that is not on the page, with whether it was. */
function seenBefore(refusal: Refusal, { loaded, page }: ScreenState): Refusal {
  if (refusal.why !== 'missing') return refusal
  const sights = sightsOf(loaded)
  const was = sights.map(({ nodes }) => nodes.find(({ ref }) => ref === refusal.ref)).find((one) => one !== undefined)
  // One that is the same but for its number was made anew in its place.
  const isAnew = screenOf(page)?.nodes.some(
    ({ ref, role, name }) =>
      role === was?.role && name === was.name && name !== '' && sights[0]?.nodes.every((one) => one.ref !== ref)
  )
  return was && !isAnew ? { ...refusal, seen: true } : refusal
}

const tellsLines = ({ nodes }: Screen): boolean => nodes.some(({ role }) => role === 'inlinetextbox')

/** A key that puts in what was copied, as the text; `null` where that is not known. */
function pasted(intent: Intent, clipboard: string | null): Intent | null {
  if (intent.do !== 'press' || !PASTE.test(intent.key)) return intent
  return clipboard === null ? null : { do: 'type', at: 'focus', text: clipboard }
}

/** What an intent comes to in a browser: an arrow in a list of tabs shows the next one, where it was seen to. Not all pages have that; `null`: not known. */
function meant(
  screen: Screen,
  intent: Intent,
  { clipboard, taught }: { clipboard: string | null; taught: Taught }
): Intent | null {
  const at = intent.do === 'press' && /^Arrow(?:Left|Right)$/.test(intent.key) ? focused(screen) : null
  if (at === null || screen.nodes[at]?.role !== 'tab') return pasted(intent, clipboard)
  const list = around(screen, at, /^tablist$/)
  if (!taught.roving.has(screen.nodes[list ?? -1]?.ref ?? '')) return null
  const tabs = list === null ? [] : childrenOf(screen, list).filter((one) => screen.nodes[one]?.role === 'tab')
  const by = intent.do === 'press' && intent.key === 'ArrowRight' ? 1 : -1
  const node = tabs[(tabs.indexOf(at) + by + tabs.length) % tabs.length]
  return node === undefined ? null : { do: 'click', at: { node }, count: 1 }
}

/** What a press on a button does to its form where that is known: it is reset, or a field keeps it back. */
function inForm(
  screen: Screen,
  text: string,
  intent: Intent,
  { loaded, keepsLabels, last }: ScreenState
): { rule: WidgetRuleName; text: string; focus: number | null } | 'unclear' | null {
  if (intent.do !== 'click' || typeof intent.at !== 'object' || !('node' in intent.at)) return null
  const { node } = intent.at
  if (screen.nodes[node]?.states.disabled === true || coverOf(screen, node) !== null) return null
  const edit = resetEdit(screen, node, sightsOf(loaded))
  if (edit === 'unclear') return edit
  const reset = edit && edited(screen, text, { ...edit, last })
  if (reset) return { rule: 'reset', text: whatPassed(screenOf(reset) ?? screen, reset, { keepsLabels }), focus: node }
  const kept = keptBack(screen, node)
  // Of a field with suggestions Chromium does not tell that it says so.
  const isMarked =
    tellsLines(screen) &&
    kept !== null &&
    (isSelect(screen, kept.field) || screen.nodes[kept.field]?.role !== 'combobox')
  const pointed =
    kept &&
    edited(screen, text, {
      focus: kept.field,
      states: new Map([[kept.field, isMarked ? { errormessage: '' } : {}]])
    })
  return pointed ? { rule: 'invalid', text: withBubble(pointed, kept.says), focus: kept.field } : null
}
