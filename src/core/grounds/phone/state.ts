// What a phone remembers: the pages of its open apps, and what lies over them. Plain JSON, kept with the state of the program.
import { isField, isReadOnly } from '../../observations/pages/controls.ts'
import type { PageElement } from '../../observations/pages/document.ts'
import { type BrowserState, livePage, tabOf, visitOf } from '../browser/state.ts'
import type { AppView, PhoneView } from '../programs/program.ts'

export interface PhoneState {
  /** A tab for each open app; its visits are the app's back stack. */
  browser: BrowserState
  /** The app of each tab. */
  apps: readonly string[]
  /** Open apps, the last one first. */
  recent: readonly string[]
  /** The launcher is in front. */
  home: boolean
  over: 'shade' | 'recents' | null
  /** The app that asks to be allowed something. */
  asking: string | null
  allowed: Readonly<Record<string, boolean>>
  /** Notifications that were wiped away. */
  dismissed: readonly string[]
  /** How far pages are scrolled, in pixels, by app and address. */
  scrolled: Readonly<Record<string, number>>
  /** Pages that show why a form was refused, by app and address: they stay as they are until something else is sent. */
  refused: readonly string[]
  /** What stands in the address field of a browser while it is typed into. */
  address: string | null
  shift: boolean
  /** What a long press opened, and what was copied. Absent in worlds of before a phone had them. */
  menu?: PhoneMenu | null
  clipboard?: string
}

/** The keys over the field in use or a text, or the menu of a thing on the page. */
export type PhoneMenu = { of: 'field' } | { of: 'words'; text: string } | { of: 'thing'; element: number }

export const NEW_PHONE: PhoneState = {
  browser: { tabs: [], shown: 0, cookies: [], written: {} },
  ...{ apps: [], recent: [], home: true, over: null, asking: null },
  ...{ allowed: {}, dismissed: [], scrolled: {}, refused: [], address: null, shift: false }
}

/** The app in front; `null` on the launcher. */
export function frontApp({ home, apps, browser }: PhoneState, { apps: all }: PhoneView): AppView | null {
  return home ? null : (all.find(({ id }) => id === apps[browser.shown]) ?? null)
}

/** The field that takes keys, where one does; `address` is a browser's own. */
export function fieldInUse(state: PhoneState): PageElement | 'address' | null {
  if (state.home || state.over || state.asking) return null
  if (state.address !== null) return 'address'
  const { document, state: page } = livePage(visitOf(state.browser))
  const element = page.focus === null ? undefined : document.elements[page.focus]
  return element && isField(element) && !isReadOnly(element) ? element : null
}

/** By what things of a page are remembered. */
export const pageKey = ({ browser, apps }: PhoneState): string => `${apps[browser.shown]} ${visitOf(browser).url}`

export const depthOf = ({ browser }: PhoneState): number => tabOf(browser).at

export type PhoneNotice = PhoneView['notifications'][number]

export const noticeKey = ({ app, to, title, text }: PhoneNotice): string => [app, to, title, text].join('\n')

export const noticesOf = ({ dismissed }: PhoneState, { notifications }: PhoneView): PhoneNotice[] =>
  notifications.filter((one) => !dismissed.includes(noticeKey(one)))
