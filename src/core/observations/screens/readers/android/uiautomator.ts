// Android's screen as `uiautomator dump` writes it: nested `<node .../>` with the same attributes everywhere.
import type { ScreenReader } from '../../reader.ts'
import type { PixelBounds, Screen, ScreenNode } from '../../screen.ts'
import { extent, fromCorners } from '../bounds.ts'
import { laidOut, type Spell, writeLaidOut } from '../layout.ts'
import { BEGINNING } from '../limits.ts'
import { decode, escapeAttribute } from '../markup/entities.ts'
import { beginning, readMarkup } from '../markup/index.ts'
import type { MarkupNode } from '../markup/tree.ts'
import { type Element, spellTag, writeTree } from '../markup/write.ts'
import { readPreface, writePreface } from '../preface.ts'
import { fromAndroid } from '../roles.ts'

export const uiautomator: ScreenReader = {
  name: 'uiautomator',
  title: 'a uiautomator dump',
  recognises: (text) => /<hierarchy[\s/>]|<node\s[^<>]*\bbounds=["']\[/.test(beginning(text)) && !isQuoted(text),
  read,
  write: (screen) => {
    const laidOut = writeLaidOut(screen, 'uiautomator', spell)
    if (laidOut !== null) return laidOut
    const tree = writeTree(screen.nodes, toElement, { html: false })
    return `${writePreface(screen)}${DECLARATION}<hierarchy rotation="0">${tree}</hierarchy>`
  }
}

/** Whether the dump stands in a program's source, in quotes. A fence is none. */
function isQuoted(text: string): boolean {
  const head = text.slice(0, BEGINNING)
  const before = head.slice(0, Math.max(0, head.search(/<(?:\?xml|hierarchy|node)\b/))).trimEnd()
  return /["'`=(]$/.test(before) && !before.endsWith('```')
}

const DECLARATION = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>`

function read(text: string): Screen {
  const { start, ...said } = readPreface(text, (line) => /<(\?xml|hierarchy|node)\b/.test(line))
  const { parts, warnings } = readMarkup(text, { html: false, from: start })
  const nodes: ScreenNode[] = []
  // The node that each part became, or that it lies in: `<hierarchy>` is nothing on the screen.
  const nodeOf: number[] = []
  let loose = 0
  parts.forEach((part, index) => {
    const parent = nodeOf[part.parent] ?? -1
    const shown = part.name !== '' && part.name !== 'hierarchy'
    nodeOf[index] = shown ? nodes.length : parent
    // The dump ends with where it was written to, misspelled on most devices.
    if (part.name === '' && !/^UI hier\w+ dumped to/.test(part.text)) loose += 1
    if (!shown) return
    nodes.push(toNode(part, parent))
  })
  if (nodes.length === 0) throw new Error('there is no <node> in it.')
  if (loose > 0) warnings.push('There is text between the nodes; it is not shown.')
  const top = nodes.filter(({ parent }) => parent === -1)
  return laidOut({ format: 'uiautomator', nodes, ...extent(top), ...said, warnings }, text, spell)
}

function toNode(part: MarkupNode, parent: number): ScreenNode {
  // The first of a name counts. A node is asked for twenty of its attributes: looking each up would read them all.
  const said = new Map<string, string>()
  for (const [name, value] of part.attributes) if (!said.has(name)) said.set(name, value)
  const say = (name: string) => decode(said.get(name) ?? '')
  const is = (name: string) => say(name) === 'true'
  const tag = say('class') || part.name
  const role = fromAndroid(tag)
  const field = role === 'textbox'
  const gauge = role === 'slider' || role === 'progressbar'
  const text = say('text')
  const description = say('content-desc')
  const hint = say('hint') || say('hintText')
  const states: ScreenNode['states'] = {}
  if (is('checkable')) states.checked = is('checked')
  if (say('enabled') === 'false') states.disabled = true
  if (say('visible-to-user') === 'false') states.hidden = true
  if (field) states.editable = true
  for (const name of STATES) if (is(name)) states[name] = true
  const name = description || (field ? hint : gauge ? '' : text)
  return {
    // `index` counts siblings, so it names nothing; and the index of an AndroidWorld action counts the elements of
    // AndroidWorld's own list, which is not here. What is read from a dump is acted on by pixel, at its centre.
    ref: null,
    // A key of a keyboard, a tile: a view of no kind that has a name and answers to a tap.
    role: role === 'generic' && name && states.clickable ? 'button' : role,
    tag,
    name,
    // An empty field shows its hint, and older dumps give that as its text.
    text: field || gauge || !description || description === text ? '' : text,
    value: field ? (text === hint ? '' : text) : gauge ? text || null : null,
    states,
    bounds: toBounds(say('bounds')),
    attributes: part.attributes,
    parent,
    start: part.start,
    end: part.end
  }
}

const STATES = ['clickable', 'focused', 'long-clickable', 'password', 'scrollable', 'selected']

function toBounds(corners: string): PixelBounds | null {
  const found = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(corners)
  if (!found) return null
  const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(1).map(Number)
  return fromCorners(left, top, right, bottom)
}

const spell: Spell = ({ attributes }) => spellTag('node', attributes)

/** A node of another format in the words of a dump. */
const toElement: Element = ({ tag, name, text, value, states, bounds, role }) => {
  const { x = 0, y = 0, width = 0, height = 0 } = bounds ?? {}
  const yes = (name: string) => String(states[name] === true)
  const attributes: [string, string][] = [
    ['index', '0'],
    ['text', value ?? (text || name)],
    ['resource-id', ''],
    ['class', tag.includes('.') ? tag : (CLASSES.get(role) ?? 'android.view.View')],
    ['package', ''],
    ['content-desc', value !== null || text ? name : ''],
    ['checkable', String(states.checked !== undefined)],
    ['checked', yes('checked')],
    ['clickable', yes('clickable')],
    ['enabled', String(states.disabled !== true)],
    ['focusable', yes('focused')],
    ['focused', yes('focused')],
    ['scrollable', yes('scrollable')],
    ['long-clickable', yes('long-clickable')],
    ['password', yes('password')],
    ['selected', yes('selected')],
    ['bounds', `[${x},${y}][${x + width},${y + height}]`]
  ]
  const written = attributes.map(([key, value]): [string, string] => [key, escapeAttribute(value)])
  return { before: spellTag('node', written), text: '', name: 'node' }
}

const CLASSES = new Map(
  Object.entries({
    button: 'android.widget.Button',
    checkbox: 'android.widget.CheckBox',
    combobox: 'android.widget.Spinner',
    document: 'android.webkit.WebView',
    img: 'android.widget.ImageView',
    progressbar: 'android.widget.ProgressBar',
    radio: 'android.widget.RadioButton',
    slider: 'android.widget.SeekBar',
    statictext: 'android.widget.TextView',
    switch: 'android.widget.Switch',
    textbox: 'android.widget.EditText'
  })
)
