// Where the keyboard is after a step that no rule decided, as far as the screen after it tells: in the field that what was typed went into.
import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import type { CaretRange } from './fields.ts'
import { focused, isTextField } from './kinds.ts'

/** @returns `focus`: a node of the screen after it that does not tell so itself, else `null` */
export interface KeyboardSeen {
  focus: number | null
  caret: CaretRange
}

const NOT_SEEN: KeyboardSeen = { focus: null, caret: null }

const takesText = (node: ScreenNode): boolean => isTextField(node) || node.role === 'spinbutton'
const textOf = ({ role, value, text }: ScreenNode): string => (role === 'spinbutton' && text ? text : (value ?? ''))

/** A thing by its reference or, where it has none, by its kind and its place. */
const keyOf = ({ ref, tag, bounds }: ScreenNode): string => ref ?? `${tag} ${bounds?.x} ${bounds?.y}`

// Tab, and a letter that leads to a field, choose all of a line that they come to.
const COMES_TO = /^(?:(?:Shift\+)?Tab|Alt\+\w)$/
const TAKES_AWAY = /^(?:Backspace|Delete)$/

/** @param intents what the step asked for */
export function keyboardSeen(before: Screen, after: Screen, intents: readonly Intent[]): KeyboardSeen {
  const intent = intents.at(-1)
  const now = focused(after)
  if (intent?.do === 'press' && COMES_TO.test(intent.key)) {
    const node = after.nodes[now ?? -1]
    const was = before.nodes[focused(before) ?? -1]
    const isLine = node !== undefined && takesText(node) && node.states.multiline !== true
    if (!node || !isLine || (was && keyOf(was) === keyOf(node))) return NOT_SEEN
    return { focus: null, caret: [0, textOf(node).length] }
  }
  const typed = intent?.do === 'type' ? intent.text : intent?.do === 'press' && TAKES_AWAY.test(intent.key) ? '' : null
  if (typed === null) return NOT_SEEN
  const old = new Map(before.nodes.map((node) => [keyOf(node), node]))
  const changed = after.nodes.flatMap((node, index) =>
    takesText(node) && textOf(node) !== textBefore(old, node) ? [index] : []
  )
  const [at = -1, ...more] = now === null ? changed : changed.filter((index) => index === now)
  const node = after.nodes[at]
  if (!node || more.length) return NOT_SEEN
  const end = endOfTyped(textBefore(old, node), textOf(node), typed)
  return end === null ? NOT_SEEN : { focus: now === null ? at : null, caret: [end, end] }
}

function textBefore(old: ReadonlyMap<string, ScreenNode>, node: ScreenNode): string {
  const was = old.get(keyOf(node))
  return was ? textOf(was) : ''
}

/** Where what was typed ends, if it can have gone in at one place only. */
function endOfTyped(before: string, after: string, typed: string): number | null {
  let found: number | null = null
  for (let at = after.indexOf(typed); at >= 0; at = at < after.length ? after.indexOf(typed, at + 1) : -1) {
    const [head, tail] = [after.slice(0, at), after.slice(at + typed.length)]
    if (head.length + tail.length > before.length || !before.startsWith(head) || !before.endsWith(tail)) continue
    if (found !== null) return null
    found = at + typed.length
  }
  return found
}
