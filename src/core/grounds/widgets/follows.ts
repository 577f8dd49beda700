// What may follow from a change besides it, as far as a screen tells: a text that repeats a number, a hint that goes, a clock that runs.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import {
  around,
  below,
  childrenOf,
  focused,
  isDisabled,
  isNumber,
  isSelect,
  isTextField,
  opensByClick
} from './kinds.ts'
import type { ScreenEdit } from './screen-edit.ts'

const ENTRY = /^(?:textbox|searchbox|spinbutton|combobox|listbox|checkbox|switch|radio|slider)$/
const SENDS =
  /^(?:submit|send|save|create|sign|log ?in|register|continue|next|request|book|order|place|pay|confirm|join|subscribe|apply|update|check ?out|post|publish|finish|done|go|add)\b/i

const saysOf = ({ value, text, name }: ScreenNode): string => value || text || name

/** Texts of their own that say what a number is, as a form's `output` does, and so change with it: each with what lies in it. */
function repeatsOf(screen: Screen, index: number): number[][] {
  const { nodes } = screen
  const node = nodes[index] as ScreenNode
  if (!isNumber(node) || !node.value) return []
  const own = new Set([index, ...below(screen, index)])
  const isBeside = ({ role, parent }: ScreenNode) =>
    node.role === 'slider' && parent === node.parent && /^(?:generic|statictext)$/.test(role)
  return nodes.flatMap((one, at) => {
    if (own.has(at) || (one.role !== 'status' && !isBeside(one))) return []
    const same = [at, ...below(screen, at)].filter((inner) => saysOf(nodes[inner] as ScreenNode) === node.value)
    return same.length ? [same] : []
  })
}

/** Whether a text of its own says what a number is. */
export const isRepeated = (screen: Screen, index: number): boolean => repeatsOf(screen, index).length > 0

/** The edit with what the texts say then that repeat the numbers that it changes; `null` where it is not known which of several does. */
export function withRepeats(screen: Screen, edit: ScreenEdit | null): ScreenEdit | null {
  const says = new Map(edit?.says)
  for (const [index, text] of edit?.texts ?? []) {
    const [repeat = [], ...more] = repeatsOf(screen, index)
    if (more.length) return null
    for (const one of repeat) says.set(one, text)
  }
  return edit && says.size ? { ...edit, says } : edit
}

/** Whether more than an edit may follow from an action in a browser. */
export function mayFollow(screen: Screen, edit: ScreenEdit, { freed, kept, floats: isFloating }: Freeing): boolean {
  const texts = [...(edit.texts?.keys() ?? [])]
  if (texts.some((one) => opensByClick(screen, one))) return true
  const changed = [...texts, ...(edit.states?.keys() ?? [])]
  if (changed.some((one) => isMirrored(screen, one))) return true
  const moves = edit.focus !== undefined && edit.focus !== focused(screen) ? [edit.focus, focused(screen)] : []
  if (
    isFloating &&
    [...texts, ...moves].some((one) => one !== null && /^(?:textbox|combobox)$/.test(screen.nodes[one]?.role ?? ''))
  )
    return true
  if (movesOwn(screen, edit) || texts.some((one) => mayFree(screen, one, edit, { freed, kept }))) return true
  // A hint is shown for what has the keyboard.
  const leaves = edit.focus !== undefined && edit.focus !== focused(screen)
  return leaves && screen.nodes.some(({ role }) => role === 'tooltip')
}

/** Whether the keyboard comes to or leaves a field of which a page shows more while it has it. */
function movesOwn(screen: Screen, { focus, texts }: ScreenEdit): boolean {
  const from = focused(screen)
  if (focus === undefined || (focus === from && !texts)) return false
  if ([from, focus].some((one) => one !== null && floats(screen, one))) return true
  if (focus === from) return false
  if (
    screen.nodes.some(
      ({ role, states }, one) => role === 'combobox' && states.expanded === true && !isSelect(screen, one)
    )
  )
    return true
  if ([from, focus].some((one) => one !== null && opensByClick(screen, one))) return true
  const node = screen.nodes[from ?? -1]
  if (from === null || node?.role !== 'combobox' || isSelect(screen, from)) return false
  return Boolean(node.value) && hasClear(screen, from)
}

/** Whether a button stands behind a field that empties it: some pages show it only while the field has the keyboard. */
function hasClear({ nodes }: Screen, field: number): boolean {
  const behind = nodes.slice(field + 1)
  const end = behind.findIndex(({ role }) => ENTRY.test(role))
  return behind
    .slice(0, end < 0 ? behind.length : end)
    .some(({ role, name }) => role === 'button' && /^clear$/i.test(name))
}

