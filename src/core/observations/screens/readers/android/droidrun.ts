// DroidRun's phone state: app, keyboard and focus, then `8. TextView: "resource id", "text" - (x1,y1,x2,y2)`, one element per line.
import type { ScreenReader } from '../../reader.ts'
import type { PixelBounds, ScreenNode } from '../../screen.ts'
import { fromCorners } from '../bounds.ts'
import { fromAndroid } from '../roles.ts'
import { type AndroidForm, classOf, readRows, recognisesRows, writeRows } from './rows.ts'

const form: AndroidForm = {
  format: 'droidrun',
  head: /^\d{1,9}\. (?=["(\w-])/,
  // Whole pixels, or thousandths of the screen, which some write with a point.
  tail: / - \(-?\d{1,7}(?:\.\d{1,7})?(?:, ?-?\d{1,7}(?:\.\d{1,7})?){3}\)$/,
  toNode,
  spell
}

export const droidrun: ScreenReader = {
  name: 'droidrun',
  title: "DroidRun's phone state",
  recognises: (text) => recognisesRows(text, form),
  read: (text) => readRows(text, form),
  write: (screen) => writeRows(screen, form, foreign)
}

const BOUNDS = ' - ('
const CHECKED = / ?; isChecked=(True|False)$/

function toNode(written: string): ReturnType<AndroidForm['toNode']> {
  const [head = '', index = '', tag = ''] = /^(\d{1,9})\. (?:([A-Za-z_][\w.$]{0,300}):(?= |$))?/.exec(written) ?? []
  if (!head) return null
  const at = written.endsWith(')') ? written.lastIndexOf(BOUNDS) : -1
  const place = at < 0 ? '' : written.slice(at + BOUNDS.length, -1)
  const said = written.slice(head.length, at < 0 ? undefined : at).trimStart()
  const [mark = '', checked] = CHECKED.exec(said) ?? []
  const { id, text } = detailsOf(said.slice(0, said.length - mark.length))
  const role = fromAndroid(tag) || 'generic'
  const field = role === 'textbox'
  // An element without a text shows its id or its class in its place, the class with its package.
  const none = text === id || text === tag || (tag !== '' && /^[\w.$]+$/.test(text ?? '') && text?.endsWith(`.${tag}`))
  const shown = none ? '' : (text ?? '')
  return {
    ref: index,
    role,
    tag: tag || 'element',
    name: field ? '' : shown,
    text: '',
    value: field ? shown : null,
    states: { ...(checked && { checked: checked === 'True' }), ...(field && { editable: true }) },
    bounds: toBounds(place),
    attributes: [
      ['index', index],
      ...pair('class', tag),
      ...pair('resource-id', id),
      ...pair('text', text),
      ...pair('isChecked', checked),
      ...pair('bounds', place || undefined)
    ]
  }
}

function pair(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]]
}

/** `"id", "text"`, or one of them: an id has no blank, and a single text is an id when it names a package's. */
function detailsOf(details: string): { id?: string; text?: string } {
  if (!details.startsWith('"')) return details ? { text: details } : {}
  const inner = details.slice(1, details.length > 1 && details.endsWith('"') ? -1 : undefined)
  const at = inner.indexOf('", "')
  const first = at < 0 ? inner : inner.slice(0, at)
  if (at >= 0 && !/\s/.test(first)) return { id: first, text: inner.slice(at + 4) }
  return at < 0 && /^[\w.]{1,200}:id\/\S{1,200}$/.test(inner) ? { id: inner } : { text: inner }
}

function toBounds(corners: string): PixelBounds | null {
  const sides = corners.split(',')
  const [left = Number.NaN, top = Number.NaN, right = Number.NaN, bottom = Number.NaN] = sides.map(Number)
  return sides.length === 4 && sides.every(Boolean) ? fromCorners(left, top, right, bottom) : null
}

function spell({ attributes }: ScreenNode): string {
  const said = new Map(attributes)
  const quoted = ['resource-id', 'text'].flatMap((name) => (said.has(name) ? [`"${said.get(name)}"`] : []))
  return [
    `${said.get('index')}.`,
    ...(said.get('class') ? [`${said.get('class')}:`] : []),
    ...(quoted.length ? [quoted.join(', ')] : []),
    ...(said.has('isChecked') ? [`; isChecked=${said.get('isChecked')}`] : []),
    ...(said.has('bounds') ? [`- (${said.get('bounds')})`] : [])
  ].join(' ')
}

function foreign(node: ScreenNode, index: number, depth: number): string {
  const { x = 0, y = 0, width = 0, height = 0 } = node.bounds ?? {}
  const name = classOf(node)
  const short = name.slice(name.lastIndexOf('.') + 1)
  const checked = node.states.checked
  const text = node.value || node.text || node.name || short
  const mark = checked === undefined ? '' : ` ; isChecked=${checked === true ? 'True' : 'False'}`
  return `${'  '.repeat(depth)}${index + 1}. ${short}: "${text}"${mark} - (${x},${y},${x + width},${y + height})`
}
