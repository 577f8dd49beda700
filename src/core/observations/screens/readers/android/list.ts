// The list that AgentWorldBench's first android agent sees: `[ 0] | android.widget.Button | text="" desc="Save" | bounds=[0,0][9,9] | clickable`.
import type { ScreenReader } from '../../reader.ts'
import type { PixelBounds, ScreenNode } from '../../screen.ts'
import { fromCorners } from '../bounds.ts'
import { fromAndroid } from '../roles.ts'
import { type AndroidForm, classOf, quotedFields, readRows, recognisesRows, statesOf, writeRows } from './rows.ts'

const BOUNDS = ' | bounds='

const form: AndroidForm = {
  format: 'android-list',
  head: /^\[ {0,8}\d{1,9}\] \| /,
  tail: /\| bounds=\[-?\d{1,7},-?\d{1,7}\]\[-?\d{1,7},-?\d{1,7}\](?: \| [a-z_, |-]{1,300})?$/,
  toNode,
  spell
}

export const androidList: ScreenReader = {
  name: 'android-list',
  title: 'a list of phone elements with bounds',
  recognises: (text) => recognisesRows(text, form),
  read: (text) => readRows(text, form),
  write: (screen) => writeRows(screen, form, foreign)
}

function toNode(written: string): ReturnType<AndroidForm['toNode']> {
  const [head = '', index = '', tag = ''] = /^\[( {0,8}\d{1,9})\] \| ([^\s|]{0,300})/.exec(written) ?? []
  if (!tag) return null
  // A text may hold the separators, so what follows it is looked for from the end.
  const at = written.lastIndexOf(BOUNDS)
  const middle = written.slice(head.length, at < 0 ? undefined : at)
  const fields = quotedFields(middle.startsWith(' | ') ? middle.slice(3) : middle)
  const [place = '', ...flags] = at < 0 ? [] : written.slice(at + BOUNDS.length).split(' | ')
  const say = (name: string) => fields.find(([field]) => field === name)?.[1] ?? ''
  const states = statesOf(flags.join(','))
  const role = states.editable ? 'textbox' : fromAndroid(tag)
  const field = role === 'textbox'
  if (field) states.editable = true
  const [text, label] = [say('text'), say('desc')]
  return {
    ref: index.trim(),
    role: role === 'generic' && states.clickable && (label || text) ? 'button' : role,
    tag,
    name: label || (field ? say('hint') : text),
    text: !field && label && label !== text ? text : '',
    value: field ? text : null,
    states,
    bounds: toBounds(place),
    attributes: [['index', index], ...fields, ...(place ? [['bounds', place] satisfies Pair] : []), ...flagged(flags)]
  }
}

type Pair = [name: string, value: string]

const flagged = (flags: string[]): Pair[] => (flags.length ? [['flags', flags.join(' | ')]] : [])

function toBounds(corners: string): PixelBounds | null {
  const found = /^\[(-?\d{1,7}),(-?\d{1,7})\]\[(-?\d{1,7}),(-?\d{1,7})\]$/.exec(corners)
  if (!found) return null
  const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(1).map(Number)
  return fromCorners(left, top, right, bottom)
}

const AROUND = new Set(['index', 'bounds', 'flags'])

function spell({ tag, attributes }: ScreenNode): string {
  const said = new Map(attributes)
  const fields = attributes.filter(([name]) => !AROUND.has(name)).map(([name, value]) => `${name}="${value}"`)
  const place = said.get('bounds')
  return [
    `[${said.get('index') ?? ''}] | ${tag}`,
    ...(fields.length ? [fields.join(' ')] : []),
    ...(place === undefined ? [] : [`bounds=${place}`]),
    ...(said.has('flags') ? [said.get('flags')] : [])
  ].join(' | ')
}

// In the order that the list gives them.
const STATES = ['clickable', 'long-clickable', 'scrollable', 'focused', 'checked', 'selected', 'editable']

function foreign(node: ScreenNode, index: number): string {
  const { bounds, name, text, value, states, ref } = node
  const { x = 0, y = 0, width = 0, height = 0 } = bounds ?? {}
  const flags = STATES.filter((state) => states[state] === true).map((state) => state.replace('-', '_'))
  const number = ref !== null && /^\d+$/.test(ref) ? ref : String(index)
  return [
    `[${number.padStart(2)}] | ${classOf(node)}`,
    `text="${value ?? (text || name)}" desc="${value !== null || text ? name : ''}" res=""`,
    `bounds=[${x},${y}][${x + width},${y + height}]`,
    ...(flags.length ? [flags.join(', ')] : [])
  ].join(' | ')
}
