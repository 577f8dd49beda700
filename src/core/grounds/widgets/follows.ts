// What may follow from a change besides it, as far as a screen tells: a text that repeats a number, a hint that goes, a clock that runs.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { around, below, childrenOf, focused, isNumber } from './kinds.ts'
import type { ScreenEdit } from './screen-edit.ts'

const saysOf = ({ value, text, name }: ScreenNode): string => value || text || name

/** Whether a text of its own says what a number is, as a form's `output` does, and so changes with it. */
export function isRepeated(screen: Screen, index: number): boolean {
  const { nodes } = screen
  const node = nodes[index] as ScreenNode
  if (!isNumber(node) || !node.value) return false
  const own = new Set([index, ...below(screen, index)])
  return nodes.some(
    (one, at) =>
      !own.has(at) &&
      one.role === 'status' &&
      [at, ...childrenOf(screen, at)].some((inner) => saysOf(nodes[inner] as ScreenNode) === node.value)
  )
}

/** Whether more than an edit may follow from an action in a browser. */
export function mayFollow(screen: Screen, edit: ScreenEdit): boolean {
  if ([...(edit.texts?.keys() ?? [])].some((one) => isRepeated(screen, one))) return true
  // A hint is shown for what has the keyboard.
  const leaves = edit.focus !== undefined && edit.focus !== focused(screen)
  return leaves && screen.nodes.some(({ role }) => role === 'tooltip')
}

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
