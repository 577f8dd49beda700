// Pages as HTML with a few things changed: what is in fields, ticked and chosen stands in the attributes, and every other byte stays.
import { escapeAttribute, escapeText } from '../../observations/screens/readers/markup/entities.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import type { ScreenEdit } from './screen-edit.ts'

/** What an element says of itself; `undefined` where it has no such attribute. */
const attributeOf = ({ attributes }: ScreenNode, name: string): string | undefined =>
  attributes.find(([one]) => one.toLowerCase() === name)?.[1]

const tagOf = ({ tag }: ScreenNode): string => tag.toLowerCase()

/** The screen of a page with what its attributes say of numbers and of what is hidden. */
export function withLimits(screen: Screen): Screen {
  const nodes: ScreenNode[] = []
  for (const node of screen.nodes) {
    const states = { ...node.states }
    const type = attributeOf(node, 'type')?.toLowerCase()
    if (tagOf(node) === 'input' && (type === 'range' || type === 'number')) {
      const [least, most] = type === 'range' ? ['0', '100'] : [undefined, undefined]
      const ends = { valuemin: attributeOf(node, 'min') ?? least, valuemax: attributeOf(node, 'max') ?? most }
      for (const [name, end] of Object.entries(ends)) if (end !== undefined) states[name] = end
      states.step = attributeOf(node, 'step') ?? '1'
    }
    const style = attributeOf(node, 'style') ?? ''
    if (/\b(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(style)) states.hidden = true
    const holder = nodes[node.parent]
    if (holder?.states.hidden === true) states.hidden = true
    // A fieldset that is disabled disables what is in it.
    const around =
      holder && (tagOf(holder) === 'fieldset' || holder.states.disabledAround === true) ? holder : undefined
    if (around?.states.disabled === true || around?.states.disabledAround === true) {
      states.disabledAround = true
      if (/^(?:input|select|textarea|button)$/.test(tagOf(node))) states.disabled = true
    }
    nodes.push({ ...node, states })
  }
  return { ...screen, nodes, ...(screen.layout && { layout: screen.layout }) }
}

// Where the attribute of a state has another name; of other states it is ARIA's.
const NATIVE: [tag: RegExp, state: string, attribute: string][] = [
  [/^input$/, 'checked', 'checked'],
  [/^option$/, 'selected', 'selected'],
  [/^details$/, 'expanded', 'open']
]

/** The text of `screen` after the edit; `null` where an element holds more than its text. */
export function editedHtml(screen: Screen, text: string, edit: ScreenEdit): string | null {
  if (edit.removed || edit.inserted) return null
  const pieces: string[] = []
  let at = 0
  for (const [index, node] of screen.nodes.entries()) {
    const states = edit.states?.get(index) ?? {}
    const filled = edit.texts?.get(index)
    const tag = tagOf(node)
    if ((filled === undefined || tag === 'select') && Object.keys(states).length === 0) continue
    if (node.start < at) return null
    let written = text.slice(node.start, node.end)
    for (const [state, is] of Object.entries(states)) {
      const native = NATIVE.find(([tags, name]) => name === state && tags.test(tag))?.[2]
      written = native
        ? withAttribute(written, native, is === true ? '' : null)
        : withAttribute(written, `aria-${state}`, String(is))
    }
    if (filled !== undefined && tag === 'input') written = withAttribute(written, 'value', filled || null)
    pieces.push(text.slice(at, node.start), written)
    at = node.end
    if (filled === undefined || tag === 'input' || tag === 'select') continue
    const end = text.indexOf('<', at)
    if (end < 0 || !text.toLowerCase().startsWith(`</${tag}`, end)) return null
    pieces.push(escapeText(filled))
    at = end
  }
  return pieces.join('') + text.slice(at)
}

const ATTRIBUTE = /\s+([^\s=>/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?/y

/** An opening tag with this attribute; `null`: without it; `''`: by its name alone. */
function withAttribute(tag: string, name: string, value: string | null): string {
  const spelled = value === null ? '' : value === '' ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`
  ATTRIBUTE.lastIndex = /^<[^\s/>]+/.exec(tag)?.[0].length ?? 0
  let end = ATTRIBUTE.lastIndex
  for (let found = ATTRIBUTE.exec(tag); found; found = ATTRIBUTE.exec(tag)) {
    end = ATTRIBUTE.lastIndex
    if (found[1]?.toLowerCase() === name) return tag.slice(0, found.index) + spelled + tag.slice(end)
  }
  return tag.slice(0, end) + spelled + tag.slice(end)
}

const FORMS = new Map([
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['month', /^\d{4}-\d\d$/],
  ['week', /^\d{4}-W\d\d$/],
  ['time', /^\d\d:\d\d(?::\d\d)?$/],
  ['datetime-local', /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/],
  ['color', /^#[\da-f]{6}$/i]
])

/** Whether a field of this kind takes the text. */
export const takes = (node: ScreenNode, text: string): boolean =>
  text === '' || (FORMS.get(attributeOf(node, 'type')?.toLowerCase() ?? '')?.test(text) ?? true)

/** As much of a text as a field takes. */
export function upToLimit(node: ScreenNode, text: string): string {
  const most = attributeOf(node, 'maxlength')
  return most !== undefined && /^\d{1,6}$/.test(most) ? text.slice(0, Number(most)) : text
}

/** Whether a press on this button sends its form, or resets it; `null` for other things, and in formats that do not tell. */
export function buttonType({ format }: Screen, node: ScreenNode): 'submit' | 'reset' | null {
  if (format !== 'html') return null
  const type = attributeOf(node, 'type')?.toLowerCase()
  const tag = tagOf(node)
  if (tag !== 'button' && tag !== 'input') return null
  if (type === 'reset') return 'reset'
  return type === 'submit' || (tag === 'button' && type !== 'button') ? 'submit' : null
}

/** Whether a field of a form keeps it back. */
export function isInvalid(screen: Screen, index: number): boolean {
  const { states, value, role, ...node } = screen.nodes[index] as ScreenNode
  if (states.disabled === true || states.readonly === true) return false
  if (role === 'checkbox') return states.required === true && states.checked !== true
  if (role === 'radio') {
    const group = attributeOf({ ...node, states, value, role }, 'name')
    const same = screen.nodes.filter((one) => one.role === 'radio' && attributeOf(one, 'name') === group)
    return same.some((one) => one.states.required === true) && same.every((one) => one.states.checked !== true)
  }
  if (states.required === true && !value) return true
  return (
    attributeOf({ ...node, states, value, role }, 'type') === 'email' &&
    Boolean(value) &&
    !/^[^\s@]+@[^\s@]+$/.test(value ?? '')
  )
}
