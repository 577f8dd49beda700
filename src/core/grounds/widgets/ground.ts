// The ground of screens: what widgets do by themselves on any screen that is read and written exactly. What a button means is the model's.

import { findDomain } from '../../domains/index.ts'
import { type Intent, type Intents, type Refusal, withoutError } from '../../domains/intents.ts'
import { pageOf, type Screen } from '../../observations/screens/screen.ts'
import { createRecent } from '../../text/recent.ts'
import type { ModelAnswer } from '../../tree/ground.ts'
import type { Action, Setup } from '../../tree/model.ts'
import type { Ground, GroundAsked, ModelQuestion, TurnOptions } from '../../tree/ports.ts'
import { createPlainGround } from '../plain.ts'
import type { StateTrust } from '../replay.ts'
import { routeBy } from '../rule.ts'
import { backFrom, withBack } from './back.ts'
import { behave } from './behave.ts'
import { labelTexts, whatPassed, withBubble } from './bubbles.ts'
import { changedScreen, changeQuestion } from './change.ts'
import { behaveOnDesktop } from './desktop.ts'
import { type Fronts, withFront, withoutDialog } from './dialogs.ts'
import { edited, readExactly, withFocus } from './edit.ts'
import { type Behaviour, type CaretRange, PASTE } from './fields.ts'
import { type FirstSights, isGiven, keptBack, resetEdit } from './forms.ts'
import { around, childrenOf, focused, isOpenSummary, isSummary, isTriangle } from './kinds.ts'
import { inMenus, withMenus } from './menus.ts'
import { behaveOnPhone } from './phone.ts'
import { ruleOf, type WidgetRuleName } from './rules.ts'
import type { ScreenEdit } from './screen-edit.ts'
import { keyboardSeen } from './seen.ts'
import { slidAfter } from './sliders.ts'
import { hiddenIn, isFocusHidden, NOT_TAUGHT, rivalsAfter, type Taught, taughtBy } from './taught.ts'
import { type EarlierText, earlierAfter, takenBack } from './undo.ts'

const GROUND = 'widgets'

interface ScreenWorld {
  by: Intents<Action>
  /** The first screen. */
  first: string
}

interface ScreenState extends StateTrust {
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
  /** Pages of this tab in the order of visits, and which of them is shown. */
  visits: readonly string[]
  at: number
  /** What a press on something that opens led to, by the press and the page without its focus. */
  opened: ReadonlyMap<string, string>
  /** The reference of what opened the dialog that is shown; `null`: unknown, or none is. */
  opener: string | null
  /** Windows of a desktop, the one in front last. */
  fronts: Fronts
  /** Texts that fields had, the last one last. */
  earlier: readonly EarlierText[]
  taught: Taught
}

/** A step that happened. */
interface ShownStep {
  action: Action
  text: string
  decided: Decided
  /** No model gave it. */
  executed: boolean
}

type Decided =
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

/** @param hash SHA-256 of what the rules are */
export function createWidgets({ hash }: { hash: string }): Ground {
  return createPlainGround<ScreenWorld, ScreenState>({
    id: GROUND,
    title: 'Widgets',
    hash,
    usual: () => true,
    world({ domain, initialState }: Setup) {
      const by = findDomain(domain).screen?.intents
      return by ? { key: `${domain} ${initialState}`, read: () => ({ by, first: initialState }) } : null
    },
    serves: ({ first }) => screenOf(first) !== null,
    inside: ({ first }, { page, visits, at, opened }) => ({
      stated: { first },
      state: { page, visits: [...visits], at, opened: Object.fromEntries(opened) }
    }),
    begin: ({ by, first }) => ({
      ...{ over: null, uncertain: null, diverged: [] },
      ...{
        turns: 0,
        page: bare(by, first),
        caret: null,
        clipboard: null,
        focus: null,
        start: null,
        keepsLabels: false,
        loaded: [bare(by, first)],
        visits: [bare(by, first)],
        at: 0,
        opened: new Map(),
        opener: null,
        fronts: new Map(),
        earlier: [],
        taught: NOT_TAUGHT
      }
    }),
    apply(world, state, past) {
      const decided = decide(world, state, past.step.action)
      const { action, observation } = past.step
      const executed = past.call?.grounded?.origin === 'executed'
      const after = next(world, state, { action, text: observation.text, decided, executed })
      return {
        state: after,
        shown: executed && 'text' in decided && decided.text !== null ? said(world, state, action, decided.text) : null
      }
    },
    showed: ({ step, altered }, shown) => altered || step.observation.text === shown,
    route: (world, state, asked) => routeBy(ruleOf(decideAsked(world, state, asked).rule)),
    async answer(world, state, asked, options) {
      const decided = decideAsked(world, state, asked)
      const route = routeBy(ruleOf(decided.rule))
      const dreams: ModelAnswer[] = []
      let shown: string
      if ('refusal' in decided) shown = world.by.refuse(asked.action, decided.refusal, decided.stays)
      else if (decided.text !== null) shown = said(world, state, asked.action, decided.text)
      else shown = await predicted(world, state, { ...asked, rule: decided.rule, dreams }, options)
      const after = next(world, state, { action: asked.action, text: shown, decided, executed: dreams.length === 0 })
      return { text: shown, route, dreams, state: after }
    }
  })
}

