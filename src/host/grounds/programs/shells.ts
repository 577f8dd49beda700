// What is around a program that answers pages: a browser, or a phone whose apps the pages are. Each is a shell of one kind.
import type { Domain } from '../../../core/domains/domain.ts'
import { OrreryError } from '../../../core/errors.ts'
import { callIn } from '../../../core/grounds/browser/call.ts'
import { type BrowserAnswer, type BrowserRequest, load } from '../../../core/grounds/browser/load.ts'
import { look, styleOf } from '../../../core/grounds/browser/look.ts'
import { BLANK, type BrowserState, newTab, newVisit } from '../../../core/grounds/browser/state.ts'
import { actOnPhone, turnOn } from '../../../core/grounds/phone/act.ts'
import { lookAtPhone } from '../../../core/grounds/phone/look.ts'
import type { PhoneState } from '../../../core/grounds/phone/state.ts'
import { PagesView, PhoneView } from '../../../core/grounds/programs/program.ts'
import { PHONE_FORMS, type PhoneForm } from '../../../core/observations/devices/android-views.ts'
import { readScreen } from '../../../core/observations/screens/readers/index.ts'
import type { Json } from '../../../core/tree/ports.ts'

type Asking<Done> = Generator<BrowserRequest, Done, BrowserAnswer>

/** What a program says of a door, read; its own words where it says nothing that fits. */
type Viewed<View> = { view: View } | { problem: string }

/** `State` is plain JSON, and kept under `name` beside the program's own. */
export interface ProgramShell<View = unknown, State = unknown> {
  name: 'browser' | 'phone'
  door: 'page' | 'phone'
  read(view: Json | undefined): Viewed<View>
  begin(view: View): Asking<State>
  /** @param view what the program says before the call. @returns how the call is refused; `null`: it is not */
  act(state: State, call: string, view: View): Asking<{ state: State; refuse: ((page: string) => string) | null }>
  /** What is seen. The state that comes back knows what was named in it. */
  look(state: State, view: View): { text: string; state: State }
}

export const hasShell = ({ door }: Domain): boolean => door === 'page' || door === 'phone'

/** @param first the world's first screen, in the form of which it is told; `''`: as the program says. `null`: nothing is around its programs. @throws OrreryError engine-failed for a kind of world in which nobody acts on such a screen */
export function shellOf(domain: Domain, first: string): ProgramShell | null {
  if (domain.door !== 'page' && domain.door !== 'phone') return null
  // `as`: each shell is only given states and views that it made.
  return (domain.door === 'page' ? browserShell(domain, first) : phoneShell(domain, first)) as ProgramShell
}

const because = (error: { issues: readonly { path: PropertyKey[]; message: string }[] }): string =>
  ` (${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message})`

function browserShell({ screen, id }: Domain, first: string): ProgramShell<PagesView, BrowserState> {
  const { intents, navigation } = screen ?? {}
  if (!intents || !navigation)
    throw new OrreryError('engine-failed', `Nothing in a ${id} world says how a browser is used.`)
  const by = { intents, navigation }
  const styleIn = ({ tells }: PagesView) => styleOf(first, tells)
  return {
    ...{ name: 'browser', door: 'page' },
    read(view) {
      const { data, error } = PagesView.safeParse(view)
      if (data) return { view: data }
      return {
        problem: `The program of this web world says no first page${view === undefined ? '' : because(error)}. Let views.page give {"start": "https://shop.example/"}, or declare pages.`
      }
    },
    begin: ({ start }) =>
      load({ tabs: [newTab(newVisit(BLANK, ''))], shown: 0, cookies: [], written: {} }, { url: start }),
    *act(state, call, view) {
      const { state: after, text, refused } = yield* callIn(state, call, { style: styleIn(view), by })
      return { state: after, refuse: refused ? () => text : null }
    },
    look: (state, view) => look(state, styleIn(view))
  }
}

function phoneShell({ screen, id, read }: Domain, first: string): ProgramShell<PhoneView, PhoneState> {
  const { intents, phone } = screen ?? {}
  if (!intents || !phone) throw new OrreryError('engine-failed', `Nothing in a ${id} world says how a phone is used.`)
  const by = { intents, phone }
  const shown = first.trim() ? readScreen(first) : { problem: '' }
  const own = 'screen' in shown ? PHONE_FORMS.find((form) => form === shown.screen.format) : undefined
  const formIn = ({ tells }: PhoneView): PhoneForm => own ?? tells
  return {
    ...{ name: 'phone', door: 'phone' },
    read(view) {
      const { data, error } = PhoneView.safeParse(view)
      if (data) return { view: data }
      return {
        problem: `The program of this world says nothing of a phone${view === undefined ? '' : because(error)}. Let views.phone give {"apps": [{"id": "notes", "title": "Notes", "start": "https://notes.app/"}]}, or declare a phone.`
      }
    },
    begin: turnOn,
    *act(state, call, view) {
      const action = read(call)
      const { state: after, refusal } = yield* actOnPhone(state, action, { view, form: formIn(view), by })
      return { state: after, refuse: refusal && ((page) => intents.refuse(action, refusal, page)) }
    },
    look: (state, view) => ({ text: lookAtPhone(state, view, formIn(view)).text, state })
  }
}
