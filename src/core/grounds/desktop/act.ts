// What a mouse and a keyboard do on a desktop: windows, shortcuts and the clipboard by rule, and within a window what its page does.

import type { DesktopCommand } from '../../domains/desktop-commands.ts'
import type { Point } from '../../domains/spots.ts'
import type { DesktopForm, DesktopTarget } from '../../observations/devices/desktop-rows.ts'
import { isDisabled, isField } from '../../observations/pages/controls.ts'
import type { PageElement } from '../../observations/pages/document.ts'
import { dropAt, letGo, takenAt } from '../browser/drop.ts'
import { optionIn } from '../browser/in-app.ts'
import { livePage, visitOf, withVisit } from '../browser/state.ts'
import type { DesktopView } from '../programs/program.ts'
import { BAR, DOCK, draggedWindow } from './frames.ts'
import { press, pressed, typed, withoutMenus } from './keyboard.ts'
import { type DesktopLook, lookAtDesktop } from './look.ts'
import { menuOf } from './menu.ts'
import { type DesktopState, frontWindow, NEW_DESKTOP, raised, withWindow } from './state.ts'
import { withNewTab, withoutTab, withTabShown } from './tabs.ts'
import { withUndo } from './undo.ts'
import { closed, type DesktopDoing, inPage, openApp, refreshed, shownFront, withAddress, within } from './windows.ts'

export function* startDesktop(view: DesktopView): DesktopDoing {
  let state = NEW_DESKTOP
  for (const app of view.opens) state = yield* openApp(state, view, app)
  return state
}

/** @param view what the program says of the desktop before the action */
export function* actOnDesktop(
  before: DesktopState,
  commands: readonly DesktopCommand[],
  { view, form }: { view: DesktopView; form: DesktopForm }
): DesktopDoing {
  let state = before
  for (const command of commands) {
    const after = yield* one(state, command, view, lookAtDesktop(state, view, form))
    const takesBack = command.do === 'press' && command.keys === 'Control+z'
    state = takesBack ? after : withUndo(state, after)
  }
  return state
}

const NOTCH = 60

function* one(state: DesktopState, command: DesktopCommand, view: DesktopView, look: DesktopLook): DesktopDoing {
  switch (command.do) {
    case 'wait':
      return state
    case 'point':
      return { ...state, pointer: command.to }
    case 'copy':
      return { ...state, clipboard: command.text }
    case 'scroll': {
      const at = command.at ?? state.pointer
      const { window } = under(look, at)
      const most = window === null ? 0 : (look.most[window] ?? 0)
      if (window === null) return { ...state, pointer: at }
      const to = Math.max(0, Math.min(most, Math.min(most, state.windows[window]?.scrolled ?? 0) + command.by * NOTCH))
      return withWindow({ ...state, pointer: at }, window, { scrolled: to })
    }
    case 'drag':
      return yield* dragged(state, view, command.to, look)
    case 'click': {
      const at = command.at ?? state.pointer
      const moved = { ...state, pointer: at }
      if (state.menu) return yield* inMenu(moved, view, look, at)
      if (command.button === 'right') return yield* opened(moved, view, under(look, at), at)
      return command.button === 'left' ? yield* clicked(moved, view, under(look, at), command.count) : moved
    }
    case 'type':
      return yield* typed(state, view, command.text)
    case 'press':
      return yield* pressed(state, view, command.keys)
    default:
      return command satisfies never
  }
}

/** The last thing that is drawn at a point, in the window that lies in front there. */
function under({ things }: DesktopLook, { x, y }: Point): { window: number | null; target: DesktopTarget | null } {
  const here = things.filter(
    ({ bounds }) => x >= bounds.x && y >= bounds.y && x < bounds.x + bounds.width && y < bounds.y + bounds.height
  )
  if (x < DOCK || y < BAR)
    return { window: null, target: here.findLast(({ window }) => window === null)?.target ?? null }
  const window = here.findLast((one) => one.window !== null)?.window ?? null
  const target =
    window === null
      ? null
      : (here.findLast((one) => one.window === window && one.tag !== 'application')?.target ?? null)
  return { window, target }
}

function* dragged(state: DesktopState, view: DesktopView, to: Point, look: DesktopLook): DesktopDoing {
  const { pointer: from } = state
  const { window, target } = under(look, from)
  const moved = { ...state, pointer: to }
  if (window === null) return moved
  const isTitle = target !== null && 'system' in target && target.system === `title ${window}`
  const after = draggedWindow(moved, window, { from, to, isTitle })
  return after === moved && target && 'element' in target
    ? yield* dropped(moved, view, { from: { window, element: target.element }, to: under(look, to) })
    : after
}

