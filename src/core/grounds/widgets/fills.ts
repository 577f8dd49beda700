// What becomes of a widget whose content is replaced by a text, in a browser.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { dateEdit, isDate, isDay } from './dates.ts'
import { isEditable } from './edit.ts'
import { type Behaviour, refused, UNCLEAR } from './fields.ts'
import { takes, upToLimit } from './html.ts'
import { boxOf, isDisabled, isOwnNumber, isSelect, isTextField, limitOf, mayBeEdited } from './kinds.ts'
import type { ScreenEdit } from './screen-edit.ts'

export function fill(screen: Screen, index: number, node: ScreenNode, text: string): Behaviour {
  // Whether a thing can be used comes before what it is.
  if (isDisabled(node)) return refused({ why: 'disabled', node: index })
  if (node.role === 'colorwell') {
    const held = text.toLowerCase()
    const edit = { texts: new Map([[index, COLOUR.test(held) ? held : colourOf(held)]]), focus: index }
    // Trees are told by BrowserGym, whose Playwright finds small letters where it gave large ones.
    const isTaken = COLOUR.test(held) && (screen.format !== 'axtree' || held === text)
    return isTaken ? { rule: 'text', edit, caret: null } : refused({ why: 'malformed', node: index }, edit)
  }
  // A number that a page made takes no text.
  if (node.role === 'spinbutton' && isOwnNumber(node))
    return refused({ why: 'no-field', node: index, role: node.role, input: null })
  if (isTextField(node) || node.role === 'spinbutton') {
    // What the browser says of a field follows what is in it.
    if (node.states.errormessage !== undefined || (isBlamed(screen) && isShaped(node.name, text))) return UNCLEAR
    if (!isEditable(node)) return refused({ why: 'read-only', node: index })
    if (mayBeEdited(screen, index)) return UNCLEAR
    if (node.role === 'spinbutton' && text !== '' && !NUMBER.test(text))
      return refused({ why: 'no-number', node: index })
    if (!takes(node, text))
      return refused({ why: 'malformed', node: index }, { texts: new Map([[index, '']]), focus: index })
    // A snapshot calls fields of days and times text boxes: one that holds such takes only such. Trees name them.
    const isUntold = screen.format === 'aria' && node.role === 'textbox'
    const shape = isUntold ? MOMENTS.find((one) => one.test(node.value ?? '')) : undefined
    const isColour = shape === COLOUR
    const put = isColour ? text.toLowerCase() : text
    if (shape && (!shape.test(put) || (!isColour && !isMoment(text))) && text !== '') {
      const becomes = isColour ? colourOf(text) : ''
      return refused({ why: 'malformed', node: index }, { texts: new Map([[index, becomes]]), focus: index })
    }
    const isOther = (NO_MOMENT.test(text) || OF_MOMENTS.test(node.name)) && text !== '' && !isMoment(text)
    if (isUntold && !node.value && isOther) return UNCLEAR
    const held = upToLimit(node, put)
    return { rule: 'text', edit: { texts: new Map([[index, held]]), focus: index }, caret: [held.length, held.length] }
  }
  if (node.role === 'combobox' && !isSelect(screen, index)) {
    // Suggestions that appear are the page's own; a list that is not told to be closed may be a plain one.
    // A snapshot does not tell what is closed.
    if (node.states.expanded !== undefined || (screen.format === 'aria' && text !== '')) return { rule: 'unseen' }
    return { rule: 'text', edit: { texts: new Map([[index, text]]), focus: index }, caret: [text.length, text.length] }
  }
  if (node.role === 'slider') {
    const [least, most] = [limitOf(node, 'valuemin'), limitOf(node, 'valuemax')]
    const number = Number(text)
    const to = (now: number): ScreenEdit => ({ texts: new Map([[index, String(now)]]), focus: index })
    // A slider goes as far as it can, and Playwright finds another value than it gave.
    if (number < least || number > most)
      return refused({ why: 'malformed', node: index }, to(number < least ? least : most))
    if (!NUMBER.test(text)) return Number.isFinite(most) ? refused({ why: 'malformed', node: index }) : UNCLEAR
    // A snapshot tells no ends; without any they are 0 and 100. How large its steps are is told nowhere.
    const isUsual = (one: number) => one >= 0 && one <= 100
    const usual = isUsual(number) && isUsual(Number(node.value || 'x'))
    return Number.isInteger(number) && (Number.isFinite(most) || usual)
      ? { rule: 'text', edit: to(number), caret: null }
      : UNCLEAR
  }
  if (isDate(node)) {
    const edit = dateEdit(screen, index, text)
    if (edit === 'unclear') return UNCLEAR
    if (edit) return { rule: 'text', edit, caret: null }
    const empty = dateEdit(screen, index, '')
    return empty && empty !== 'unclear' ? refused({ why: 'malformed', node: index }, empty) : UNCLEAR
  }
  return node.states.editable !== undefined || mayLabel(screen, node)
    ? UNCLEAR
    : refused({ why: 'no-field', node: index, role: node.role, input: boxOf(screen, index) })
}