/** A screen without what was said of the action before it. */
const bare = (by: Intents<Action>, text: string): string => {
  const page = withoutError(text)
  return by.saying?.without(page) ?? page
}

/** A screen with what the interface says of the action. */
function said({ by, first }: ScreenWorld, state: ScreenState, action: Action, page: string): string {
  const screen = screenOf(state.page)
  return (screen && by.saying?.with(page, { call: action, screen, first })) ?? page
}

/** The screen that the model gives: what the action changes on the one before, or a whole one. */
async function predicted(
  world: ScreenWorld,
  state: ScreenState,
  { action, rule, dreams }: GroundAsked & { rule: WidgetRuleName; dreams: ModelAnswer[] },
  { askModel, asksChanges }: TurnOptions
): Promise<string> {
  const { by } = world
  const { page } = state
  const screen = asksChanges && rule !== 'instruction' ? screenOf(page) : null
  const target = screen && targetHere(screen, by.read(action, screen))
  const question = screen && target !== null ? changeQuestion(screen, { mayOpen: asksChanges === 'or-page' }) : null
  const ask = async (more: Pick<ModelQuestion, 'context' | 'json' | 'schema'>) => {
    const text = await askModel({ rule, action, ...more })
    dreams.push({ of: String(action), rule, text, effects: [] })
    return text
  }
  if (screen && target !== null && question) {
    const answer = await ask({ ...question, json: true })
    const pressed = edited(screen, page, { focus: target }) ?? page
    const changed = changedScreen(screenOf(pressed) ?? screen, pressed, answer)
    if (changed !== null) return said(world, state, action, changed)
  }
  return ask({ context: '' })
}

/** The thing that an action presses on this screen; `null` for links and addresses, which lead to another, and for all else. */
function targetHere({ nodes }: Screen, intents: Intent[] | null): number | null {
  const [intent, ...more] = intents ?? []
  if (intent?.do !== 'click' || intent.long || more.length || typeof intent.at === 'string' || !('node' in intent.at))
    return null
  return nodes[intent.at.node]?.role === 'link' ? null : intent.at.node
}

