// DroidBot's commands: `touch <button id=3 bound_box=0,1,2,3>OK</button>`, `set_text <input ...>old</input> new`, `kill_app`.

import type { PixelBounds } from '../../observations/screens/screen.ts'
import { mostAlike } from '../../text/nearest.ts'

const EXAMPLES = {
  touch: 'touch <button id=3 bound_box=108,1133,972,1266>OK</button>',
  long_touch: 'long_touch <button id=3 bound_box=108,1133,972,1266>OK</button>',
  select: 'select <checkbox id=7 bound_box=40,300,1040,420>Remember me</checkbox>',
  unselect: 'unselect <checkbox id=7 bound_box=40,300,1040,420>Remember me</checkbox>',
  set_text: 'set_text <input id=2 bound_box=108,864,972,1039>Name</input> Ada',
  scroll: 'scroll down <scrollbar bound_box=0,72,1080,1776></scrollbar>',
  intent: 'intent am start com.example.notes/com.example.notes.MainActivity',
  kill_app: 'kill_app'
}
type Verb = keyof typeof EXAMPLES

const VERBS = Object.keys(EXAMPLES)
const DIRECTIONS = ['up', 'down', 'left', 'right']

export interface DroidbotAction {
  verb: Verb
  element: Element | null
  /** Of a scroll. */
  direction: string
  /** What `set_text` types, or the command of an intent. */
  text: string
}

interface Element {
  tag: string
  attributes: Map<string, string>
  text: string
  bounds: PixelBounds | null
}

/** Whether the text is meant as such a command. */
export function isDroidbot(text: string): boolean {
  return /^\s*(?:kill_app\s*$|intent\s|(?:long_)?touch\s+<|set_text\s+<|(?:un)?select\s+<|scroll\s+\w+\s+<)/.test(
    text.slice(0, 200)
  )
}

/** @throws SyntaxError teaching the form */
export function readDroidbot(given: string): DroidbotAction {
  const text = given.trim()
  const [head = '', verb = ''] = /^(\w+)\s*/.exec(text) ?? []
  const rest = text.slice(head.length)
  const none = { element: null, direction: '', text: '' }
  switch (verb) {
    case 'kill_app':
      if (rest) throw wrong(verb, 'kill_app takes nothing')
      return { verb, ...none }
    case 'intent':
      if (!rest) throw wrong(verb, 'intent needs a command')
      return { verb, ...none, text: rest }
    case 'scroll': {
      const [way = '', direction = ''] = /^(\w+)\s+/.exec(rest) ?? []
      if (!DIRECTIONS.includes(direction)) throw wrong(verb, `a direction is one of ${DIRECTIONS.join(', ')}`)
      return { verb, ...none, direction, element: whole(verb, rest.slice(way.length)) }
    }
    case 'set_text': {
      const { element, after } = elementIn(verb, rest, true)
      return { verb, ...none, element, text: after.trimStart() }
    }
    case 'touch':
    case 'long_touch':
    case 'select':
    case 'unselect':
      return { verb, ...none, element: whole(verb, rest) }
    default:
      throw wrong(
        mostAlike(verb, VERBS) ?? 'touch',
        `"${verb}" is not a command of DroidBot; there are ${VERBS.join(', ')}`
      )
  }
}

/** @param text what the element shows */
export function writeElement(tag: string, { x, y, width, height }: PixelBounds, text: string): string {
  // A closing tag in the text would end the element.
  const shown = text.replaceAll(`</${tag}>`, '')
  return `<${tag} bound_box=${x},${y},${x + width},${y + height}>${shown}</${tag}>`
}

function wrong(verb: string, problem: string): SyntaxError {
  const example = Object.entries(EXAMPLES).find(([name]) => name === verb)?.[1] ?? EXAMPLES.touch
  return new SyntaxError(`${problem}. ${verb} is written like this: ${example}`)
}

function whole(verb: string, text: string): Element {
  const { element, after } = elementIn(verb, text, false)
  if (after.trim()) throw wrong(verb, 'there is more than the element')
  return element
}

const ATTRIBUTE = /\s*([\w-]{1,100})=(?:'([^']*)'|"([^"]*)"|([^\s"'<>]*))/y
const CLOSES = /\s*>/y

/** @param first whether the element ends at its first closing tag: then another text may follow */
function elementIn(verb: string, text: string, first: boolean): { element: Element; after: string } {
  const [open = '', tag = ''] = /^<(\w{1,50})/.exec(text) ?? []
  if (!tag) throw wrong(verb, 'it needs an element')
  const attributes = new Map<string, string>()
  let at = open.length
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }
  for (let next = take(ATTRIBUTE); next; next = take(ATTRIBUTE))
    attributes.set(next[1] ?? '', next[2] ?? next[3] ?? next[4] ?? '')
  if (!take(CLOSES)) throw wrong(verb, `the tag <${tag}> is not well formed`)
  const mark = `</${tag}>`
  const end = first ? text.indexOf(mark, at) : text.lastIndexOf(mark)
  if (end < at) throw wrong(verb, `${mark} is missing`)
  const box = attributes.get('bound_box')
  const bounds = box === undefined ? null : boundsIn(box)
  if (box !== undefined && !bounds) throw wrong(verb, 'bound_box is left,top,right,bottom in pixels')
  return { element: { tag, attributes, text: text.slice(at, end), bounds }, after: text.slice(end + mark.length) }
}

function boundsIn(box: string): PixelBounds | null {
  const found = /^(-?\d{1,7}),(-?\d{1,7}),(-?\d{1,7}),(-?\d{1,7})$/.exec(box)
  if (!found) return null
  const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(1).map(Number)
  return right >= left && bottom >= top ? { x: left, y: top, width: right - left, height: bottom - top } : null
}
