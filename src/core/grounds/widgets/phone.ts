// What widgets do by themselves on a phone. A tap moves no focus but into fields, and is never refused.

import type { Intent } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { largest } from '../../text/extremes.ts'
import { changesList } from './acts.ts'
import {
  type Behaviour,
  type CaretRange,
  chosen,
  keyInField,
  MEANING,
  NOTHING,
  refused,
  type,
  UNCLEAR
} from './fields.ts'
import { below, focused, isDisabled, isTextField, isToggle } from './kinds.ts'
import { NOT_TAUGHT, saidBy, type Taught } from './taught.ts'

/** @param caret in the field that has the focus. @param taught `rivals`: things of which one was seen to be chosen in another's place */
export function behaveOnPhone(
  screen: Screen,
  intent: Intent,
  caret: CaretRange,
  taught: Pick<Taught, 'rivals'> = NOT_TAUGHT
): Behaviour {
  return withHints(screen, behaveIn(withoutHints(screen), intent, caret, taught))
}

const hintOf = ({ attributes }: ScreenNode): string | undefined =>
  attributes.find(([name]) => name === 'hint_text')?.[1]

/** Lists tell the hint of an empty field as its text too. */
function withoutHints(screen: Screen): Screen {
  if (!screen.nodes.some((node) => node.value && hintOf(node) === node.value)) return screen
  return { ...screen, nodes: screen.nodes.map((node) => (hintOf(node) === node.value ? { ...node, value: '' } : node)) }
}

function withHints(screen: Screen, done: Behaviour): Behaviour {
  if (!('edit' in done) || !('caret' in done) || !done.edit.texts) return done
  const shown = [...done.edit.texts].map(([index, text]): [number, string] => [
    index,
    text || (hintOf(screen.nodes[index] as ScreenNode) ?? '')
  ])
  return { ...done, edit: { ...done.edit, texts: new Map(shown) } }
}

function behaveIn(screen: Screen, intent: Intent, caret: CaretRange, { rivals }: Pick<Taught, 'rivals'>): Behaviour {
  const same: Behaviour = { ...NOTHING, caret }
  if (intent.do === 'look') return same
  if (intent.do === 'press') return press(screen, intent.key, caret)
  if (intent.do === 'back' || intent.do === 'forward') return MEANING
  const index = intent.at === 'focus' ? focused(screen) : 'node' in intent.at ? intent.at.node : intent.at.missing
  if (typeof index === 'string') return refused({ why: 'missing', ref: index })
  const node = index === null ? undefined : screen.nodes[index]
  if (index === null || !node) return UNCLEAR
  switch (intent.do) {
    case 'click':
      if (intent.count !== 1) return twice(screen, index, { caret, x: intent.x, rivals })
      return intent.long
        ? held(screen, index, { caret, x: intent.x, rivals })
        : tap(screen, index, { caret, x: intent.x, rivals })
    case 'fill':
    case 'type':
      if (!isTextField(node) || isDisabled(node) || tellsFocusApart(screen)) return UNCLEAR
      // DroidBot types through a keyboard of its own that shows nothing, and takes the place of the one that is there.
      if (screen.format === 'droidbot' && showsKeyboard(screen)) return UNCLEAR
      // What is found shows as it is typed for.
      if (isSearched(node) && screen.nodes.some(({ role }) => role === 'list')) return MEANING
      if (isAwaited(screen, node)) return MEANING
      return intent.do === 'type'
        ? type(screen, index, node, intent.text, index === focused(screen) ? caret : null)
        : {
            rule: 'text',
            edit: { texts: new Map([[index, intent.text]]), focus: index },
            caret: [intent.text.length, intent.text.length]
          }
    case 'check': {
      const control = isToggle(node) || node.role === 'radio' ? index : null
      if (control === null || isDisabled(node)) return UNCLEAR
      return (node.states.checked === true) === intent.on ? same : tap(screen, index, { caret, rivals })
    }
    case 'select':
    case 'drag':
    case 'focus':
      return MEANING
    case 'hover':
      return same
    default:
      return intent satisfies never
  }
}

