// DroidRun's agent: one call of a `phone` tool as XML, `<invoke name="phone"><parameter name="action">click</parameter>...</invoke>`.
import { z } from 'zod'
import { mostAlike } from '../../text/nearest.ts'
import { BUTTONS } from './coordinates.ts'

export interface PhonePoint {
  x: number
  y: number
}

/** What a call says; texts as written between their tags. */
export interface PhoneAction {
  name: string
  index: number | null
  from: PhonePoint | null
  to: PhonePoint | null
  text: string
  button: string
  status: string
}

const NAMES = [
  'click',
  'tap',
  'double_tap',
  'long_press',
  'type',
  'swipe',
  'open_app',
  'system_button',
  'wait',
  'answer',
  'terminate'
]

/** Whether the text is meant as such a call. */
export function isPhone(text: string): boolean {
  return /^\s*<invoke\b/.test(text)
}

/** The call, kept as it is written. @throws SyntaxError teaching the form */
export function readPhone(text: string): PhoneAction {
  const calls = invocations(text)
  const phones = calls.filter(({ tool }) => tool === 'phone')
  const [phone] = phones
  const strange = calls.find(({ tool }) => tool !== 'phone' && tool !== 'remember')
  if (strange) throw wrong(`"${strange.tool}" is no tool of the phone`, 'click')
  // A note to itself may stand before the call; it changes nothing on the phone.
  if (!phone || phones.length > 1) throw wrong('an action is one call of phone', 'click')
  const said = phone.parameters
  const name = said.get('action')?.trim()
  if (!name) throw wrong('the parameter action is missing', 'click')
  if (!NAMES.includes(name))
    throw wrong(`"${name}" is not an action; there are ${NAMES.join(', ')}`, mostAlike(name, NAMES) ?? 'click')
  const action: PhoneAction = {
    name,
    index: indexIn(said.get('index'), name),
    from: pointIn(said.get('coordinate'), name),
    to: pointIn(said.get('coordinate2'), name),
    text: said.get('text') ?? '',
    button: said.get('button')?.trim() ?? '',
    status: said.get('status')?.trim() ?? ''
  }
  const lacking = lack(action, said)
  if (lacking) throw wrong(lacking, name)
  return action
}

/** What the call needs and does not have; `''` for nothing. */
function lack({ name, index, from, to, text, button, status }: PhoneAction, said: Map<string, string>): string {
  switch (name) {
    case 'swipe':
      return from && to ? '' : 'swipe needs coordinate and coordinate2'
    case 'type':
    case 'answer':
      return said.has('text') ? '' : `${name} needs text`
    case 'open_app':
      return text.trim() ? '' : 'open_app needs text, the name of the app'
    case 'system_button':
      return BUTTONS.includes(button.toLowerCase()) ? '' : `system_button needs button: ${BUTTONS.join(', ')}`
    case 'terminate':
      return status === 'success' || status === 'failure' ? '' : 'terminate needs status: success or failure'
    case 'wait':
      return ''
    default:
      return index === null && !from ? `${name} needs index or coordinate` : ''
  }
}

/** @param parameters in their order, `action` first */
export function writePhone(parameters: Record<string, string | number | PhonePoint>): string {
  const lines = Object.entries(parameters).map(([name, value]) => {
    const written = typeof value === 'object' ? `[${value.x}, ${value.y}]` : value
    return `<parameter name="${name}">${written}</parameter>`
  })
  return ['<invoke name="phone">', ...lines, '</invoke>'].join('\n')
}

const EXAMPLES: Record<string, string | undefined> = {
  type: writePhone({ action: 'type', text: 'Milk' }),
  swipe: writePhone({ action: 'swipe', coordinate: { x: 540, y: 1800 }, coordinate2: { x: 540, y: 600 } }),
  open_app: writePhone({ action: 'open_app', text: 'Clock' }),
  system_button: writePhone({ action: 'system_button', button: 'back' }),
  wait: writePhone({ action: 'wait' }),
  answer: writePhone({ action: 'answer', text: 'It is at 9:30.' }),
  terminate: writePhone({ action: 'terminate', status: 'success' })
}

function wrong(problem: string, name: string): SyntaxError {
  const example = EXAMPLES[name] ?? writePhone({ action: name, index: 8 })
  return new SyntaxError(`${problem}. A call is written like this: ${example.replaceAll('\n', '')}`)
}

function indexIn(written: string | undefined, name: string): number | null {
  if (written === undefined) return null
  const index = z.coerce.number().int().min(0).safeParse(written.trim())
  if (!index.success || !written.trim()) throw wrong('index is the whole number of an element on the screen', name)
  return index.data
}

/** `[540, 1200]`, with or without its brackets. */
function pointIn(written: string | undefined, name: string): PhonePoint | null {
  if (written === undefined) return null
  const inner = /^[[(](.*)[\])]$/s.exec(written.trim())?.[1] ?? written
  const [x, y, ...more] = inner.split(',').map((part) => part.trim())
  if (x === undefined || y === undefined || more.length || ![x, y].every((one) => COORDINATE.test(one)))
    throw wrong('a point is [x, y]', name)
  return { x: Number(x), y: Number(y) }
}

const COORDINATE = /^-?\d{1,7}(?:\.\d{1,9})?$/

interface Invocation {
  tool: string
  parameters: Map<string, string>
}

const OPENS = /\s*<invoke name="([^"<>]*)">/y
const PARAMETER = /\s*<parameter name="([^"<>]*)">/y
const CLOSES = /\s*<\/invoke>/y
const END = '</parameter>'

/** The calls one after the other, with nothing between them. @throws SyntaxError */
function invocations(text: string): Invocation[] {
  const calls: Invocation[] = []
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }
  for (let open = take(OPENS); open; open = take(OPENS)) {
    const parameters = new Map<string, string>()
    for (let next = take(PARAMETER); next; next = take(PARAMETER)) {
      const end = text.indexOf(END, at)
      if (end < 0) throw wrong(`the parameter ${next[1]} is not closed`, 'click')
      parameters.set(next[1] ?? '', text.slice(at, end))
      at = end + END.length
    }
    if (!take(CLOSES)) throw wrong('what follows the parameters is not </invoke>', 'click')
    calls.push({ tool: open[1] ?? '', parameters })
  }
  if (text.slice(at).trim()) throw wrong('there is more than the call', 'click')
  return calls
}
