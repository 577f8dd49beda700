// A screen's text with a few things changed: every other byte stays as it was.
import { readers, readScreen } from '../../observations/screens/readers/index.ts'
import { writeValue } from '../../observations/screens/readers/yaml.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { repr } from '../../text/python.ts'
import { androidList, droidbot, droidrun, type Respell, uiautomator } from './attributes.ts'
import { isDate, isDatePart } from './dates.ts'
import { editedHtml, withLimits } from './html.ts'
import {
  around,
  below,
  childrenOf,
  isDisabled,
  isNumber,
  isOwnNumber,
  isSelect,
  isTextField,
  optionsOf
} from './kinds.ts'
import { editedMarkup } from './markup.ts'
import type { ScreenEdit } from './screen-edit.ts'
import { isFocusHidden, isHost } from './taught.ts'

// Groups and the order of the Tab key are looked for among all nodes: larger pages would hold up everybody else.
const MOST_CHARACTERS = 400_000
const MOST_NODES = 5000

/** A text that was read. `null` where it is no screen, one that its format does not write as it was, or too large a one. */
export function readExactly(text: string): Screen | null {
  if (text.length > MOST_CHARACTERS) return null
  const read = readScreen(text)
  if ('problem' in read || !WRITERS.has(read.screen.format) || read.screen.nodes.length > MOST_NODES) return null
  const { screen } = read
  if (readers.find(({ name }) => name === screen.format)?.write(screen) !== text) return null
  return screen.format === 'html' ? withLimits(screen) : screen
}

interface Writer {
  /** The states of a node in the order in which the format tells them; as they come where this is absent. */
  ordered?(states: Record<string, boolean | string>): Record<string, boolean | string>
  /** Lines below a field that tell its text, for what is in it now; none where this is absent. */
  textLines?(screen: Screen, node: number, text: string, lines: string[]): LineEdit[]
  /** Changes the attributes that a node is written from; absent where it is written from its states and its value. */
  respell?: Respell
  /** The value of a field that nothing is in. */
  empty: '' | null
  /** It does not tell what has the keyboard. */
  hidesFocus?: boolean
  /** Its elements are changed where they stand. */
  markup?: typeof editedMarkup
  /** Texts stand in it as they are: one with a line break may read as something else. */
  raw?: boolean
}

interface LineEdit {
  /** Index of the first line, and how many go. */
  at: number
  gone: number
  lines: string[]
}

