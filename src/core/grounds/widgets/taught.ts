// What earlier turns taught of a page that its screen does not tell.
import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { isRunning, sendersOf } from './follows.ts'
import { around, boxOver, focused, isNumber, limitOf, mayBeEdited } from './kinds.ts'

/** The buttons that Enter presses, by their windows; `null` for a window that has none. */
export type DefaultButtons = ReadonlyMap<string, string | null>

/** By the references of things. */
export interface Taught {
  /** By how much a key changes a number. */
  steps: ReadonlyMap<string, number>
  /** The least and the most that keys were seen to bring a number to. */
  ends: ReadonlyMap<string, { least?: number; most?: number }>
  /** What has the keyboard without the screen telling it, as in a shadow tree, and what it tells to have it: what holds that tree; `null` for nothing. */
  hiding: ReadonlyMap<string, string | null>
  /** What the screen told to have the keyboard. */
  showing: ReadonlySet<string>
  /** Toolbars and lists of tabs in which arrows move the focus. */
  roving: ReadonlySet<string>
  /** Fields whose text the screen does not tell. */
  silent: ReadonlySet<string>
  /** Boxes, lists and buttons that were seen to do more than change themselves, and what they changed; on a desktop by their places. */
  acting: ReadonlySet<string>
  /** A press brought something that Escape may close. */
  mayClose: boolean
  /** What shows only while the pointer is where it is. */
  hovers: boolean
  /** Labels move out of their fields when these have the keyboard or a text, and back. */
  floats: boolean
  /** A clock on the screen goes on from step to step. */
  runs: boolean
  /** Trees in which an item is chosen as the focus comes to it, by whether it is. */
  choosing: ReadonlyMap<string, boolean>
  /** Trees in which an item was chosen that had not the keyboard, so that it is the page that says so. */
  choosers: ReadonlySet<string>
  /** Numbers that were typed: a step from one may bring it to the next round one. */
  typed: ReadonlySet<string>
  /** Fields whose text was seen to free a button, and pairs of a field and a button that it was seen not to; boxes that stayed as they were when one below them was ticked. */
  freed: ReadonlySet<string>
  kept: ReadonlySet<string>
  /** A click on a box or a radio button did not come to it: others may lie under their labels too. */
  covered: boolean
  /** On a desktop. */
  defaults: DefaultButtons
  /** Things on a phone, by what they say, of which one was seen to be chosen in another's place. */
  rivals: ReadonlySet<string>
}

export const NOT_TAUGHT: Taught = {
  steps: new Map(),
  ends: new Map(),
  hiding: new Map(),
  showing: new Set(),
  roving: new Set(),
  silent: new Set(),
  acting: new Set(),
  mayClose: false,
  hovers: false,
  floats: false,
  runs: false,
  choosing: new Map(),
  choosers: new Set(),
  typed: new Set(),
  freed: new Set(),
  kept: new Set(),
  covered: false,
  defaults: new Map(),
  rivals: new Set()
}

const TOOLBAR = /^toolbar$/
const ARROW = /^Arrow(?:Up|Down|Left|Right)$/

/** The toolbar that a thing lies in; `null` for none. */
export const toolbarOf = (screen: Screen, index: number): number | null => around(screen, index, TOOLBAR)

/** The toolbar or the group that a thing lies in; `null` for none. */
export const barOf = (screen: Screen, index: number): number | null => around(screen, index, /^(?:toolbar|group)$/)

