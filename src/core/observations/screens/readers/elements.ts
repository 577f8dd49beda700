// AndroidWorld's lists, `UI element 3: ...` for each thing: what M3A's and T3A's have in common.
import type { PixelBounds, Screen, ScreenNode } from '../screen.ts'
import { extent, fromCorners } from './bounds.ts'
import { laidOut, type Spell, writeLaidOut } from './layout.ts'
import { BEGINNING, MOST_NODES, TOO_MANY } from './limits.ts'
import { createWarnings, linesOf } from './lines.ts'
import { fromAndroid } from './roles.ts'

export interface ElementForm {
  format: string
  /** What follows the number on the first line of an element. */
  opens: string
  /** Whether an element may go on on the next line. */
  breaks: boolean
  /** The fields of an element that hold something, from after `UI element 3: `; `null` when it is none. */
  fieldsOf(text: string): { fields: Map<string, string>; whole: boolean } | null
  spell: Spell
}

const HEAD = /^UI element (\d+): /

export function recognisesElements(text: string, { opens }: ElementForm): boolean {
  const first = /^[ \t]*UI element \d+: (.{0,20})/m.exec(text.slice(0, BEGINNING))?.[1]
  return first?.startsWith(opens) ?? false
}

export function readElements(text: string, { format, fieldsOf, breaks, spell }: ElementForm): Screen {
  const nodes: ScreenNode[] = []
  const warnings = createWarnings()
  let preface: string | null = null
  // An element's text may have line breaks: it ends where the next begins.
  let open: { number: number; start: number; end: number } | null = null
  function close(): void {
    if (!open) return
    const written = text.slice(open.start, open.end)
    const [head = '', ref = ''] = HEAD.exec(written) ?? []
    const read = fieldsOf(written.slice(head.length))
    if (!read?.whole) warnings.line(text, { ...open, indent: '' }, read ? 'could be read only in part' : 'was left out')
    if (read) nodes.push(toNode(ref, read.fields, open))
    open = null
  }
  for (const at of linesOf(text, 0)) {
    if (nodes.length === MOST_NODES) {
      warnings.add(TOO_MANY)
      break
    }
    // The fence that a list may lie in: what follows it is no part of it, but for one in an element's text.
    const inside = open && breaks && text[open.end - 1] !== '}'
    if (preface !== null && !inside && text.slice(at.start, at.end) === '```') break
    const begins = HEAD.test(text.slice(at.start, at.start + 40))
    if (begins) {
      close()
      preface ??= text.slice(0, at.start - at.indent.length)
      open = at
    } else if (open && breaks) open.end = at.end
    else if (preface !== null) {
      close()
      warnings.line(text, at, 'is no element and was left out')
    }
  }
  if (nodes.length < MOST_NODES) close()
  if (!nodes.length) throw new Error('it has no element that could be read.')
  const said = { url: null, title: null, tabs: [], preface: preface ?? '' }
  return laidOut({ format, nodes, ...extent(nodes), ...said, warnings: warnings.done() }, text, spell)
}

/** Each element ends its line, the last one too. */
export function writeElements(screen: Screen, { format, spell }: ElementForm): string {
  const laidOut = writeLaidOut(screen, format, spell)
  if (laidOut !== null) return laidOut
  return screen.preface + screen.nodes.map((node, index) => `${spell(node, index)}\n`).join('')
}

/** States as the lists name them, in T3A's order, and as ARIA or Android names them. `not`: the list says the opposite. */
export const STATES: { field: string; state: string; not: boolean }[] = [
  { field: 'is_checked', state: 'checked', not: false },
  { field: 'is_checkable', state: 'checkable', not: false },
  { field: 'is_clickable', state: 'clickable', not: false },
  { field: 'is_editable', state: 'editable', not: false },
  { field: 'is_enabled', state: 'disabled', not: true },
  { field: 'is_focused', state: 'focused', not: false },
  { field: 'is_focusable', state: 'focusable', not: false },
  { field: 'is_long_clickable', state: 'long-clickable', not: false },
  { field: 'is_scrollable', state: 'scrollable', not: false },
  { field: 'is_selected', state: 'selected', not: false },
  { field: 'is_visible', state: 'hidden', not: true }
]
const STATE_OF = new Map(STATES.map((one) => [one.field, one]))

function toNode(ref: string, fields: Map<string, string>, { start, end }: { start: number; end: number }): ScreenNode {
  const say = (name: string) => fields.get(name) ?? ''
  const bounds = toBounds(say('bbox_pixels'))
  const states: ScreenNode['states'] = {}
  const attributes: [string, string][] = []
  for (const [name, value] of fields) {
    const told = STATE_OF.get(name)
    const known = KNOWN.has(name) || (name === 'bbox_pixels' && bounds && spellBox(bounds) === value)
    // Nearly everything is not checked, not selected and not hidden: only what is so is worth telling.
    if (told && (value === 'True') !== told.not) states[told.state] = true
    else if (!told && !known) attributes.push([name, value])
  }
  if (states.checkable) states.checked ??= false
  const tag = say('class_name')
  const text = say('text')
  const label = say('content_description')
  const hint = say('hint_text') || say('tooltip')
  const field = states.editable === true
  return {
    ref,
    role: field ? 'textbox' : tag ? fromAndroid(tag) : roleOf(states, text),
    tag: tag || 'UIElement',
    name: label || (field ? hint : text || hint),
    text: !field && label ? text : '',
    value: field ? text : null,
    states,
    bounds,
    attributes,
    parent: -1,
    start,
    end
  }
}

const KNOWN = new Set(['index', 'text', 'class_name'])

/** Lists without classes leave the kind to be told from what can be done. */
function roleOf(states: ScreenNode['states'], text: string): string {
  if (states.checked === true || states.checkable === true) return 'checkbox'
  if (states.clickable === true) return 'button'
  if (states.scrollable === true) return 'list'
  return text ? 'statictext' : 'generic'
}

/** What an action names the element by: its place in the list, where it comes from a format that has other names. */
export function numberOf({ ref }: ScreenNode, index: number): string {
  return ref !== null && /^\d+$/.test(ref) ? ref : String(index)
}

/** The text that the element shows, which is its name where it has no other. */
export function shownText({ value, text, name, attributes }: ScreenNode): string {
  if (value !== null) return value
  const named = attributes.some(([attribute, other]) => NAMES.has(attribute) && other === name)
  return text || (named ? '' : name)
}

const NAMES = new Set(['content_description', 'hint_text', 'tooltip'])

const SIDE = /\b([xy]_(?:min|max))=(-?\d+(?:\.\d+)?)/g

function toBounds(box: string): PixelBounds | null {
  const sides = new Map<string, number>()
  for (const [, name = '', at] of box.matchAll(SIDE)) if (!sides.has(name)) sides.set(name, Number(at))
  const side = (name: string) => sides.get(name) ?? Number.NaN
  return fromCorners(side('x_min'), side('y_min'), side('x_max'), side('y_max'))
}

export function spellBox({ x, y, width, height }: PixelBounds): string {
  return `BoundingBox(x_min=${x}, x_max=${x + width}, y_min=${y}, y_max=${y + height})`
}
