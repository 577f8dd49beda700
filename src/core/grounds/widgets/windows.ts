// What the windows of a desktop tell of what lies in them: which is in front, what is typed for, and how an editor is called.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { type Behaviour, UNCLEAR } from './fields.ts'
import { below, focused, isDisabled } from './kinds.ts'
import type { DefaultButtons } from './taught.ts'

export const isTree = ({ format }: Screen): boolean => format === 'osworld-xml'

/** Whether windows are GTK's, whose tree tells of what type they are. */
export const isGtk = ({ nodes }: Screen): boolean =>
  nodes.some(({ attributes }) => attributes.some(([name]) => name.endsWith(':window-type')))

export const WINDOWS = new Set(['frame', 'window', 'dialog', 'alert', 'file-chooser'])

export function windowOf({ nodes }: Screen, index: number): number | null {
  for (let at = index; at >= 0; at = nodes[at]?.parent ?? -1) if (WINDOWS.has(nodes[at]?.tag ?? '')) return at
  return null
}

/** Whether what is typed shows elsewhere at once: in what is found, also in the text that a field of one line stands beside. */
export const isSearch = (screen: Screen, index: number, { name, states, value }: ScreenNode): boolean =>
  /search|find|filter|location|address/i.test(name) ||
  (states.multiline !== true && PLACE.test(value ?? '')) ||
  (isTree(screen) && states.multiline !== true && (hasEditor(screen, index) || isAwaited(screen, index, value)))

// What a file manager or a browser shows in the field of the place where it is, and completes.
const PLACE = /^(?:[/~]|\w+:\/\/)/

/** Whether a button may wait for the first text in this field. */
function isAwaited(screen: Screen, index: number, value: string | null): boolean {
  const window = windowOf(screen, index)
  const inside = below(screen, window ?? -1).map((one) => screen.nodes[one])
  return !value && inside.some((one) => one?.role === 'button' && one.name !== '' && isDisabled(one))
}

const hasEditor = (screen: Screen, index: number): boolean => {
  const window = windowOf(screen, index)
  return (
    screen.nodes[window ?? -1]?.tag === 'frame' &&
    below(screen, window ?? -1).some((one) => {
      const node = screen.nodes[one]
      return node?.role === 'textbox' && node.states.multiline === true && isLarge(node, screen.nodes[window ?? -1])
    })
  )
}

/** An editor's text fills most of its window; that of a form does not. */
const isLarge = ({ bounds }: ScreenNode, window: ScreenNode | undefined): boolean =>
  bounds !== null && window?.bounds !== null && window !== undefined && 2 * bounds.height > (window.bounds?.height ?? 0)

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''

/** Whether a window or a tab around a text is called after its first line, which changes. */
export function namesAfter({ nodes }: Screen, at: number, { value, states }: ScreenNode, text: string): boolean {
  const line = firstLine(value ?? '')
  if (states.multiline !== true || line === '' || line === firstLine(text)) return false
  for (let up = nodes[at]?.parent ?? -1; up >= 0; up = nodes[up]?.parent ?? -1)
    if (nodes[up]?.name === line) return true
  return false
}