const answers = (node: ScreenNode): boolean =>
  node.states.clickable === true ||
  node.states['long-clickable'] === true ||
  isTextField(node) ||
  isToggle(node) ||
  node.role === 'radio'

const isFlat = ({ nodes }: Screen): boolean => nodes.every(({ parent }) => parent < 0)

interface Touch {
  caret: CaretRange
  /** The pixel, where it is known. */
  x?: number | undefined
  rivals: Taught['rivals']
}

function tap(screen: Screen, index: number, { caret, x, rivals }: Touch): Behaviour {
  const { nodes } = screen
  const same: Behaviour = { ...NOTHING, caret }
  let at = index
  while (at >= 0 && !answers(nodes[at] as ScreenNode)) at = nodes[at]?.parent ?? -1
  const node = nodes[at]
  // In a list nothing tells what a thing lies in, and so what takes the tap.
  if (!node) return isFlat(screen) || !isStill(screen, index) ? MEANING : same
  if (isDisabled(node)) return same
  if (isTextField(node)) return intoField(screen, at, node, { caret, x })
  // A list that tells no kinds tells what is not chosen as a button.
  if (rivals.has(saidBy(node))) return amongRivals(screen, at, { caret, rivals })
  const own = isToggle(node) || node.role === 'radio'
  const inside = below(screen, at).filter((one) => isToggle(nodes[one] as ScreenNode) || nodes[one]?.role === 'radio')
  const control = own ? at : inside.length === 1 ? inside[0] : undefined
  const widget = nodes[control ?? -1]
  // A row with a switch that is pressed by itself opens something.
  if (control === undefined || !widget || (!own && (widget.states.clickable === true || isDisabled(widget))))
    return MEANING
  if (isDisabled(widget)) return same
  if (rivals.has(saidBy(widget))) return amongRivals(screen, control, { caret, rivals })
  if (reaches(screen, control, at)) return MEANING
  const done = (states: Map<number, Record<string, boolean>>): Behaviour => ({ rule: 'check', edit: { states }, caret })
  if (isToggle(widget)) return done(new Map([[control, { checked: widget.states.checked !== true }]]))
  if (widget.states.checked === true) return same
  const states = chosen(screen, control)
  // One that goes out as this one goes on shows that the group was found.
  return states.size === 2 ? done(states) : UNCLEAR
}

/** Two taps leave a switch or a box as it was, and what takes no tap. */
function twice(screen: Screen, index: number, touch: Touch): Behaviour {
  const done = tap(screen, index, touch)
  const control = 'edit' in done && done.rule === 'check' ? [...(done.edit?.states?.keys() ?? [])] : []
  const isBack = control.length === 1 && isToggle(screen.nodes[control[0] ?? -1] as ScreenNode)
  return isBack || done.rule === 'look' ? { ...NOTHING, caret: touch.caret } : MEANING
}

/** One of several is chosen in the place of the one that was. */
function amongRivals({ nodes }: Screen, control: number, { caret, rivals }: Touch): Behaviour {
  if (nodes[control]?.states.checked === true) return { ...NOTHING, caret }
  const on = nodes.flatMap((node, index) => (node.states.checked === true && rivals.has(saidBy(node)) ? [index] : []))
  if (on.length !== 1) return UNCLEAR
  const states = new Map(on.map((one): [number, { checked: boolean }] => [one, { checked: false }]))
  states.set(control, { checked: true })
  return { rule: 'check', edit: { states }, caret }
}

