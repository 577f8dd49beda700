// DroidBot's accessibility tree: `- Button id="app:id/ok" text="OK" flags=clickable bounds=0,72,1080,176`, indented by what it lies in.
import type { ScreenReader } from '../../reader.ts'
import type { PixelBounds, ScreenNode } from '../../screen.ts'
import { fromCorners } from '../bounds.ts'
import { fromAndroid } from '../roles.ts'
import {
  type AndroidForm,
  classOf,
  quotedFields,
  readRows,
  recognisesRows,
  type ScreenSize,
  statesOf,
  writeRows
} from './rows.ts'

const form: AndroidForm = {
  format: 'droidbot',
  head: /^- [A-Za-z_]/,
  tail: /\bbounds=-?\d{1,7},-?\d{1,7},-?\d{1,7},-?\d{1,7}\]?$/,
  toNode,
  spell
}

export const droidbot: ScreenReader = {
  name: 'droidbot',
  title: "DroidBot's accessibility tree",
  recognises: (text) => recognisesRows(text, form),
  read: (text) => readRows(text, form, sizeIn),
  write: (screen) => writeRows(screen, form, foreign)
}

/** The place at the end and the flags before it. Some write each part in square brackets. */
const PLACE = / \[?bounds=(-?\d{1,7},-?\d{1,7},-?\d{1,7},-?\d{1,7})\]?$/
const FLAGS = / \[?flags=([\w,-]{0,300})\]?$/

function toNode(written: string): ReturnType<AndroidForm['toNode']> {
  const [head = '', tag = ''] = /^- ([A-Za-z_][\w.$]{0,300})(?= |$)/.exec(written) ?? []
  if (!tag) return null
  let rest = written.slice(head.length)
  const [place = '', corners] = PLACE.exec(rest) ?? []
  rest = rest.slice(0, rest.length - place.length)
  const [flagged = '', flags] = FLAGS.exec(rest) ?? []
  rest = rest.slice(0, rest.length - flagged.length)
  const bracketed = rest.startsWith(' [')
  const fields = quotedFields(
    bracketed ? rest.replace(/ \[(?=[a-z_]{1,30}=")/g, ' ').replace(/"\](?= |$)/g, '"') : rest
  )
  const say = (name: string) => fields.find(([field]) => field === name)?.[1] ?? ''
  const states = statesOf(flags ?? '')
  const role = states.editable ? 'textbox' : fromAndroid(tag)
  const field = role === 'textbox'
  if (field) states.editable = true
  const [text, label] = [say('text'), say('desc') || say('content_desc') || say('content_description')]
  return {
    // DroidBot's actions name a view by its bounds.
    ref: null,
    role: role === 'generic' && states.clickable && (label || text) ? 'button' : role,
    tag,
    name: label || (field ? '' : text),
    text: !field && label && label !== text ? text : '',
    value: field ? text : null,
    states,
    bounds: toBounds(corners ?? ''),
    attributes: [
      ...fields,
      ...(flags === undefined ? [] : [['flags', flags] satisfies Pair]),
      ...(corners === undefined ? [] : [['bounds', corners] satisfies Pair])
    ]
  }
}

type Pair = [name: string, value: string]

function toBounds(corners: string): PixelBounds | null {
  if (!corners) return null
  const [left = 0, top = 0, right = 0, bottom = 0] = corners.split(',').map(Number)
  return fromCorners(left, top, right, bottom)
}

/** `• **Screen:** 1080x2340`. */
function sizeIn(preface: string): ScreenSize {
  const [, across, down] = /\*\*Screen:\*\* (\d{1,5})\s?[x×]\s?(\d{1,5})/.exec(preface) ?? []
  return across && down ? { width: Number(across), height: Number(down) } : { width: null, height: null }
}

const BARE = new Set(['flags', 'bounds'])

function spell({ tag, attributes }: ScreenNode): string {
  return [
    `- ${tag}`,
    ...attributes.map(([name, value]) => (BARE.has(name) ? `${name}=${value}` : `${name}="${value}"`))
  ].join(' ')
}

const STATES = ['clickable', 'long-clickable', 'scrollable', 'focused', 'checked', 'selected', 'editable']

function foreign(node: ScreenNode, _index: number, depth: number): string {
  const { x = 0, y = 0, width = 0, height = 0 } = node.bounds ?? {}
  const name = classOf(node)
  const text = node.value ?? (node.text || node.name)
  const flags = STATES.filter((state) => node.states[state] === true).map((state) => state.replace('-', '_'))
  const attributes: Pair[] = [
    ...(text ? [['text', text] satisfies Pair] : []),
    ...(flags.length ? [['flags', flags.join(',')] satisfies Pair] : []),
    ['bounds', [x, y, x + width, y + height].join(',')]
  ]
  return '  '.repeat(depth + 1) + spell({ ...node, tag: name.slice(name.lastIndexOf('.') + 1), attributes })
}
