// The list that AndroidWorld's M3A agent is told: `UI element 3: {"index": 3, "text": "Milk", "is_clickable": True, ...}`.
import type { ScreenReader } from '../../reader.ts'
import type { ScreenNode } from '../../screen.ts'
import { type ElementForm, numberOf, readElements, recognisesElements, shownText, writeElements } from '../elements.ts'

const form: ElementForm = { format: 'android-elements', opens: '{', breaks: true, fieldsOf, spell }

export const androidElements: ScreenReader = {
  name: 'android-elements',
  title: "AndroidWorld's list of elements",
  recognises: (text) => recognisesElements(text, form),
  read: (text) => readElements(text, form),
  write: (screen) => writeElements(screen, form)
}

const FIELD = /(?:^\{|, )"(\w+)": /g

/** It looks like JSON and is none: Python's words for true and false, and texts with nothing escaped in them. */
function fieldsOf(text: string): { fields: Map<string, string>; whole: boolean } | null {
  if (!text.startsWith('{')) return null
  const fields = new Map<string, string>()
  const whole = text.trimEnd().endsWith('}')
  const inner = whole ? text.trimEnd().slice(0, -1) : text
  const found = [...inner.matchAll(FIELD)]
  for (let nth = 0, match = found[nth]; match; match = found[++nth]) {
    const { 0: head, 1: name = '', index } = match
    const from = index + head.length
    const quoted = inner[from] === '"'
    // What looks like the next field may stand in this one's text, which ends with a quote.
    let next = found[nth + 1]
    while (quoted && next && !(inner[next.index - 1] === '"' && next.index - 1 > from)) next = found[++nth + 1]
    const value = inner.slice(from, next?.index)
    if (quoted) fields.set(name, value.slice(1, value.length > 1 && value.endsWith('"') ? -1 : undefined))
    else if (value !== 'None' && value !== 'null') fields.set(name, WORDS.get(value) ?? value)
  }
  return { fields, whole: whole && fields.size > 0 }
}

const WORDS = new Map([
  ['true', 'True'],
  ['false', 'False']
])

// M3A's order; the two that may be missing are told only of what has them.
const STATES: [field: string, state: string, always: boolean][] = [
  ['is_clickable', 'clickable', true],
  ['is_long_clickable', 'long-clickable', true],
  ['is_editable', 'editable', true],
  ['is_scrollable', 'scrollable', false],
  ['is_focusable', 'focusable', false],
  ['is_selected', 'selected', true],
  ['is_checked', 'checked', true]
]
const TEXTS = ['content_description', 'hint_text', 'tooltip']

function spell(node: ScreenNode, index: number): string {
  const number = numberOf(node, index)
  const fields = [`"index": ${number}`]
  const text = shownText(node)
  if (text) fields.push(`"text": "${text}"`)
  for (const [name, value] of node.attributes) if (TEXTS.includes(name)) fields.push(`"${name}": "${value}"`)
  for (const [field, state, always] of STATES) {
    const is = node.states[state] === true
    if (always || is) fields.push(`"${field}": ${is ? 'True' : 'False'}`)
  }
  return `UI element ${number}: {${fields.join(', ')}}`
}
