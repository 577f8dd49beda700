// What is around a program that answers pages: a browser, or a phone or a desktop whose apps the pages are. Each is a shell of one kind.
import type { z } from 'zod'
import type { Domain } from '../../../core/domains/domain.ts'
import { OrreryError } from '../../../core/errors.ts'
import { callIn } from '../../../core/grounds/browser/call.ts'
import { type BrowserAnswer, type BrowserRequest, load } from '../../../core/grounds/browser/load.ts'
import { look, styleOf } from '../../../core/grounds/browser/look.ts'
import { BLANK, type BrowserState, newTab, newVisit } from '../../../core/grounds/browser/state.ts'
import { actOnDesktop, startDesktop } from '../../../core/grounds/desktop/act.ts'
import { lookAtDesktop } from '../../../core/grounds/desktop/look.ts'
import type { DesktopState } from '../../../core/grounds/desktop/state.ts'
import { actOnPhone, turnOn } from '../../../core/grounds/phone/act.ts'
import { lookAtPhone } from '../../../core/grounds/phone/look.ts'
import type { PhoneState } from '../../../core/grounds/phone/state.ts'
import { DesktopView, PagesView, PhoneView } from '../../../core/grounds/programs/program.ts'
import { PHONE_FORMS, type PhoneForm } from '../../../core/observations/devices/android-views.ts'
import { DESKTOP_FORMS, type DesktopForm } from '../../../core/observations/devices/desktop-rows.ts'
import { readScreen } from '../../../core/observations/screens/readers/index.ts'
import { ended, sentenceOf } from '../../../core/text/issues.ts'
import type { Json } from '../../../core/tree/ports.ts'

type Asking<Done> = Generator<BrowserRequest, Done, BrowserAnswer>

/** What a program says of a door, read; its own words where it says nothing that fits. */
type Viewed<View> = { view: View } | { problem: string }

/** `State` is plain JSON, and kept under `name` beside the program's own. */
export interface ProgramShell<View = unknown, State = unknown> {
  name: 'browser' | 'phone' | 'desktop'
  door: 'page' | 'phone' | 'desktop'
  read(view: Json | undefined): Viewed<View>
  begin(view: View): Asking<State>
  /** @param view what the program says before the call. @returns `null` for a call that no rule decides; `refuse`: how it is refused, `null`: it is not */
  act(
    state: State,
    call: string,
    view: View
  ): Asking<{ state: State; refuse: ((page: string) => string) | null } | null>
  /** What is seen. The state that comes back knows what was named in it. */
  look(state: State, view: View): { text: string; state: State }
}

const SHELLS = { page: browserShell, phone: phoneShell, desktop: desktopShell }

export const hasShell = ({ door }: Domain): boolean => door !== undefined && door in SHELLS

/** @param first the world's first screen, in the form of which it is told; `''`: as the program says. `null`: nothing is around its programs. @throws OrreryError engine-failed for a kind of world in which nobody acts on such a screen */
export function shellOf(domain: Domain, first: string): ProgramShell | null {
  const { door } = domain
  if (door !== 'page' && door !== 'phone' && door !== 'desktop') return null
  // `as`: each shell is only given states and views that it made.
  return SHELLS[door](domain, first) as ProgramShell
}

/** @param says what the program does not say, and `instead` how it could */
function viewed<View>(
  view: Json | undefined,
  { schema, says, instead }: { schema: z.ZodType<View>; says: string; instead: string }
): Viewed<View> {
  const { data, error } = schema.safeParse(view)
  if (error === undefined) return { view: data }
  const why = view === undefined ? '' : ` ${ended(sentenceOf(error, { value: view, schema }))}`
  return { problem: `The program of this world says ${says}.${why} ${instead}` }
}

function browserShell({ screen, id }: Domain, first: string): ProgramShell<PagesView, BrowserState> {
  const { intents, navigation } = screen ?? {}
  if (!intents || !navigation)
    throw new OrreryError('engine-failed', `Nothing in a ${id} world says how a browser is used.`)
  const by = { intents, navigation }
  const styleIn = ({ tells }: PagesView) => styleOf(first, tells)
  return {
    ...{ name: 'browser', door: 'page' },
    read: (view) =>
      viewed(view, {
        schema: PagesView,
        says: 'no first page',
        instead: 'Let views.page give {"start": "https://shop.example/"}, or declare pages.'
      }),
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
  const own = formOf(first, PHONE_FORMS)
  const formIn = ({ tells }: PhoneView): PhoneForm => own ?? tells
  return {
    ...{ name: 'phone', door: 'phone' },
    read: (view) =>
      viewed(view, {
        schema: PhoneView,
        says: 'nothing of a phone',
        instead:
          'Let views.phone give {"apps": [{"id": "notes", "title": "Notes", "start": "https://notes.app/"}]}, or declare a phone.'
      }),
    begin: turnOn,
    *act(state, call, view) {
      const action = read(call)
      const { state: after, refusal } = yield* actOnPhone(state, action, { view, form: formIn(view), by })
      return { state: after, refuse: refusal && ((page) => intents.refuse(action, refusal, page)) }
    },
    look: (state, view) => ({ text: lookAtPhone(state, view, formIn(view)).text, state })
  }
}

function desktopShell({ screen, id }: Domain, first: string): ProgramShell<DesktopView, DesktopState> {
  const { desktop } = screen ?? {}
  if (!desktop) throw new OrreryError('engine-failed', `Nothing in a ${id} world says how a desktop is used.`)
  const own = formOf(first, DESKTOP_FORMS)
  const formIn = ({ tells }: DesktopView): DesktopForm => own ?? tells
  return {
    ...{ name: 'desktop', door: 'desktop' },
    read: (view) =>
      viewed(view, {
        schema: DesktopView,
        says: 'nothing of a desktop',
        instead:
          'Let views.desktop give {"apps": [{"id": "notes", "title": "Notes", "start": "https://notes.app/"}]}, or declare a desktop.'
      }),
    begin: startDesktop,
    *act(state, call, view) {
      const commands = desktop(call)
      return commands && { state: yield* actOnDesktop(state, commands, { view, form: formIn(view) }), refuse: null }
    },
    look: (state, view) => ({ text: lookAtDesktop(state, view, formIn(view)).text, state })
  }
}

/** The form of a first screen, where it is one of these. */
function formOf<Form extends string>(first: string, forms: readonly Form[]): Form | undefined {
  const read = first.trim() ? readScreen(first) : { problem: '' }
  return 'screen' in read ? forms.find((form) => form === read.screen.format) : undefined
}
