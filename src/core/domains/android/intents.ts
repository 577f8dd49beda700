// The phone's interfaces: what the actions of four agents ask for, and how those refuse that refuse anything.

import { readScreen } from '../../observations/screens/readers/index.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import { largest } from '../../text/extremes.ts'
import type { Action } from '../../tree/model.ts'
import { ERROR_LINE, type Intent, type Intents, type Target } from '../intents.ts'
import { namedBy, nodeAt } from '../spots.ts'
import type { AndroidAction } from './actions.ts'
import { told } from './any.ts'
import type { CoordinateAction } from './coordinates.ts'
import type { DroidbotAction } from './droidbot.ts'
import { numbered, numbersIn } from './numbers.ts'
import type { PhoneAction } from './phone.ts'

const LOOK: Intent[] = [{ do: 'look' }]
const BACK: Intent[] = [{ do: 'back' }]

/** Nothing moves where nothing scrolls; what comes in sight elsewhere is not on the screen yet. */
const scrolled = (screen: Screen): Intent[] | null =>
  screen.format === 'droidrun' || screen.nodes.some(({ states }) => states.scrollable === true) ? null : LOOK

/** The thing at a point, `null` for none. */
function atPoint(screen: Screen, x: number, y: number): Target | null {
  const node = nodeAt(screen, x, y)
  return node === null ? null : { node }
}

/** The thing of a number; `null` where the numbers of the list have gaps and it is in one: it is not told, and may be there. */
function known(screen: Screen, index: number): Target | null {
  const target = numbered(screen, index)
  if ('node' in (target as object)) return target
  const numbers = numbersIn(screen)
  return numbers.length > 0 && index > largest(numbers) ? target : null
}

/** `x`: the pixel; that of the thing's middle where none is said, as agents' interfaces tap it. */
const click = (screen: Screen, at: Target | null, x?: number, count: 1 | 2 = 1): Intent[] | null =>
  at && [{ do: 'click', at, count, ...pixel(screen, at, x) }]
const hold = (screen: Screen, at: Target | null, x?: number): Intent[] | null =>
  at && [{ do: 'click', at, count: 1, long: true, ...pixel(screen, at, x) }]

function pixel({ nodes }: Screen, at: Target, x: number | undefined): { x?: number } {
  const bounds = typeof at === 'object' && 'node' in at ? nodes[at.node]?.bounds : null
  return x !== undefined ? { x } : bounds ? { x: bounds.x + bounds.width / 2 } : {}
}

// What adb types is ASCII: what has no form there is left out, and a line break is a key of its own.
const isTyped = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

function androidWorld(action: AndroidAction, screen: Screen): Intent[] | null {
  switch (action.action_type) {
    case 'wait':
    case 'answer':
    case 'status':
    case 'unknown':
      return LOOK
    case 'click':
      return click(screen, aimed(action, screen), action.x)
    case 'double_tap':
      return click(screen, aimed(action, screen), action.x, 2)
    case 'long_press':
      return hold(screen, aimed(action, screen), action.x)
    case 'scroll':
      return scrolled(screen)
    case 'navigate_back':
      return BACK
    case 'keyboard_enter':
      return [{ do: 'press', key: 'Enter' }]
    case 'input_text': {
      const { text } = action
      if (text === '' && !action.clear_text) return LOOK
      const isAimed = action.index !== undefined || action.x !== undefined
      const at = isAimed ? aimed(action, screen) : 'focus'
      if (at === null || !isTyped(text)) return null
      return [
        ...(isAimed ? (click(screen, at, action.x) ?? []) : []),
        action.clear_text ? { do: 'fill', at, text } : { do: 'type', at, text },
        // AndroidWorld presses Enter when it has typed.
        { do: 'press', key: 'Enter' }
      ]
    }
    default:
      return null
  }
}

function aimed({ index, x, y }: { index?: number; x?: number; y?: number }, screen: Screen): Target | null {
  if (index !== undefined) return known(screen, index)
  return x === undefined || y === undefined ? null : atPoint(screen, x, y)
}

