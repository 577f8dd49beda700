// The state after a step that happened, whoever said what it showed.
import { type Intent, type Intents, withoutError } from '../../domains/intents.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import type { Action } from '../../tree/model.ts'
import { labelTexts, whatPassed } from './bubbles.ts'
import { withFront } from './dialogs.ts'
import { withFocus } from './edit.ts'
import { isRunning } from './follows.ts'
import { hiddenFocus } from './hidden.ts'
import { focused } from './kinds.ts'
import { reachingAfter } from './reaching.ts'
import { keptInDialog, openersAfter, remember } from './remember.ts'
import { keyboardSeen } from './seen.ts'
import { slidAfter } from './sliders.ts'
import {
  addressOf,
  bare,
  type Decided,
  documentOf,
  lastRef,
  modalIn,
  type ScreenState,
  type ScreenWorld,
  type ShownStep,
  screenOf,
  sightsOf
} from './state.ts'
import { isFocusHidden, NOT_TAUGHT, rivalsAfter, type Taught, taughtBy } from './taught.ts'
import { earlierAfter } from './undo.ts'
import { defaultsIn } from './windows.ts'

/** The state after a step that showed `text`. `decided`: what rules say of it. */
export function next({ by }: ScreenWorld, before: ScreenState, step: ShownStep): ScreenState {
  const from = by.like === 'desktop' ? screenOf(before.page) : null
  const modal = modalIn(step.text)
  const shown = bare(by, step.text)
  const last = documentOf(shown) === documentOf(before.page) ? before.last : 0
  const state = {
    ...before,
    modal,
    last: Math.max(last, lastRef(shown)),
    ...(from && { fronts: withFront(before.fronts, from) })
  }
  const { action, text, decided, executed } = step
  const turns = state.turns + 1
  const over = state.over ?? (executed ? null : turns)
  const page = shown
  // What shows no screen leaves the one before it, and so does a refusal that was shown as one.
  const stays = 'refusal' in decided ? decided.stays : state.page
  const told = withCovered(by, state, step)
  if (!screenOf(page) || ('refusal' in decided && page === stays)) {
    const visits = state.visits.with(state.at, stays)
    return { ...state, over, turns, page: stays, visits, taught: told }
  }
  const opened = keptInDialog(state, page, remember(by, state, { action, page, decided }))
  const taught = learnt(by, { ...state, taught: told }, action, decided, page)
  const keepsLabels = repeatsLabels(state.page) && repeatsLabels(page)
  if ('text' in decided && decided.text !== null && isAsSaid(page, decided.text)) {
    const { caret, focus, start = null, copied: clipboard = state.clipboard } = decided
    const openers = openersAfter(by, state, action, page)
    const [was, after] = [screenOf(state.page), screenOf(page)]
    const intents = (was && by.read(action, was)) ?? []
    const earlier = was && after ? earlierAfter(state.earlier, { before: was, after, intents }) : []
    const now = {
      ...state,
      over,
      turns,
      page,
      caret,
      focus,
      start,
      clipboard,
      keepsLabels,
      opened,
      openers,
      earlier,
      taught
    }
    if (decided.rule === 'place' && addressOf(page) !== addressOf(state.page)) {
      const visits = [...state.visits.slice(0, state.at + 1), page]
      const firsts = [...state.firsts.slice(0, state.at + 1), state.firsts[state.at] ?? page]
      return { ...now, visits, firsts, at: visits.length - 1 }
    }
    const { at = state.at } = decided
    return {
      ...now,
      at,
      visits: state.visits.with(at, page),
      firsts: at === state.at ? state.firsts : state.firsts.with(at, page),
      loaded: at === state.at ? withNew(state.loaded, page) : [page]
    }
  }
  const isSame = addressOf(page) === addressOf(state.page)
  const hidden = 'text' in decided && decided.text !== null && isSame ? hiddenFocus(decided.text, page) : null
  if (hidden !== null && 'caret' in decided)
    return {
      ...state,
      over,
      turns,
      page,
      caret: decided.caret,
      focus: hidden,
      start: null,
      keepsLabels,
      opened,
      taught
    }
  // What was chosen as the page was left is in its history.
  const leaving = ('text' in decided ? decided.text : null) ?? state.page
  const visits = isSame ? state.visits.with(state.at, page) : [...state.visits.slice(0, state.at), leaving, page]
  const isDocument = documentOf(page) !== documentOf(state.page)
  const own = isDocument ? page : (state.firsts[state.at] ?? page)
  const firsts = isSame ? state.firsts : [...state.firsts.slice(0, state.at + 1), own]
  const loaded = documentOf(page) === documentOf(state.page) ? withNew(state.loaded, page) : [page]
  // What was refused took nothing's focus.
  const isRefused = withoutError(text) !== text
  const start = isSame && by.like === 'browser' && !isRefused ? lostFocus(by, state, action, page) : null
  const [was, now] = [screenOf(state.page), screenOf(page)]
  const seen = by.like !== 'browser' && was && now ? keyboardSeen(was, now, by.read(action, was) ?? []) : null
  const { caret = null, focus = null } = seen ?? {}
  const unknown = { caret, focus, start, loaded, keepsLabels, earlier: [], taught }
  const openers = isSame ? openersAfter(by, state, action, page) : []
  return {
    ...state,
    ...unknown,
    over,
    turns,
    page,
    visits,
    firsts,
    at: isSame ? state.at : visits.length - 1,
    opened,
    openers
  }
}