/** A finger that rests on a thing: what takes no long press is tapped when it is lifted (`View.performLongClick`), and a field chooses a word. */
function held(screen: Screen, index: number, touch: Touch): Behaviour {
  const { nodes } = screen
  let at = index
  while (at >= 0 && !answers(nodes[at] as ScreenNode)) at = nodes[at]?.parent ?? -1
  const node = nodes[at]
  if (!node) return tap(screen, index, touch)
  if (isDisabled(node)) return { ...NOTHING, caret: touch.caret }
  if (isTextField(node)) {
    // Its keys of the clipboard stand in a window of their own, which a dump of the app's does not tell.
    const isAlone = screen.format === 'uiautomator' && nodes.filter(({ parent }) => parent < 0).length === 1
    if (!isAlone) return { rule: 'unseen' }
    const done = intoField(screen, at, node, { ...touch, caret: null })
    return 'caret' in done ? { ...done, caret: done.caret ?? (node.value ? null : [0, 0]) } : done
  }
  const told = node.attributes.find(([name]) => name === 'long-clickable')?.[1]
  return told === 'false' ? tap(screen, index, touch) : MEANING
}

// What shows texts and pictures or holds other things, and takes no tap by itself.
const STILL =
  /^(?:android\.widget\.(?:TextView|ImageView|LinearLayout|RelativeLayout|ListView|ScrollView|RadioGroup)|androidx\..*\.(?:RecyclerView|NestedScrollView|ConstraintLayout))$/

/** Plain texts, pictures and what they lie in, outside of everything that draws by itself. */
function isStill(screen: Screen, index: number): boolean {
  if (!STILL.test(screen.nodes[index]?.tag ?? '')) return false
  for (let at = screen.nodes[index]?.parent ?? -1; at >= 0; at = screen.nodes[at]?.parent ?? -1)
    if (screen.nodes[at]?.role === 'document') return false
  return true
}

// Switches of the system, which show at once what they did.
const SYSTEM =
  /\b(?:wi-?fi|bluetooth|hotspot|tethering|airplane|mobile data|location|nfc|vpn|do not disturb|battery saver|data saver|use)\b/i

// What takes the place of other fields, such as of the hours of an event.
const GOVERNS = /\b(?:all[- ]day|enable|custom|automatic(?:ally)?)\b/i

// The switch or the box of a row that Android's own list of preferences makes; such a row changes nothing else.
const PREFERENCE = /(?:^|\/)(?:switch_?widget|checkbox)$/i
const isPreference = ({ attributes }: ScreenNode): boolean =>
  attributes.some(([name, value]) => name === 'resource-id' && PREFERENCE.test(value))

type Bounds = NonNullable<ScreenNode['bounds']>
const isBeside = (one: Bounds, box: Bounds): boolean =>
  one.x >= box.x + box.width && one.y < box.y + box.height / 2 && box.y + box.height / 2 < one.y + one.height

/** Whether more may change with a widget than itself: in lists, in the system's settings, and where a text tells whether it is on. */
function reaches(screen: Screen, control: number, row: number): boolean {
  const { nodes } = screen
  const texts = [row, ...below(screen, row)].flatMap((one) => [nodes[one]?.name ?? '', nodes[one]?.text ?? ''])
  if (texts.some((one) => SYSTEM.test(one) || GOVERNS.test(one) || changesList(one) || /^(?:on|off)\b/i.test(one)))
    return true
  if (isPreference(nodes[control] as ScreenNode)) return false
  if (nodes[control]?.tag.endsWith('CheckedTextView')) return true
  const box = nodes[control]?.bounds
  // What is ticked before a text that is written moves to others that are done.
  if (nodes.some((one) => isTextField(one) && one.bounds && box && isBeside(one.bounds, box))) return true
  const holds = ({ role, bounds }: ScreenNode) =>
    role === 'list' &&
    box &&
    bounds &&
    bounds.x <= box.x &&
    bounds.y <= box.y &&
    bounds.x + bounds.width >= box.x + box.width &&
    bounds.y + bounds.height >= box.y + box.height
  if (isFlat(screen)) return nodes.some(holds)
  for (let at = nodes[control]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1)
    if (nodes[at]?.role === 'list') return true
  return false
}

// --- fields and the keyboard

