// What earlier turns taught of a page that its screen does not tell.
import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { isRunning } from './follows.ts'
import { around, focused, isNumber, limitOf, mayBeEdited } from './kinds.ts'

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
  /** A clock on the screen goes on from step to step. */
  runs: boolean
  /** Trees in which an item is chosen as the focus comes to it, by whether it is. */
  choosing: ReadonlyMap<string, boolean>
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
  runs: false,
  choosing: new Map(),
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
  for (let at = nodes[index]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1) {
    const host = nodes[at]?.ref ?? null
    if (host !== null && hosts.has(host)) return { host }
    if (nodes[at]?.role === 'iframe') return 'shown'
  }
  return 'unclear'
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

const isFreed = (one: ScreenNode, was: ScreenNode | undefined): boolean =>
  was?.ref === one.ref && was.role !== 'button' && (was.states.disabled === true) !== (one.states.disabled === true)

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
  if (now?.ref && !isHost(now)) next.showing = new Set([...taught.showing, now.ref])
  if (last?.do === 'press' && ARROW.test(last.key) && was?.ref && now?.ref && from !== null) {
    const bar = before.nodes[around(before, from, /^(?:toolbar|tablist)$/) ?? -1]?.ref
    if (bar && was.ref !== now.ref) next.roving = new Set([...taught.roving, bar])
    const tree = before.nodes[around(before, from, /^tree$/) ?? -1]?.ref
    if (tree && was.ref !== now.ref && was.states.selected === true)
      next.choosing = new Map([...taught.choosing, [tree, now.states.selected === true]])
    const moved = Math.abs(Number(now.value) - Number(was.value))
    // What was below nothing or an end comes to it by less than a step, or more.
    const isWhole = !(Number(was.value) < 0 && Number(now.value) >= 0) && !isBeyond(was)
    if (now.ref === was.ref && isNumber(was) && now.value && was.value && moved > 0 && isWhole)
      next.steps = new Map([...taught.steps, [now.ref, Number(moved.toFixed(6))]])
  }
  if (last?.do === 'press' && was?.ref && was.ref === now?.ref && isNumber(was) && now.value)
    next.ends = withEnd(taught.ends, { was, now, key: last.key })
  if (last?.do === 'press' && last.key === 'Escape') next.mayClose = false
  else if (last?.do === 'click' && before.nodes.length < after.nodes.length && said === null) next.mayClose = true
  const asked = said?.nodes[focused(said) ?? -1]
  if (asked?.ref && isFocusHidden(after) && !isHost(asked)) {
    const host = after.nodes.findLast(({ states }) => states.focused === true)?.ref ?? null
    next.hiding = new Map([...taught.hiding, [asked.ref, host]])
  }
  if (said && last && ACTS.has(last.do)) {
    const more = after.nodes.flatMap((one, index) =>
      one.ref !== null && isOther(one, said.nodes, index) ? [one.ref] : []
    )
    const own = actedOn(before, last)
    if (own !== null && (more.length > 0 || after.nodes.length !== said.nodes.length))
      next.acting = new Set([...taught.acting, own, ...more])
  }
  const box = said === null && last && ACTS.has(last.do) ? actedOn(before, last) : null
  // What a box was seen to make usable.
  const freed = after.nodes.some(
    (one, index) => before.nodes.length === after.nodes.length && isFreed(one, before.nodes[index])
  )
  if (box !== null && freed) next.acting = new Set([...next.acting, box])
  const field = last && before.nodes[writtenTo(before, last) ?? -1]
  const isPut = last && (last.do === 'press' ? [...last.key].length === 1 : 'text' in last && last.text !== '')
  const told = field?.ref ? after.nodes.find(({ ref, role }) => ref === field.ref && role === field.role) : undefined
  // A text box without a value that something was put into.
  if (isPut && told?.ref && !told.value && mayBeEdited(after, after.nodes.indexOf(told)))
    next.silent = new Set([...taught.silent, told.ref])
  return next
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
