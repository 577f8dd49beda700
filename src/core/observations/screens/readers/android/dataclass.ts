// The list that AndroidWorld's T3A agent is told: `UI element 3: UIElement(text='Milk', ..., is_checked=False, ...)`.

import { isQuote, readString, repr } from '../../../../text/python.ts'
import type { ScreenReader } from '../../reader.ts'
import type { ScreenNode } from '../../screen.ts'
import {
  type ElementForm,
  numberOf,
  readElements,
  recognisesElements,
  STATES,
  shownText,
  spellBox,
  writeElements
} from '../elements.ts'

const form: ElementForm = { format: 'android-dataclass', opens: 'UIElement(', breaks: false, fieldsOf, spell }

export const androidDataclass: ScreenReader = {
  name: 'android-dataclass',
  title: "AndroidWorld's list of elements in full",
  recognises: (text) => recognisesElements(text, form),
  read: (text) => readElements(text, form),
  write: (screen) => writeElements(screen, form)
}

const NAME = /(?:^UIElement\(|, )(\w+)=/y

/** What Python prints of a dataclass: every field, `None` for what is not known. */
function fieldsOf(text: string): { fields: Map<string, string>; whole: boolean } | null {
  if (!text.startsWith('UIElement(')) return null
  const fields = new Map<string, string>()
  let at = 0
  let closed = true
  while (at < text.length) {
    NAME.lastIndex = at
    const [head = '', name = ''] = NAME.exec(text) ?? []
    if (!name) break
    at += head.length
    if (isQuote(text[at])) {
      const literal = readString(text, at)
      closed = literal.closed
      fields.set(name, literal.value)
      at = literal.end
    } else {
      const end = endOf(text, at)
      const value = text.slice(at, end)
      if (value !== 'None' || name === 'metadata') fields.set(name, value)
      at = end
    }
  }
  return { fields, whole: closed && text.slice(at).trim() === ')' }
}

/** Where a literal with brackets of its own ends. */
function endOf(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (isQuote(char)) at = readString(text, at).end - 1
    else if (char === '(' || char === '[' || char === '{') depth++
    else if (depth > 0 && (char === ')' || char === ']' || char === '}')) depth--
    else if (depth === 0 && (char === ',' || char === ')')) return at
  }
  return text.length
}

function spell(node: ScreenNode, index: number): string {
  const written = new Map(node.attributes)
  const words = (name: string) => (written.has(name) ? repr(written.get(name) ?? '') : 'None')
  const text = shownText(node)
  const className = node.tag.includes('.') ? repr(node.tag) : 'None'
  const box = written.get('bbox_pixels') ?? (node.bounds ? spellBox(node.bounds) : 'None')
  const states = STATES.map(({ field, state, not }) => {
    return `${field}=${(node.states[state] === true) === not ? 'False' : 'True'}`
  })
  const fields = [
    `text=${text ? repr(text) : 'None'}`,
    `content_description=${words('content_description')}`,
    `class_name=${className}`,
    `bbox=${written.get('bbox') ?? 'None'}`,
    `bbox_pixels=${box}`,
    `hint_text=${words('hint_text')}`,
    ...states,
    `package_name=${words('package_name')}`,
    `resource_name=${words('resource_name')}`,
    `tooltip=${words('tooltip')}`,
    `resource_id=${words('resource_id')}`
  ]
  // A field that came later; lists of before do not have it.
  if (written.has('metadata')) fields.push(`metadata=${written.get('metadata')}`)
  return `UI element ${numberOf(node, index)}: UIElement(${fields.join(', ')})`
}
