// What the actions of four agents ask of the phone itself.
import type { Screen } from '../../observations/screens/screen.ts'
import type { Action } from '../../tree/model.ts'
import type { Target } from '../intents.ts'
import type { PhoneCommand } from '../phone-commands.ts'
import { directionOf, namedBy, nodeAt, type Point } from '../spots.ts'
import { told } from './any.ts'
import { numbered } from './numbers.ts'
import type { PhoneAction } from './phone.ts'

type Direction = 'up' | 'down' | 'left' | 'right'
const OPPOSITE: Readonly<Record<Direction, Direction>> = { up: 'down', down: 'up', left: 'right', right: 'left' }
const BUTTONS: Readonly<Record<string, PhoneCommand>> = {
  back: { do: 'back' },
  home: { do: 'home' },
  recent: { do: 'recents' },
  menu: { do: 'recents' },
  app_switch: { do: 'recents' },
  enter: { do: 'type', at: null, text: '', clear: false, enter: true }
}

/** `null` where the action asks for something of what is shown. */
export function commandOf(given: Action, screen: Screen): PhoneCommand | null {
  const { by, action } = told(given)
  switch (by) {
    case 'androidworld':
      switch (action.action_type) {
        case 'navigate_back':
          return { do: 'back' }
        case 'navigate_home':
          return { do: 'home' }
        case 'open_app':
          return { do: 'open', app: action.app_name }
        case 'long_press':
          return pressed('hold', targetOf(action, screen))
        case 'double_tap':
          return pressed('double-tap', targetOf(action, screen))
        case 'input_text': {
          const at = targetOf(action, screen)
          return action.text || action.clear_text
            ? { do: 'type', at, text: action.text, clear: action.clear_text === true, enter: true }
            : null
        }
        case 'scroll':
        case 'swipe': {
          // AndroidWorld's swipe is named after the finger, its scroll after what comes in sight.
          const towards = action.action_type === 'scroll' ? action.direction : OPPOSITE[action.direction]
          const from = action.x === undefined || action.y === undefined ? null : { x: action.x, y: action.y }
          return { do: 'swipe', towards, at: targetOf(action, screen), from, pixels: null }
        }
        default:
          return null
      }
    case 'coordinates':
      switch (action.action) {
        case 'long_press':
          return pressed('hold', at(screen, pointOf(action.coordinate)))
        case 'double_click':
          return pressed('double-tap', at(screen, pointOf(action.coordinate)))
        case 'type':
          return { do: 'type', at: null, text: action.text, clear: false, enter: false }
        case 'swipe':
          return swiped(screen, pointOf(action.coordinate), pointOf(action.coordinate2))
        case 'system_button':
          return BUTTONS[action.button.toLowerCase()] ?? null
        case 'key':
          return BUTTONS[action.text.toLowerCase().replace(/^keycode_/, '')] ?? null
        case 'open':
          return { do: 'open', app: action.text }
        default:
          return null
      }
    case 'droidrun':
      switch (action.name) {
        case 'long_press':
          return pressed('hold', aimed(action, screen))
        case 'double_tap':
          return pressed('double-tap', aimed(action, screen))
        case 'type':
          return { do: 'type', at: aimed(action, screen), text: action.text, clear: false, enter: false }
        case 'swipe':
          return action.from && action.to && swiped(screen, action.from, action.to)
        case 'system_button':
          return BUTTONS[action.button.toLowerCase()] ?? null
        case 'open_app':
          return { do: 'open', app: action.text }
        default:
          return null
      }
    case 'droidbot':
      switch (action.verb) {
        case 'kill_app':
          return { do: 'home' }
        case 'long_touch': {
          const box = action.element?.bounds
          return pressed('hold', box ? at(screen, { x: box.x + box.width / 2, y: box.y + box.height / 2 }) : null)
        }
        case 'intent':
          return { do: 'open', app: action.text.replace(/^am start (?:-n )?/, '').split('/')[0] ?? '' }
        case 'scroll': {
          const towards = DIRECTIONS.find((one) => one === action.direction)
          return towards ? { do: 'swipe', towards, at: null, from: null, pixels: null } : null
        }
        default:
          return null
      }
    default:
      return by satisfies never
  }
}

const DIRECTIONS: readonly Direction[] = ['up', 'down', 'left', 'right']

const pointOf = ([x, y]: [number, number]): Point => ({ x, y })

const pressed = (how: 'hold' | 'double-tap', target: Target | null): PhoneCommand | null =>
  target && { do: how, at: target }

const aimed = ({ index, from }: PhoneAction, screen: Screen): Target | null =>
  index === null ? from && at(screen, from) : namedBy(screen, String(index))

function at(screen: Screen, { x, y }: Point): Target | null {
  const node = nodeAt(screen, x, y)
  return node === null ? null : { node }
}

function targetOf({ index, x, y }: { index?: number; x?: number; y?: number }, screen: Screen): Target | null {
  if (index !== undefined) return numbered(screen, index)
  return x === undefined || y === undefined ? null : at(screen, { x, y })
}

function swiped(screen: Screen, from: Point, to: Point): PhoneCommand | null {
  const finger = directionOf(to.x - from.x, to.y - from.y)
  if (!finger) return null
  const pixels = Math.round(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)))
  return { do: 'swipe', towards: OPPOSITE[finger], at: at(screen, from), from, pixels }
}