const KEYS = new Map([
  ['ENTER', 'Enter'],
  ['DEL', 'Backspace'],
  ['FORWARD_DEL', 'Delete'],
  ['MOVE_HOME', 'Home'],
  ['MOVE_END', 'End'],
  ['DPAD_LEFT', 'ArrowLeft'],
  ['DPAD_RIGHT', 'ArrowRight']
])

function coordinates(action: CoordinateAction, screen: Screen): Intent[] | null {
  switch (action.action) {
    case 'wait':
    case 'answer':
    case 'terminate':
      return LOOK
    case 'click':
      return click(screen, atPoint(screen, action.coordinate[0], action.coordinate[1]), action.coordinate[0])
    case 'long_press':
      return hold(screen, atPoint(screen, action.coordinate[0], action.coordinate[1]), action.coordinate[0])
    case 'type':
      return isTyped(action.text) ? [{ do: 'type', at: 'focus', text: action.text }] : null
    case 'system_button':
      return ofButton(action.button)
    case 'key': {
      const key = KEYS.get(action.text.toUpperCase().replace(/^KEYCODE_/, ''))
      return key === undefined ? null : [{ do: 'press', key }]
    }
    default:
      return null
  }
}

const ofButton = (button: string): Intent[] | null => {
  const name = button.toLowerCase()
  return name === 'back' ? BACK : name === 'enter' ? [{ do: 'press', key: 'Enter' }] : null
}

function droidRun({ name, index, from, button }: PhoneAction, screen: Screen): Intent[] | null {
  switch (name) {
    case 'wait':
    case 'answer':
    case 'terminate':
      return LOOK
    case 'click':
    case 'tap':
      return click(
        screen,
        index !== null ? namedBy(screen, String(index)) : from && atPoint(screen, from.x, from.y),
        from?.x
      )
    case 'long_press':
      return hold(
        screen,
        index !== null ? namedBy(screen, String(index)) : from && atPoint(screen, from.x, from.y),
        from?.x
      )
    case 'system_button':
      return ofButton(button)
    default:
      return null
  }
}

function droidBot({ verb, element, text }: DroidbotAction, screen: Screen): Intent[] | null {
  if (verb === 'scroll') return scrolled(screen)
  const box = element?.bounds
  const inSame = screen.nodes.flatMap(({ bounds }, node) =>
    box && bounds && Object.entries(box).every(([side, at]) => Object(bounds)[side] === at) ? [node] : []
  )
  // A thing and what fills it have the same bounds.
  const node = inSame.find((one) => screen.nodes[one]?.states.clickable === true) ?? inSame[0]
  if (node === undefined) return null
  switch (verb) {
    case 'touch':
      return click(screen, { node })
    case 'long_touch':
      return hold(screen, { node })
    case 'select':
    case 'unselect':
      return [{ do: 'check', at: { node }, on: verb === 'select' }]
    case 'set_text':
      return [
        { do: 'click', at: { node }, count: 1 },
        { do: 'fill', at: { node }, text }
      ]
    default:
      return null
  }
}

export const intents: Intents<Action> = {
  like: 'phone',
  read(given, screen) {
    const { by, action } = told(given)
    switch (by) {
      case 'androidworld':
        return androidWorld(action, screen)
      case 'coordinates':
        return coordinates(action, screen)
      case 'droidrun':
        return droidRun(action, screen)
      case 'droidbot':
        return droidBot(action, screen)
      default:
        return by satisfies never
    }
  },
  refuse(given, refusal, page) {
    // A tap is refused only where it names no thing.
    const ref = refusal.why === 'missing' ? refusal.ref : ''
    const read = readScreen(page)
    const numbers = 'screen' in read ? numbersIn(read.screen).sort((a, b) => a - b) : []
    const said =
      told(given).by === 'droidrun'
        ? `Error: No element found with index ${ref}. Available indices: ${shortList(numbers)}`
        : `ValueError: Invalid element index: ${ref}, must be between 0 and ${largest(numbers)}.`
    return `${ERROR_LINE}${said}\n\n${page}`
  }
}

// DroidRun names so many, and counts the others.
const MOST_NAMED = 20

const shortList = (numbers: number[]): string =>
  numbers.slice(0, MOST_NAMED).join(', ') +
  (numbers.length > MOST_NAMED ? `... and ${numbers.length - MOST_NAMED} more` : '')