/** The first line after those that lie further in than this one: things and, in snapshots, their properties. */
function inner(lines: readonly string[], at: number): number {
  const own = indentOf(lines[at] ?? '').length
  let end = at + 1
  while (end < lines.length && indentOf(lines[end] ?? '').length > own) end++
  return end
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? ''

// BrowserGym tells where a thing is, then its properties in Chromium's order.
const BEFORE_FOCUS = new Set(['visible', 'clickable', 'som', 'disabled', 'invalid'])

const outline: Writer = {
  empty: null,
  ordered(states) {
    const { focused, ...rest } = states
    if (focused !== true) return rest
    const entries = Object.entries(rest)
    const first = entries.findIndex(([name]) => !BEFORE_FOCUS.has(name))
    const at = first < 0 ? entries.length : first
    return Object.fromEntries([...entries.slice(0, at), ['focused', true], ...entries.slice(at)])
  },
  textLines(screen, node, text, lines) {
    const field = screen.nodes[node]
    if (!field || isDate(field) || field.role === 'slider' || isSelect(screen, node) || !tellsTexts(screen)) return []
    const at = lineOf(screen, lines, node)
    const gone = below(screen, node).filter((index) =>
      /^(?:statictext|inlinetextbox)$/.test(screen.nodes[index]?.role ?? '')
    )
    if (field.role === 'colorwell' && gone.length === 0) return []
    const inner = `${indentOf(lines[at] ?? '')}\t`
    const boxes = screen.nodes.some(({ role }) => role === 'inlinetextbox')
    const rows = text === '' ? [] : text.split('\n')
    // Half of a day is told without its text.
    const isHalf = isDatePart(screen, node) && /^[AP]M$/.test(text)
    const told = rows.flatMap((row, index) => {
      const isLast = index === rows.length - 1
      if (row === '' && index > 0) return boxes ? [`${inner}InlineTextBox ''`] : []
      return [
        ...(isHalf ? [] : [`${inner}StaticText ${repr(row)}`]),
        ...(boxes ? [`${inner}${isHalf ? '' : '\t'}InlineTextBox ${repr(row)}`] : []),
        ...(boxes && !isLast ? [`${inner}InlineTextBox ''`] : [])
      ]
    })
    return [{ at: at + 1, gone: gone.length, lines: told }]
  }
}

/** Whether the texts in fields stand below them too. */
function tellsTexts(screen: Screen): boolean {
  const filled = [...screen.nodes.entries()].filter(
    ([, node]) => node.value && (isTextField(node) || node.role === 'spinbutton')
  )
  return filled.length === 0 || filled.some(([index]) => below(screen, index).length > 0)
}

const ARIA_ORDER = ['checked', 'disabled', 'expanded', 'focused', 'level', 'pressed', 'selected']

const aria: Writer = {
  empty: '',
  ordered(states) {
    const known = ARIA_ORDER.filter((name) => states[name] !== undefined && states[name] !== false)
    const more = Object.keys(states).filter((name) => !ARIA_ORDER.includes(name))
    return Object.fromEntries([...known, ...more].map((name) => [name, states[name] as boolean | string]))
  },
  textLines(screen, node, text, lines) {
    // Without properties below it, a field tells its text in its own line.
    if (!screen.nodes[node]?.attributes.some(([name]) => name.startsWith('/'))) return []
    const at = lineOf(screen, lines, node)
    const inner = `${indentOf(lines[at] ?? '')}  `
    let end = at + 1
    let old = -1
    for (; indentOf(lines[end] ?? '').length >= inner.length; end++)
      if (lines[end]?.startsWith(`${inner}- text:`)) old = end
    const told = text === '' ? [] : [`${inner}- text: ${writeValue(text)}`]
    return [old < 0 ? { at: end, gone: 0, lines: told } : { at: old, gone: 1, lines: told }]
  }
}

const WRITERS = new Map<string, Writer>([
  ['axtree', outline],
  ['webarena', outline],
  ['aria', aria],
  // They are written from states and values, or from attributes alone.
  ['android-elements', { empty: '', raw: true, hidesFocus: true }],
  ['android-dataclass', { empty: '' }],
  ['android-list', { empty: '', raw: true, respell: androidList }],
  ['droidbot', { empty: '', raw: true, respell: droidbot }],
  ['droidrun', { empty: '', raw: true, hidesFocus: true, respell: droidrun }],
  ['osworld-table', { empty: '', raw: true, hidesFocus: true }],
  ['osworld-table-old', { empty: '', raw: true, hidesFocus: true }],
  ['osworld-xml', { empty: '', markup: editedMarkup }],
  ['html', { empty: '', hidesFocus: true, markup: editedHtml }],
  ['uiautomator', { empty: '', raw: true, respell: uiautomator }]
])

/** The screen with the focus where it is known to be, if its format does not tell. */
export function withFocus(screen: Screen, focus: number | null): Screen {
  const node = screen.nodes[focus ?? -1]
  const isTold = !WRITERS.get(screen.format)?.hidesFocus
  if (focus === null || !node || (isTold && !isFocusHidden(screen))) return screen
  // What holds the tree that it lies in was told to have it.
  const nodes = screen.nodes.map((one) => {
    if (!isTold || !isHost(one) || one.states.focused !== true) return one
    const { focused: _, ...states } = one.states
    return { ...one, states }
  })
  return { ...screen, nodes: nodes.with(focus, { ...node, states: { ...node.states, focused: true } }) }
}

const starts = new WeakMap<Screen, Map<number, number>>()

/** The line that a node stands on. */
function lineOf(screen: Screen, lines: readonly string[], node: number): number {
  let found = starts.get(screen)
  if (!found) {
    found = new Map()
    let [line, offset] = [0, 0]
    for (const [index, { start }] of screen.nodes.entries()) {
      while (offset + (lines[line]?.length ?? 0) < start) offset += (lines[line++]?.length ?? 0) + 1
      found.set(index, line)
    }
    starts.set(screen, found)
  }
  return found.get(node) ?? 0
}

/** Field values as the format shows them: what is typed into a password field is shown as dots in an accessibility tree. */
function shownIn(screen: Screen, { name, states, role, value }: ScreenNode, text: string): string {
  // A snapshot writes what is in a field on one line.
  if (screen.format === 'aria') return text.replace(/\s+/g, ' ').trim()
  // Chromium tells a number with less precision than its text.
  if (screen.format === 'axtree' && role === 'spinbutton' && typeof states.valuetext === 'string' && text !== '')
    return String(Math.fround(Number(text)))
  if (/^[•●]+$/.test(value ?? '')) return '•'.repeat([...text].length)
  const isSecret =
    states.password === true ||
    /\bpass ?(?:word|code|phrase)\b/i.test(name) ||
    /\bPIN\b|^pin$/.test(name) ||
    /^Pin$/.test(name) ||
    isShownByBox(screen, name)
  return isSecret ? '•'.repeat([...text].length) : text
}

/** Whether a box or a button is there to show what is in a field: “Show card” for the field “Card”. */
const isShownByBox = ({ nodes }: Screen, field: string): boolean =>
  field !== '' &&
  nodes.some(
    ({ role, name }) =>
      /^(?:checkbox|switch|button)$/.test(role) && name.toLowerCase() === `show ${field.toLowerCase()}`
  )

/** The text of `screen` after the edit; `text` is what it was read from. `null` where its format cannot say it. */
export function edited(screen: Screen, text: string, edit: ScreenEdit): string | null {
  const writer = WRITERS.get(screen.format)
  const reader = readers.find(({ name }) => name === screen.format)
  if (!writer || !reader) return null
  if (writer.markup) return withPlaceOf(writer.markup(screen, text, edit), edit)
  const lines = text.split('\n')
  const focus = edit.focus === null && screen.format === 'aria' ? body(screen) : edit.focus
  const frames = framesAround(screen, focus ?? null)
  const page = focus === undefined ? -1 : focus === null ? outermost(screen) : wholeOf(screen, focus)
  let isSaid = true
  const nodes = screen.nodes.map((node, index): ScreenNode => {
    const states = { ...node.states, ...edit.states?.get(index) }
    let value = node.value
    const filled = edit.texts?.get(index)
    if (filled !== undefined) {
      value = filled === '' ? writer.empty : shownIn(screen, node, filled)
      if (states.valuetext !== undefined && !isDatePart(screen, index) && !isOwnNumber(node)) states.valuetext = filled
    }
    if (focus !== undefined && states.focused === true && !isWhole(node)) delete states.focused
    if (focus === index || frames.has(index)) states.focused = true
    // Of a page and those in its frames one has the focus.
    if (page >= 0 && isWhole(node) && screen.format === 'axtree') {
      if (index === page) states.focused = true
      else delete states.focused
    }
    const says = edit.says?.get(index)
    const said = says === undefined ? {} : node.text ? { text: says } : { name: says }
    const same = says === undefined && value === node.value && JSON.stringify(states) === JSON.stringify(node.states)
    if (same) return node
    const changed = { ...node, ...said, value, states: writer.ordered?.(states) ?? states }
    const respelled = writer.respell ? writer.respell(changed, node) : changed
    isSaid &&= respelled !== null
    return respelled ?? node
  })
  if (!isSaid) return null
  renameAround(screen, nodes, [...(edit.texts?.keys() ?? []), ...listsIn(screen, edit)], edit.last ?? 0)
  const written = reader.write({ ...screen, nodes, ...(screen.layout && { layout: screen.layout }) }).split('\n')
  if (written.length !== lines.length && !writer.raw) return null
  const ops: LineEdit[] = []
  for (const [node, filled] of edit.texts ?? []) {
    const field = screen.nodes[node] as ScreenNode
    const shown = edit.shown?.get(node) ?? (field.role === 'spinbutton' ? filled : shownIn(screen, field, filled))
    for (const one of writer.textLines?.(screen, node, shown, lines) ?? []) ops.push(one)
  }
  for (const node of edit.removed ?? []) {
    const at = lineOf(screen, lines, node)
    ops.push({ at, gone: inner(lines, at) - at, lines: [] })
  }
  if (edit.inserted) {
    const { after, lines: more } = edit.inserted
    ops.push({ at: inner(lines, lineOf(screen, lines, after)), gone: 0, lines: [...more] })
  }
  let after = written
  for (const { at, gone, lines: more } of ops.sort((a, b) => b.at - a.at))
    after = [...after.slice(0, at), ...more, ...after.slice(at + gone)]
  const whole = edit.place === undefined ? after.join('\n') : withPlace(after.join('\n'), edit.place)
  return writer.raw && !reads(whole, nodes) ? null : whole
}

const withPlaceOf = (text: string | null, { place }: ScreenEdit): string | null =>
  text === null || place === undefined ? text : withPlace(text, place)

/** The page with another place in its address, wherever it is told before the first link. */
function withPlace(text: string, place: string): string {
  const line = /^(?:- Page )?URL: \S+$/m.exec(text) ?? /^\S*RootWebArea .*?, url='[^'\n]*(?=')/m.exec(text)
  const tabs = /^Tab \d+ \(current\): .* \(\S+(?=\)$)/m.exec(text)
  return [line, tabs].reduce((all, found) => {
    const [old] = found ?? []
    return old === undefined ? all : all.replace(old, () => old.replace(/(?:#[^\s#']*)?$/, () => place))
  }, text)
}

/** A snapshot tells of the frames around what has the keyboard that they have it. */
function framesAround({ format, nodes }: Screen, focus: number | null): ReadonlySet<number> {
  const frames = new Set<number>()
  if (format !== 'aria' || focus === null) return frames
  for (let at = nodes[focus]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1)
    if (nodes[at]?.role === 'iframe') frames.add(at)
  return frames
}

/** Whether the text reads as these nodes: what was typed has become no part of the format. */
function reads(text: string, nodes: readonly ScreenNode[]): boolean {
  const again = readExactly(text)?.nodes
  return again?.length === nodes.length && again.every(({ value }, index) => value === nodes[index]?.value)
}

// Things that are called what stands in them.
const CALLED_BY_CONTENT = new Set([
  'row',
  'cell',
  'gridcell',
  'columnheader',
  'rowheader',
  'layouttablecell',
  'layouttablerow'
])

/** The lists of whose options one is chosen now that was not, or the other way around. */
const listsIn = (screen: Screen, { states }: ScreenEdit): number[] =>
  [...(states?.keys() ?? [])].flatMap((one) =>
    screen.nodes[one]?.role === 'option' ? (around(screen, one, /^(?:combobox|listbox)$/) ?? []) : []
  )

/** Gives the things around fields the names that they have from what is in the fields now; `nodes` are changed. */
function renameAround(screen: Screen, nodes: ScreenNode[], fields: readonly number[], known: number): void {
  const around = new Set<number>()
  // Newer snapshots go by the number that a field began with, and hide names that only repeat what is in a thing.
  const isNew = screen.format === 'aria' && /^### Page$/m.test(screen.preface)
  for (const field of fields)
    for (let at = nodes[field]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1)
      if (CALLED_BY_CONTENT.has(nodes[at]?.role ?? '') && !(isNew && isNumber(nodes[field] as ScreenNode)))
        around.add(at)
  const renamed = [...around].filter((at) => {
    const name = screen.nodes[at]?.name
    return (isNew && name === '') || contentName(screen, screen.nodes, at) === name
  })
  const isHidden = (at: number) => isNew && screen.nodes[at]?.name === ''
  // What lies inside of another is named first.
  for (const at of renamed.sort((a, b) => b - a)) {
    const node = nodes[at] as ScreenNode
    if (!isHidden(at)) nodes[at] = { ...node, name: contentName(screen, nodes, at) }
  }
  if (screen.format !== 'aria') return
  // Playwright takes a thing of another name for another thing: it gets the next reference.
  const own = frameOf(screen.nodes.find(({ ref }) => ref)?.ref ?? '')
  const lasts = new Map([[own, known]])
  for (const { ref } of screen.nodes) {
    const frame = frameOf(ref ?? '')
    lasts.set(frame, Math.max(lasts.get(frame) ?? 0, Number(ref?.slice(frame.length) ?? 0) || 0))
  }
  for (const at of renamed.sort((a, b) => a - b)) {
    const node = nodes[at] as ScreenNode
    const isOther = isHidden(at)
      ? contentName(screen, nodes, at) !== contentName(screen, screen.nodes, at)
      : node.name !== screen.nodes[at]?.name
    if (node.ref === null || !isOther) continue
    const frame = frameOf(node.ref)
    const last = (lasts.get(frame) ?? 0) + 1
    lasts.set(frame, last)
    nodes[at] = { ...node, ref: `${frame}${last}` }
  }
}

/** A reference without its number, which is counted in each frame by itself. */
export const frameOf = (ref: string): string => /^(?:[a-z]\d{1,6})?[a-z]/.exec(ref)?.[0] ?? ''

/** The name that a thing has from what is in it. */
function contentName(screen: Screen, nodes: readonly ScreenNode[], top: number): string {
  const said = (index: number): string => {
    const node = nodes[index]
    if (!node || node.role === 'inlinetextbox') return ''
    if (isSelect(screen, index)) {
      const chosen = optionsOf(screen, index).flatMap((one) =>
        nodes[one]?.states.selected === true ? nodes[one].name : []
      )
      const called = screen.format === 'aria' ? '' : node.name
      return node.role === 'combobox' ? (node.value ?? chosen.join('')) : chosen.join(' ') || called
    }
    // Chromium calls an empty field by its name.
    if (isTextField(node) || node.role === 'spinbutton')
      return node.value || (screen.format === 'aria' ? '' : node.name)
    return node.name || node.text || contentName(screen, nodes, index)
  }
  return childrenOf(screen, top).map(said).filter(Boolean).join(' ')
}

/** What a snapshot calls active when nothing on the page is; `null` where it does not tell that. */
function body({ nodes, preface }: Screen): number | null {
  const [root, ...others] = nodes
  const isOne =
    root?.parent === -1 && /^(?:generic|document)$/.test(root.role) && others.every(({ parent }) => parent >= 0)
  const isTold = /^### Page$/m.test(preface) || nodes.some(({ states }) => states.focused === true)
  return isOne && root.ref !== null && isTold ? 0 : null
}

const isWhole = ({ role, parent, tag }: ScreenNode): boolean =>
  role === 'document' && (parent < 0 || tag === 'RootWebArea')

/** The page around all frames, where it is not the one that has the focus; -1 for others. */
const outermost = ({ nodes }: Screen): number =>
  nodes.some((node) => isWhole(node) && node.parent < 0 && node.states.focused === true)
    ? -1
    : nodes.findIndex((node) => isWhole(node) && node.parent < 0)

/** The page that a thing lies in, which may be in a frame of another. */
function wholeOf({ nodes }: Screen, index: number): number {
  let at = index
  while (at >= 0 && !isWhole(nodes[at] as ScreenNode)) at = nodes[at]?.parent ?? -1
  return at
}

export const isEditable = (node: ScreenNode): boolean => !isDisabled(node) && node.states.readonly !== true