/** DroidRun tells above its list which text has the focus. */
const tellsFocusApart = ({ preface }: Screen): boolean => /\*\*Focused Element:\*\*/.test(preface)

// A letter is no wider than a part of the screen's width, in the sizes in which text is typed.
const LETTERS = 20

/** Whether a tap is behind all of a text, where it puts the caret to the end. */
function isBehind({ nodes }: Screen, { bounds, value }: ScreenNode, x: number | undefined): boolean {
  const width = largest(nodes.map((one) => (one.bounds ? one.bounds.x + one.bounds.width : 0)))
  return bounds !== null && x !== undefined && x > bounds.x + ((value ?? '').length + 1) * (width / LETTERS)
}

function intoField(screen: Screen, at: number, node: ScreenNode, { caret, x }: Pick<Touch, 'caret' | 'x'>): Behaviour {
  if (tellsFocusApart(screen)) return UNCLEAR
  const text = node.value ?? ''
  const end: CaretRange = isBehind(screen, node, x) ? [text.length, text.length] : null
  if (focused(screen) === at) return { ...NOTHING, caret: text ? end : caret }
  // A keyboard that comes up has not been seen, nor has what it covers.
  if (mayRise(screen)) return { rule: 'unseen' }
  return { rule: 'focus', edit: { focus: at }, caret: text ? end : [0, 0] }
}

// A keyboard has at least so many keys of one letter.
const FEWEST_KEYS = 20

/** Whether a keyboard may come up that the screen would tell of. */
function mayRise(screen: Screen): boolean {
  const { nodes, format } = screen
  // A dump is of the app's window alone, but for some that tell of all.
  if (format === 'uiautomator' && nodes.filter(({ parent }) => parent < 0).length === 1) return false
  const at = focused(screen)
  const inField = at !== null && isTextField(nodes[at] as ScreenNode)
  return !showsKeyboard(screen) && !inField
}

const showsKeyboard = ({ nodes }: Screen): boolean =>
  nodes.filter(({ name }) => /^\p{L}$/u.test(name)).length >= FEWEST_KEYS

// Fields that Enter sends, or that it begins a new line in.
const ENTERED =
  /search|find|filter|query|url|address bar|web address|message|note|comment|descri|body|chat|reply|memo|about|bio/i

/** Whether a button may wait for the first text in this field. */
const isAwaited = ({ nodes }: Screen, { value }: ScreenNode): boolean =>
  !value && nodes.some((one) => one.role === 'button' && one.name !== '' && isDisabled(one))

const isSearched = ({ name, attributes }: ScreenNode): boolean =>
  [name, ...attributes.map(([, value]) => value)].some((one) => /search|find|filter|query/i.test(one))

function press(screen: Screen, key: string, caret: CaretRange): Behaviour {
  const at = focused(screen)
  const node = at === null ? undefined : screen.nodes[at]
  if (at === null || !node || !isTextField(node) || tellsFocusApart(screen)) return UNCLEAR
  const changes = /^(?:Backspace|Delete)$/.test(key)
  if (changes && isSearched(node) && screen.nodes.some(({ role }) => role === 'list')) return MEANING
  if (key !== 'Enter') return keyInField(screen, at, node, key, caret)
  const words = [node.name, ...node.attributes.map(([, value]) => value)]
  if (words.some((one) => ENTERED.test(one))) return MEANING
  // In a form Enter goes to the field below; in its last field it may send it.
  const next = screen.nodes.findIndex((one, index) => index > at && takesFocus(one))
  const field = screen.nodes[next]
  if (!field) return MEANING
  return isTextField(field) ? { rule: 'focus', edit: { focus: next }, caret: field.value ? null : [0, 0] } : MEANING
}

const takesFocus = (node: ScreenNode): boolean =>
  !isDisabled(node) &&
  node.states.hidden !== true &&
  (isTextField(node) ||
    node.states.clickable === true ||
    node.states.focusable === true ||
    node.attributes.some(([name, value]) => name === 'focusable' && value === 'true'))