/** Whether an empty field has its label in it, which a pointer does not come to: it goes to its place above when there is text. */
function floats(screen: Screen, index: number): boolean {
  const { nodes, format } = screen
  const node = nodes[index] as ScreenNode
  if (format !== 'aria' || node.value || !isTextField(node) || node.ref === null || node.name === '') return false
  const around = childrenOf(screen, nodes[node.parent]?.parent ?? -1).concat(childrenOf(screen, node.parent))
  return around.some((one) => {
    const { role, ref, text = '', states } = nodes[one] as ScreenNode
    const said =
      text ||
      childrenOf(screen, one)
        .map((inner) => nodes[inner]?.name ?? '')
        .join(' ')
        .trim()
    return role === 'generic' && ref === null && states.hidden !== true && said !== '' && node.name.startsWith(said)
  })
}

/** Whether an input that nobody sees stands behind a field or a box that a page made, and holds the same. */
function isMirrored({ format, nodes }: Screen, index: number): boolean {
  if (format !== 'aria' || !ENTRY.test(nodes[index]?.role ?? '')) return false
  const next = nodes.slice(index + 1).find(({ role }) => ENTRY.test(role))
  return next !== undefined && next.states.hidden === true && next.name === ''
}

/** The buttons that send what stands alone beside them in a field, and cannot be pressed yet. */
export function sendersOf(screen: Screen, field: number): number[] {
  const { nodes } = screen
  const parent = nodes[field]?.parent ?? -1
  const around = [parent, nodes[parent]?.parent ?? -1].filter((one) => one >= 0).map((one) => below(screen, one))
  const inside = around.findLast((all) => all.every((one) => one === field || !ENTRY.test(nodes[one]?.role ?? '')))
  return (inside ?? []).filter((one) => {
    const node = nodes[one] as ScreenNode
    return one > field && node.role === 'button' && isDisabled(node) && SENDS.test(node.name)
  })
}

/** Fields whose text was seen to free a button, and pairs of a field and a button that it was seen not to. */
interface Freeing {
  freed: ReadonlySet<string>
  kept: ReadonlySet<string>
  /** Labels were seen to move out of fields. */
  floats?: boolean
}

/** Whether what is put into a field may free the button beside it, or what is taken out may lock it again. */
function mayFree(screen: Screen, field: number, { texts }: ScreenEdit, { freed, kept }: Freeing): boolean {
  const ref = screen.nodes[field]?.ref ?? ''
  if (
    screen.nodes[field]?.role !== 'searchbox' &&
    !kept.has(`${ref} changes`) &&
    screen.nodes.some((one, at) => at > field && SAVES.test(one.name) && one.role === 'button' && isDisabled(one))
  )
    return true
  const senders = sendersOf(screen, field).map((one) => screen.nodes[one]?.ref ?? '')
  if (!texts?.get(field)) return freed.has(ref)
  return senders.some((one) => !kept.has(`${ref} ${one}`))
}

// Such a button waits for the first change.
const SAVES = /^(?:save|publish|apply|update)\b.*\bchanges$/i

const CLOCK = /^(\d{1,3}):(\d\d)(?:[:.,]\d{1,2})?$/
const HELD = /^(?:spinbutton|slider|textbox|searchbox|combobox|date|datetime|inputtime|month|week|time)$/

/** Whether a clock went on between two screens, so that it has gone on when the next one is shown. Those of minutes stand still for a while. */
export function isRunning(before: Screen, after: Screen): boolean {
  return after.nodes.some((node, index) => {
    const was = node.ref === null ? before.nodes[index] : before.nodes.find(({ ref }) => ref === node.ref)
    if (!was || was.role !== node.role || HELD.test(node.role) || around(after, index, HELD) !== null) return false
    const [old, now] = [was, node].map((one) => saysOf(one).trim())
    if (old === undefined || now === undefined || old === now) return false
    const isTimer = node.role === 'timer' || after.nodes[node.parent]?.role === 'timer'
    if (isTimer) return /\d/.test(now)
    const [from, to] = [CLOCK.exec(old), CLOCK.exec(now)]
    return from !== null && to !== null && !isNextMinute(from, to)
  })
}

function isNextMinute(from: RegExpExecArray, to: RegExpExecArray): boolean {
  const minutes = ([whole = '', hours, rest]: RegExpExecArray) =>
    whole.length > 5 ? Number.NaN : 60 * Number(hours) + Number(rest)
  return minutes(to) - minutes(from) === 1
}