/** The state after a step that showed `text`. `decided`: what rules say of it. */
function next({ by }: ScreenWorld, before: ScreenState, step: ShownStep): ScreenState {
  const from = by.like === 'desktop' ? screenOf(before.page) : null
  const state = from ? { ...before, fronts: withFront(before.fronts, from) } : before
  const { action, text, decided, executed } = step
  const turns = state.turns + 1
  const over = state.over ?? (executed ? null : turns)
  const page = bare(by, text)
  // What shows no screen leaves the one before it, and so does a refusal that was shown as one.
  const stays = 'refusal' in decided ? decided.stays : state.page
  if (!screenOf(page) || ('refusal' in decided && page === stays)) {
    const visits = state.visits.with(state.at, stays)
    return { ...state, over, turns, page: stays, visits }
  }
  const opened = keptInDialog(state, page, remember(by, state, { action, page, decided }))
  const taught = learnt(by, state, action, decided, page)
  const keepsLabels = repeatsLabels(state.page) && repeatsLabels(page)
  if ('text' in decided && decided.text !== null && isAsSaid(page, decided.text)) {
    const { caret, focus, start = null, copied: clipboard = state.clipboard } = decided
    const opener = openerOf(by, state, action, page)
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
      opener,
      earlier,
      taught
    }
    if (decided.rule === 'place' && addressOf(page) !== addressOf(state.page)) {
      const visits = [...state.visits.slice(0, state.at + 1), page]
      return { ...now, visits, at: visits.length - 1 }
    }
    const { at = state.at } = decided
    return {
      ...now,
      at,
      visits: state.visits.with(at, page),
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
  const visits = isSame ? state.visits.with(state.at, page) : [...state.visits.slice(0, state.at + 1), page]
  const loaded = documentOf(page) === documentOf(state.page) ? withNew(state.loaded, page) : [page]
  const start = isSame && by.like === 'browser' ? lostFocus(by, state, action, page) : null
  const [was, shown] = [screenOf(state.page), screenOf(page)]
  const seen = by.like !== 'browser' && was && shown ? keyboardSeen(was, shown, by.read(action, was) ?? []) : null
  const { caret = null, focus = null } = seen ?? {}
  const unknown = { caret, focus, start, loaded, keepsLabels, earlier: [], taught }
  const opener = isSame ? openerOf(by, state, action, page) : null
  return { ...state, ...unknown, over, turns, page, visits, at: isSame ? state.at : visits.length - 1, opened, opener }
}

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

/** What was typed into a dialog is in it still when it opens again. */
function keptInDialog(
  { page, opener }: ScreenState,
  after: string,
  opened: ScreenState['opened']
): ScreenState['opened'] {
  const [before, now] = [screenOf(page), screenOf(after)]
  if (!before || !now || opener === null || dialogsIn(now) >= dialogsIn(before)) return opened
  const node = openerIn(now, opener)
  const key = node === null ? null : pressed(after, now, { do: 'click', at: { node }, count: 1 })
  const known = key === null ? undefined : screenOf(opened.get(key) ?? '')
  if (key === null || !known) return opened
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

// A page that goes on showing new things is not kept for ever.
const MOST_SIGHTS = 16

const sightsOf = (loaded: readonly string[]): FirstSights => loaded.map(screenOf).filter((one) => one !== null)

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

// Pages that open and close things are few; a page that goes on changing is not kept for ever.
const MOST_OPENED = 64

const dialogsIn = (screen: Screen | null): number =>
  screen?.nodes.filter(({ role }) => /^(?:alert)?dialog$/.test(role)).length ?? 0

const menusIn = ({ nodes }: Screen): number => nodes.filter(({ role }) => role === 'menu').length

/** What has the focus again when the dialog closes. */
function openerOf(by: Intents<Action>, { page, opener }: ScreenState, action: Action, after: string): string | null {
  const [before, now] = [screenOf(page), screenOf(after)]
  if (dialogsIn(now) === 0) return null
  if (!before || dialogsIn(now) === dialogsIn(before)) return opener
  const [intent, ...more] = by.read(action, before) ?? []
  const at = intent?.do === 'click' && !more.length && typeof intent.at === 'object' ? intent.at : null
  return at && 'node' in at ? (before.nodes[at.node]?.ref ?? null) : null
}

/** Notes what a press on something that opens led to, and what the press on it again leads back to. */
function remember(
  by: Intents<Action>,
  { page, opened }: ScreenState,
  { action, page: after, decided }: { action: Action; page: string; decided: Decided }
): ScreenState['opened'] {
  const before = screenOf(page)
  const intents = (before && by.read(action, before)) ?? []
  if (before && by.like === 'desktop') return withMenus(opened, { screen: before, page, after, intents })
  const now = screenOf(after)
  if (before && now && by.like === 'phone') opened = withBack(opened, { screen: before, page, now, after, intents })
  const [intent, ...more] = intents
  if (!before || !intent || more.length || addressOf(after) !== addressOf(page)) return opened
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
  const back = screenOf(after)
  const noted: [string, string][] = [[key, after]]
  if (back && intent.do === 'click' && typeof intent.at === 'object' && 'node' in intent.at) {
    const node = before.nodes[intent.at.node]
    // A dialog lies over what opened it.
    const again =
      dialogsIn(back) > 0 ? -1 : back.nodes.findIndex(({ ref, role }) => ref === node?.ref && role === node?.role)
    const focusedBefore = edited(before, page, { focus: intent.at.node })
    // Escape closes a menu, and what opened it has the focus again.
    const inMenu = around(back, focused(back) ?? -1, /^menu$/) !== null
    if (menusIn(back) > menusIn(before) && inMenu && focusedBefore !== null)
      noted.push([`Escape\n${withoutFocus(after)}`, focusedBefore])
    // What a summary shows goes when it is closed, whatever was closed when it opened.
    if (again >= 0 && node?.role !== 'tab' && !isSummary(before, intent.at.node) && focusedBefore !== null) {
      const backKey = pressed(after, back, { ...intent, at: { node: again } })
      if (backKey !== null) noted.push([backKey, focusedBefore])
    }
    // From one tab back to the one that was shown before.
    const shown = before.nodes.findIndex(({ role, states }) => role === 'tab' && states.selected === true)
    const other = back.nodes.findIndex(({ ref, role }) => role === 'tab' && ref === before.nodes[shown]?.ref)
    const focusedShown = node?.role === 'tab' && shown >= 0 ? edited(before, page, { focus: shown }) : null
    if (focusedShown !== null && other >= 0) {
      const backKey = pressed(after, back, { ...intent, at: { node: other } })
      if (backKey !== null) noted.push([backKey, focusedShown])
    }
  }
  return new Map([...opened, ...noted].slice(-MOST_OPENED))
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
function pressed(page: string, screen: Screen, intent: Intent): string | null {
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

function withoutFocus(page: string): string {
  const screen = screenOf(page)
  return (screen && edited(screen, page, { focus: null })) ?? page
}

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

const screens = createRecent<{ screen: Screen | null }>(64)

function screenOf(text: string): Screen | null {
  const known = screens.get(text)
  return (known ?? screens.set(text, { screen: readExactly(text) })).screen
}

function addressOf(page: string): string | null {
  const screen = screenOf(page)
  // Chromium's tree tells it of the whole page.
  const told = screen?.nodes.find(({ parent }) => parent < 0)?.states.url
  return screen && (pageOf(screen).url ?? (typeof told === 'string' ? told : null))
}

/** An address without the place on its page. */
const documentOf = (page: string): string | undefined => addressOf(page)?.split('#')[0]

const closesDialog = ({ nodes }: Screen, { removed }: ScreenEdit): boolean =>
  removed?.some((node) => /^(?:alert)?dialog$/.test(nodes[node]?.role ?? '')) ?? false

function openerIn({ nodes }: Screen, ref: string | null): number | null {
  const node = ref === null ? -1 : nodes.findIndex((one) => one.ref === ref)
  return node < 0 ? null : node
}

function decideAsked(world: ScreenWorld, state: ScreenState, { setup, action, instruction }: GroundAsked): Decided {
  if ([setup.instruction, instruction].some((one) => one.trim())) return { rule: 'instruction', text: null }
  return decide(world, state, action)
}

function decide({ by }: ScreenWorld, state: ScreenState, action: GroundAsked['action']): Decided {
  const first = screenOf(state.page)
  if (!first) return { rule: 'unread', text: null }
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
    const before = by.like === 'phone' ? backFrom(screen, text, intent, state.opened) : null
    if (before !== null) return { rule: 'history', text: before, caret: null, focus: null }
    if (intent.do === 'back' || intent.do === 'forward') {
      const at = state.at + (intent.do === 'back' ? -1 : 1)
      const page = state.visits[at]
      return page === undefined
        ? { rule: 'meaning', text: null }
        : { rule: 'history', text: loaded(page), caret: null, focus: null, at }
    }
    const menu = by.like === 'desktop' ? inMenus(screen, text, intent, state.opened) : null
    if (menu === 'meaning') return { rule: menu, text: null }
    if (menu !== null) return { rule: 'reopen', text: menu, caret: null, focus: null }
    const fronts = by.like === 'desktop' ? withFront(state.fronts, first) : null
    const closed = fronts && withoutDialog(screen, text, intent, fronts)
    if (closed === 'unclear') return { rule: closed, text: null }
    if (closed) return { rule: 'close', text: closed, caret: null, focus: null }
    const key = by.like === 'desktop' ? null : pressed(text, screen, intent)
    const known = key === null ? undefined : state.opened.get(key)
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
    const edit = closesDialog(screen, done.edit) ? { ...done.edit, focus: openerIn(screen, state.opener) } : done.edit
    const hides = isBrowser ? isUntold(screen, edit, state.taught) : false
    if (hides === 'unclear') return { rule: 'unclear', text: null }
    const after = withMark(edited(screen, text, edit), hides)
    const read = after === null ? null : screenOf(after)
    if (after === null || !read) return { rule: 'unread', text: null }
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

/** The refusal of a thing that is not on the page, with whether it was. */
function seenBefore(refusal: Refusal, { loaded }: ScreenState): Refusal {
  if (refusal.why !== 'missing') return refusal
  const wasThere = sightsOf(loaded).some(({ nodes }) => nodes.some(({ ref }) => ref === refusal.ref))
  return wasThere ? { ...refusal, seen: true } : refusal
}

/** What the step taught of the page; nothing where it led to another. */
function learnt(by: Intents<Action>, state: ScreenState, action: Action, decided: Decided, page: string): Taught {
  const [before, after] = [screenOf(state.page), screenOf(page)]
  if (!before || !after) return NOT_TAUGHT
  if (by.like === 'desktop')
    return { ...NOT_TAUGHT, ...slidAfter(state.taught, before, after, by.read(action, before) ?? []) }
  if (by.like === 'phone') return { ...NOT_TAUGHT, rivals: rivalsAfter(state.taught.rivals, before, after) }
  if (documentOf(page) !== documentOf(state.page)) return NOT_TAUGHT
  const text = 'text' in decided ? decided.text : null
  const said = text === null ? null : screenOf(text)
  const intents = by.read(action, before) ?? []
  const seen = givenFirst(withFocus(before, state.focus), intents)
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

const MARK = / \[active\]/

/** What has the keyboard where rules said so and the page, which is the same otherwise, tells of nothing that has it; `null` where it does. */
function hiddenFocus(said: string, page: string): number | null {
  const [screen, shown] = [screenOf(said), screenOf(page)]
  const isSame = said.replace(MARK, '') === page.replace(MARK, '')
  return screen && shown && isSame && isFocusHidden(shown) ? focused(screen) : null
}

interface Hidden {
  ref: string
  host: string | null
}

/** What the edit gives the keyboard to, if the screen does not tell that it has it; `false` where it does. */
function isUntold(screen: Screen, edit: ScreenEdit, taught: Taught): Hidden | false | 'unclear' {
  const at = edit.focus === undefined ? focused(screen) : edit.focus
  if (at === null) return false
  const { ref } = screen.nodes[at] ?? {}
  if (!ref) return false
  if (edit.texts?.has(at) && taught.silent.has(ref)) return 'unclear'
  const hidden = hiddenIn(screen, at, taught)
  return hidden === 'unclear' ? hidden : hidden === 'shown' ? false : { ref, host: hidden.host }
}

/** A snapshot with the word that a thing has the keyboard at what holds that thing's tree, or nowhere. */
function withMark(text: string | null, hidden: Hidden | false): string | null {
  if (text === null || hidden === false) return text
  const { ref, host } = hidden
  const marked = (line: string) => {
    if (line.includes(`[ref=${ref}]`)) return line.replace(MARK, '')
    const at = host === null ? -1 : line.indexOf(` [ref=${host}]`)
    return at < 0 || MARK.test(line) ? line : `${line.slice(0, at)} [active]${line.slice(at)}`
  }
  return text.split('\n').map(marked).join('\n')
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
  { loaded, keepsLabels }: ScreenState
): { rule: WidgetRuleName; text: string; focus: number | null } | 'unclear' | null {
  if (intent.do !== 'click' || typeof intent.at !== 'object' || !('node' in intent.at)) return null
  const { node } = intent.at
  if (screen.nodes[node]?.states.disabled === true) return null
  const edit = resetEdit(screen, node, sightsOf(loaded))
  if (edit === 'unclear') return edit
  const reset = edit && edited(screen, text, edit)
  if (reset) return { rule: 'reset', text: whatPassed(screenOf(reset) ?? screen, reset, { keepsLabels }), focus: node }
  const kept = keptBack(screen, node)
  const pointed =
    kept &&
    edited(screen, text, {
      focus: kept.field,
      states: new Map([[kept.field, tellsLines(screen) ? { errormessage: '' } : {}]])
    })
  return pointed ? { rule: 'invalid', text: withBubble(pointed, kept.says), focus: kept.field } : null
}
