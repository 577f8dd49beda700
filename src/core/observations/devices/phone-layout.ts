// Where the things of an app's page stand on a phone: one below the other, at the full width, as Android's own apps have them.
import type { PixelBounds } from '../screens/screen.ts'
import type { AndroidView, ViewTarget } from './android-views.ts'
import type { Piece, PieceRow } from './pieces.ts'

/** Puts a view on the screen. @returns its index, for what lies in it */
export type AddView = (view: Partial<AndroidView> & Pick<AndroidView, 'className' | 'bounds'>) => number

// Pixels of a screen of 1080 by 2400.
const SIDE = 42
const LINE = 56
const LETTER = 27

const linesOf = (text: string, width: number): number =>
  text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * LETTER) / Math.max(LETTER, width))), 0)

function heightOf({ kind, name, note, value, multiline }: Piece, width: number): number {
  const inner = width - 2 * SIDE
  switch (kind) {
    case 'text':
      return linesOf(name, inner) * LINE + 32
    case 'heading':
      return linesOf(name, inner) * LINE + 56
    case 'link':
      return linesOf(name, inner) * LINE + (note ? linesOf(note, inner) * LINE : 0) + 88
    case 'field':
      return (multiline ? Math.max(3, linesOf(value, inner)) : 1) * LINE + 91
    case 'image':
      return 96
    case 'option':
    case 'item':
      return 132
    case 'button':
    case 'menu':
    case 'check':
    case 'switch':
    case 'radio':
    case 'select':
      return 147
    default:
      return kind satisfies never
  }
}

// A text or a link takes more of a line than a button.
const weightOf = ({ kind }: Piece): number => (kind === 'text' || kind === 'link' || kind === 'field' ? 2 : 1)

/** @returns the pieces with their places, from 0 down, and how high all of it is */
export function stacked(
  rows: readonly PieceRow[],
  width: number
): { placed: { piece: Piece; bounds: PixelBounds }[]; height: number } {
  const placed: { piece: Piece; bounds: PixelBounds }[] = []
  let y = 0
  for (const row of rows) {
    const whole = row.reduce((sum, piece) => sum + weightOf(piece), 0)
    const widths = row.map((piece) => Math.floor((width * weightOf(piece)) / whole))
    const height = row.reduce((most, piece, at) => Math.max(most, heightOf(piece, widths[at] ?? width)), 0)
    let x = 0
    row.forEach((piece, at) => {
      placed.push({ piece, bounds: { x, y, width: widths[at] ?? width, height } })
      x += widths[at] ?? width
    })
    y += height
  }
  return { placed, height: y }
}

/** What of a box lies in another; `null` for none. */
export function clipped({ x, y, width, height }: PixelBounds, to: PixelBounds): PixelBounds | null {
  const [left, top] = [Math.max(x, to.x), Math.max(y, to.y)]
  const [right, bottom] = [Math.min(x + width, to.x + to.width), Math.min(y + height, to.y + to.height)]
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null
}

const CLASSES: Readonly<Record<Piece['kind'], string>> = {
  text: 'android.widget.TextView',
  heading: 'android.widget.TextView',
  image: 'android.widget.ImageView',
  link: 'android.widget.TextView',
  button: 'android.widget.Button',
  field: 'android.widget.EditText',
  check: 'android.widget.CheckBox',
  switch: 'android.widget.Switch',
  radio: 'android.widget.RadioButton',
  select: 'android.widget.Spinner',
  option: 'android.widget.CheckedTextView',
  menu: 'android.widget.Button',
  item: 'android.widget.TextView'
}

/** Draws a piece. A link of two lines is a row with two texts in it, as in settings. */
export function addPiece(
  add: AddView,
  piece: Piece,
  bounds: PixelBounds,
  around: { parent: number; package: string }
): void {
  const { kind, element, name, note, value, id } = piece
  const acts = kind !== 'text' && kind !== 'heading' && kind !== 'image'
  const target: ViewTarget = acts ? { element } : { words: name, within: element }
  const className = CLASSES[kind]
  if (kind === 'link' && note) {
    const row = add({
      ...around,
      className: 'android.widget.LinearLayout',
      id,
      bounds,
      is: new Set(['clickable']),
      target
    })
    const half = Math.floor(bounds.height / 2)
    const upper = { ...bounds, x: bounds.x + SIDE, width: bounds.width - 2 * SIDE, height: half }
    const line = { ...around, className, parent: row, is: new Set<string>() }
    add({ ...line, id: 'android:id/title', text: name, bounds: upper })
    add({
      ...line,
      id: 'android:id/summary',
      text: note,
      bounds: { ...upper, y: upper.y + half, height: bounds.height - half }
    })
    return
  }
  const isField = kind === 'field'
  add({
    ...{ ...around, className, id: id || IDS[kind], bounds, target, is: statesOf(piece) },
    ...(kind === 'image' ? { description: name } : { text: isField || kind === 'select' ? value : name }),
    ...(isField && { hint: name }),
    ...(kind === 'select' && { description: name })
  })
}

const IDS: Readonly<Record<Piece['kind'], string>> = {
  text: 'text',
  heading: 'heading',
  image: 'image',
  link: 'android:id/title',
  button: 'button',
  field: 'edit',
  check: 'checkbox',
  switch: 'switch_widget',
  radio: 'radio_button',
  select: 'spinner',
  option: 'android:id/text1',
  menu: 'menu',
  item: 'android:id/title'
}

function statesOf({ kind, checked, disabled, focused, password }: Piece): Set<string> {
  const is = new Set<string>()
  if (kind === 'text' || kind === 'heading' || kind === 'image') return is
  if (!disabled) is.add('clickable')
  else is.add('disabled')
  if (kind === 'check' || kind === 'switch' || kind === 'radio' || kind === 'option') is.add('checkable')
  if (checked && kind !== 'button' && kind !== 'menu') is.add('checked')
  if (focused) is.add('focused')
  if (kind === 'field') is.add('editable').add('long-clickable')
  if (password) is.add('password')
  return is
}