/** Whether the format tells what has the keyboard, and nothing has it, or a thing that holds others: what has it lies where the screen does not look. */
export function isFocusHidden({ format, preface, nodes }: Screen): boolean {
  if (format !== 'aria' || !/^### Page$/m.test(preface)) return false
  const told = nodes.findLast(({ states }) => states.focused === true)
  return told === undefined || isHost(told)
}

/** A thing that is no more than a place for others. A page as a whole, and what can be named, are none. */
export const isHost = ({ role, name, parent }: ScreenNode): boolean => role === 'generic' && name === '' && parent >= 0

/** Whether the screen will tell of the focus on this thing, on a page where it did not tell it of another. */
export function hiddenIn(
  screen: Screen,
  index: number,
  { hiding, showing }: Taught
): { host: string | null } | 'shown' | 'unclear' {
  const { nodes } = screen
  const { ref } = nodes[index] as ScreenNode
  if (ref === null || !hiding.size || showing.has(ref)) return 'shown'
  const own = hiding.get(ref)
  if (own !== undefined) return { host: own }
  // All that lies in one shadow tree is hidden, and nothing that lies in a frame.
  const hosts = new Set(hiding.values())
  const isSeen = [...hiding].some(([one, host]) => one !== host)
  for (let at = nodes[index]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1) {
    const host = nodes[at]?.ref ?? null
    if (host !== null && hosts.has(host)) return { host }
    if (nodes[at]?.role === 'iframe') return 'shown'
  }
  return isSeen ? 'unclear' : 'shown'
}

/** What a key taught of the ends of a number: Home and End bring a slider to them, and an arrow that moves nothing is at one. */
function withEnd(
  ends: Taught['ends'],
  { was, now, key }: { was: ScreenNode; now: ScreenNode; key: string }
): Taught['ends'] {
  const stays = was.value === now.value
  const isMost = (key === 'End' && now.role === 'slider') || (stays && (key === 'ArrowUp' || key === 'ArrowRight'))
  const isLeast = (key === 'Home' && now.role === 'slider') || (stays && (key === 'ArrowDown' || key === 'ArrowLeft'))
  // Left and right only move the caret in a number.
  const isCaret = now.role !== 'slider' && /Left|Right/.test(key)
  if (now.ref === null || isCaret || !(isMost || isLeast)) return ends
  return new Map([...ends, [now.ref, { ...ends.get(now.ref), [isMost ? 'most' : 'least']: Number(now.value) }]])
}

/** Whether a number lies beyond its ends, where they are told. */
const isBeyond = (node: ScreenNode): boolean => {
  const [least, most] = [limitOf(node, 'valuemin'), limitOf(node, 'valuemax')]
  return Number(node.value) < least || (most > least && Number(node.value) > most)
}

const ACTS = new Set(['click', 'check', 'select', 'press'])
const PUTS = new Set(['fill', 'type'])

/** The reference of what an action acts on; `null` where it has none. */
function actedOn({ nodes, ...screen }: Screen, intent: Intent): string | null {
  const at = intent.do === 'press' ? 'focus' : 'at' in intent ? intent.at : null
  const index = at === 'focus' ? focused({ nodes, ...screen }) : at !== null && 'node' in at ? at.node : null
  return nodes[index ?? -1]?.ref ?? null
}

/** Whether a box, a list or a button that stays pressed is not as it was said to be. */
function isOther(one: ScreenNode, said: readonly ScreenNode[], index: number): boolean {
  const told = said[index]?.ref === one.ref ? said[index] : said.find(({ ref }) => ref === one.ref)
  return (
    told !== undefined &&
    (['checked', 'pressed', 'selected', 'disabled'] as const).some((state) => told.states[state] !== one.states[state])
  )
}

// What a click or a text gives the keyboard to.
const TAKES = /^(?:checkbox|switch|radio|textbox|searchbox|spinbutton)$/
const CONTROL = /^(?:checkbox|switch|radio|combobox|listbox|textbox|searchbox)$/
const THING = /^(?:button|link|checkbox|switch|radio|combobox|textbox|spinbutton|listitem|option)$/
const thingsIn = ({ nodes }: Screen): number => nodes.filter(({ role }) => THING.test(role)).length
const isControl = ({ nodes }: Screen, own: string): boolean =>
  nodes.some(({ ref, role }) => ref === own && CONTROL.test(role))

const isFreed = (one: ScreenNode, was: ScreenNode | undefined): boolean =>
  was?.ref === one.ref && was.role !== 'button' && (was.states.disabled === true) !== (one.states.disabled === true)

// Steps that are more likely than that a typed number was brought to the next of another step.
const ROUND = new Set([5, 10, 100, 1000])
const WRITES = /^(?:.|Space|Backspace|Delete)$/u

/** The thing whose text an action is to change; `null` for other actions. */
export function writtenTo(screen: Screen, intent: Intent): number | null {
  if (intent.do === 'press') return WRITES.test(intent.key) ? focused(screen) : null
  if (intent.do !== 'fill' && intent.do !== 'type') return null
  return intent.at === 'focus' ? focused(screen) : 'node' in intent.at ? intent.at.node : null
}

/** @param said the screen that rules said, if they did */
export function taughtBy(
  taught: Taught,
  { before, after, said, intents }: { before: Screen; after: Screen; said: Screen | null; intents: readonly Intent[] }
): Taught {
  const last = intents.at(-1)
  const [from, to] = [focused(before), focused(after)]
  const was = before.nodes[from ?? -1]
  const now = after.nodes[to ?? -1]
  const next = { ...taught, runs: isRunning(before, after) }
  const own0 = last && last.do !== 'press' ? actedOn(before, last) : null
  if (now?.ref && !isHost(now)) next.showing = new Set([...taught.showing, now.ref])
  if (last?.do === 'press' && ARROW.test(last.key) && was?.ref && now?.ref && from !== null) {
    const bar = before.nodes[around(before, from, /^(?:toolbar|tablist)$/) ?? -1]?.ref
    if (bar && was.ref !== now.ref) next.roving = new Set([...taught.roving, bar])
    const tree = before.nodes[around(before, from, /^tree$/) ?? -1]?.ref
    if (tree && was.ref !== now.ref && was.states.selected === true)
      next.choosing = new Map([...taught.choosing, [tree, now.states.selected === true]])
    const moved = Math.abs(Number(now.value) - Number(was.value))
    // What was below nothing or an end comes to it by less than a step, or more.
    const isWhole =
      !(Number(was.value) < 0 && Number(now.value) >= 0) &&
      !isBeyond(was) &&
      (moved <= 1 || ROUND.has(moved) || !taught.typed.has(was.ref))
    if (now.ref === was.ref && isNumber(was) && now.value && was.value && moved > 0 && isWhole)
      next.steps = new Map([...taught.steps, [now.ref, Number(moved.toFixed(6))]])
  }
  const put = last ? before.nodes[writtenTo(before, last) ?? -1] : undefined
  if (put?.ref && put.role === 'spinbutton') next.typed = new Set([...taught.typed, put.ref])
  else if (was?.ref && isNumber(was) && was.value !== now?.value)
    next.typed = new Set([...taught.typed].filter((one) => one !== was.ref))
  const over = boxOver(
    before,
    before.nodes.findIndex(({ ref }) => ref !== null && ref === (own0 ?? was?.ref))
  )
  const header = before.nodes[over ?? -1]
  if (
    header?.ref &&
    after.nodes.some(({ ref, states }) => ref === header.ref && states.checked === header.states.checked)
  )
    next.kept = new Set([...next.kept, header.ref])
  if (put?.ref) withFreed(next, { before, after, field: before.nodes.indexOf(put) })
  next.choosers = new Set([...taught.choosers, ...[before, after].flatMap(choosersIn)])
  if (last?.do === 'press' && was?.ref && was.ref === now?.ref && isNumber(was) && now.value)
    next.ends = withEnd(taught.ends, { was, now, key: last.key })
  if (last?.do === 'press' && last.key === 'Escape') next.mayClose = false
  else if (
    last?.do === 'click' &&
    said === null &&
    (before.nodes.length < after.nodes.length || isNewField(before, now))
  )
    next.mayClose = true
  const isPointing = last?.do === 'hover' || last?.do === 'click'
  if (isPointing) next.hovers = last.do === 'hover' && before.nodes.length !== after.nodes.length
  next.floats = taught.floats || labelMoved(before, after)
  const target = after.nodes.find(({ ref, role }) => ref !== null && ref === own0 && TAKES.test(role))
  const asked = said?.nodes[focused(said) ?? -1] ?? (said === null ? target : undefined)
  if (asked?.ref && isFocusHidden(after) && !isHost(asked)) {
    const host = after.nodes.findLast(({ states }) => states.focused === true)?.ref ?? null
    next.hiding = new Map([...taught.hiding, [asked.ref, host]])
  }
  const told = after.nodes.findLast(({ states }) => states.focused === true)
  if (told?.ref && isFocusHidden(after) && !next.hiding.has(told.ref))
    next.hiding = new Map([...next.hiding, [told.ref, told.ref]])
  if (said && last && ACTS.has(last.do)) {
    const more = after.nodes.flatMap((one, index) =>
      one.ref !== null && isOther(one, said.nodes, index) ? [one.ref] : []
    )
    const own = actedOn(before, last)
    if (own !== null && (more.length > 0 || after.nodes.length !== said.nodes.length))
      next.acting = new Set([...taught.acting, own, ...more])
  }
  const own = last ? actedOn(before, last) : null
  const changes = last !== undefined && (PUTS.has(last.do) || (said === null && ACTS.has(last.do)))
  // What shows or hides more than itself.
  if (own !== null && changes && isControl(before, own) && thingsIn(before) !== thingsIn(after))
    if (said === null || thingsIn(said) !== thingsIn(after)) next.acting = new Set([...next.acting, own])
  const box = said === null && last && ACTS.has(last.do) ? own : null
  // What a box was seen to make usable.
  const freed = after.nodes.some(
    (one, index) => before.nodes.length === after.nodes.length && isFreed(one, before.nodes[index])
  )
  if (box !== null && freed) next.acting = new Set([...next.acting, box])
  const field = last && before.nodes[writtenTo(before, last) ?? -1]
  const isPut = last && (last.do === 'press' ? [...last.key].length === 1 : 'text' in last && last.text !== '')
  const silent = field?.ref ? after.nodes.find(({ ref, role }) => ref === field.ref && role === field.role) : undefined
  // A field that makes another text of what is put into it.
  const wanted = said?.nodes.find(({ ref }) => ref !== null && ref === field?.ref)?.value
  if (isPut && silent?.ref && wanted !== undefined && wanted !== silent.value)
    next.silent = new Set([...next.silent, silent.ref])
  // A text box without a value that something was put into.
  if (isPut && silent?.ref && !silent.value && mayBeEdited(after, after.nodes.indexOf(silent)))
    next.silent = new Set([...next.silent, silent.ref])
  return next
}

/** Whether a field that was not there has the keyboard, as one that a text is edited in where it stands. */
const isNewField = (before: Screen, now: ScreenNode | undefined): boolean =>
  now !== undefined && /^(?:textbox|searchbox)$/.test(now.role) && before.nodes.every(({ ref }) => ref !== now.ref)

/** Whether a label was told otherwise than before, and of the same words. */
const labelMoved = (before: Screen, after: Screen): boolean =>
  before.nodes.length === after.nodes.length &&
  after.nodes.some((one, index) => {
    const was = before.nodes[index]
    if (one.role === 'labeltext') return was?.role === 'labeltext' && was.ref !== one.ref
    return (
      one.role === 'generic' && one.text === was?.text && Boolean(one.text) && one.states.hidden !== was?.states.hidden
    )
  })

/** Notes whether a text that was put into a field freed the buttons that its form is sent by; `taught` is changed. */
function withFreed(
  taught: { -readonly [K in 'freed' | 'kept']: Taught[K] },
  { before, after, field }: { before: Screen; after: Screen; field: number }
): void {
  const { ref } = before.nodes[field] as ScreenNode
  if (ref === null || !after.nodes.find((one) => one.ref === ref)?.value) return
  taught.kept = new Set([...taught.kept, `${ref} changes`])
  for (const one of sendersOf(before, field)) {
    const sender = before.nodes[one]?.ref
    const now = sender ? after.nodes.find((node) => node.ref === sender) : undefined
    if (now?.states.disabled === true) taught.kept = new Set([...taught.kept, `${ref} ${sender}`])
    else if (now) taught.freed = new Set([...taught.freed, ref])
  }
}

/** Trees of which an item is told to be chosen that has not the keyboard. */
function choosersIn(screen: Screen): string[] {
  const at = focused(screen)
  return screen.nodes.flatMap(({ role, states }, index) => {
    const ref = role === 'treeitem' && states.selected === true && index !== at ? around(screen, index, /^tree$/) : null
    return screen.nodes[ref ?? -1]?.ref ?? []
  })
}

/** What a thing on a phone says of itself. */
export const saidBy = ({ name, text }: ScreenNode): string => `${name} ${text}`

/** Things of which one is chosen: one went out as another went on. */
export function rivalsAfter(rivals: Taught['rivals'], before: Screen, after: Screen): Taught['rivals'] {
  if (before.nodes.length !== after.nodes.length) return rivals
  const changed = after.nodes.filter(
    ({ states }, index) => (states.checked === true) !== (before.nodes[index]?.states.checked === true)
  )
  const on = changed.filter(({ states }) => states.checked === true)
  if (changed.length !== 2 || on.length !== 1) return rivals
  return new Set([...rivals, ...changed.map(saidBy)])
}