/** Editors mark in the title of their window a text that was changed: `*notes.txt - Mousepad`. */
export function markedTitle({ nodes }: Screen, at: number): Map<number, string> | null {
  if (nodes[at]?.states.multiline !== true) return null
  let frame = at
  while (frame >= 0 && nodes[frame]?.tag !== 'frame') frame = nodes[frame]?.parent ?? -1
  const title = nodes[frame]?.name ?? ''
  const isFile = title.includes(' - ') || /^\(?untitled\b|\.\w{1,8}$/i.test(title)
  return isFile && !title.startsWith('*') ? new Map([[frame, `*${title}`]]) : null
}

/** Buttons that become usable with what is chosen in a text, and with what is changed in it. */
export const CHOICE = /^(?:cut|copy)$/i
export const CHANGE = /^(?:save|undo)$/i
// What stands beside them and is always usable; a table does not tell what is not.
const BESIDE = /^(?:new|open|print)\b/i

/** Whether a tool bar has such buttons that cannot be pressed now. */
export const hasButtonFor = (screen: Screen, words: RegExp): boolean => {
  const named = screen.nodes.filter(({ role, name }) => role === 'button' && words.test(name))
  if (isTree(screen)) return named.some(isDisabled)
  return named.length === 0 && screen.nodes.some(({ tag, name }) => tag === 'push-button' && BESIDE.test(name))
}

// What has the keyboard takes Enter for itself, and no button of the window is told to be the one that it presses.
const TAKES_ENTER = /^(?:button|combobox)$/
const DEFAULT = 'st:is-default'
const ENDS = /^(?:close|cancel|help)?$/i

const placeOf = ({ tag, bounds }: ScreenNode): string => `${tag} ${bounds?.x} ${bounds?.y}`
const isDefault = ({ attributes }: ScreenNode): boolean => attributes.some(([name]) => name === DEFAULT)

/** What a screen tells of these: where the keyboard is on nothing that takes Enter for itself, the button is told. */
export function defaultsIn(known: DefaultButtons, screen: Screen): DefaultButtons {
  const at = focused(screen)
  const window = at === null ? null : windowOf(screen, at)
  if (at === null || window === null || !isGtk(screen) || takesEnter(screen, at)) return known
  const button = below(screen, window).find((one) => isDefault(screen.nodes[one] as ScreenNode))
  const place = button === undefined ? null : placeOf(screen.nodes[button] as ScreenNode)
  return new Map([...known, [placeOf(screen.nodes[window] as ScreenNode), place]])
}

/** With what becomes of the button that Enter presses in a window of GTK when the keyboard moves. */
export function withDefault(screen: Screen, done: Behaviour, known: DefaultButtons): Behaviour {
  if (!('caret' in done) || done.edit.focus === undefined || !isGtk(screen)) return done
  const to = done.keyboard ?? done.edit.focus
  const window = windowOf(screen, to ?? focused(screen) ?? -1)
  if (to === null || window === null) return done
  const from = focused(screen)
  const inside = below(screen, window)
  const button = inside.find((one) => isDefault(screen.nodes[one] as ScreenNode))
  const takes = TAKES_ENTER.test(screen.nodes[to]?.role ?? '')
  if (button === undefined) {
    const isDialog = screen.nodes[window]?.tag === 'dialog'
    const gives =
      from === null
        ? isDialog && inside.some((one) => screen.nodes[one]?.role === 'combobox')
        : takesEnter(screen, from)
    const hasButtons = inside.some(
      (one) => screen.nodes[one]?.tag === 'push-button' && !ENDS.test(screen.nodes[one]?.name ?? '')
    )
    if (!gives || takes || !hasButtons) return done
    // The one that was before is told again.
    const place = known.get(placeOf(screen.nodes[window] as ScreenNode))
    if (place === null) return done
    const again = inside.find((one) => placeOf(screen.nodes[one] as ScreenNode) === place)
    return again === undefined ? UNCLEAR : withState(done, again, true)
  }
  if (!takes && button === from)
    return givenBack(screen, done, { button, inside, place: known.get(placeOf(screen.nodes[window] as ScreenNode)) })
  if (!takes || button === to) return done
  if (screen.nodes[to]?.role === 'button') return UNCLEAR
  return withState(done, button, false)
}

/** A button that Enter presses only as long as it has the keyboard gives that back to the window's own. */
function givenBack(
  screen: Screen,
  done: Extract<Behaviour, { caret: unknown }>,
  { button, inside, place }: { button: number; inside: readonly number[]; place: string | null | undefined }
): Behaviour {
  const own = inside.find((one) => placeOf(screen.nodes[one] as ScreenNode) === place)
  if (own === button) return done
  if (place === undefined || (place !== null && own === undefined)) return UNCLEAR
  const left = withState(done, button, false)
  return own === undefined || !('caret' in left) ? left : withState(left, own, true)
}

const withState = (done: Extract<Behaviour, { caret: unknown }>, button: number, on: boolean): Behaviour => ({
  ...done,
  edit: { ...done.edit, states: new Map([...(done.edit.states ?? []), [button, { 'is-default': on }]]) }
})

const takesEnter = ({ nodes }: Screen, index: number): boolean => TAKES_ENTER.test(nodes[index]?.role ?? '')

const MENU = /^(?:(?:main|open|application) )?menu$/i

/** Whether a thing shows other things in a window: a button that opens a menu, or one of those that stand edge to edge and change what lies below. */
export function showsPages({ nodes }: Screen, index: number): boolean {
  const { tag, name, role, bounds: own } = nodes[index] as ScreenNode
  if (tag === 'toggle-button') return MENU.test(name)
  if (role !== 'radio' || !own) return false
  return nodes.some(({ role: other, bounds }) => {
    const isInRow = other === 'radio' && bounds?.y === own.y && bounds.height === own.height
    return isInRow && (bounds.x === own.x + own.width || bounds.x + bounds.width === own.x)
  })
}

/** Whether a panel that keeps the rest of its window back is shown, and a thing does not lie in it. */
export function isBehindPanel(screen: Screen, index: number): boolean {
  const panel = screen.nodes.findIndex(({ tag, states }) => tag === 'panel' && states.modal === true)
  return panel >= 0 && !below(screen, panel).includes(index)
}
