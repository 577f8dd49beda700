// What the ground of screens knows after a step, and how it reads pages.
import { type Intents, type Refusal, withoutError } from '../../domains/intents.ts'
import { pageOf, type Screen } from '../../observations/screens/screen.ts'
import { largest } from '../../text/extremes.ts'
import { createRecent } from '../../text/recent.ts'
import type { Action } from '../../tree/model.ts'
import type { StateTrust } from '../replay.ts'
import type { Fronts } from './dialogs.ts'
import { edited, frameOf, readExactly } from './edit.ts'
import type { CaretRange } from './fields.ts'
import type { FirstSights } from './forms.ts'
import type { WidgetRuleName } from './rules.ts'
import type { Taught } from './taught.ts'
import type { EarlierText } from './undo.ts'

export interface ScreenWorld {
  by: Intents<Action>
  /** The first screen. */
  first: string
}

export interface ScreenState extends StateTrust {
  turns: number
  /** The last screen that was shown. */
  page: string
  caret: CaretRange
  /** What was copied last; `null`: unknown. */
  clipboard: string | null
  /** What has the keyboard, where the screen does not tell; `null` where that is not known. */
  focus: number | null
  /** The reference of what was clicked last, if nothing has the focus: the Tab key goes on from there. */
  start: string | null
  /** Texts of labels that repeat what a box is called have outlasted a look. */
  keepsLabels: boolean
  /** The page as it was when it was loaded, which a form is reset to, and when fields came in sight that it had not shown. */
  loaded: readonly string[]
  /** The highest number that references on this page have had. */
  last: number
  /** Pages of this tab in the order of visits, and which of them is shown. */
  visits: readonly string[]
  /** Those pages as they were when they were loaded. */
  firsts: readonly string[]
  at: number
  /** The lines that tell of a dialog or a file chooser of the browser's own, which keeps all else back; `null` for none. */
  modal: string | null
  /** What a press on something that opens led to, by the press and the page without its focus. */
  opened: ReadonlyMap<string, string>
  /** What opened the dialogs that are shown, the innermost last: its reference, `null` where it is unknown, and the page that it was pressed on. */
  openers: readonly { ref: string | null; page: string }[]
  /** Windows of a desktop, the one in front last. */
  fronts: Fronts
  /** Texts that fields had, the last one last. */
  earlier: readonly EarlierText[]
  taught: Taught
}

/** A step that happened. */
export interface ShownStep {
  action: Action
  text: string
  decided: Decided
  /** No model gave it. */
  executed: boolean
}

export type Decided =
  | {
      rule: WidgetRuleName
      text: string
      caret: CaretRange
      focus: number | null
      at?: number
      copied?: string
      start?: string | null
    }
  /** `text`: the screen as it stays. */
  | { rule: 'refused'; refusal: Refusal; stays: string }
  | { rule: WidgetRuleName; text: null }

/** A screen without what was said of the action before it. */
export const bare = (by: Intents<Action>, text: string): string => {
  const page = withoutError(text)
  return by.saying?.without(page) ?? page
}

const MODAL = /^### Modal state\n(?:- .*(?:\n|$)){1,9}/m

/** What a text tells of a dialog or a file chooser of the browser's own; `null` for nothing. */
export const modalIn = (text: string): string | null => MODAL.exec(text)?.[0]?.trimEnd() ?? null

export const sightsOf = (loaded: readonly string[]): FirstSights => loaded.map(screenOf).filter((one) => one !== null)

export const dialogsIn = (screen: Screen | null): number =>
  screen?.nodes.filter(({ role }) => /^(?:alert)?dialog$/.test(role)).length ?? 0

export function withoutFocus(page: string): string {
  const screen = screenOf(page)
  return (screen && edited(screen, page, { focus: null })) ?? page
}

const screens = createRecent<{ screen: Screen | null }>(64)

export function screenOf(text: string): Screen | null {
  const known = screens.get(text)
  return (known ?? screens.set(text, { screen: readExactly(text) })).screen
}

/** The highest number that a reference on a page has; 0 for none. Those in frames are counted apart. */
export function lastRef(page: string): number {
  const refs = screenOf(page)?.nodes.map(({ ref }) => ref ?? '') ?? []
  const own = frameOf(refs.find(Boolean) ?? '')
  return largest([0, ...refs.flatMap((ref) => (frameOf(ref) === own ? Number(ref.slice(own.length)) || 0 : []))])
}

export function addressOf(page: string): string | null {
  const screen = screenOf(page)
  // Chromium's tree tells it of the whole page.
  const told = screen?.nodes.find(({ parent }) => parent < 0)?.states.url
  return screen && (pageOf(screen).url ?? (typeof told === 'string' ? told : null))
}

/** An address without the place on its page. */
export const documentOf = (page: string): string | undefined => addressOf(page)?.split('#')[0]

export function openerIn({ nodes }: Screen, ref: string | null): number | null {
  const node = ref === null ? -1 : nodes.findIndex((one) => one.ref === ref)
  return node < 0 ? null : node
}