/** Whether a thing may be a field's label, which a snapshot does not tell: what is put into it goes into the field. */
function mayLabel({ format, nodes }: Screen, { role, name, text }: ScreenNode): boolean {
  const said = (name || text).trim()
  if (format !== 'aria' || role !== 'generic' || said === '') return false
  return nodes.some((one) => FIELD.test(one.role) && one.name.replace(/^\* ?| ?\*$/g, '') === said)
}

const FIELD = /^(?:textbox|searchbox|spinbutton|combobox)$/
const NUMBER = /^-?\d+(?:\.\d+)?$/
const COLOUR = /^#[\da-f]{6}$/
// What a field of colours makes of a word is the colour that CSS calls so, else black.
const COLOURS: Readonly<Record<string, string>> = {
  white: '#ffffff',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  red: '#ff0000',
  maroon: '#800000',
  orange: '#ffa500',
  yellow: '#ffff00',
  olive: '#808000',
  lime: '#00ff00',
  green: '#008000',
  aqua: '#00ffff',
  teal: '#008080',
  blue: '#0000ff',
  navy: '#000080',
  fuchsia: '#ff00ff',
  purple: '#800080',
  pink: '#ffc0cb',
  brown: '#a52a2a'
}
const colourOf = (word: string): string => COLOURS[word.toLowerCase()] ?? '#000000'
// As fields of a day, of a day with its time, of a time, of a month and of a week have them.
const MOMENTS = [
  /^\d{4}-\d\d-\d\d$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/,
  /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  /^\d{4}-(?:0[1-9]|1[0-2])$/,
  /^\d{4}-W\d\d$/,
  COLOUR
]
// What a field of days or times does not take, and another does.
const NO_MOMENT = /^\d\d:\d\d$|^\d{4}-\d\d-\d\d$/

// A field that is called so may be one of text, or of days or times, which a snapshot does not tell.
const OF_MOMENTS = /\b(?:date|day|time|week|month|birthday|when|hour)\b/i

/** Whether the browser says of a field that it keeps a form back. */
const isBlamed = ({ nodes }: Screen): boolean =>
  nodes.some(({ role, states }) => role === 'alert' && states.live === 'assertive')

/** Whether a field that is called so may not take the text as it is: an address without its mark. */
const isShaped = (name: string, text: string): boolean =>
  text !== '' &&
  ((/\bmail\b/i.test(name) && !text.includes('@')) || (/\b(?:url|site|page|web)\b/i.test(name) && !text.includes(':')))

const isMoment = (text: string): boolean => {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)?(?:(?:^|T)((?:[01]\d|2[0-3]):[0-5]\d))?$/.exec(text) ?? []
  return /^\d{4}-(?:0[1-9]|1[0-2]|W\d\d)$/.test(text) || (day === undefined ? time !== undefined : isDay(day))
}
