// Dialogs of a desktop's programs: Escape and their own Close or Cancel take them away, and the window that was in front before has the keyboard again.
import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { edited, readExactly } from './edit.ts'
import { below, focused, isDisabled } from './kinds.ts'
import { isTree, WINDOWS, windowOf } from './windows.ts'

/** Windows in the order in which they came to the front, the last one last, each with what had the keyboard in it last; `null`: unknown. */
export type Fronts = ReadonlyMap<string, string | null>

const CLOSES = /^(?:close|cancel)$/i
const PRESSES = /^(?: |Enter)$/

/** A thing by its kind and its place, which lasts longer than its words. */
const keyOf = ({ tag, bounds }: ScreenNode): string => `${tag} ${bounds?.x} ${bounds?.y}`

/** The windows with the one that is in front now. */
export function withFront(fronts: Fronts, screen: Screen): Fronts {
  const front = screen.nodes.findIndex(({ tag, states }) => WINDOWS.has(tag) && states.active === true)
  if (!isTree(screen) || front < 0) return fronts
  const key = keyOf(screen.nodes[front] as ScreenNode)
  const at = focused(screen)
  const has = at !== null && windowOf(screen, at) === front ? keyOf(screen.nodes[at] as ScreenNode) : null
  const last = has ?? fronts.get(key) ?? null
  return new Map([...[...fronts].filter(([one]) => one !== key), [key, last]])
}

/** The screen without the dialog that an action closes, `'unclear'` where what comes to the front is not known; `null` for other actions. */
export function withoutDialog(screen: Screen, text: string, intent: Intent, fronts: Fronts): string | 'unclear' | null {
  const dialog = isTree(screen) ? closedBy(screen, intent) : null
  if (dialog === null) return null
  const under = readExactly(cut(text, screen.nodes, dialog))
  if (!under) return 'unclear'
  const windows = under.nodes.flatMap((node, index) => (WINDOWS.has(node.tag) ? [index] : []))
  if (!windows.length) return spelled(cut(text, screen.nodes, dialog))
  const front = [...fronts.keys()]
    .reverse()
    .find((key) => windows.some((one) => keyOf(under.nodes[one] as ScreenNode) === key))
  const window = windows.find((one) => keyOf(under.nodes[one] as ScreenNode) === front)
  const last = front === undefined ? null : fronts.get(front)
  const inside = window === undefined ? [] : below(under, window)
  const focus = inside.find((one) => keyOf(under.nodes[one] as ScreenNode) === last)
  // A list has the keyboard with one of its things, and tells it of both.
  const isShared = /^(?:icon|table-cell|list-item|tree-item)$/.test(under.nodes[focus ?? -1]?.tag ?? '')
  if (window === undefined || focus === undefined || isShared) return 'unclear'
  const states = new Map([[window, { active: true }]])
  const done = edited(under, cut(text, screen.nodes, dialog), { states, focus })
  return done === null ? 'unclear' : spelled(done)
}

/** The dialog in front that an action closes. */
function closedBy(screen: Screen, intent: Intent): number | null {
  const { nodes } = screen
  const dialog = nodes.findIndex(({ tag, states }) => tag === 'dialog' && states.active === true)
  // A list or a menu that is open takes Escape for itself.
  const isUnder = nodes.some(
    ({ tag, attributes }) => tag === 'window' || attributes.some(([, value]) => value === 'combo')
  )
  if (dialog < 0 || isUnder) return null
  const at = focused(screen)
  if (intent.do === 'press' && intent.key === 'Escape')
    return at === null || windowOf(screen, at) !== dialog ? null : dialog
  const pressed =
    intent.do === 'click' && intent.count === 1 && typeof intent.at === 'object' && 'node' in intent.at
      ? intent.at.node
      : intent.do === 'press' && PRESSES.test(intent.key)
        ? at
        : null
  const node = nodes[pressed ?? -1]
  if (pressed === null || node?.tag !== 'push-button' || isDisabled(node) || !CLOSES.test(node.name)) return null
  return windowOf(screen, pressed) === dialog ? dialog : null
}

/** The text without an element, and without the program that it was all of. */
function cut(text: string, nodes: readonly ScreenNode[], index: number): string {
  const node = nodes[index] as ScreenNode
  const end = endOf(text, node)
  const program = nodes[node.parent]
  const isAll =
    program?.tag === 'application' && nodes.every(({ parent }, other) => other === index || parent !== node.parent)
  if (isAll && program) return text.slice(0, program.start) + text.slice(endOf(text, program))
  return text.slice(0, node.start) + text.slice(end)
}

/** Where an element ends, its closing tag with it. */
export function endOf(text: string, { start, tag }: ScreenNode): number {
  const opens = `<${tag}`
  const closes = `</${tag}>`
  const head = text.indexOf('>', start)
  if (text[head - 1] === '/') return head + 1
  let [depth, at] = [1, head]
  while (depth > 0) {
    const close = text.indexOf(closes, at + 1)
    if (close < 0) return text.length
    let open = text.indexOf(opens, at + 1)
    while (open >= 0 && !/[\s/>]/.test(text[open + opens.length] ?? '')) open = text.indexOf(opens, open + 1)
    if (open >= 0 && open < close) {
      const end = text.indexOf('>', open)
      if (text[end - 1] !== '/') depth++
      at = end
    } else {
      depth--
      at = close
    }
  }
  return at + closes.length
}

/** The text as it is written: its root names only the spaces that are used, and closes itself where nothing is in it. */
export function spelled(text: string): string {
  const head = text.indexOf('>')
  const rest = text.slice(head)
  const used = text
    .slice(0, head)
    .replaceAll(/ xmlns:(\w+)="[^"]*"/g, (said: string, space: string) => (rest.includes(` ${space}:`) ? said : ''))
  return rest === '></desktop-frame>' ? `${used}/>` : used + rest
}

/** The text with the spaces too that the root of another one names, in the order of their letters. */
export function spelledWith(text: string, other: string): string {
  const SPACE = / xmlns:\w+="[^"]*"/g
  const heads = [text, other].map((one) => one.slice(0, one.indexOf('>')))
  const spaces = [...new Set(heads.flatMap((head) => head.match(SPACE) ?? []))].sort()
  const [head = ''] = heads
  const at = head.search(/ xmlns:/)
  return at < 0
    ? text
    : head.slice(0, at) + spaces.join('') + head.slice(at).replaceAll(SPACE, '') + text.slice(head.length)
}