/** A thing of one window's page that is let go over that page, or over another window's of the same app: the app is told. */
function* dropped(
  state: DesktopState,
  view: DesktopView,
  { from, to }: { from: { window: number; element: number }; to: ReturnType<typeof under> }
): DesktopDoing {
  const { window } = to
  if (window === null || state.windows[window]?.app !== state.windows[from.window]?.app) return state
  const pages = [from.window, window].map((at) => visitOf({ ...state.browser, shown: at }))
  const [source, place] = pages.map(livePage)
  const item = source && takenAt(source, from.element)
  const over = to.target && 'element' in to.target ? to.target.element : null
  const address = place && dropAt(place, over)
  const url = pages[1]?.url ?? ''
  const isSame = window === from.window && source && address === dropAt(source, null)
  if (!item || !address || isSame || !URL.canParse(address, url)) return state
  return yield* within(raised(state, window), view, (browser) => letGo(browser, { item, address, shown: url }))
}

function* clicked(
  before: DesktopState,
  view: DesktopView,
  { window, target }: { window: number | null; target: DesktopTarget | null },
  count: number
): DesktopDoing {
  if (window === null)
    return target && 'system' in target ? yield* tapSystem(before, view, target.system, count) : before
  const isFront = window === frontWindow(before)
  let state = isFront ? before : yield* refreshed(raised(before, window), view)
  state = withAddress(state, null)
  const number = state.windows.length - 1
  if (!target) return state
  if ('system' in target) {
    const [what = '', , which = ''] = target.system.split(' ')
    return yield* tapSystem(state, view, `${what} ${number} ${which}`.trimEnd(), count)
  }
  const page = livePage(visitOf(state.browser))
  const element = page.document.elements[target.element]
  if (!element || isDisabled(element)) return withoutMenus(state, element ?? null)
  state = withoutMenus(state, element)
  const option = optionIn(element)
  if (option) {
    const { select, name } = option
    return select ? yield* inPage(state, view, { do: 'select', at: { element: select.index }, options: [name] }) : state
  }
  // A thing in a list is chosen by a click, and opened by two.
  if (target.opens > count) return focusedOn(state, element)
  return yield* press(state, view, element)
}

/** The right button: a field has the keyboard then, and what has a menu shows it. */
function* opened(
  before: DesktopState,
  view: DesktopView,
  { window, target }: { window: number | null; target: DesktopTarget | null },
  at: Point
): DesktopDoing {
  if (window === null) return before
  const isFront = window === frontWindow(before)
  const state = isFront ? before : yield* refreshed(raised(before, window), view)
  if (!target || 'system' in target || menuOf(state, target.element).length === 0) return state
  const element = livePage(visitOf(state.browser)).document.elements[target.element]
  const isUsed = visitOf(state.browser).page.focus === target.element
  const focused = element && isField(element) && !isUsed ? focusedOn(state, element) : state
  return { ...withAddress(focused, null), menu: { element: target.element, ...at } }
}

/** A click while a menu is open chooses what lies there, and closes it. */
function* inMenu(before: DesktopState, view: DesktopView, { things }: DesktopLook, { x, y }: Point): DesktopDoing {
  const state = { ...before, menu: null }
  const target = things.findLast(
    ({ tag, window, bounds: { x: left, y: top, width, height } }) =>
      tag === 'menu-item' && window === null && x >= left && y >= top && x < left + width && y < top + height
  )?.target
  const chosen = target && 'system' in target ? Number(target.system.split(' ')[1]) : Number.NaN
  const item = before.menu && menuOf(state, before.menu.element)[chosen]
  const element =
    item && item.element !== undefined ? livePage(visitOf(state.browser)).document.elements[item.element] : null
  if (element) return yield* press(state, view, element)
  return item?.keys === undefined ? state : yield* pressed(state, view, item.keys)
}

function focusedOn(state: DesktopState, element: PageElement | null): DesktopState {
  const { page } = visitOf(state.browser)
  return {
    ...state,
    browser: withVisit(state.browser, { page: { ...page, focus: element?.index ?? null }, caret: null })
  }
}

function* tapSystem(state: DesktopState, view: DesktopView, name: string, count: number): DesktopDoing {
  const [what = '', argument = '', which = ''] = name.split(' ')
  const at = Number(argument)
  switch (what) {
    case 'app':
      return yield* openApp(state, view, argument)
    case 'minimize':
      return shownFront(withWindow(state, at, { minimised: true }))
    case 'maximize':
      return withWindow(state, at, { maximised: !state.windows[at]?.maximised })
    case 'close':
      return closed(state, at)
    case 'back':
    case 'forward':
      return yield* inPage(state, view, { do: what })
    case 'reload':
      return yield* inPage(state, view, { do: 'press', key: 'F5' })
    case 'address':
      return withAddress(state, { text: visitOf(state.browser).url, chosen: true })
    case 'tab':
      return withTabShown(state, Number(which))
    case 'untab':
      return withoutTab(state, Number(which)) ?? closed(state, at)
    case 'newtab':
      return withNewTab(state)
    case 'title':
      return count > 1 ? withWindow(state, at, { maximised: !state.windows[at]?.maximised }) : state
    default:
      return state
  }
}