/** What is taught, with whether a click did not come to a box or a radio button that could be used. */
function withCovered(by: Intents<Action>, { page, taught }: ScreenState, { action, text, decided }: ShownStep): Taught {
  const screen = by.like === 'browser' && !('refusal' in decided) && TIMED_OUT.test(text) ? screenOf(page) : null
  const [intent] = (screen && by.read(action, screen)) ?? []
  if (!screen || (intent?.do !== 'click' && intent?.do !== 'check') || typeof intent.at !== 'object') return taught
  const role = 'node' in intent.at ? screen.nodes[intent.at.node]?.role : undefined
  return /^(?:checkbox|radio|switch)$/.test(role ?? '') ? { ...taught, covered: true } : taught
}

const TIMED_OUT = /^(?:Error from previous action: |### (?:Error|Result)\n)TimeoutError/

/** Where the Tab key goes on from when what had the focus has gone or takes it no more: that thing, or the last one before it that is there; `null` where something has the focus. */
function lostFocus(by: Intents<Action>, state: ScreenState, action: Action, page: string): string | null {
  const [before, after] = [screenOf(state.page), screenOf(page)]
  if (!before || !after || focused(after) !== null || isFocusHidden(after)) return null
  const [intent] = by.read(action, before) ?? []
  const at = intent && 'at' in intent && typeof intent.at === 'object' && 'node' in intent.at ? intent.at.node : null
  const from = at ?? focused(withFocus(before, state.focus))
  if (from === null) return null
  const there = new Set(after.nodes.map(({ ref }) => ref))
  return before.nodes.findLast(({ ref }, index) => index <= from && ref !== null && there.has(ref))?.ref ?? null
}

// A page that goes on showing new things is not kept for ever.
const MOST_SIGHTS = 16

/** The pages on which things came in sight, with this one if things on it have not been seen yet. */
function withNew(loaded: readonly string[], page: string): readonly string[] {
  const screen = screenOf(page)
  if (!screen || loaded.length >= MOST_SIGHTS || loaded.includes(page)) return loaded
  const seen = new Set(sightsOf(loaded).flatMap(({ nodes }) => nodes.map(({ ref }) => ref)))
  return screen.nodes.some(
    ({ ref, value, states }) => !seen.has(ref) && (value !== null || states.checked !== undefined)
  )
    ? [...loaded, page]
    : loaded
}

/** Whether a page is as rules said, but for what Chromium's tree tells of labels in one look and not in the next. */
function isAsSaid(page: string, said: string): boolean {
  const [shown, known] = page === said ? [] : [screenOf(page), screenOf(said)]
  if (!shown || !known) return page === said
  return whatPassed(shown, page, { keepsLabels: false }) === whatPassed(known, said, { keepsLabels: false })
}

function repeatsLabels(page: string): boolean {
  const screen = screenOf(page)
  return screen !== null && labelTexts(screen).length > 0
}

/** What the step taught of the page; nothing where it led to another. */
function learnt(by: Intents<Action>, state: ScreenState, action: Action, decided: Decided, page: string): Taught {
  const [before, after] = [screenOf(state.page), screenOf(page)]
  if (!before || !after) return NOT_TAUGHT
  const runs = isRunning(before, after)
  const text = 'text' in decided ? decided.text : null
  const intents = by.read(action, before) ?? []
  const had = withFocus(before, state.focus)
  if (by.like === 'desktop')
    return {
      ...NOT_TAUGHT,
      ...slidAfter(state.taught, before, after, intents),
      runs,
      acting: reachingAfter(state.taught.acting, { before: had, after, page, said: text, intents }),
      defaults: defaultsIn(defaultsIn(state.taught.defaults, before), after)
    }
  if (by.like === 'phone') return { ...NOT_TAUGHT, rivals: rivalsAfter(state.taught.rivals, before, after), runs }
  if (documentOf(page) !== documentOf(state.page)) return NOT_TAUGHT
  const said = text === null ? null : screenOf(text)
  const seen = givenFirst(had, intents)
  return taughtBy(state.taught, { before: seen, after, said, intents })
}

/** The screen as a key finds it that is pressed on a thing. */
function givenFirst(screen: Screen, [first, ...more]: readonly Intent[]): Screen {
  if (first?.do !== 'focus' || !more.length || typeof first.at !== 'object' || !('node' in first.at)) return screen
  const { node } = first.at
  const nodes = screen.nodes.map((one, index) => {
    const { focused: _, ...states } = one.states
    return { ...one, states: index === node ? { ...states, focused: true } : states }
  })
  return { ...screen, nodes }
}
